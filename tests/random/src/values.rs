//! The values of random domains. A domain has four values, of a type that its seed chooses: small words, words too
//! large for the engine's tables of small words, negative words, pairs, and so on. This file also has the functions that the Rust
//! expressions of domains call.

use std::cell::RefCell;
use std::task::Poll;

use htn_core::Term;

use crate::rng::Rng;

use crate::spec::{MODULO, PRICES, RANKS, Word};

/// A type with four values, in rising order.
pub trait Value: Term + PartialOrd {
    const ALL: [Self; MODULO as usize];
}

/// A type that is not a number.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub enum Colour {
    Red,
    Green,
    Blue,
    Grey,
}

impl Term for Colour {
    const BITS: u32 = 2;

    fn to_word(self) -> u64 {
        self as u64
    }

    fn from_word(word: u64) -> Colour {
        Colour::ALL[word as usize]
    }
}

macro_rules! kinds {
    ($($kind:ident $module:ident $type:ty: $numbers:literal, $all:expr;)*) => {
        /// The type of a domain's values.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        pub enum Kind {
            #[default]
            $($kind,)*
        }

        impl Kind {
            pub const ALL: &[Kind] = &[$(Kind::$kind),*];

            /// Returns the word of a value by its number.
            pub fn word(self, number: Word) -> u64 {
                match self {
                    $(Kind::$kind => <$type>::ALL[usize::from(number)].to_word(),)*
                }
            }

            /// Returns true if the values are numbers, which `sort by`, `min` and `max` accept.
            pub fn is_number(self) -> bool {
                match self {
                    $(Kind::$kind => $numbers,)*
                }
            }

            /// Returns the module with the type `V` and the constants `N0` to `N3`.
            pub fn module(self) -> &'static str {
                match self {
                    $(Kind::$kind => stringify!($module),)*
                }
            }
        }

        $(
            impl Value for $type {
                const ALL: [Self; MODULO as usize] = $all;
            }

            pub mod $module {
                use super::Value;

                pub type V = $type;
                pub const N0: V = V::ALL[0];
                pub const N1: V = V::ALL[1];
                pub const N2: V = V::ALL[2];
                pub const N3: V = V::ALL[3];
            }
        )*
    };
}

// The first type has literals: see `text`. Two-byte words are next to, around and above the words with entries of their own.
kinds! {
    Byte bytes u8: true, [0, 1, 2, 3];
    Short shorts u16: true, [31, 1_023, 2_047, 2_048];
    Long longs u64: true, [7, 1 << 32, u64::MAX - 1, u64::MAX];
    Signed signed i16: true, [-32_768, -1, 0, 5];
    Float floats f32: true, [-1.5, 0.0, 0.25, 1e9];
    Pair pairs (u8, u16): false, [(0, 1), (0, 40_000), (3, 0), (255, 65_535)];
    Maybe maybes Option<u8>: false, [None, Some(0), Some(7), Some(255)];
    Colour colours crate::values::Colour: false, [Colour::Red, Colour::Green, Colour::Blue, Colour::Grey];
}

impl Kind {
    /// Returns the number of a value by its word.
    pub fn number(self, word: u64) -> Word {
        let number = (0..MODULO).find(|number| self.word(*number) == word);
        number.expect("it is a value of the domain")
    }
}

/// The words of wide columns, by number.
pub const WIDE: [u64; MODULO as usize] = [3, 1 << 20, 1 << 40, u64::MAX];

fn index<T: Value>(value: T) -> usize {
    let same = |other: &T| other.to_word() == value.to_word();
    T::ALL.iter().position(same).expect("it is one of them")
}

/// Returns the value at an offset, modulo the number of values.
pub fn plus<T: Value>(value: T, more: u8) -> T {
    T::ALL[(index(value) + usize::from(more)) % T::ALL.len()]
}

/// Converts a number to a value.
pub fn small<T: Value>(number: u64) -> T {
    T::ALL[(number % u64::from(MODULO)) as usize]
}

/// Returns the number of a value.
pub fn number<T: Value>(value: T) -> u64 {
    index(value) as u64
}

/// Returns the cost of a step.
pub fn price<T: Value>(value: T) -> f32 {
    PRICES[index(value)]
}

/// Returns the priority of a branch.
pub fn rank<T: Value>(value: T) -> i32 {
    RANKS[index(value)]
}

/// Returns the next lower value, if any.
pub fn below<T: Value>(value: T) -> Option<T> {
    Some(T::ALL[index(value).checked_sub(1)?])
}

/// Returns the values from one (included) to the other (excluded).
pub fn span<T: Value>(from: T, to: T) -> impl Iterator<Item = T> {
    (index(from)..index(to)).map(|at| T::ALL[at])
}

/// Returns the word of a value in a wide column.
pub fn wide<T: Value>(value: T) -> u64 {
    WIDE[index(value)]
}

/// Returns the value of a word in a wide column.
pub fn narrow<T: Value>(wide: u64) -> T {
    let at = WIDE.iter().position(|word| *word == wide);
    T::ALL[at.expect("it is one of them")]
}

thread_local! {
    /// Decides which answers are late, if any are.
    static LATE: RefCell<Option<Rng>> = const { RefCell::new(None) };
}

/// Makes answers late at random, or none of them.
pub fn be_late(seed: Option<u64>) {
    LATE.set(seed.map(Rng::new));
}

/// Returns the answer to a question of the domain, unless it is late.
pub fn answer<T>(value: T) -> Poll<T> {
    let is_late = |rng: &mut Option<Rng>| rng.as_mut().is_some_and(|rng| rng.chance(50));
    if LATE.with_borrow_mut(is_late) {
        Poll::Pending
    } else {
        Poll::Ready(value)
    }
}
