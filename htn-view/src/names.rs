//! Names for values.

pub use htn_core::Value;

/// Gives values their names; `None` for the way they print themselves.
pub(crate) type Names = Box<dyn Fn(Value<'_>) -> Option<String> + Send>;
