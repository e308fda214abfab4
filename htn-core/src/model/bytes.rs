//! Numbers and texts as bytes: the bodies of the records in journals and recordings.

use alloc::string::String;
use alloc::vec::Vec;

/// Appends values to a buffer.
#[derive(Clone, Default, Debug)]
pub struct Encoder(pub Vec<u8>);

impl Encoder {
    /// Writes seven bits per byte, the lowest first. The eighth bit is set if more bytes follow.
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// Writes an optional number, which must not be `u64::MAX`.
    pub fn optional(&mut self, number: Option<u64>) {
        self.number(number.map_or(0, |number| number.wrapping_add(1)));
    }

    /// Writes the length and the bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// Writes a text.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Writes the number of items and each item.
    pub fn list<T>(&mut self, items: &[T], mut item: impl FnMut(&mut Encoder, &T)) {
        self.number(items.len() as u64);
        for one in items {
            item(self, one);
        }
    }
}

/// The bytes are not what an [`Encoder`] writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecodeError;

/// A value that was decoded.
pub type Read<T> = Result<T, DecodeError>;

/// Reads what an [`Encoder`] wrote. It holds the bytes that are left.
#[derive(Clone, Copy, Debug)]
pub struct Decoder<'a>(pub &'a [u8]);

impl<'a> Decoder<'a> {
    /// Reads a number.
    pub fn number(&mut self) -> Read<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.0.split_first().ok_or(DecodeError)?;
            self.0 = rest;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return Err(DecodeError);
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(DecodeError)
    }

    /// Reads a number of a narrower type.
    pub fn small<T: TryFrom<u64>>(&mut self) -> Read<T> {
        T::try_from(self.number()?).map_err(|_| DecodeError)
    }

    /// Reads an optional number.
    pub fn optional(&mut self) -> Read<Option<u64>> {
        Ok(self.number()?.checked_sub(1))
    }

    /// Reads `count` bytes.
    pub fn take(&mut self, count: usize) -> Read<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(DecodeError)?;
        self.0 = rest;
        Ok(taken)
    }

    /// Reads a length and that many bytes.
    pub fn bytes(&mut self) -> Read<&'a [u8]> {
        let count = self.small()?;
        self.take(count)
    }

    /// Reads a text without copying it.
    pub fn str(&mut self) -> Read<&'a str> {
        core::str::from_utf8(self.bytes()?).map_err(|_| DecodeError)
    }

    /// Reads a text.
    pub fn text(&mut self) -> Read<String> {
        self.str().map(String::from)
    }

    /// Reads a number of items. Each item has at least one byte, so a length beyond the end allocates nothing.
    pub fn count(&mut self) -> Read<usize> {
        let count: usize = self.small()?;
        if count > self.0.len() {
            return Err(DecodeError);
        }
        Ok(count)
    }

    /// Reads items.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let count = self.count()?;
        (0..count).map(|_| item(self)).collect()
    }

    /// Returns an error if bytes are left.
    pub fn finish(&self) -> Read<()> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(DecodeError)
        }
    }
}

/// The initial value of [`checksum_on`].
pub const UNSUMMED: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a: enough to notice that bytes were changed by accident.
pub fn checksum(bytes: &[u8]) -> u64 {
    checksum_on(UNSUMMED, bytes)
}

/// Continues a checksum.
pub fn checksum_on(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
