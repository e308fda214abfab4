//! A place in the source, printed for messages.

use core::fmt::{self, Display, Formatter};

/// A line; 0 if it is unknown.
pub(crate) struct At(pub u32);

impl Display for At {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => Ok(()),
            line => write!(f, " (line {line})"),
        }
    }
}
