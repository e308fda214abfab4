//! Predicates of one fact at most: no columns, or `=> value`. Whether it is there, and its words.

use super::NIL;
use super::change::ChangeOutcome;
use super::fact_buffer::{BufferWriter, WordRecorder};
use super::layout::Layout;

impl<R: WordRecorder> BufferWriter<'_, R> {
    #[inline(always)]
    pub(super) fn add_single(&mut self, l: &Layout, words: &[u64]) -> ChangeOutcome {
        let was_there = self.get(l.count) != 0;
        if !was_there && l.capacity == 0 {
            return ChangeOutcome::Full;
        }
        if was_there {
            return self.put_columns(l.column(1, 0), words);
        }
        for (at, &word) in (l.column(1, 0)..).zip(words) {
            self.set(at, word);
        }
        self.set(l.count, 1);
        ChangeOutcome::Done
    }

    #[inline(always)]
    pub(super) fn remove_single(&mut self, l: &Layout, words: &[u64]) -> ChangeOutcome {
        if self.read().find(l, words) == NIL {
            return ChangeOutcome::Nothing;
        }
        self.set(l.count, 0);
        ChangeOutcome::Done
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
