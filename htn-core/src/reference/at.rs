//! Where something stands in the source, in a text for people.

use core::fmt::{self, Display, Formatter};

/// A line, where it is known.
pub(crate) struct At(pub u32);

impl Display for At {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => Ok(()),
            line => write!(f, " (line {line})"),
        }
    }
}
