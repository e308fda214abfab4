//! Names that a game gives to the values of its domain.

pub use htn_core::Value;

/// Returns the name of a value; `None` for its `Debug` output.
pub(crate) type Names = Box<dyn Fn(Value<'_>) -> Option<String> + Send>;
