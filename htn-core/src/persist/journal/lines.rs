//! The events and commands of a tick in the form that is compared: a line for each.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::exec::{Command, Executor};
use crate::model::bytes::{UNSUMMED, checksum_on};
use crate::model::domain::Domain;
use crate::model::event::Untimed;

/// The events and commands of a tick.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Seen {
    pub events: Lines,
    pub commands: Lines,
}

/// Lines, or a hash of them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Lines {
    /// `None` without events and commands.
    pub digest: Option<u32>,
    /// Empty unless requested.
    pub lines: Vec<String>,
}

impl Lines {
    fn of<T: fmt::Display>(all: impl Iterator<Item = T>, keep: bool) -> Lines {
        let (mut sum, mut any, mut line) = (UNSUMMED, false, String::new());
        let mut lines = Vec::new();
        for one in all {
            line.clear();
            // Writing to a string never fails.
            let _ = write!(line, "{one}");
            sum = checksum_on(checksum_on(sum, line.as_bytes()), b"\n");
            any = true;
            if keep {
                lines.push(line.clone());
            }
        }
        let digest = any.then_some((sum >> 32) as u32 ^ sum as u32);
        Lines { digest, lines }
    }
}

impl Seen {
    /// Returns the events and commands of the last tick of an executor, with their texts if `keep` is true.
    pub fn of<D: Domain>(executor: &Executor<D>, keep: bool) -> Seen {
        let commands = executor.commands().map(CommandLine);
        Seen {
            // The record has the tick.
            events: Lines::of(executor.events().map(Untimed), keep),
            commands: Lines::of(commands, keep),
        }
    }
}

/// A command without the ids of its plan and action.
struct CommandLine<D: Domain>(Command<D>);

impl<D: Domain> fmt::Display for CommandLine<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Command::Start { action, .. } => write!(f, "start {action}"),
            Command::Stop { action, .. } => write!(f, "stop {action}"),
        }
    }
}
