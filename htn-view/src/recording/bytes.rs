//! Numbers and texts as bytes.

/// Writes.
#[derive(Default)]
pub(super) struct Out(pub Vec<u8>);

impl Out {
    /// Seven bits a byte, the lowest first; the eighth says that there are more.
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    pub fn optional(&mut self, number: Option<u64>) {
        self.number(number.map_or(0, |number| number.wrapping_add(1)));
    }

    pub fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    pub fn list<T>(&mut self, items: &[T], mut item: impl FnMut(&mut Out, &T)) {
        self.number(items.len() as u64);
        for one in items {
            item(self, one);
        }
    }
}

/// What can't be read: the bytes do not mean anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Senseless;

pub(super) type Read<T> = Result<T, Senseless>;

/// Reads.
pub(super) struct In<'a>(pub &'a [u8]);

impl<'a> In<'a> {
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

    pub fn small<T: TryFrom<u64>>(&mut self) -> Read<T> {
        T::try_from(self.number()?).map_err(|_| Senseless)
    }

    pub fn optional(&mut self) -> Read<Option<u64>> {
        Ok(self.number()?.checked_sub(1))
    }

    pub fn take(&mut self, count: usize) -> Read<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Senseless)?;
        self.0 = rest;
        Ok(taken)
    }

    pub fn text(&mut self) -> Read<String> {
        let count = self.small()?;
        let bytes = self.take(count)?.to_vec();
        String::from_utf8(bytes).map_err(|_| Senseless)
    }

    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let count: usize = self.small()?;
        // Each item takes a byte at least: a length that can't be takes no memory.
        if count > self.0.len() {
            return Err(Senseless);
        }
        (0..count).map(|_| item(self)).collect()
    }
}

/// FNV-1a: enough to notice that bytes were changed by accident.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
