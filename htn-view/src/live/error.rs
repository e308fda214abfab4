//! What can go wrong with a live view.

use std::fmt;
use std::io;
use std::path::PathBuf;

use htn_core::container::StreamError;

/// Why there is no live view, or no more of it.
#[derive(Debug)]
#[non_exhaustive]
pub enum LiveError {
    /// Input or output is no terminal.
    NoTerminal {
        /// Whether the input is one.
        input: bool,
        /// Whether the output is one.
        output: bool,
    },
    /// The terminal can't be used.
    Terminal(io::Error),
    /// A file can't be made, read or written.
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// What was to be written to takes no more.
    Writer(io::Error),
    /// The bytes are not a recording, or one of another version, or damaged.
    Stream(StreamError),
    /// There is no thread for it.
    Thread(io::Error),
}

impl fmt::Display for LiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LiveError::NoTerminal { input, output } => {
                let which = match (input, output) {
                    (false, true) => "the input is none",
                    (true, false) => "the output is none",
                    _ => "neither the input nor the output is one",
                };
                write!(f, "a live view needs a terminal, and {which}")
            }
            LiveError::Terminal(error) => write!(f, "the terminal can't be used: {error}"),
            LiveError::File { path, error } => write!(f, "`{}`: {error}", path.display()),
            LiveError::Writer(error) => write!(f, "a live view can't be written: {error}"),
            LiveError::Stream(error) => error.fmt(f),
            LiveError::Thread(error) => write!(f, "there is no thread for a live view: {error}"),
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
