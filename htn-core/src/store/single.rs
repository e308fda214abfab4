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
        for (at, &word) in (l.rows.column(1, 0)..).zip(words) {
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

#[cfg(test)]
mod tests {
    use crate::store::tests::{are_like_lists, predicate};
    use crate::tables::Columns;

    #[test]
    fn single_facts_are_like_lists() {
        are_like_lists(
            const {
                &[
                    predicate(0, None, 4, false, &[Columns(0), Columns(0)]),
                    predicate(0, None, 0, true, &[Columns(0), Columns(0)]),
                    predicate(1, Some(0), 1, true, &[Columns(0), Columns(0)]),
                    predicate(2, Some(0), 64, false, &[Columns(0), Columns(0)]),
                ]
            },
            4_000,
            60_000,
        );
    }
}
