//! Follows a file that a game writes.

use std::fs::File;
use std::io::{Read, Seek};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::error::LiveError;
use super::screen::Screen;
use super::view::LiveView;
use crate::recording::UpdateReader;

/// A view of a recording: the bytes of a [`LiveFeed`](crate::LiveFeed), in pieces of any size, or of [a
/// file](crate::Recorded::to_bytes).
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut follower = htn_view::LiveFollower::new();
/// follower.read(&std::fs::read("mission.live")?)?;
/// println!("{}", follower.view_mut().to_text(100, 30));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct LiveFollower {
    updates: UpdateReader,
    /// The bytes of a record that is not complete yet.
    rest: Vec<u8>,
    view: LiveView,
}

impl Default for LiveFollower {
    fn default() -> LiveFollower {
        LiveFollower::new()
    }
}

impl LiveFollower {
    /// Creates a view without squads. See the example of [`LiveFollower`](Self).
    pub fn new() -> LiveFollower {
        LiveFollower {
            updates: UpdateReader::new(),
            rest: Vec::new(),
            view: LiveView::new(),
        }
    }

    /// Reads the next bytes. An incomplete record waits for the rest. The example of [`LiveFollower`](Self) uses it.
    ///
    /// # Errors
    ///
    /// The bytes are not from a [`LiveFeed`](crate::LiveFeed), or of another version, or damaged. The view keeps
    /// everything before them.
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), LiveError> {
        self.rest.extend_from_slice(bytes);
        let mut rest = &self.rest[..];
        let read = loop {
            match self.updates.next(&mut rest) {
                Ok(Some((squad, Some(update)))) => self.view.take(&squad, update),
                Ok(Some((squad, None))) => self.view.gone(&squad),
                Ok(None) => break Ok(()),
                Err(error) => break Err(LiveError::Stream(error)),
            }
        };
        let left = rest.len();
        self.rest.drain(..self.rest.len() - left);
        read
    }

    /// Returns the number of bytes of an incomplete record. If no more bytes follow, the stream was cut off.
    pub fn pending(&self) -> usize {
        self.rest.len()
    }

    /// Returns the view.
    pub fn view(&self) -> &LiveView {
        &self.view
    }

    /// Returns the view, to draw it. [`LiveFollower`](Self) has an example.
    pub fn view_mut(&mut self) -> &mut LiveView {
        &mut self.view
    }
}

/// Shows the file of [`LiveFeed::file`](crate::LiveFeed::file) on this terminal until the user presses `q`. If the game
/// restarts and replaces its file, the view starts again. `cargo run -p htn-view --features live --example follow --
/// mission.live` is a program that does this.
///
/// # Errors
///
/// The file does not exist or is not a recording, or there is no terminal.
pub fn follow(path: impl AsRef<Path>) -> Result<(), LiveError> {
    let mut source = Source::open(path.as_ref())?;
    let mut follower = LiveFollower::new();
    // Errors of the file are reported before the terminal changes.
    source.look(&mut follower)?;
    let screen = Screen::open()?;
    screen.run(&mut follower, LiveFollower::view_mut, |follower| {
        source.look(follower).map(ControlFlow::Continue)
    })
}

/// A file that grows.
struct Source {
    path: PathBuf,
    file: File,
    read: u64,
    buffer: Vec<u8>,
}

impl Source {
    fn open(path: &Path) -> Result<Source, LiveError> {
        let failed = |error| LiveError::File {
            path: path.into(),
            error,
        };
        Ok(Source {
            path: path.into(),
            file: File::open(path).map_err(failed)?,
            read: 0,
            buffer: vec![0; 1 << 16],
        })
    }

    /// Reads new bytes. Returns true if there were any.
    fn look(&mut self, follower: &mut LiveFollower) -> Result<bool, LiveError> {
        let path = &self.path;
        let failed = |error| LiveError::File {
            path: path.clone(),
            error,
        };
        let mut is_new = false;
        // A shorter file was replaced by the game.
        if self.file.metadata().map_err(failed)?.len() < self.read {
            self.file.rewind().map_err(failed)?;
            self.read = 0;
            follower.updates = UpdateReader::new();
            follower.rest.clear();
            follower.view.clear();
            is_new = true;
        }
        loop {
            let count = self.file.read(&mut self.buffer).map_err(failed)?;
            if count == 0 {
                return Ok(is_new);
            }
            self.read += count as u64;
            follower.read(&self.buffer[..count])?;
            is_new = true;
        }
    }
}
