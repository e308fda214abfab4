//! What a condition and an axiom that recurs hand to one another.
//!
//! A condition calls an axiom that does not recur like any function. One that recurs would recur on the machine's stack;
//! so the condition answers that it needs the axiom, the machine gives that a frame of slots, and calls the condition
//! again when it has the axiom's answer.

use crate::model::domain::MAX_COLUMNS;
use crate::tables::AxiomId;

/// What came of an axiom that was called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Returned(pub u64);

impl Returned {
    /// It does not hold.
    pub const NO: Returned = Returned(0);
    /// It holds, and there is no other solution.
    pub const LAST: Returned = Returned(1);

    /// It holds, and its frame is kept at this place for its next solution.
    pub fn kept(frame: u32) -> Returned {
        Returned(u64::from(frame) + 2)
    }

    /// The frame of an axiom that may have another solution.
    pub fn frame(self) -> u32 {
        self.0.saturating_sub(2) as u32
    }
}

/// One call, or its answer.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    pub axiom: AxiomId,
    /// How many collections are being filled around the call.
    pub level: u32,
    /// Whether only the first solution counts.
    pub once: bool,
    /// How many of the axiom's parameters the caller wants to know afterwards.
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

    /// The arguments of a call, or the parameters that came out of it.
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
