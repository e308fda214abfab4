//! Values that facts and variables hold.

use core::any::Any;

use crate::persist::save::hash::shape;

/// A value that a fact, a variable or an argument can hold: anything that fits a 64-bit word.
///
/// Two values are equal if their words are equal; the planner compares nothing else. `bool`, `char`,
/// the integers up to 64 bits, `f32` and `f64` are terms; so are tuples and `Option`s of terms that fit 64 bits, and
/// `#[derive(Term)]` does it for structs and enums that do.
///
/// A handle from another crate becomes a term in a newtype with an implementation by hand:
///
/// ```
/// use squad_htn::Term;
///
/// /// Stands for an engine's own handle: an index and a generation, packed.
/// mod engine {
///     #[derive(Clone, Copy, PartialEq, Debug)]
///     pub struct Entity { pub index: u32, pub generation: u16 }
/// }
///
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// struct Actor(engine::Entity);
///
/// impl Term for Actor {
///     const BITS: u32 = 48;
///     fn to_word(self) -> u64 {
///         u64::from(self.0.generation) << 32 | u64::from(self.0.index)
///     }
///     fn from_word(word: u64) -> Self {
///         Actor(engine::Entity { index: word as u32, generation: (word >> 32) as u16 })
///     }
/// }
///
/// let actor = Actor(engine::Entity { index: 7, generation: 2 });
/// assert_eq!(Actor::from_word(actor.to_word()), actor);
/// ```
///
/// For saves (feature `serde`), a term also implements `Serialize` and `Deserialize`: `#[derive(Term, Serialize,
/// Deserialize)]`. The same value must have the same word on every machine.
#[diagnostic::on_unimplemented(
    note = "`#[derive(Term)]` makes a struct or an enum of terms that fit 64 bits together a `Term`; anything else that is `Copy` and fits implements it by hand",
    note = "texts and lists stay in the game: an index or a handle stands for them in a domain"
)]
pub trait Term: Copy + Send + Sync + 'static {
    /// The number of low bits that words use: every word is below `2^BITS`. `#[derive(Term)]` on an enum puts the tag of
    /// the variant above them.
    const BITS: u32;

    /// A hash of the type's definition, with which saves check that words still mean the same; 0 if it is unknown.
    /// `#[derive(Term)]` computes it.
    const SHAPE: u64 = 0;

    /// Returns the value as a word. Equal values have equal words.
    fn to_word(self) -> u64;

    /// Returns the value of a word from [`to_word`](Term::to_word). For any other word the value is arbitrary, but it must not
    /// panic.
    fn from_word(word: u64) -> Self;

    /// Visits the terms inside of the value, then the value itself; each may be replaced.
    ///
    /// With it, handles of one type are found inside of an `Option`, a tuple, or an enum with `#[derive(Term)]`. Override it for
    /// a type that packs other terms by hand. Names of agents [inside of values](crate::Value) are found the same way.
    fn map_terms(self, map: &mut dyn FnMut(&mut dyn Any)) -> Self {
        let mut value = self;
        map(&mut value);
        value
    }
}

// `usize` and `isize` have the words of `u64` and `i64` on every machine: a type that fits one word fits on all of them, and
// saves mean the same on all.
macro_rules! unsigned {
    ($($int:ty as $wide:ty)*) => {$(
        impl Term for $int {
            const BITS: u32 = <$wide>::BITS;
            const SHAPE: u64 = shape(stringify!($int), &[]);
            fn to_word(self) -> u64 {
                self as u64
            }
            fn from_word(word: u64) -> Self {
                word as $int
            }
        }
    )*};
}

// Through the unsigned type of the same width: a plain cast would extend the sign beyond `BITS`.
macro_rules! signed {
    ($($int:ty as $wide:ty, $unsigned:ty;)*) => {$(
        impl Term for $int {
            const BITS: u32 = <$wide>::BITS;
            const SHAPE: u64 = shape(stringify!($int), &[]);
            fn to_word(self) -> u64 {
                self as $wide as $unsigned as u64
            }
            fn from_word(word: u64) -> Self {
                word as $wide as $int
            }
        }
    )*};
}

// -0.0 is stored as 0.0, because the two are equal and the planner compares words.
macro_rules! float {
    ($($float:ty as $bits:ty)*) => {$(
        impl Term for $float {
            const BITS: u32 = <$bits>::BITS;
            const SHAPE: u64 = shape(stringify!($float), &[]);
            fn to_word(self) -> u64 {
                if self == 0.0 { 0 } else { self.to_bits() as u64 }
            }
            fn from_word(word: u64) -> Self {
                <$float>::from_bits(word as $bits)
            }
        }
    )*};
}

unsigned! { u8 as u8 u16 as u16 u32 as u32 u64 as u64 usize as u64 }
signed! { i8 as i8, u8; i16 as i16, u16; i32 as i32, u32; i64 as i64, u64; isize as i64, u64; }
float! { f32 as u32 f64 as u64 }

impl Term for bool {
    const BITS: u32 = 1;
    const SHAPE: u64 = shape("bool", &[]);
    fn to_word(self) -> u64 {
        self as u64
    }
    fn from_word(word: u64) -> Self {
        word & 1 == 1
    }
}

impl Term for char {
    const BITS: u32 = 21;
    const SHAPE: u64 = shape("char", &[]);
    fn to_word(self) -> u64 {
        self as u64
    }
    fn from_word(word: u64) -> Self {
        char::from_u32(word as u32).unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::fmt::Debug;

    fn there_and_back<T: Term + PartialEq + Debug>(values: &[T]) {
        for &value in values {
            let word = value.to_word();
            assert!(
                T::BITS == 64 || word < 1 << T::BITS,
                "{value:?} as {word:#x}"
            );
            assert_eq!(T::from_word(word), value);
        }
    }

    #[test]
    fn every_value_comes_back_and_keeps_to_its_bits() {
        there_and_back(&[false, true]);
        there_and_back(&['a', '\0', char::MAX]);
        there_and_back(&[0u8, 1, u8::MAX]);
        there_and_back(&[0u64, u64::MAX]);
        there_and_back(&[usize::MIN, usize::MAX]);
        there_and_back(&[i8::MIN, -1, 0, i8::MAX]);
        there_and_back(&[i16::MIN, -1, 0, i16::MAX]);
        there_and_back(&[i32::MIN, -1, 0, i32::MAX]);
        there_and_back(&[i64::MIN, -1, 0, i64::MAX]);
        there_and_back(&[isize::MIN, -1, isize::MAX]);
        there_and_back(&[0.0f32, -1.5, f32::INFINITY, f32::MIN_POSITIVE]);
        there_and_back(&[0.0f64, -1.5, f64::NEG_INFINITY, f64::MAX]);
    }

    #[test]
    fn the_zeros_are_one_and_a_nan_equals_itself() {
        assert_eq!((-0.0f32).to_word(), 0.0f32.to_word());
        assert_eq!((-0.0f64).to_word(), 0.0f64.to_word());
        assert_eq!(f32::NAN.to_word(), f32::NAN.to_word());
    }

    #[test]
    fn a_word_that_is_no_value_does_not_panic() {
        assert_eq!(char::from_word(u64::MAX), char::REPLACEMENT_CHARACTER);
        assert!(bool::from_word(u64::MAX));
    }
}
