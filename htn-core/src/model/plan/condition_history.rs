//! The condition history: the planned states in which each check of a branch holds.
//!
//! A row is one word, plus one word for each state after which the value changes. Most checks hold throughout, or until one
//! step. Rows are written from the last state back to the first.

use crate::model::pool::Pool;

/// The lowest bit of a row: set if the check holds in the first states. The bits above it are the index of the first change,
/// plus one.
const HOLDS: u64 = 1;

/// A change has the last state before it in the upper half, and the index of the next change, plus one, in the lower half.
fn change(after: usize, next: u64) -> u64 {
    (after as u64) << 32 | next
}

/// Appends rows for `checks` checks that hold in every state. Returns the first row, or `None` if they do not fit.
#[inline]
pub(crate) fn add_rows(history: &mut Pool<u64>, checks: usize) -> Option<u32> {
    let first = history.len();
    let fits = history.take_all(core::iter::repeat_n(HOLDS, checks));
    fits.then_some(first as u32)
}

/// Sets the check of a row to hold in every state or in none.
#[inline]
pub(crate) fn begin(history: &mut [u64], row: usize, holds: bool) {
    history[row] = u64::from(holds);
}

/// Sets the value of a check for the state after `steps` steps and all before it. Later states must be set first. Returns
/// false if the change does not fit.
pub(crate) fn answer(history: &mut Pool<u64>, row: usize, steps: usize, holds: bool) -> bool {
    let (count, was) = (history.len(), history[row]);
    if (was & HOLDS != 0) == holds {
        return true;
    }
    let fits = history.take(change(steps, was >> 1));
    if fits {
        history[row] = (count as u64 + 1) << 1 | u64::from(holds);
    }
    fits
}

/// Decodes a row: true if the check holds in the first states, and the last state before each change, in order.
#[inline]
pub(crate) fn changes_of(history: &[u64], row: usize) -> (bool, impl Iterator<Item = u32>) {
    let mut next = history[row] >> 1;
    let changes = core::iter::from_fn(move || {
        let change = history[(next as usize).checked_sub(1)?];
        next = change & 0xFFFF_FFFF;
        Some((change >> 32) as u32)
    });
    (history[row] & HOLDS != 0, changes)
}

/// Returns true if the check of a row holds in the state after `steps` steps.
pub(crate) fn holds_after(history: &[u64], row: usize, steps: usize) -> bool {
    let (first, changes) = changes_of(history, row);
    let passed = changes.take_while(|last| steps > *last as usize);
    first ^ (passed.count() % 2 == 1)
}

/// Encodes a row, and appends its changes.
#[cfg(feature = "serde")]
pub(crate) fn write(history: &mut alloc::vec::Vec<u64>, row: usize, holds: bool, changes: &[u32]) {
    let mut next = 0;
    for after in changes.iter().rev() {
        history.push(change(*after as usize, next));
        next = history.len() as u64;
    }
    history[row] = next << 1 | u64::from(holds);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_returns_the_recorded_answers() {
        let answers = [
            (9, true),
            (7, false),
            (6, false),
            (3, true),
            (2, false),
            (1, true),
        ];
        let mut history = Pool::new(8);
        assert_eq!(add_rows(&mut history, 3), Some(0));
        for (steps, holds) in answers {
            assert!(answer(&mut history, 1, steps, holds));
        }
        for steps in 0..12 {
            let answered = answers.iter().rev().find(|(at, _)| steps <= *at);
            let expected = answered.is_none_or(|(_, holds)| *holds);
            assert_eq!(holds_after(&history, 1, steps), expected, "after {steps}");
            assert!(holds_after(&history, 0, steps) && holds_after(&history, 2, steps));
        }
        assert!(answer(&mut history, 2, 4, false));
        assert!(!answer(&mut history, 2, 3, true), "it is full");
        assert_eq!(add_rows(&mut history, 1), None);
    }
}
