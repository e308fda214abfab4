//! Questions and their answers.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::index::Index;

/// Numbers of runs and words have 32 bits.
const MOST: usize = u32::MAX as usize;

/// What was answered to some questions, and in which order to each.
#[derive(Clone, Debug)]
pub(crate) struct Tape {
    /// In the order in which they were first asked.
    questions: Vec<Asked>,
    index: Index,
    runs: Vec<Entry>,
    words: Vec<u64>,
    /// How many words and runs there may be.
    most: usize,
    /// How many answers there was no room for.
    lost: u64,
}

/// A question.
#[derive(Clone, Debug)]
struct Asked {
    hash: u64,
    /// Its first and its last run.
    first: u32,
    last: u32,
    /// The run that is being played, and how often that answer was given.
    at: u32,
    given: u64,
}

/// The same answer, several times in a row.
#[derive(Clone, Debug)]
struct Entry {
    /// The question's next run; its own number where there is none.
    next: u32,
    /// 0 for as often as it is asked.
    times: u64,
    from: u32,
    count: u32,
}

/// The same answer, several times in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Run<'a> {
    /// 0 for as often as it is asked.
    pub times: u64,
    pub words: &'a [u64],
}

impl Tape {
    /// One to record on, which takes memory as it grows: up to so many words and runs.
    pub fn new(most: usize) -> Tape {
        Tape {
            questions: Vec::new(),
            index: Index::Asked(Vec::new()),
            runs: Vec::new(),
            words: Vec::new(),
            most: most.min(MOST),
            lost: 0,
        }
    }

    /// One that comes from outside: it may be as long as what it is read from.
    pub fn read() -> Tape {
        Tape {
            index: Index::Read(BTreeMap::new()),
            ..Tape::new(MOST)
        }
    }

    /// Begins anew, with room for so many.
    #[cfg(feature = "serde")]
    pub fn begin(&mut self, most: usize) {
        self.clear();
        self.most = most.min(MOST);
    }

    /// So many answers are lost.
    #[cfg(feature = "serde")]
    pub fn lose(&mut self, answers: u64) {
        self.lost = answers;
    }

    /// Whether a question was asked.
    pub fn has(&self, hash: u64) -> bool {
        self.find(hash).is_some()
    }

    /// How many answers there was no room for. What was answered behind the first one that was lost is not kept either.
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// The bytes that it takes beyond its own size.
    #[cfg(feature = "serde")]
    pub fn bytes(&self) -> usize {
        self.questions.capacity() * size_of::<Asked>()
            + self.index.bytes()
            + self.runs.capacity() * size_of::<Entry>()
            + self.words.capacity() * size_of::<u64>()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.questions.clear();
        self.index.clear();
        self.runs.clear();
        self.words.clear();
        self.lost = 0;
    }

    /// Notes an answer.
    pub fn note(&mut self, hash: u64, words: &[u64]) {
        if self.lost > 0 {
            self.lost = self.lost.saturating_add(1);
            return;
        }
        let number = self.find(hash);
        if let Some(number) = number {
            let last = self.questions[number].last as usize;
            if self.words_of(last) == words {
                let times = &mut self.runs[last].times;
                *times = times.saturating_add(1);
                return;
            }
        }
        if !self.add(hash, number, 1, words) {
            self.lost = 1;
        }
    }

    /// Adds a run behind the others of its question; false where there is no room.
    pub fn push(&mut self, hash: u64, times: u64, words: &[u64]) -> bool {
        self.add(hash, self.find(hash), times, words)
    }

    fn add(&mut self, hash: u64, number: Option<usize>, times: u64, words: &[u64]) -> bool {
        let used = self.words.len() + self.runs.len();
        if words.len() >= self.most.saturating_sub(used) {
            return false;
        }
        let run = self.runs.len() as u32;
        self.runs.push(Entry {
            next: run,
            times,
            from: self.words.len() as u32,
            count: words.len() as u32,
        });
        self.words.extend_from_slice(words);
        match number {
            Some(number) => {
                let question = &mut self.questions[number];
                self.runs[question.last as usize].next = run;
                question.last = run;
            }
            None => {
                let Tape {
                    questions, index, ..
                } = self;
                let hashes = |number: u32| questions[number as usize].hash;
                index.add(hash, questions.len() as u32, hashes);
                self.questions.push(Asked {
                    hash,
                    first: run,
                    last: run,
                    at: run,
                    given: 0,
                });
            }
        }
        true
    }

    /// The next answer to a question; `None` where there is none, or no further one.
    pub fn play(&mut self, hash: u64) -> Option<&[u64]> {
        let number = self.find(hash)?;
        let question = &mut self.questions[number];
        let mut run = &self.runs[question.at as usize];
        if run.times != 0 && question.given >= run.times {
            if run.next == question.at {
                return None;
            }
            question.at = run.next;
            question.given = 0;
            run = &self.runs[run.next as usize];
        }
        question.given += 1;
        Some(&self.words[run.from as usize..][..run.count as usize])
    }

    /// The questions with their answers, in the order in which they were first asked.
    pub fn questions(&self) -> impl Iterator<Item = (u64, impl Iterator<Item = Run<'_>> + Clone)> {
        let questions = self.questions.iter();
        questions.map(|question| (question.hash, self.runs_from(question.first)))
    }

    /// The last answer to each question.
    pub fn last_answers(&self) -> impl Iterator<Item = (u64, &[u64])> {
        let questions = self.questions.iter();
        questions.map(|question| (question.hash, self.words_of(question.last as usize)))
    }

    fn runs_from(&self, first: u32) -> impl Iterator<Item = Run<'_>> + Clone {
        let next = |at: &u32| {
            let next = self.runs[*at as usize].next;
            (next != *at).then_some(next)
        };
        core::iter::successors(Some(first), next).map(|at| Run {
            times: self.runs[at as usize].times,
            words: self.words_of(at as usize),
        })
    }

    fn words_of(&self, run: usize) -> &[u64] {
        let run = &self.runs[run];
        &self.words[run.from as usize..][..run.count as usize]
    }

    fn find(&self, hash: u64) -> Option<usize> {
        let hashes = |number: u32| self.questions[number as usize].hash;
        let number = self.index.find(hash, hashes)?;
        Some(number as usize)
    }
}
