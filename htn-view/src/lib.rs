#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod json;
mod names;
mod recording;
mod story;
mod timeline;

pub use names::Value;
pub use recording::{ReadError, Recorded, Recording};
