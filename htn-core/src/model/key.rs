//! Sort keys, and the numbers of `sum`, `min` and `max`.

use core::cmp::Reverse;
use core::ops::{Range, RangeInclusive};

use crate::model::term::Term;

/// A sort key: a number, or a tuple of up to twelve sort keys.
///
/// A key is written as words that compare as unsigned numbers, first word first. NaN is last in both directions, and
/// `-0.0` equals `0.0`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a valid sort key",
    label = "`sort by` takes a number, or a tuple of up to twelve"
)]
pub trait SortKey {
    /// The number of words of the key.
    const WORDS: u8;

    /// Writes the key's words.
    fn write(self, descending: bool, words: &mut [u64]);
}

/// Returns the number of words of the key that a function computes.
pub const fn key_words<F, C, K>(_: &F) -> usize
where
    F: for<'a> Fn(&'a C, &'a [u64]) -> K,
    C: ?Sized,
    K: SortKey,
{
    K::WORDS as usize
}

fn put(word: u64, descending: bool, words: &mut [u64]) {
    if let Some(first) = words.first_mut() {
        *first = if descending { !word } else { word };
    }
}

macro_rules! unsigned_keys {
    ($($number:ty)*) => {$(
        impl SortKey for $number {
            const WORDS: u8 = 1;
            fn write(self, descending: bool, words: &mut [u64]) {
                put(self as u64, descending, words);
            }
        }
    )*};
}

macro_rules! signed_keys {
    ($($number:ty)*) => {$(
        impl SortKey for $number {
            const WORDS: u8 = 1;
            fn write(self, descending: bool, words: &mut [u64]) {
                put((self as i64 as u64) ^ (1 << 63), descending, words);
            }
        }
    )*};
}

unsigned_keys!(bool u8 u16 u32 u64 usize);
signed_keys!(i8 i16 i32 i64 isize);

macro_rules! float_keys {
    ($($float:ident as $bits:ident)*) => {$(
        impl SortKey for $float {
            const WORDS: u8 = 1;
            fn write(self, descending: bool, words: &mut [u64]) {
                const NEGATIVE: $bits = 1 << ($bits::BITS - 1);
                if self.is_nan() {
                    return put(u64::MAX, false, words);
                }
                // Adding zero turns -0.0 into 0.0. Among bits of one sign, greater bits are further from zero.
                let bits = (self + 0.0).to_bits();
                let ordered = if bits & NEGATIVE == 0 {
                    bits | NEGATIVE
                } else {
                    !bits
                };
                put(ordered.into(), descending, words);
            }
        }
    )*};
}

float_keys!(f32 as u32 f64 as u64);

impl<K: SortKey> SortKey for Reverse<K> {
    const WORDS: u8 = K::WORDS;
    fn write(self, descending: bool, words: &mut [u64]) {
        self.0.write(!descending, words);
    }
}

macro_rules! tuple_keys {
    ($($key:ident)*) => {
        impl<$($key: SortKey),*> SortKey for ($($key,)*) {
            const WORDS: u8 = 0 $(+ $key::WORDS)*;
            #[allow(non_snake_case)]
            fn write(self, descending: bool, words: &mut [u64]) {
                let ($($key,)*) = self;
                let mut rest = words;
                $(
                    let at = usize::from($key::WORDS).min(rest.len());
                    let (own, after) = rest.split_at_mut(at);
                    $key.write(descending, own);
                    rest = after;
                )*
                let _ = rest;
            }
        }
    };
}

tuple_keys!(A);
tuple_keys!(A B);
tuple_keys!(A B C);
tuple_keys!(A B C D);
tuple_keys!(A B C D E);
tuple_keys!(A B C D E F);
tuple_keys!(A B C D E F G);
tuple_keys!(A B C D E F G H);
tuple_keys!(A B C D E F G H I);
tuple_keys!(A B C D E F G H I J);
tuple_keys!(A B C D E F G H I J K);
tuple_keys!(A B C D E F G H I J K L);

/// A primitive number, for `sum`, `min` and `max`. The word 0 is its zero.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number",
    label = "`sum`, `min` and `max` take numbers"
)]
pub trait Number: Term {
    /// The sum; integers stop at their limits.
    fn plus(self, other: Self) -> Self;
    /// Returns true if `self` is less than `other`.
    fn less(self, other: Self) -> bool;
    /// Returns true for NaN.
    fn not_a_number(self) -> bool {
        false
    }
}

macro_rules! integers {
    ($($number:ty)*) => {$(
        impl Number for $number {
            fn plus(self, other: Self) -> Self {
                self.saturating_add(other)
            }
            fn less(self, other: Self) -> bool {
                self < other
            }
        }
    )*};
}

