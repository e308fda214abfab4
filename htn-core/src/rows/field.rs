//! The fields of rows, as texts and numbers.

use alloc::string::String;

use super::written::Writer;

/// A field that can be written.
pub trait Field {
    /// Writes it.
    fn pack(&self, out: &mut Writer<'_>);
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl Field for $number {
            fn pack(&self, out: &mut Writer<'_>) {
                out.number((*self).into(), $number::BITS);
            }
        }
    )*};
}

numbers! { u8 u16 u32 }

impl Field for bool {
    fn pack(&self, out: &mut Writer<'_>) {
        out.number((*self).into(), 1);
    }
}

impl Field for String {
    fn pack(&self, out: &mut Writer<'_>) {
        out.text(self);
    }
}

impl<T: Field> Field for Option<T> {
    fn pack(&self, out: &mut Writer<'_>) {
        self.is_some().pack(out);
        self.iter().for_each(|value| value.pack(out));
    }
}

impl<A: Field, B: Field> Field for (A, B) {
    fn pack(&self, out: &mut Writer<'_>) {
        self.0.pack(out);
        self.1.pack(out);
    }
}

impl<T: Field, const N: usize> Field for [T; N] {
    fn pack(&self, out: &mut Writer<'_>) {
        self.iter().for_each(|value| value.pack(out));
    }
}
