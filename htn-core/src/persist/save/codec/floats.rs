//! Floating-point numbers in human-readable formats. JSON has no infinite numbers and writes `null` for them.
//!
//! A column or parameter of type `f32` or `f64` is written as a text if it is not finite. Numbers inside other types are
//! written by the `Serialize` of those types.

use alloc::format;
use alloc::string::String;
use core::any::Any;
use core::fmt;

use serde::de::{self, Deserializer, Visitor};

use crate::model::term::Term;

/// Returns the text that replaces a value, if it is a number that is not finite.
pub(super) fn text_of(value: &dyn Any) -> Option<String> {
    let (number, word) = match (value.downcast_ref::<f32>(), value.downcast_ref::<f64>()) {
        (Some(number), _) => (f64::from(*number), number.to_word()),
        (_, Some(number)) => (*number, number.to_word()),
        _ => return None,
    };
    match number {
        number if number.is_finite() => None,
        number if number.is_nan() => Some(format!("NaN {word:x}")),
        number => Some(format!("{number}")),
    }
}

/// Reads a number and returns its word, or returns the deserializer if the type is not a floating-point number.
pub(super) fn load<'de, T: 'static, De: Deserializer<'de>>(
    deserializer: De,
) -> Result<Result<u64, De::Error>, De> {
    use core::any::TypeId;
    if !deserializer.is_human_readable() {
        return Err(deserializer);
    }
    match TypeId::of::<T>() {
        ty if ty == TypeId::of::<f32>() => Ok(deserializer.deserialize_any(FloatBits { bits: 32 })),
        ty if ty == TypeId::of::<f64>() => Ok(deserializer.deserialize_any(FloatBits { bits: 64 })),
        _ => Err(deserializer),
    }
}

/// Reads a number with this many bits as a word.
struct FloatBits {
    bits: u32,
}

impl Visitor<'_> for FloatBits {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "f{}", self.bits)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<u64, E> {
        match (self.bits, nearest(number)) {
            (32, near) if near.is_infinite() => {
                Err(E::invalid_value(de::Unexpected::Float(number), &self))
            }
            (32, near) => Ok(near.to_word()),
            _ => Ok(number.to_word()),
        }
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<u64, E> {
        self.visit_f64(number as f64)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<u64, E> {
        self.visit_f64(number as f64)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<u64, E> {
        let nan = text.strip_prefix("NaN ");
        let word = match (text, nan, self.bits) {
            ("inf", _, 32) => Some(f32::INFINITY.to_word()),
            ("-inf", _, 32) => Some(f32::NEG_INFINITY.to_word()),
            ("inf", ..) => Some(f64::INFINITY.to_word()),
            ("-inf", ..) => Some(f64::NEG_INFINITY.to_word()),
            (_, Some(word), bits) => {
                let word = u64::from_str_radix(word, 16).ok();
                word.filter(|word| match bits {
                    32 => u32::try_from(*word).is_ok_and(|word| f32::from_bits(word).is_nan()),
                    _ => f64::from_bits(*word).is_nan(),
                })
            }
            _ => None,
        };
        word.ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

/// Returns the `f32` whose digits were read as an `f64`. It was written with as few digits as distinguish it from its
/// neighbours. Rounding twice may return a neighbour, so the neighbours are compared as well.
fn nearest(number: f64) -> f32 {
    let near = number as f32;
    let reads = |near: &f32| format!("{near}").parse() == Ok(number);
    let around = [near, near.next_up(), near.next_down()];
    around.into_iter().find(reads).unwrap_or(near)
}
