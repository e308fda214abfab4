//! Several small numbers in one.

/// Numbers packed into a word, lowest bits first.
#[derive(Clone, Copy)]
pub struct Bits {
    word: u128,
    /// Bits written or read so far.
    at: u32,
}

impl Bits {
    /// Nothing yet.
    pub const fn new() -> Bits {
        Bits::of(0)
    }

    /// To read a word from its beginning.
    pub const fn of(word: u128) -> Bits {
        Bits { word, at: 0 }
    }

    /// The word.
    pub const fn word(self) -> u128 {
        self.word
    }

    /// Adds a number of so many bits; `None` where the number has more, or the word is full.
    pub const fn put(self, number: u64, bits: u32) -> Option<Bits> {
        let fits = bits < 64 && number >> bits == 0 && self.at + bits <= u128::BITS;
        if !fits {
            return None;
        }
        let word = self.word | (number as u128) << self.at;
        let at = self.at + bits;
        Some(Bits { word, at })
    }

    /// The next number.
    pub const fn take(&mut self, bits: u32) -> u64 {
        let number = (self.word >> self.at) as u64 & ((1 << bits) - 1);
        self.at += bits;
        number
    }

    /// The next number as one of 16 bits.
    pub const fn small(&mut self) -> u16 {
        self.take(16) as u16
    }

    /// The next number as one of 24 bits.
    pub const fn place(&mut self) -> u32 {
        self.take(24) as u32
    }
}

impl Default for Bits {
    fn default() -> Self {
        Bits::new()
    }
}