macro_rules! floats {
    ($($number:ty)*) => {$(
        impl Number for $number {
            fn plus(self, other: Self) -> Self {
                self + other
            }
            fn less(self, other: Self) -> bool {
                self < other
            }
            fn not_a_number(self) -> bool {
                self.is_nan()
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
floats!(f32 f64);

/// The type of `count`: `usize`, under any alias.
#[diagnostic::on_unimplemented(
    message = "`count` gives a `usize`, not a `{Self}`",
    label = "`usize` belongs here"
)]
pub trait Count {}

impl Count for usize {}

/// Compiles where the type is what `count` gives.
pub const fn is_count<T: Count>() {}

/// A range of numbers, whose words rise by one from each to the next.
pub trait NumberRange {
    /// The first, and how many there are.
    fn span(self) -> [u64; 2];
}

impl<T: Term> NumberRange for Range<T> {
    fn span(self) -> [u64; 2] {
        let [first, end] = [self.start, self.end].map(Term::to_word);
        [first, end.saturating_sub(first)]
    }
}

impl<T: Term> NumberRange for RangeInclusive<T> {
    fn span(self) -> [u64; 2] {
        let [first, last] = [*self.start(), *self.end()].map(Term::to_word);
        // The full range has 2^64 numbers: one more than fit, and too many to visit.
        let count = last
            .checked_sub(first)
            .map_or(0, |more| more.saturating_add(1));
        [first, count]
    }
}

/// Folds a value into a sum.
pub fn fold_sum<T: Number>(so_far: Option<u64>, value: T) -> u64 {
    match so_far {
        Some(sum) => T::from_word(sum).plus(value).to_word(),
        None => value.to_word(),
    }
}

/// Folds a value into a minimum. The result is NaN only if all values are.
pub fn fold_min<T: Number>(so_far: Option<u64>, value: T) -> u64 {
    fold_better(so_far, value, |old, new| new.less(old))
}

/// Folds a value into a maximum. The result is NaN only if all values are.
pub fn fold_max<T: Number>(so_far: Option<u64>, value: T) -> u64 {
    fold_better(so_far, value, |old, new| old.less(new))
}

fn fold_better<T: Number>(so_far: Option<u64>, value: T, better: impl Fn(T, T) -> bool) -> u64 {
    match so_far {
        Some(word) => {
            let old = T::from_word(word);
            let takes_over = old.not_a_number() || better(old, value);
            if takes_over { value.to_word() } else { word }
        }
        None => value.to_word(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words<K: SortKey>(key: K, descending: bool) -> [u64; 3] {
        let mut words = [0; 3];
        key.write(descending, &mut words);
        words
    }

    fn rising<K: SortKey + Copy>(keys: &[K]) {
        for pair in keys.windows(2) {
            assert!(words(pair[0], false) < words(pair[1], false));
            assert!(words(pair[0], true) > words(pair[1], true));
        }
    }

    #[test]
    fn numbers_keep_their_order() {
        rising(&[0u8, 1, 255]);
        rising(&[i64::MIN, -1, 0, 1, i64::MAX]);
        rising(&[i8::MIN, -1, 0, 1, i8::MAX]);
        rising(&[
            f32::NEG_INFINITY,
            -1.5,
            -1e-30,
            0.0,
            1e-30,
            2.0,
            f32::INFINITY,
        ]);
        rising(&[f64::MIN, -0.1, 0.1, f64::MAX]);
        rising(&[false, true]);
    }

    #[test]
    fn tuples_compare_by_their_first_difference() {
        rising(&[(1u8, 2.0f32), (1, 3.0), (2, -1.0)]);
        assert_eq!(<((u8, u8), f32)>::WORDS, 3);
        rising(&[((1u8, 1u8), 9.0f32), ((1, 2), 0.0)]);
        assert!(words((1, Reverse(2)), false) < words((1, Reverse(1)), false));
    }

    #[test]
    fn nan_is_last_either_way() {
        for descending in [false, true] {
            assert!(words(f32::NAN, descending) > words(f32::INFINITY, descending));
            assert!(words(f32::NAN, descending) > words(f32::NEG_INFINITY, descending));
            assert!(words((1, f64::NAN), descending) > words((1, 0.0), descending));
            assert_eq!(words(f32::NAN, descending), words(-f32::NAN, descending));
        }
        assert_eq!(words(-0.0f32, false), words(0.0f32, false));
    }

    #[test]
    fn sums_stop_at_the_limit_and_nan_is_passed_over() {
        assert_eq!(fold_sum(Some(250), 10u8), 255);
        assert_eq!(fold_sum(None, 1.5f32), 1.5f32.to_word());
        let least = |values: &[f32]| {
            let fold = values
                .iter()
                .fold(None, |so_far, v| Some(fold_min(so_far, *v)));
            f32::from_word(fold.unwrap())
        };
        assert_eq!(least(&[f32::NAN, 2.0, f32::NAN, 1.0]), 1.0);
        assert!(least(&[f32::NAN]).is_nan());
        let most = [3i32, -4, 7]
            .iter()
            .fold(None, |so_far, v| Some(fold_max(so_far, *v)));
        assert_eq!(i32::from_word(most.unwrap()), 7);
    }
}
