//! Claims in order, found by fact or key.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::Claim;
use htn_core::domain::{Domain, Row};
use htn_core::tables::{Columns, RelId};

/// A fact as words.
pub(super) struct Coded {
    pub rel: RelId,
    pub row: Row,
}

impl Coded {
    pub fn of<D: Domain>(fact: D::Fact) -> Self {
        let mut row = Row::new();
        let rel = D::fact_to_row(fact, &mut row);
        Coded { rel, row }
    }

    /// Replaces every term in the fact by `map`.
    #[cfg(feature = "serde")]
    pub fn mapped<D: Domain>(&self, map: &mut dyn FnMut(&mut dyn core::any::Any)) -> D::Fact {
        let tables = D::tables();
        let columns = tables.relations[usize::from(self.rel.0)].columns;
        let words = columns.iter().zip(&self.row);
        let row: Row = words
            .map(|(column, word)| (tables.types[usize::from(column.ty.0)].map)(*word, map))
            .collect();
        D::fact_from_row(self.rel, &row)
    }
}

/// Returns the columns before the `=>` of a predicate, or all.
fn key<D: Domain>(rel: RelId, row: &[u64]) -> impl Iterator<Item = u64> {
    let Columns(key) = D::tables().relations[usize::from(rel.0)].key;
    let words = row.iter().enumerate();
    words
        .filter(move |(column, _)| key & 1 << column != 0)
        .map(|(_, word)| *word)
}

/// The identity of a note.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum By {
    /// The key of a predicate with `=>`, otherwise the whole fact: at most one of these can hold.
    Key,
    /// The whole fact.
    Fact,
}

/// A stored claim, merged from all claims about the same fact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note<D: Domain, W> {
    /// The latest claim, with the combined certainty.
    pub claim: Claim<D::Fact, W>,
    /// The certainty of the latest claim alone. It decides between claims of the same tick, because the combined
    /// certainty depends on the order of the claims.
    pub own_sure: f32,
}

impl<D: Domain, W: Copy> Note<D, W> {
    pub fn new(claim: Claim<D::Fact, W>) -> Self {
        Note {
            claim,
            own_sure: claim.sure,
        }
    }

    /// Returns true if this is from a later tick than `other`. In the same tick the more certain one counts as later,
    /// then the one whose fact is greater.
    pub fn is_later(&self, other: &Self) -> bool {
        let rank = |note: &Self| (note.claim.when, note.own_sure);
        let words = |note: &Self| Coded::of::<D>(note.claim.fact).row;
        if rank(self) == rank(other) {
            words(self) > words(other)
        } else {
            rank(self) > rank(other)
        }
    }
}

/// Notes ordered by predicate and columns, at most one with the same identity.
///
/// The memory for `capacity` notes is allocated at creation, also in a clone.
#[derive(Debug)]
pub(super) struct Notes<D: Domain, W> {
    by: By,
    capacity: usize,
    notes: Vec<Note<D, W>>,
}

impl<D: Domain, W: Clone> Clone for Notes<D, W> {
    fn clone(&self) -> Self {
        let mut notes = Vec::with_capacity(self.capacity);
        notes.extend_from_slice(&self.notes);
        Notes { notes, ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        (self.by, self.capacity) = (source.by, source.capacity);
        self.notes.clone_from(&source.notes);
        self.notes
            .reserve_exact(source.capacity - source.notes.len());
    }
}

impl<D: Domain, W: Copy> Notes<D, W> {
    pub fn new(by: By, capacity: usize) -> Self {
        Notes {
            by,
            capacity,
            notes: Vec::with_capacity(capacity),
        }
    }

    #[cfg(feature = "serde")]
    pub fn all(&self) -> &[Note<D, W>] {
        &self.notes
    }

    /// Iterates over the claims, in order.
    pub fn claims(&self) -> impl Iterator<Item = &Claim<D::Fact, W>> + Clone {
        self.notes.iter().map(|note| &note.claim)
    }

    pub fn capacity(&self) -> usize {
        self.capacity
    }

    pub fn has_room(&self) -> bool {
        self.notes.len() < self.capacity
    }

