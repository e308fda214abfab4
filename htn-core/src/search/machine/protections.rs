//! The facts that the plan protects from being deleted.
//!
//! Each `protect` and `release` of the plan has an entry. A hash table leads from a fact to its newest entry, which has the
//! number of its protections. Entries are removed in the reverse order, so the trail records only that one was added. A
//! domain without `protect` has no memory for them.

use alloc::boxed::Box;
use alloc::vec;

use super::{Limit, NONE, SearchState};
use crate::model::limits::{LimitKind, Limits};
use crate::model::pool::Pool;
use crate::store::{NIL, Store, hash_row};
use crate::tables::{Arg, FactVerb, RelId, Run, Tables};

/// Tag of a trail entry: a fact was protected or released.
pub(super) const PROTECTED: u8 = 6;

/// A change of the protections of one fact.
#[derive(Clone, Copy, Debug)]
struct ProtectedFact {
    rel: RelId,
    /// The first slot of the fact.
    words: u32,
    hash: u64,
    /// The number of protections of the fact before it, and from it on.
    before: u32,
    count: u32,
    /// The older entry in the same bucket, or `NONE`.
    older: u32,
}

impl ProtectedFact {
    /// Returns the change of the hash of all protections.
    fn change_of_hash(&self) -> u64 {
        let change = u64::from(self.count).wrapping_sub(self.before.into());
        self.hash.wrapping_mul(change)
    }
}

/// The protections of the plan so far.
///
/// Invariant: each bucket heads the list of all entries whose hash belongs to it, newest first.
#[derive(Clone, Debug)]
pub(super) struct Protections {
    entries: Pool<ProtectedFact>,
    /// Empty if the domain has no `protect`.
    buckets: Box<[u32]>,
    hash: u64,
}

/// The maximum number of buckets.
const MOST_BUCKETS: usize = 4_096;

impl Protections {
    /// Allocates memory for as many entries as a plan has steps, if the domain has a `protect`.
    pub fn new(tables: &Tables, limits: &Limits) -> Protections {
        let (entries, buckets) = if tables.protects() {
            (
                limits.steps,
                limits.steps.clamp(1, MOST_BUCKETS).next_power_of_two(),
            )
        } else {
            (0, 0)
        };
        Protections {
            entries: Pool::new(entries),
            buckets: vec![NONE; buckets].into(),
            hash: 0,
        }
    }

    pub fn clear(&mut self) {
        while !self.entries.is_empty() {
            self.undo();
        }
    }

    pub fn bytes(&self) -> usize {
        self.entries.bytes() + size_of_val(&*self.buckets)
    }

    /// Returns the sum of the hashes of all protections, which belongs to the state that tasks are compared in.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    fn bucket(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.buckets.len() - 1)
    }

    /// Returns the number of protections of a fact.
    fn count(&self, rel: RelId, fact: &[u64], slots: &[u64]) -> u32 {
        let hash = hash_of(rel, fact);
        let mut at = self.buckets[self.bucket(hash)];
        while let Some(entry) = self.entries.get(at as usize) {
            let is_it = entry.hash == hash && entry.rel == rel;
            if is_it && slots[entry.words as usize..].starts_with(fact) {
                return entry.count;
            }
            at = entry.older;
        }
        0
    }

    /// Adds a protection of a fact, whose words are in the slots from `words` on, or removes one. Returns false if there is
    /// no room.
    fn change(
        &mut self,
        verb: FactVerb,
        rel: RelId,
        words: u32,
        fact: &[u64],
        slots: &[u64],
    ) -> bool {
        let hash = hash_of(rel, fact);
        let before = self.count(rel, fact, slots);
        let bucket = self.bucket(hash);
        let entry = ProtectedFact {
            rel,
            words,
            hash,
            before,
            count: match verb {
                FactVerb::Protect => before + 1,
                _ => before.saturating_sub(1),
            },
            older: self.buckets[bucket],
        };
        let added = self.entries.take(entry);
        if added {
            self.buckets[bucket] = self.entries.len() as u32 - 1;
            self.hash = self.hash.wrapping_add(entry.change_of_hash());
        }
        added
    }

    /// Removes the newest entry.
    pub fn undo(&mut self) {
        if let Some(entry) = self.entries.pop() {
            let bucket = self.bucket(entry.hash);
            self.buckets[bucket] = entry.older;
            self.hash = self.hash.wrapping_sub(entry.change_of_hash());
        }
    }
}

/// Returns the hash of a protection, which is that of a fact of another predicate.
fn hash_of(rel: RelId, fact: &[u64]) -> u64 {
    hash_row(fact, RelId(!rel.0))
}

impl SearchState {
    /// Protects or releases the fact in the slots from `words` on.
    pub(super) fn change_protection(
        &mut self,
        verb: FactVerb,
        rel: RelId,
        words: u32,
        columns: usize,
    ) -> Result<(), Limit> {
        let fact = &self.slots[words as usize..][..columns];
        if !self.protections.change(verb, rel, words, fact, &self.slots) {
            return Err(Limit::Kind(LimitKind::Steps));
        }
        Ok(self.work.trail.push_custom_short(PROTECTED, 0)?)
    }

    /// `Op::Guard`. Returns false if adding or deleting the fact would delete one that is protected.
    #[inline(never)]
    pub(super) fn may_change(
        &self,
        store: &Store,
        verb: FactVerb,
        rel: RelId,
        fact: &[u64],
    ) -> bool {
        let facts = store.rel(rel);
        if verb == FactVerb::Delete {
            return !facts.has(fact) || !self.is_protected(rel, fact);
        }
        match facts.find_key_of(fact) {
            Some(old) => *old == *fact || !self.is_protected(rel, &old),
            None => true,
        }
    }

    fn is_protected(&self, rel: RelId, fact: &[u64]) -> bool {
        self.protections.count(rel, fact, &self.slots) > 0
    }

    /// `Op::DeleteGuarded`, one row a step. Returns true when no more rows match, false if the granted budget ends before,
    /// and `None` if one of them is protected.
    #[inline(never)]
    pub(super) fn delete_guarded(
        &mut self,
        store: &mut Store,
        (rel, index, atom): (RelId, u8, Run),
        fp: usize,
    ) -> Result<Option<bool>, Limit> {
        let atom: &[Arg] = &self.tables.args[atom.at as usize..][..usize::from(atom.len)];
        let mut row = store.rel(rel).seek(index, atom, &self.slots[fp..]);
        while row != NIL {
            let relation = store.rel(rel);
            let next = relation.next(index, row);
            if relation.fits(row, atom, &self.slots[fp..]) {
                let fact = relation.row(row);
                if self.is_protected(rel, &fact) {
                    return Ok(None);
                }
                store.remove(rel, &fact, Some(&mut self.work.trail))?;
                if self.work.left <= 0 {
                    return Ok(Some(false));
                }
                self.work.left -= 1;
            }
            row = next;
        }
        Ok(Some(true))
    }
}
