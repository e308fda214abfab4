//! Numbers and texts as bytes: what the files of journals and recordings are made of.

use alloc::string::String;
use alloc::vec::Vec;

/// Writes.
#[derive(Clone, Default, Debug)]
pub struct Out(pub Vec<u8>);

impl Out {
    /// Seven bits a byte, the lowest first; the eighth says that there are more.
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// A number or none, which must not be `u64::MAX`.
    pub fn optional(&mut self, number: Option<u64>) {
        self.number(number.map_or(0, |number| number.wrapping_add(1)));
    }

    /// Bytes, and how many.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// A text.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Items, and how many.
    pub fn list<T>(&mut self, items: &[T], mut item: impl FnMut(&mut Out, &T)) {
        self.number(items.len() as u64);
        for one in items {
            item(self, one);
        }
    }
}

/// What can't be read: the bytes do not mean anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Senseless;

/// What was read.
pub type Read<T> = Result<T, Senseless>;

/// Reads.
#[derive(Clone, Copy, Debug)]
pub struct In<'a>(pub &'a [u8]);

impl<'a> In<'a> {
    /// A number.
    pub fn number(&mut self) -> Read<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.0.split_first().ok_or(Senseless)?;
            self.0 = rest;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return Err(Senseless);
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(Senseless)
    }

    /// A number of fewer bits.
    pub fn small<T: TryFrom<u64>>(&mut self) -> Read<T> {
        T::try_from(self.number()?).map_err(|_| Senseless)
    }

    /// A number or none.
    pub fn optional(&mut self) -> Read<Option<u64>> {
        Ok(self.number()?.checked_sub(1))
    }

    /// So many bytes.
    pub fn take(&mut self, count: usize) -> Read<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Senseless)?;
        self.0 = rest;
        Ok(taken)
    }

    /// Bytes, as many as it says.
    pub fn bytes(&mut self) -> Read<&'a [u8]> {
        let count = self.small()?;
        self.take(count)
    }

    /// A text, as it lies there.
    pub fn str(&mut self) -> Read<&'a str> {
        core::str::from_utf8(self.bytes()?).map_err(|_| Senseless)
    }

    /// A text.
    pub fn text(&mut self) -> Read<String> {
        self.str().map(String::from)
    }

    /// How many items follow, each of which takes a byte at least: a length that can't be takes no memory.
    pub fn count(&mut self) -> Read<usize> {
        let count: usize = self.small()?;
        match count > self.0.len() {
            true => Err(Senseless),
            false => Ok(count),
        }
    }

    /// Items.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let count = self.count()?;
        (0..count).map(|_| item(self)).collect()
    }
}

/// What [`checksum`] begins with.
pub const UNSUMMED: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a: enough to notice that bytes were changed by accident.
pub fn checksum(bytes: &[u8]) -> u64 {
    checksum_on(UNSUMMED, bytes)
}

/// Goes on with a checksum.
pub fn checksum_on(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
