//! The fields of ops and rows as bytes and texts.

use alloc::string::String;

use super::written::Writer;
use crate::tables::Tables;

/// A field that can be written.
pub trait Field {
    /// Writes it.
    fn pack(&self, out: &mut Writer<'_>);
}

impl Field for u32 {
    /// Seven bits a byte, the lowest first; all but the last byte of a number have the eighth.
    fn pack(&self, out: &mut Writer<'_>) {
        let mut rest = *self;
        while rest >= 0x80 {
            out.bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        out.bytes.push(rest as u8);
    }
}

macro_rules! small_numbers {
    ($($number:ident)*) => {$(
        impl Field for $number {
            fn pack(&self, out: &mut Writer<'_>) {
                u32::from(*self).pack(out);
            }
        }
    )*};
}

small_numbers! { u8 u16 bool }

impl Field for String {
    fn pack(&self, out: &mut Writer<'_>) {
        out.texts.push(self.clone());
    }
}

impl<T: Field> Field for Option<T> {
    fn pack(&self, out: &mut Writer<'_>) {
        self.is_some().pack(out);
        self.iter().for_each(|value| value.pack(out));
    }
}

impl<T: Field, const N: usize> Field for [T; N] {
    fn pack(&self, out: &mut Writer<'_>) {
        self.iter().for_each(|value| value.pack(out));
    }
}

/// What has not been unpacked yet.
pub(crate) struct Packed<'p> {
    pub texts: &'p [&'static str],
    pub bytes: &'p [u8],
    /// Of which the rows are part.
    pub tables: &'p Tables,
}

// Most of this is done by the compiler's interpreter, which is slow.
impl<'p> Packed<'p> {
    /// Numbers without texts and lists.
    pub const fn numbers(bytes: &'p [u8]) -> Packed<'p> {
        Packed {
            texts: &[],
            bytes,
            tables: &Tables::EMPTY,
        }
    }

    /// The next text; an empty one behind the end.
    pub const fn text(&mut self) -> &'static str {
        match self.texts {
            [first, rest @ ..] => {
                self.texts = rest;
                first
            }
            [] => "",
        }
    }

    /// The next number; 0 behind the end.
    pub const fn number(&mut self) -> u32 {
        let (mut number, mut shift) = (0, 0);
        while let [byte, rest @ ..] = self.bytes {
            self.bytes = rest;
            if *byte < 0x80 || shift >= 28 {
                return number | (*byte as u32) << shift;
            }
            number |= (*byte as u32 & 0x7f) << shift;
            shift += 7;
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::written::{Lists, Text};

    #[test]
    fn numbers_come_back_as_they_were() {
        let all = [0, 1, 127, 128, 300, 65_535, 1 << 28, u32::MAX - 1, u32::MAX];
        let (mut text, mut lists) = (Text::default(), Lists::default());
        let mut out = Writer::new(&mut text, &mut lists);
        all.iter().for_each(|number| number.pack(&mut out));
        let mut packed = Packed::numbers(&text.bytes);
        assert_eq!(all.map(|_| packed.number()), all);
        assert_eq!(
            (packed.bytes.len(), packed.number(), packed.text()),
            (0, 0, "")
        );
    }
}
