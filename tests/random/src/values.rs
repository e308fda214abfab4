//! What the Rust expressions of random domains call.

use crate::spec::PRICES;

/// What a step costs, by a number.
pub fn price(number: u8) -> f32 {
    PRICES[usize::from(number)]
}

/// The number below, where there is one.
pub fn below(number: u8) -> Option<u8> {
    number.checked_sub(1)
}
