//! Tapes in saves.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::answers::{MOST_READ, Tape};

/// Questions, and of each its answers in order: how often it was given, and its words.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct TapeContent(Vec<(u64, Vec<(u64, Vec<u64>)>)>);

impl TapeContent {
    pub fn of(tape: &Tape) -> TapeContent {
        let questions = tape.questions().map(|(hash, runs)| {
            let runs = runs.map(|run| (run.times, run.words.to_vec()));
            (hash, runs.collect())
        });
        TapeContent(questions.collect())
    }

    /// Whatever is on it: what is no answer is found out when it is asked for.
    pub fn read(&self) -> Tape {
        let mut tape = Tape::new(MOST_READ);
        for (hash, runs) in &self.0 {
            for (times, words) in runs {
                tape.push(*hash, *times, words);
            }
        }
        tape
    }
}
