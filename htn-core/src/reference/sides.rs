//! Both sides of a failed comparison, to print how far from true it was.

use alloc::format;
use alloc::string::String;
use core::fmt::Debug;

/// Both sides of a comparison.
#[derive(Clone, PartialEq, Debug)]
pub struct Sides {
    /// The left side, printed with `Debug`; empty if it has none.
    pub left: String,
    /// The right side.
    pub right: String,
    /// Their distance, if they are numbers.
    pub apart: Option<f64>,
}

impl Sides {
    /// Two values that are compared. See [`SideOf`].
    pub fn new(left: (String, Option<f64>), right: (String, Option<f64>)) -> Sides {
        let apart = left.1.zip(right.1).map(|(left, right)| {
            let apart = left - right;
            if apart < 0.0 { -apart } else { apart }
        });
        Sides {
            left: left.0,
            right: right.0,
            apart,
        }
    }
}

/// A side of any type. Generated code calls `(&&&SideOf(&value)).__look()`, which finds the implementation for numbers first, then
/// the one for types with `Debug`, and otherwise the one for all types.
pub struct SideOf<'v, T: ?Sized>(pub &'v T);

/// Traits that print a side. All are in scope in emitted code, and method resolution picks the first that the type implements.
pub mod looks {
    pub use super::{OfAny, OfDebug, OfNumber};
}

/// Prints a number.
pub trait OfNumber {
    /// Returns the printed form and the numeric value.
    fn __look(&self) -> (String, Option<f64>);
}

/// Prints a value with `Debug`.
pub trait OfDebug {
    /// Returns the printed form.
    fn __look(&self) -> (String, Option<f64>);
}

/// Stands for any other value.
pub trait OfAny {
    /// Returns an empty text and no number.
    fn __look(&self) -> (String, Option<f64>);
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl OfNumber for &&SideOf<'_, $number> {
            fn __look(&self) -> (String, Option<f64>) {
                (format!("{:?}", self.0), Some(*self.0 as f64))
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64);

impl<T: Debug + ?Sized> OfDebug for &SideOf<'_, T> {
    fn __look(&self) -> (String, Option<f64>) {
        (format!("{:?}", self.0), None)
    }
}

impl<T: ?Sized> OfAny for SideOf<'_, T> {
    fn __look(&self) -> (String, Option<f64>) {
        (String::new(), None)
    }
}

/// Returns the printed sort key.
pub fn shown_key<K: Debug>(key: K) -> String {
    format!("{key:?}")
}
