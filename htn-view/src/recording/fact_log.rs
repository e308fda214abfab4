//! The changes of facts between two ticks.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};

use htn_core::domain::{Domain, Row};
use htn_core::{State, tables};

/// Different middle parts are compared row by row if they have at most this many rows.
const FEW: usize = 16;

/// The facts at the last comparison: a list of words for each predicate.
#[derive(Clone, Debug)]
pub(super) struct FactLog {
    hash: Option<u64>,
    before: Vec<Vec<u64>>,
    now: Vec<Vec<u64>>,
}

impl FactLog {
    pub fn new(predicates: usize) -> FactLog {
        FactLog {
            hash: None,
            before: vec![Vec::new(); predicates],
            now: vec![Vec::new(); predicates],
        }
    }

    /// Calls back with each fact that was removed (`false`) or added (`true`) since the last call, by predicate and
    /// words.
    pub fn look<D: Domain>(
        &mut self,
        state: &State<D>,
        mut changed: impl FnMut(u16, &[u64], bool),
    ) {
        // A state has a hash of its facts, and in most ticks nothing has changed.
        let mut hasher = Taken(0);
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
            let mut tell = |row: &[u64], came| changed(rel as u16, &row[..width], came);
            differences(before, now, width.max(1), &mut tell);
        }
        std::mem::swap(&mut self.before, &mut self.now);
    }
}

/// Reports the rows of one list that are not in the other. Facts are added at the end, so most lists have a common
/// beginning.
fn differences(before: &[u64], now: &[u64], width: usize, tell: &mut dyn FnMut(&[u64], bool)) {
    let rows = |words: &[u64]| words.len() / width;
    let alike = |a: &[u64], b: &[u64]| a == b;
    let common = before.chunks(width).zip(now.chunks(width));
    let start = common.take_while(|(a, b)| alike(a, b)).count();
    let most = rows(before).min(rows(now)) - start;
    let common = before.chunks(width).rev().zip(now.chunks(width).rev());
    let end = common.take(most).take_while(|(a, b)| alike(a, b)).count();
    let before = &before[start * width..before.len() - end * width];
    let now = &now[start * width..now.len() - end * width];
    for (from, to, came) in [(before, now, false), (now, before, true)] {
        if rows(from) * rows(to) <= FEW * FEW {
            let gone = |row: &&[u64]| !to.chunks(width).any(|other| other == *row);
            from.chunks(width)
                .filter(gone)
                .for_each(|row| tell(row, came));
        } else {
            let others: HashSet<&[u64]> = to.chunks(width).collect();
            let gone = |row: &&[u64]| !others.contains(row);
            from.chunks(width)
                .filter(gone)
                .for_each(|row| tell(row, came));
        }
    }
}

/// Captures the hash of a state.
struct Taken(u64);

impl Hasher for Taken {
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
