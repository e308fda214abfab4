//! Calls of axioms that recur.
//!
//! A condition calls other axioms like functions. An axiom that recurs would recur on the machine's stack. So the
//! condition returns that it needs the axiom, the machine gives the axiom a frame of slots, and it calls the condition
//! again when it has the answer.

use crate::model::domain::MAX_COLUMNS;
use crate::tables::AxiomId;

/// The result of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Returned(pub u64);

impl Returned {
    /// The axiom does not hold.
    pub const NO: Returned = Returned(0);
    /// The axiom holds, and there is no other solution.
    pub const LAST: Returned = Returned(1);

    /// The axiom holds, and its frame is kept at this place for its next solution.
    pub fn kept(frame: u32) -> Returned {
        Returned(u64::from(frame) + 2)
    }

    /// Returns the frame of an axiom that may have another solution.
    pub fn frame(self) -> u32 {
        self.0.saturating_sub(2) as u32
    }
}

/// A call, or its answer.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    pub axiom: AxiomId,
    /// The level of the call.
    pub level: u32,
    /// True if only the first solution counts.
    pub once: bool,
    /// The number of parameters that the caller reads from the answer.
    pub wanted: u8,
    pub returned: Returned,
    words: [u64; MAX_COLUMNS],
    count: usize,
}

impl Exchange {
    pub fn new() -> Exchange {
        Exchange {
            axiom: AxiomId(0),
            level: 0,
            once: false,
            wanted: 0,
            returned: Returned::NO,
            words: [0; MAX_COLUMNS],
            count: 0,
        }
    }

    /// Returns the arguments of a call, or the parameters of its answer.
    pub fn words(&self) -> &[u64] {
        &self.words[..self.count]
    }

    #[inline]
    pub fn put(&mut self, words: &[u64]) {
        self.count = words.len().min(MAX_COLUMNS);
        for (to, word) in self.words.iter_mut().zip(words) {
            *to = *word;
        }
    }

    #[inline]
    pub fn word(&self, at: usize) -> u64 {
        self.words[at % MAX_COLUMNS]
    }
}
