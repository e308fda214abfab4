//! Names for values.

pub use htn_core::Value;

/// Returns the name of a value; `None` for its `Debug` output.
pub(crate) type Names = Box<dyn Fn(Value<'_>) -> Option<String> + Send>;
