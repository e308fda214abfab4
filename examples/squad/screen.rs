//! The terminal: pictures by plain escape codes, and keys.
//!
//! A terminal hands its keys over line by line. To get them one by one takes a call of the system, which no safe code of
//! the standard library makes; `stty`, which every Unix has, makes it for us. Where there is none, keys count when Enter is
//! pressed.

use std::io::{self, IsTerminal, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// What a key asks for.
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
            // Control-C and Control-D: with keys one by one they are keys as well.
            b'q' | b'Q' | 3 | 4 => Some(Key::Quit),
            b' ' => Some(Key::Pause),
            b'+' => Some(Key::Faster),
            b'-' => Some(Key::Slower),
            _ => None,
        }
    }
}

/// Why there can be no pictures, where the input or the output is no terminal.
pub fn refusal(input: bool, output: bool) -> Option<String> {
    let which = match (input, output) {
        (true, true) => return None,
        (false, true) => "the input is none",
        (true, false) => "the output is none",
        (false, false) => "neither the input nor the output is one",
    };
    Some(format!(
        "`--live` needs a terminal, and {which}; without it, the mission is told as text"
    ))
}

/// How long a picture of this size is taken for right.
const SIZE_LASTS: Duration = Duration::from_secs(1);

/// A terminal that shows pictures. It is as it was when this is dropped.
pub struct Screen {
    /// The terminal's settings, where they were changed.
    before: Option<String>,
    keys: Receiver<Key>,
    rows: usize,
    measured: Instant,
}

impl Screen {
    pub fn open() -> Result<Screen, String> {
        let (input, output) = (io::stdin().is_terminal(), io::stdout().is_terminal());
        if let Some(refusal) = refusal(input, output) {
            return Err(refusal);
        }
        let before = stty(&["-g"]).map(|settings| settings.trim().to_owned());
        let changed = stty(&["-icanon", "-echo", "-isig", "min", "1", "time", "0"]);
        let (sender, keys) = mpsc::channel();
        // It ends with the program: nothing can call it back from reading.
        thread::spawn(move || {
            for byte in io::stdin().lock().bytes() {
                let Ok(byte) = byte else { return };
                if Key::of(byte).is_some_and(|key| sender.send(key).is_err()) {
                    return;
                }
            }
        });
        // Another screen; no cursor; lines are cut at the edge.
        print!("\x1b[?1049h\x1b[?25l\x1b[?7l");
        Ok(Screen {
            before: before.filter(|_| changed.is_some()),
            keys,
            rows: rows(),
            measured: Instant::now(),
        })
    }

    /// Whether keys count at once, and not when Enter is pressed.
    pub fn has_keys(&self) -> bool {
        self.before.is_some()
    }

    /// How many lines there is room for.
    pub fn rows(&mut self) -> usize {
        if self.measured.elapsed() > SIZE_LASTS {
            self.rows = rows();
            self.measured = Instant::now();
        }
        self.rows
    }

    /// Shows these lines instead of those before.
    pub fn draw(&self, lines: &[String]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let text = lines.join("\x1b[K\r\n");
        write!(out, "\x1b[H{text}\x1b[K\x1b[J")?;
        out.flush()
    }

    /// The next key; `None` where none comes within this time.
    pub fn key(&self, within: Duration) -> Option<Key> {
        match self.keys.recv_timeout(within) {
            Ok(key) => Some(key),
            Err(RecvTimeoutError::Timeout) => None,
            // The input has ended, which takes no time.
            Err(RecvTimeoutError::Disconnected) => {
                thread::sleep(within);
                None
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Nobody is left to tell where this fails.
        let mut out = io::stdout().lock();
        let _ = write!(out, "\x1b[?7h\x1b[?25h\x1b[?1049l");
        let _ = out.flush();
        if let Some(before) = &self.before {
            stty(&[before]);
        }
    }
}

/// The terminal's height, as far as it can be known.
fn rows() -> usize {
    let told = stty(&["size"]);
    let rows = told.and_then(|size| size.split_whitespace().next()?.parse().ok());
    rows.filter(|rows| *rows > 0).unwrap_or(24)
}

/// What `stty` says; `None` where there is none, or it fails.
fn stty(arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("stty");
    command.args(arguments).stdin(Stdio::inherit());
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}
