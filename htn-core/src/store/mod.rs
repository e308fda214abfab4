//! All facts, as words: what a state and a planner's copy of it hold.

mod all;
mod change;
mod change_more;
mod give_up;
mod hash;
mod index;
mod lookup;
mod quick;
mod relation;
mod sums;
#[cfg(test)]
mod tests;
mod trail;
mod undo;
mod unlisted;

use alloc::boxed::Box;

pub use relation::Relation;
pub use trail::{Change, Foreign, Trail, change_before};
pub use undo::Others;

use crate::tables::{self, RelId};
use quick::Removal;
use sums::Keeps;
use trail::Header;

/// No row: the end of a chain.
pub const NIL: u32 = 0;

/// What is full. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Full {
    /// A predicate.
    Relation(RelId),
    /// The trail of changes that can be undone.
    Trail,
}

/// What adding a fact did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// Nothing: it was there already.
    There,
    New,
    /// It took the place of the fact of the same key.
    Replaced,
}

/// All facts: one ordered relation a predicate.
///
/// Changes are made with a [`Trail`] or without. As long as a trail holds changes of a store that may be undone, all
/// its changes go through that trail.
#[derive(Clone, Debug)]
pub struct Store {
    relations: Box<[Relation]>,
    /// From this height on, a trail is not undone where the facts are copied over next.
    long_trail: u32,
    /// Whether everything is to be copied next: there are changes that were not undone, or the hash was not kept all
    /// the time.
    copies_all: bool,
}

impl Store {
    /// No facts; takes all the memory that the capacities ask for.
    pub fn new(relations: &[tables::Relation]) -> Self {
        let relations = relations.iter().enumerate();
        let relations: Box<[_]> = relations
            .map(|(id, row)| Relation::new(RelId(id as u16), row))
            .collect();
        Store {
            long_trail: Self::long_trail(&relations),
            relations,
            copies_all: false,
        }
    }

    #[inline]
    pub fn rel(&self, rel: RelId) -> &Relation {
        &self.relations[rel.0 as usize]
    }

    /// Whether the fact is there.
    #[inline]
    pub fn contains(&self, rel: RelId, words: &[u64]) -> bool {
        self.rel(rel).contains(words)
    }

