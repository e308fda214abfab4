//! The changes of facts between two ticks.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};

use htn_core::domain::{Domain, Row};
use htn_core::{State, tables};

/// Two lists are compared row by row if the product of their lengths is at most this; otherwise with a set.
const MAX_COMPARISONS: usize = 256;

/// The facts of a predicate, row after row. A row without columns is one word.
type Rows = Vec<u64>;

/// The facts at the last comparison, by predicate.
#[derive(Clone, Debug)]
pub(super) struct FactLog {
    /// The hash of the facts at the last comparison.
    hash: Option<u64>,
    before: Vec<Rows>,
    /// The present facts during a comparison; reused to save allocations.
    now: Vec<Rows>,
}

impl FactLog {
    pub fn new(predicates: usize) -> FactLog {
        FactLog {
            hash: None,
            before: vec![Vec::new(); predicates],
            now: vec![Vec::new(); predicates],
        }
    }

    /// Passes each fact that was removed (`false`) or added (`true`) since the last call to `changed`, as the number of
    /// its predicate and its words.
    pub fn compare<D: Domain>(
        &mut self,
        state: &State<D>,
        mut changed: impl FnMut(u16, &[u64], bool),
    ) {
        // Most ticks change no fact, which the hash of the state shows.
        let mut hasher = HashCapture(0);
        state.hash(&mut hasher);
        if self.hash.replace(hasher.0) == Some(hasher.0) {
            return;
        }
        self.now.iter_mut().for_each(Vec::clear);
        let mut row = Row::new();
        for fact in state.facts() {
            let rel = D::fact_to_row(fact, &mut row);
            let words = &mut self.now[usize::from(rel.0)];
            if row.is_empty() {
                words.push(0)
            } else {
                words.extend_from_slice(&row)
            }
        }
        let relations: &[tables::Relation] = D::tables().relations;
        for (rel, relation) in relations.iter().enumerate() {
            let (before, now) = (&self.before[rel], &self.now[rel]);
            if before == now {
                continue;
            }
            let width = relation.columns.len();
            let mut report = |row: &[u64], added| changed(rel as u16, &row[..width], added);
            report_differences(before, now, width.max(1), &mut report);
        }
        std::mem::swap(&mut self.before, &mut self.now);
    }
}

/// Reports the rows of each list that are not in the other. Rows at the beginning and the end that both lists share are
/// skipped first: facts are added at the end, so most lists have a common beginning.
fn report_differences(
    before: &[u64],
    now: &[u64],
    width: usize,
    report: &mut dyn FnMut(&[u64], bool),
) {
    let count = |words: &[u64]| words.len() / width;
    let common = before.chunks(width).zip(now.chunks(width));
    let start = common.take_while(|(a, b)| a == b).count();
    let rest = count(before).min(count(now)) - start;
    let common = before.chunks(width).rev().zip(now.chunks(width).rev());
    let end = common.take(rest).take_while(|(a, b)| a == b).count();
    let before = &before[start * width..before.len() - end * width];
    let now = &now[start * width..now.len() - end * width];
    for (rows, others, added) in [(before, now, false), (now, before, true)] {
        if count(rows) * count(others) <= MAX_COMPARISONS {
            let is_missing = |row: &&[u64]| !others.chunks(width).any(|other| other == *row);
            let missing = rows.chunks(width).filter(is_missing);
            missing.for_each(|row| report(row, added));
        } else {
            let others: HashSet<&[u64]> = others.chunks(width).collect();
            let missing = rows.chunks(width).filter(|row| !others.contains(row));
            missing.for_each(|row| report(row, added));
        }
    }
}

/// A hasher that keeps the last word it is given, which is the hash that a state has already.
struct HashCapture(u64);

impl Hasher for HashCapture {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = self.0.rotate_left(8) ^ word;
    }
}
