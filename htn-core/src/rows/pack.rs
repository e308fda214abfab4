//! Several small numbers in one, lowest bits first.

/// What a number that is missing is written as.
pub const MISSING: u16 = u16::MAX;

/// Packs numbers, the lowest first; the second of each pair says how many bits it has.
pub fn pack(numbers: &[(u32, u32)]) -> u128 {
    let mut word = 0;
    let mut at = 0;
    for (number, bits) in numbers.iter().filter(|(_, bits)| *bits > 0) {
        word |= u128::from(*number) << at;
        at += bits;
    }
    debug_assert!(at <= u128::BITS, "{at} bits do not fit a word");
    word
}

/// A number that may be missing.
pub fn maybe(number: Option<u16>) -> (u32, u32) {
    (number.unwrap_or(MISSING).into(), 16)
}

// The compiler's interpreter is slow: what it does for each number of each row must be a handful of operations, and no
// calls.

/// Takes the lowest number out of a word.
macro_rules! take {
    ($word:ident, 8) => {{
        let number = $word as u8;
        $word >>= 8;
        number
    }};
    ($word:ident, 16) => {{
        let number = $word as u16;
        #[allow(
            unused_assignments,
            reason = "nobody takes what is left after the last number"
        )]
        {
            $word >>= 16;
        }
        number
    }};
    ($word:ident, 32) => {{
        let number = $word as u32;
        $word >>= 32;
        number
    }};
    ($word:ident, maybe $id:ident) => {
        match take!($word, 16) {
            MISSING => None,
            number => Some($id(number)),
        }
    };
}

/// A function that makes an array of rows out of an array of what is written for each.
macro_rules! table {
    ($(#[$doc:meta])* $name:ident($row:ident: $written:ty $(, $list:ident: $ty:ty)*) -> $made:ty, $empty:expr, $make:expr) => {
        $(#[$doc])*
        pub const fn $name<const N: usize>(rows: [$written; N] $(, $list: $ty)*) -> [$made; N] {
            let mut made = [$empty; N];
            let mut i = 0;
            while i < N {
                let $row = rows[i];
                made[i] = $make;
                i += 1;
            }
            made
        }
    };
}

pub(crate) use {table, take};
