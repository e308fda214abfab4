//! The requests of browsers to halt and continue squads.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use htn_core::{DebugStep, Director, Domain};

/// The maximum number of waiting requests.
const REQUESTS: usize = 64;

/// A secret that a browser needs to control squads.
pub(super) struct Token([u8; 16]);

impl Token {
    /// Returns a new random token.
    pub fn new() -> io::Result<Token> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Token(bytes))
    }

    /// Returns true if the text is the token. The time does not depend on the first difference.
    pub fn is(&self, text: &str) -> bool {
        let own = self.to_string();
        let differences = own.bytes().zip(text.bytes()).map(|(a, b)| a ^ b);
        text.len() == own.len() && differences.fold(0, |all, one| all | one) == 0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Control {
    Halt,
    Resume,
    Step(DebugStep),
}

impl Control {
    /// Reads the body of a request: the request, and in a second line the squad.
    pub fn parse(body: &str) -> Option<(Control, &str)> {
        let (control, squad) = body.split_once('\n')?;
        let control = match control {
            "halt" => Control::Halt,
            "resume" => Control::Resume,
            "tick" => Control::Step(DebugStep::Tick),
            "event" => Control::Step(DebugStep::Event),
            _ => return None,
        };
        Some((control, squad))
    }
}

/// Requests that wait for the game.
#[derive(Default)]
pub(in crate::live) struct Requests {
    /// The number of requests, so that a game without any does not lock the list.
    count: AtomicUsize,
    list: Mutex<Vec<(String, Control)>>,
}

impl Requests {
    /// Adds a request. Returns false if too many are waiting.
    pub(super) fn add(&self, squad: &str, control: Control) -> bool {
        let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        if list.len() >= REQUESTS {
            return false;
        }
        list.push((squad.to_owned(), control));
        self.count.store(list.len(), Ordering::Release);
        true
    }

    /// Carries out the requests for a squad.
    pub fn apply<D: Domain>(&self, squad: &str, director: &mut Director<D>) {
        if self.count.load(Ordering::Acquire) == 0 {
            return;
        }
        let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        list.retain(|(name, control)| {
            let is_other = name != squad;
            if !is_other {
                match control {
                    Control::Halt => director.halt(),
                    Control::Resume => _ = director.resume(),
                    Control::Step(step) => director.step(*step),
                }
            }
            is_other
        });
        self.count.store(list.len(), Ordering::Release);
    }
}
