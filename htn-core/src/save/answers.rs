//! Answers of Rust expressions in saves.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

#[cfg(feature = "answers")]
use crate::tape::Tape;

/// How many answers are kept by who was told so by a save: that comes from outside, so no more than a game would ask for.
#[cfg(feature = "answers")]
pub(crate) fn kept(saved: u64) -> usize {
    const MOST: u64 = 1 << 20;
    saved.min(MOST) as usize
}

/// What was answered in a search. It is in the format of saves with the feature `answers` and without.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswersContent {
    /// How many there was no room for.
    lost: u64,
    questions: Vec<QuestionContent>,
}

/// A question, and its answers in order: how often each was given, and its words.
type QuestionContent = (u64, Vec<(u64, Vec<u64>)>);

#[cfg(feature = "answers")]
impl AnswersContent {
    pub fn of(tape: &Tape) -> AnswersContent {
        let questions = tape.questions().map(|(hash, runs)| {
            let runs = runs.map(|run| (run.times, run.words.to_vec()));
            (hash, runs.collect())
        });
        AnswersContent {
            lost: tape.lost(),
            questions: questions.collect(),
        }
    }

    /// Whatever is in it: a word that is no value of its type is found out when it is asked for.
    pub fn read(&self) -> Tape {
        let mut tape = Tape::read();
        for (hash, runs) in &self.questions {
            for (times, words) in runs {
                tape.push(*hash, *times, words);
            }
        }
        tape.lose(self.lost);
        tape
    }
}