    pub fn bytes(&self) -> usize {
        self.capacity * size_of::<Note<D, W>>()
    }

    pub fn clear(&mut self) {
        self.notes.clear();
    }

    /// Returns the position of the note with this identity, or the position at which to insert it.
    fn place(&self, about: &Coded) -> Result<usize, usize> {
        let mut row = Row::new();
        self.notes.binary_search_by(|note| {
            row.clear();
            let rel = D::fact_to_row(note.claim.fact, &mut row);
            match (rel.0.cmp(&about.rel.0), self.by) {
                (Ordering::Equal, By::Key) => key::<D>(rel, &row).cmp(key::<D>(rel, &about.row)),
                (Ordering::Equal, By::Fact) => row.cmp(&about.row),
                (unlike, _) => unlike,
            }
        })
    }

    pub fn find(&self, about: &Coded) -> Option<Note<D, W>> {
        Some(self.notes[self.place(about).ok()?])
    }

    /// Inserts a note or replaces the one with the same identity; returns false if there is no capacity.
    #[must_use]
    pub fn put(&mut self, about: &Coded, note: Note<D, W>) -> bool {
        match self.place(about) {
            Ok(place) => self.notes[place] = note,
            Err(place) => {
                if !self.has_room() {
                    return false;
                }
                self.notes.insert(place, note);
            }
        }
        true
    }

    pub fn remove(&mut self, about: &Coded) {
        if let Ok(place) = self.place(about) {
            self.notes.remove(place);
        }
    }

    /// Keeps the notes whose claims `keep` accepts. It may change a claim, but not its fact.
    pub fn retain(&mut self, mut keep: impl FnMut(&mut Claim<D::Fact, W>) -> bool) {
        self.notes.retain_mut(|note| keep(&mut note.claim));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use squad_htn::prelude::*;

    htn_domain! {
        domain watch;
        predicate seen(u8) [4];
        predicate at(who: u8 => place: u8) [4];
        operator look() {}
        pub method act() if seen(who) && at(who, _) { look(); }
    }
    use watch::{Domain, Fact};

    fn put(notes: &mut Notes<Domain, u8>, fact: Fact, tick: u64) -> bool {
        let note = Note::new(Claim::seen(fact, tick));
        notes.put(&Coded::of::<Domain>(fact), note)
    }

    fn ticks(notes: &Notes<Domain, u8>) -> Vec<u64> {
        notes.claims().map(|claim| claim.when).collect()
    }

    #[test]
    fn notes_are_in_order_and_one_for_each_key() {
        let mut notes = Notes::new(By::Key, 8);
        let facts = [Fact::At(2, 1), Fact::Seen(9), Fact::At(1, 7), Fact::Seen(3)];
        for (tick, fact) in (0..).zip(facts) {
            assert!(put(&mut notes, fact, tick));
        }
        assert_eq!(ticks(&notes), [3, 1, 2, 0]);
        // Another value of a key replaces the note, another fact without a key is another note.
        assert!(put(&mut notes, Fact::At(1, 8), 4));
        assert!(put(&mut notes, Fact::Seen(4), 5));
        assert_eq!(ticks(&notes), [3, 5, 1, 4, 0]);

        let mut notes = Notes::new(By::Fact, 8);
        assert!(put(&mut notes, Fact::At(1, 8), 0) && put(&mut notes, Fact::At(1, 7), 1));
        assert_eq!(ticks(&notes), [1, 0]);
    }

    #[test]
    fn clones_have_the_same_room() {
        let mut notes = Notes::new(By::Key, 2);
        assert!(put(&mut notes, Fact::Seen(1), 0));
        let mut other = Notes::new(By::Fact, 0);
        other.clone_from(&notes);
        for mut copy in [notes.clone(), other] {
            assert!(copy.notes.capacity() >= 2);
            assert!(put(&mut copy, Fact::Seen(2), 1));
            assert!(!put(&mut copy, Fact::Seen(3), 2));
            assert!(put(&mut copy, Fact::Seen(2), 3));
            assert_eq!(ticks(&copy), [0, 3]);
        }
    }
}
