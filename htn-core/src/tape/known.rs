//! The last answers, and what is given again.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;

use super::answers::{Run, Tape};

/// The last answer to each question, for one tick after the other: of most questions it is the same for long.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    answers: BTreeMap<u64, Box<[u64]>>,
}

impl Known {
    pub fn get(&self, hash: u64) -> Option<&[u64]> {
        self.answers.get(&hash).map(|words| &**words)
    }

    pub fn len(&self) -> usize {
        self.answers.len()
    }

    pub fn clear(&mut self) {
        self.answers.clear();
    }

    /// Whether all of a question's answers are the one that is known.
    pub fn says<'a>(&self, hash: u64, mut runs: impl Iterator<Item = Run<'a>>) -> bool {
        let known = self.get(hash);
        known.is_some_and(|known| runs.all(|run| run.words == known))
    }

    /// Takes the last answers of a tape over.
    pub fn take_over(&mut self, tape: &Tape) {
        for (hash, words) in tape.last_answers() {
            if self.get(hash) != Some(words) {
                self.answers.insert(hash, words.into());
            }
        }
    }
}

/// What is given again.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub tape: Tape,
    /// The answers to questions that are not on the tape.
    pub known: Known,
    /// How many questions it had no answer to: the game was asked.
    pub missed: u64,
}

impl Default for Played {
    fn default() -> Self {
        Played::of(Tape::read())
    }
}

impl Played {
    /// Only what is on a tape.
    pub fn of(tape: Tape) -> Played {
        Played {
            tape,
            known: Known::default(),
            missed: 0,
        }
    }

    /// The next answer to a question: `read` makes one of words, where they are one.
    pub fn answer<T>(&mut self, hash: u64, read: impl FnOnce(&[u64]) -> Option<T>) -> Option<T> {
        let Played { tape, known, .. } = self;
        let words = match tape.has(hash) {
            true => tape.play(hash),
            false => known.get(hash),
        };
        let answer = words.and_then(read);
        self.missed += u64::from(answer.is_none());
        answer
    }
}
