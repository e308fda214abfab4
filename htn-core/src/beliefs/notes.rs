//! Claims in order, found by what they are about.

use core::cmp::Ordering;

use super::Claim;
use crate::domain::{Domain, Row};
use crate::pool::Pool;
use crate::tables::{Columns, RelId};

/// A fact as the tables know it.
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

    /// The value that the state has for its key, where its predicate has a `=>`; else itself, if it is there.
    pub fn rival<D: Domain>(&self, state: &crate::State<D>) -> Option<D::Fact> {
        let relation = &D::tables().relations[usize::from(self.rel.0)];
        let row = match relation.keyed {
            true => {
                let key: Row = key::<D>(self.rel, &self.row).collect();
                state.store().rel(self.rel).find_key(&key)?
            }
            false if state.store().contains(self.rel, &self.row) => self.row.clone(),
            false => return None,
        };
        Some(D::fact_from_row(self.rel, &row))
    }
}

/// The columns before the `=>` of a predicate, or all.
fn key<D: Domain>(rel: RelId, row: &[u64]) -> impl Iterator<Item = u64> {
    let Columns(key) = D::tables().relations[usize::from(rel.0)].key;
    let words = row.iter().enumerate();
    words
        .filter(move |(column, _)| key & 1 << column != 0)
        .map(|(_, word)| *word)
}

/// What tells two notes apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum By {
    /// The key of a predicate with `=>`, else the whole fact: what can be so only once.
    Key,
    /// The whole fact.
    Fact,
}

/// A claim that is kept, merged from all claims that say the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note<D: Domain, W> {
    /// The latest of them, as sure as all of them together make it.
    pub claim: Claim<D::Fact, W>,
    /// The certainty of the latest claim by itself. It decides between claims of the same tick: the certainty that others
    /// have added depends on the order in which they came.
    pub own_sure: f32,
}

impl<D: Domain, W: Copy> Note<D, W> {
    pub fn new(claim: Claim<D::Fact, W>) -> Self {
        Note {
            claim,
            own_sure: claim.sure,
        }
    }

    /// Returns true if this is from a later tick than `other`. In the same tick the surer one counts as later, then the one
    /// whose fact is greater.
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

/// See the module's documentation. The order is that of the domain's predicates, and of the words of their columns.
#[derive(Debug, Clone)]
pub(super) struct Notes<D: Domain, W> {
    by: By,
    notes: Pool<Note<D, W>>,
}

impl<D: Domain, W: Copy> Notes<D, W> {
    pub fn new(by: By, capacity: usize) -> Self {
        Notes {
            by,
            notes: Pool::new(capacity),
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
        self.notes.capacity()
    }

    pub fn has_room(&self) -> bool {
        self.notes.len() < self.notes.capacity()
    }

    pub fn bytes(&self) -> usize {
        self.notes.bytes()
    }

    pub fn clear(&mut self) {
        self.notes.clear();
    }

    /// Where the note about this is, or else belongs.
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

    /// Puts a note in, in the place of the one about the same; false where it is full.
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