    /// Adds a fact.
    #[inline]
    pub fn add(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<Added, Full> {
        match (words, trail) {
            (&[a], Some(trail)) => self.add_one(rel, a, trail),
            (&[a, b], Some(trail)) => self.add_two(rel, [a, b], trail),
            (_, trail) => self.relations[rel.0 as usize].add(rel, words, trail),
        }
    }

    /// Adds a fact of one column.
    #[inline]
    pub fn add_one(&mut self, rel: RelId, a: u64, trail: &mut Trail) -> Result<Added, Full> {
        let relation = &mut self.relations[rel.0 as usize];
        relation.add_one(Header::blank(rel), trail, a).result(rel)
    }

    /// Adds a fact of two columns.
    #[inline]
    pub fn add_two(
        &mut self,
        rel: RelId,
        words: [u64; 2],
        trail: &mut Trail,
    ) -> Result<Added, Full> {
        let (relation, [a, b]) = (&mut self.relations[rel.0 as usize], words);
        relation
            .add_two(Header::blank(rel), a, b, trail)
            .result(rel)
    }

    /// Removes a fact of one column, and tells whether it was there.
    #[inline]
    pub fn remove_one(&mut self, rel: RelId, a: u64, trail: &mut Trail) -> Result<bool, Full> {
        let relation = &mut self.relations[rel.0 as usize];
        relation.remove_one(Header::blank(rel), trail, a).result()
    }

    /// Removes a fact of two columns, and tells whether it was there.
    #[inline]
    pub fn remove_two(
        &mut self,
        rel: RelId,
        words: [u64; 2],
        trail: &mut Trail,
    ) -> Result<bool, Full> {
        let (relation, [a, b]) = (&mut self.relations[rel.0 as usize], words);
        relation
            .remove_two(Header::blank(rel), a, b, trail)
            .result()
    }

    /// Removes a fact, and tells whether it was there.
    #[inline]
    pub fn remove(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<bool, Full> {
        match (words, trail) {
            (&[a], Some(trail)) => self.remove_one(rel, a, trail),
            (&[a, b], Some(trail)) => self.remove_two(rel, [a, b], trail),
            (_, trail) => match self.rel(rel).find(words) {
                NIL => Ok(false),
                row => self.remove_row(rel, row, trail).map(|()| true),
            },
        }
    }

    /// Removes the fact of a key, where it has these words besides; `None` stands for any.
    pub fn remove_by_key(
        &mut self,
        rel: RelId,
        words: &[Option<u64>],
        trail: &mut Trail,
    ) -> Result<(), Full> {
        let relation = self.rel(rel);
        let row = relation.find_by_key(|column| words.get(column).copied().flatten().unwrap_or(0));
        if row == NIL {
            return Ok(());
        }
        let mut columns = relation.row(row).iter().zip(words);
        match columns.all(|(there, word)| word.is_none_or(|word| word == *there)) {
            true => self.remove_row(rel, row, Some(trail)),
            false => Ok(()),
        }
    }

    /// Removes a row, which is there.
    #[inline]
    pub fn remove_row(
        &mut self,
        rel: RelId,
        row: u32,
        trail: Option<&mut Trail>,
    ) -> Result<(), Full> {
        match trail {
            Some(trail) => self.remove_row_of(rel, row, trail).result().map(|_| ()),
            None => self.relations[rel.0 as usize].remove(rel, row, None),
        }
    }

    #[inline(never)]
    fn remove_row_of(&mut self, rel: RelId, row: u32, trail: &mut Trail) -> Removal {
        self.relations[rel.0 as usize].remove_found(rel, row, trail)
    }

    /// Removes all facts. What is on a trail can't be undone after this.
    pub fn clear(&mut self) {
        self.relations.iter_mut().for_each(Relation::clear);
    }

    /// Becomes like another store of the same domain, without allocating; costs next to nothing for relations that
    /// are alike already. What is on a trail can't be undone after this.
    pub fn copy_from(&mut self, other: &Store) {
        let mut pairs = self.relations.iter().zip(&other.relations);
        if self.copies_all || pairs.any(|(to, from)| !to.is_like(from)) {
            self.copy_unlike(other);
        }
    }

    #[inline(never)]
    fn copy_unlike(&mut self, other: &Store) {
        let all = core::mem::take(&mut self.copies_all);
        for (to, from) in self.relations.iter_mut().zip(&other.relations) {
            to.copy_from(from, all);
        }
    }

    /// How many facts there are.
    pub fn len(&self) -> usize {
        self.relations.iter().map(Relation::len).sum()
    }

    /// A hash of the set of facts: the same in whatever order they were added. Not up to date while there are changes on
    /// a trail that does not keep it.
    #[inline]
    pub fn hash(&self) -> u64 {
        let hashes = self.relations.iter().map(Relation::hash);
        hashes.fold(0, u64::wrapping_add)
    }

    /// Equal stamps of a predicate, of this store or of another one of the same domain, mean equal facts in the same order:
    /// whoever has seen it may rely on it that nothing changed. Not for stores whose trail does not keep it.
    #[inline]
    pub fn stamp(&self, rel: RelId) -> u64 {
        self.rel(rel).stamp()
    }

    /// From now on this trail is for changes that are all undone before the facts are copied over or compared, and they
    /// keep the hash up to date only where it is asked for. Both may change at any time.
    pub fn keep_hash(&mut self, trail: &mut Trail, on: bool) {
        trail.keeps = match on {
            true => Keeps::Hash,
            false => Keeps::Nothing,
        };
        self.copies_all = true;
        if on {
            self.relations.iter_mut().for_each(Relation::rehash);
        }
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.relations.iter().map(Relation::bytes).sum()
    }
}

/// As sets of facts.
impl PartialEq for Store {
    fn eq(&self, other: &Store) -> bool {
        let pairs = self.relations.iter().zip(&other.relations);
        self.relations.len() == other.relations.len()
            && pairs
                .clone()
                .all(|(a, b)| a.len() == b.len() && a.hash() == b.hash())
            && pairs.enumerate().all(|(rel, (a, _))| {
                let rel = RelId(rel as u16);
                a.rows().all(|row| other.contains(rel, a.row(row)))
            })
    }
}
