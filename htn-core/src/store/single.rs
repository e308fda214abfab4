//! Predicates of one fact at most: no columns, or `=> value`. Whether it is there, and its words.

use super::change::Outcome;
use super::image::{Record, Writer};
use super::layout::Layout;

impl<R: Record> Writer<'_, R> {
    #[inline(always)]
    pub(super) fn add_single(&mut self, l: &Layout, words: &[u64]) -> Outcome {
        let there = self.get(l.count) != 0;
        let mut outcome = Outcome::There;
        if !there {
            if l.capacity == 0 {
                return Outcome::Full;
            }
            self.set(l.count, 1);
            outcome = Outcome::New;
        }
        for (at, &word) in (l.small..).zip(words) {
            if self.get(at) != word {
                self.set(at, word);
                if there {
                    outcome = Outcome::Replaced;
                }
            }
        }
        outcome
    }

    #[inline(always)]
    pub(super) fn remove_single(&mut self, l: &Layout) {
        self.set(l.count, 0);
    }
}
