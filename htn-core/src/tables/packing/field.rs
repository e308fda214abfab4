//! The fields of rows, as texts and numbers.

use alloc::string::String;

use super::written::RowWriter;

/// A field that can be written.
pub trait RowField {
    /// Writes it.
    fn pack(&self, out: &mut RowWriter<'_>);
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl RowField for $number {
            fn pack(&self, out: &mut RowWriter<'_>) {
                out.number((*self).into(), $number::BITS);
            }
        }
    )*};
}

numbers! { u8 u16 u32 }

impl RowField for bool {
    fn pack(&self, out: &mut RowWriter<'_>) {
        out.number((*self).into(), 1);
    }
}

impl RowField for String {
    fn pack(&self, out: &mut RowWriter<'_>) {
        out.text(self);
    }
}

impl<T: RowField> RowField for Option<T> {
    fn pack(&self, out: &mut RowWriter<'_>) {
        self.is_some().pack(out);
        self.iter().for_each(|value| value.pack(out));
    }
}

impl<A: RowField, B: RowField> RowField for (A, B) {
    fn pack(&self, out: &mut RowWriter<'_>) {
        self.0.pack(out);
        self.1.pack(out);
    }
}

impl<T: RowField, const N: usize> RowField for [T; N] {
    fn pack(&self, out: &mut RowWriter<'_>) {
        self.iter().for_each(|value| value.pack(out));
    }
}
