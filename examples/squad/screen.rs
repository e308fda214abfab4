//! The terminal: pictures with plain escape codes, and keys.
//!
//! A terminal delivers its input line by line. Changing that takes a system call that the standard library does not
//! offer, so this module runs `stty`, which every Unix has. Without `stty`, keys take effect when Enter is
//! pressed.

use std::io::{self, IsTerminal, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// A command of the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    Quit,
    Pause,
    Faster,
    Slower,
}

impl Key {
    pub fn of(byte: u8) -> Option<Key> {
        match byte {
            // Control-C and Control-D arrive as plain bytes, because signals of keys are disabled.
            b'q' | b'Q' | 3 | 4 => Some(Key::Quit),
            b' ' => Some(Key::Pause),
            b'+' => Some(Key::Faster),
            b'-' => Some(Key::Slower),
            _ => None,
        }
    }
}

/// Returns the error of `--live` unless both input and output are terminals.
pub fn missing_terminal(input: bool, output: bool) -> Option<String> {
    let which = match (input, output) {
        (true, true) => return None,
        (false, true) => "the input is not one",
        (true, false) => "the output is not one",
        (false, false) => "neither the input nor the output is one",
    };
    Some(format!(
        "`--live` needs a terminal, and {which}: run without `--live` for a text transcript"
    ))
}

/// The time after which the size of the terminal is read again.
const SIZE_LASTS: Duration = Duration::from_secs(1);

/// A terminal that shows pictures. Restores the terminal when dropped.
pub struct Screen {
    /// The terminal's original settings, if they were changed.
    before: Option<String>,
    keys: Receiver<Key>,
    rows: usize,
    measured: Instant,
}

impl Screen {
    pub fn open() -> Result<Screen, String> {
        let (input, output) = (io::stdin().is_terminal(), io::stdout().is_terminal());
        if let Some(error) = missing_terminal(input, output) {
            return Err(error);
        }
        let before = stty(&["-g"]).map(|settings| settings.trim().to_owned());
        let changed = stty(&["-icanon", "-echo", "-isig", "min", "1", "time", "0"]);
        let (sender, keys) = mpsc::channel();
        // The thread ends with the program: a blocking read cannot be cancelled.
        thread::spawn(move || {
            for byte in io::stdin().lock().bytes() {
                let Ok(byte) = byte else { return };
                if Key::of(byte).is_some_and(|key| sender.send(key).is_err()) {
                    return;
                }
            }
        });
        // Alternate screen, no cursor, no line wrapping.
        print!("\x1b[?1049h\x1b[?25l\x1b[?7l");
        Ok(Screen {
            before: before.filter(|_| changed.is_some()),
            keys,
            rows: rows(),
            measured: Instant::now(),
        })
    }

    /// Returns true if keys take effect without Enter.
    pub fn has_keys(&self) -> bool {
        self.before.is_some()
    }

    /// Returns the height of the terminal in lines.
    pub fn rows(&mut self) -> usize {
        if self.measured.elapsed() > SIZE_LASTS {
            self.rows = rows();
            self.measured = Instant::now();
        }
        self.rows
    }

    /// Replaces the picture.
    pub fn draw(&self, lines: &[String]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let text = lines.join("\x1b[K\r\n");
        write!(out, "\x1b[H{text}\x1b[K\x1b[J")?;
        out.flush()
    }

    /// Waits up to `within` for the next key.
    pub fn key(&self, within: Duration) -> Option<Key> {
        match self.keys.recv_timeout(within) {
            Ok(key) => Some(key),
            Err(RecvTimeoutError::Timeout) => None,
            // The input has ended; the caller still expects to wait.
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(within);
                None
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Errors have no receiver here.
        let mut out = io::stdout().lock();
        let _ = write!(out, "\x1b[?7h\x1b[?25h\x1b[?1049l");
        let _ = out.flush();
        if let Some(before) = &self.before {
            stty(&[before]);
        }
    }
}

/// Reads the terminal's height. Default: 24.
fn rows() -> usize {
    let size = stty(&["size"]);
    let rows = size.and_then(|size| size.split_whitespace().next()?.parse().ok());
    rows.filter(|rows| *rows > 0).unwrap_or(24)
}

/// Runs `stty` and returns its output, or `None` if it is missing or fails.
fn stty(arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("stty");
    command.args(arguments).stdin(Stdio::inherit());
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}
