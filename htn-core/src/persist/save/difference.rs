//! The reason why a save does not fit the domain of the program.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use super::header::FORMAT;
use crate::persist::schema::a;

/// The reason why a save can't be loaded with the domain as it is now. [`Header`](super::Header) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Mismatch {
    /// It has another format, because another version of this crate wrote it.
    OtherFormat {
        /// The format of the save.
        saved: u32,
    },
    /// It holds something else.
    OtherThing {
        /// The kind of its content: `state`, `plan`, …
        saved: String,
        /// The expected kind.
        wanted: &'static str,
    },
    /// It is of another domain.
    OtherDomain {
        /// The domain of the save.
        saved: String,
        /// The domain of the program.
        now: String,
    },
    /// It is of another version of the domain.
    OtherVersion {
        /// The domain.
        domain: String,
        /// The differences. Empty if the signatures of all predicates and tasks are the same.
        differences: Vec<String>,
    },
}

/// The maximum number of differences in a message.
const MAX_DIFFERENCES: usize = 4;

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::OtherFormat { saved } => {
                write!(
                    f,
                    "save format {saved} is not supported; this build reads format {FORMAT}"
                )?;
                if *saved > FORMAT {
                    f.write_str(
                        ": the save was written by a newer version of `squad-htn`; \
                         help: keep the save and load it with an updated program",
                    )?;
                }
                Ok(())
            }
            Mismatch::OtherThing { saved, wanted } => {
                write!(f, "expected the save of {}, found {}", a(wanted), a(saved))
            }
            Mismatch::OtherDomain { saved, now } => {
                write!(f, "the save is of the domain `{saved}`, not `{now}`")
            }
            Mismatch::OtherVersion {
                domain,
                differences,
            } => {
                write!(
                    f,
                    "the save is of another version of the domain `{domain}`: "
                )?;
                if differences.is_empty() {
                    return f.write_str(
                        "all signatures match, so a condition, body, effect or capacity has changed",
                    );
                }
                for (at, difference) in differences.iter().take(MAX_DIFFERENCES).enumerate() {
                    let between = if at > 0 { "; " } else { "" };
                    write!(f, "{between}{difference}")?;
                }
                match differences.len().saturating_sub(MAX_DIFFERENCES) {
                    0 => Ok(()),
                    more => write!(f, "; and {more} more"),
                }
            }
        }
    }
}

impl Error for Mismatch {}
