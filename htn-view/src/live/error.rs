//! The errors of live views.

use std::fmt;
use std::io;
use std::path::PathBuf;

use htn_core::container::StreamError;

/// The reason why a live view cannot start or continue: the error of [`LiveFeed`](crate::LiveFeed) and
/// [`follow`](crate::follow).
#[derive(Debug)]
#[non_exhaustive]
pub enum LiveError {
    /// The input or the output is not a terminal.
    NoTerminal {
        /// True if the input is a terminal.
        input: bool,
        /// True if the output is a terminal.
        output: bool,
    },
    /// The terminal cannot be used.
    Terminal(io::Error),
    /// A file cannot be created, read or written.
    File {
        /// The path of the file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// The writer failed.
    Writer(io::Error),
    /// The bytes are not a recording, or one of another version, or damaged.
    Stream(StreamError),
    /// A thread could not be started.
    Thread(io::Error),
}

impl fmt::Display for LiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LiveError::NoTerminal { input, output } => {
                let which = match (input, output) {
                    (false, true) => "the input is not one",
                    (true, false) => "the output is not one",
                    _ => "neither the input nor the output is one",
                };
                write!(f, "a live view needs a terminal, and {which}")
            }
            LiveError::Terminal(error) => write!(f, "cannot use the terminal: {error}"),
            LiveError::File { path, error } => write!(f, "`{}`: {error}", path.display()),
            LiveError::Writer(error) => write!(f, "cannot write the live view: {error}"),
            LiveError::Stream(error) => error.fmt(f),
            LiveError::Thread(error) => {
                write!(f, "cannot start a thread for the live view: {error}")
            }
        }
    }
}

impl std::error::Error for LiveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LiveError::NoTerminal { .. } => None,
            LiveError::Terminal(error) | LiveError::Writer(error) | LiveError::Thread(error) => {
                Some(error)
            }
            LiveError::File { error, .. } => Some(error),
            LiveError::Stream(error) => Some(error),
        }
    }
}
