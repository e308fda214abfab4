//! The errors of live views.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use htn_core::container::StreamError;

/// The reason why a live view cannot start or continue: the error of [`LiveFeed`](crate::LiveFeed), `LivePage`
/// and `follow`.
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
    /// The live page cannot be served at an address: it is in use or unknown, for example.
    Address {
        /// The address as given.
        address: String,
        /// The error.
        error: io::Error,
    },
    /// The address of the live page can be reached from other machines, which was not allowed.
    Remote {
        /// The address.
        address: SocketAddr,
    },
    /// The operating system has no random numbers for the token of the live page.
    Token(io::Error),
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
            LiveError::Address { address, error } => {
                let help = match error.kind() {
                    io::ErrorKind::AddrInUse => "use another port, or port 0 for any free one",
                    io::ErrorKind::PermissionDenied => "use a port above 1023",
                    _ => "use an address of this machine with a port, such as `127.0.0.1:0`",
                };
                write!(
                    f,
                    "cannot serve the live page at `{address}`: {error}; help: {help}"
                )
            }
            LiveError::Remote { address } => write!(
                f,
                "other machines can reach `{address}`; help: use `127.0.0.1:{}`, or allow it with `LivePage::host` and \
                 the name by which they reach it",
                address.port()
            ),
            LiveError::Token(error) => {
                write!(f, "cannot create the token of the live page: {error}")
            }
        }
    }
}

impl std::error::Error for LiveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LiveError::NoTerminal { .. } | LiveError::Remote { .. } => None,
            LiveError::Terminal(error) | LiveError::Writer(error) => Some(error),
            LiveError::Thread(error) | LiveError::Token(error) => Some(error),
            LiveError::File { error, .. } | LiveError::Address { error, .. } => Some(error),
            LiveError::Stream(error) => Some(error),
        }
    }
}
