//! The facts, as emitted code reads them: layouts that are worked out while compiling, and a [`Reader`] that takes them.

pub use crate::store::{Layout, NIL, Reader};
