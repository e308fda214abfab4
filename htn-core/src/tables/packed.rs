//! Several terms in one word: what `#[derive(Term)]` calls, tuples, and `Option`.

use core::any::Any;

use crate::model::term::Term;
use crate::persist::save::hash::shape;

/// Returns the number of bits if a word has that many. Otherwise the evaluation fails at compile time, with an error that
/// names the number and points at the caller.
#[track_caller]
pub const fn must_fit(what: &str, bits: u32) -> u32 {
    if bits > u64::BITS {
        let mut message = Message {
            text: [0; 256],
            len: 0,
        };
        message.push(what);
        message.push(" takes ");
        message.number(bits);
        message.push(" bits, and a `Term` has 64 at most");
        let (text, _) = message.text.split_at(message.len);
        match core::str::from_utf8(text) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!("a `Term` has 64 bits at most"),
        }
    }
    bits
}

/// Text that is composed at compile time.
struct Message {
    text: [u8; 256],
    len: usize,
}

impl Message {
    const fn push(&mut self, more: &str) {
        let more = more.as_bytes();
        let mut at = 0;
        while at < more.len() && self.len < 192 {
            self.text[self.len] = more[at];
            self.len += 1;
            at += 1;
        }
    }

    const fn number(&mut self, number: u32) {
        let mut unit = 1_000_000_000;
        while unit > 0 {
            if number >= unit || unit == 1 {
                self.text[self.len] = b'0' + (number / unit % 10) as u8;
                self.len += 1;
            }
            unit /= 10;
        }
    }
}

/// Puts a value above the lowest `at` bits of a word.
#[inline]
pub const fn put(word: u64, at: u32, value: u64) -> u64 {
    match value.checked_shl(at) {
        Some(value) => word | value,
        // Only a value without bits can be above all 64.
        None => word,
    }
}

/// Returns `bits` bits of a word, without the lowest `at`.
#[inline]
pub const fn take(word: u64, at: u32, bits: u32) -> u64 {
    let word = match word.checked_shr(at) {
        Some(word) => word,
        None => 0,
    };
    match 1u64.checked_shl(bits) {
        Some(end) => word & (end - 1),
        None => word,
    }
}

macro_rules! tuples {
    ($($($name:ident $value:ident)*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($name: Term),*> Term for ($($name,)*) {
            const BITS: u32 = 0 $(+ $name::BITS)*;
            const SHAPE: u64 = shape("tuple", &[$($name::SHAPE),*]);
            #[inline]
            fn to_word(self) -> u64 {
                const { must_fit("a tuple", <Self as Term>::BITS) };
                let ($($value,)*) = self;
                let (word, at) = (0, 0);
                $(let (word, at) = (put(word, at, $value.to_word()), at + $name::BITS);)*
                let _ = at;
                word
            }
            #[inline]
            fn from_word(word: u64) -> Self {
                let at = 0;
                $(let ($value, at) = ($name::from_word(take(word, at, $name::BITS)), at + $name::BITS);)*
                let _ = at;
                ($($value,)*)
            }
            fn map_terms(self, map: &mut dyn FnMut(&mut dyn Any)) -> Self {
                let ($($value,)*) = self;
                let mut value = ($($value.map_terms(map),)*);
                map(&mut value);
                value
            }
        }
    )*};
}

tuples! {
    A a;
    A a B b;
    A a B b C c;
    A a B b C c D d;
    A a B b C c D d E e;
    A a B b C c D d E e F f;
    A a B b C c D d E e F f G g;
    A a B b C c D d E e F f G g H h;
}

// The lowest bit is set for `Some`, so that small values have small words, which predicates index more cheaply.
#[diagnostic::do_not_recommend]
impl<T: Term> Term for Option<T> {
    const BITS: u32 = 1 + T::BITS;
    const SHAPE: u64 = shape("Option", &[T::SHAPE]);
    #[inline]
    fn to_word(self) -> u64 {
        const { must_fit("an `Option`", <Self as Term>::BITS) };
        match self {
            None => 0,
            Some(value) => value.to_word() << 1 | 1,
        }
    }
    #[inline]
    fn from_word(word: u64) -> Self {
        (word & 1 == 1).then(|| T::from_word(word >> 1))
    }
    fn map_terms(self, map: &mut dyn FnMut(&mut dyn Any)) -> Self {
        let mut value = self.map(|value| value.map_terms(map));
        map(&mut value);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::fmt::Debug;

    fn there_and_back<T: Term + PartialEq + Debug>(values: &[T]) {
        for (at, &value) in values.iter().enumerate() {
            let word = value.to_word();
            assert!(
                T::BITS == 64 || word < 1 << T::BITS,
                "{value:?} as {word:#x}"
            );
            assert_eq!(T::from_word(word), value);
            let same = |other: &T| other.to_word() == word;
            assert!(!values[..at].iter().any(same), "{value:?}");
        }
    }

    #[test]
    fn tuples_and_options_come_back() {
        there_and_back(&[(0u8, 0i8), (1, -1), (u8::MAX, i8::MIN), (0, 1)]);
        there_and_back(&[(u32::MAX, i32::MIN), (0, -1)]);
        there_and_back(&[(true, 'x', 3.5f32), (false, 'y', -3.5)]);
        there_and_back(&[None, Some(0u32), Some(1), Some(u32::MAX)]);
        there_and_back(&[None, Some(None), Some(Some((1u8, -1i16)))]);
        there_and_back(&[(Some(1u8), None, true), (None, Some(-1i32), false)]);
        there_and_back(&[(u64::MAX,), (0,)]);
    }

    #[test]
    fn what_takes_no_bits_may_stand_above_all_of_them() {
        assert_eq!(put(u64::MAX, 64, 0), u64::MAX);
        assert_eq!(take(u64::MAX, 64, 0), 0);
        assert_eq!(take(u64::MAX, 0, 64), u64::MAX);
    }

    #[test]
    #[should_panic(expected = "`Pos` takes 96 bits, and a `Term` has 64 at most")]
    fn too_many_bits_are_counted() {
        must_fit("`Pos`", 96);
    }
}
