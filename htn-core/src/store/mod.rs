//! All facts, as words: what a state and a planner's copy of it hold.

mod change;
mod hash;
mod index;
mod relation;
#[cfg(test)]
mod tests;
mod trail;

use alloc::boxed::Box;

pub use relation::Relation;
pub use trail::{Foreign, Trail};

use crate::tables::{self, RelId};
use trail::{Event, Header};

/// No row: the end of a chain.
pub const NIL: u32 = u32::MAX;

/// What is full. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Full {
    Relation(RelId),
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
}

impl Store {
    /// No facts; takes all the memory that the capacities ask for.
    pub fn new(relations: &[tables::Relation]) -> Self {
        let relations = relations.iter().enumerate();
        Store {
            relations: relations
                .map(|(id, row)| Relation::new(RelId(id as u16), row))
                .collect(),
        }
    }

    #[inline]
    pub fn rel(&self, rel: RelId) -> &Relation {
        &self.relations[rel.0 as usize]
    }

    /// Whether the fact is there.
    #[inline]
    pub fn contains(&self, rel: RelId, words: &[u64]) -> bool {
        self.find(rel, words) != NIL
    }

    /// The row of the fact, or [`NIL`].
    #[inline]
    fn find(&self, rel: RelId, words: &[u64]) -> u32 {
        let relation = self.rel(rel);
        let row = relation.find_key(words, relation.hash_key(words));
        if row != NIL && relation.keyed && !relation.holds(row, words) {
            return NIL;
        }
        row
    }

    /// Adds a fact.
    #[inline]
    pub fn add(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<Added, Full> {
        let relation = &mut self.relations[rel.0 as usize];
        // With the number of words known, the compiler unrolls what follows; most predicates have one column or two.
        match *words {
            [a] => add(relation, rel, &[a], trail),
            [a, b] => add(relation, rel, &[a, b], trail),
            _ => add(relation, rel, words, trail),
        }
    }

    /// Removes a fact, and tells whether it was there.
    #[inline]
    pub fn remove(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<bool, Full> {
        let row = self.find(rel, words);
        if row == NIL {
            return Ok(false);
        }
        self.remove_row(rel, row, trail)?;
        Ok(true)
    }

    /// Removes a row, which is there.
    #[inline]
    pub fn remove_row(
        &mut self,
        rel: RelId,
        row: u32,
        trail: Option<&mut Trail>,
    ) -> Result<(), Full> {
        let relation = &mut self.relations[rel.0 as usize];
        let entry = push_entry(trail, Event::Removed, rel, row, relation)?;
        relation.remove(row, entry);
        Ok(())
    }

    /// Undoes everything above the mark, and cuts it off the trail. Foreign entries are handed back, newest first.
    #[inline]
    pub fn undo_to(&mut self, trail: &mut Trail, mark: u32, each: &mut impl FnMut(Foreign)) {
        trail.note_height();
        while trail.mark() > mark {
            if let Some(foreign) = self.undo_last(trail) {
                each(foreign);
            }
        }
    }

    /// Undoes the newest entry, of which there is one, and cuts it off the trail.
    #[inline]
    pub fn undo_last(&mut self, trail: &mut Trail) -> Option<Foreign> {
        let height = trail.mark();
        if trail.before(height).event() == Event::Foreign {
            let foreign = trail.foreign(height);
            trail.cut(height - Trail::FOREIGN as u32);
            return Some(foreign);
        }
        let below = self.step_back(trail, height);
        trail.cut(below);
        None
    }

    /// Undoes the entry that ends at the height, of which there is one, and leaves it on the trail; returns where it
    /// begins. Foreign entries are passed over. Until all that was undone so has been done again, nothing else may
    /// change.
    #[inline]
    pub fn step_back(&mut self, trail: &mut Trail, height: u32) -> u32 {
        let header = trail.before(height);
        let (row, size) = (header.row(), header.size());
        if header.event() != Event::Foreign {
            let relation = &mut self.relations[header.rel().0 as usize];
            match header.event() {
                Event::AddedFresh => relation.undo_add(row, true),
                Event::AddedAgain => relation.undo_add(row, false),
                Event::Removed => relation.undo_remove(row, trail.inner(height, size)),
                Event::Replaced => relation.undo_replace(row, trail.inner(height, size)),
                Event::Foreign => {}
            }
        }
        height - size as u32
    }

    /// Does again the entry that begins at the height, of which there is one and which was undone by
    /// [`step_back`](Store::step_back); returns where it ends.
    #[inline]
    pub fn step_forward(&mut self, trail: &mut Trail, height: u32) -> u32 {
        let header = trail.after(height);
        let (row, size) = (header.row(), header.size());
        let end = height + size as u32;
        if header.event() != Event::Foreign {
            let relation = &mut self.relations[header.rel().0 as usize];
            match header.event() {
                Event::AddedFresh => relation.redo_add(row, true),
                Event::AddedAgain => relation.redo_add(row, false),
                Event::Removed => relation.redo_remove(row, trail.inner(end, size)),
                Event::Replaced => relation.redo_replace(row, trail.inner(end, size)),
                Event::Foreign => {}
            }
        }
        end
    }

    /// Removes all facts. What is on a trail can't be undone after this.
    pub fn clear(&mut self) {
        self.relations.iter_mut().for_each(Relation::clear);
    }

    /// Becomes like another store of the same domain, without allocating; costs next to nothing for relations that
    /// are alike already. What is on a trail can't be undone after this.
    pub fn copy_from(&mut self, other: &Store) {
        for (to, from) in self.relations.iter_mut().zip(&other.relations) {
            to.copy_from(from);
        }
    }

    /// How many facts there are.
    pub fn len(&self) -> usize {
        self.relations.iter().map(Relation::len).sum()
    }

    /// A hash of the set of facts: the same in whatever order they were added.
    #[inline]
    pub fn hash(&self) -> u64 {
        let hashes = self.relations.iter().map(Relation::hash);
        hashes.fold(0, u64::wrapping_add)
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

#[inline(always)]
fn add(
    relation: &mut Relation,
    rel: RelId,
    words: &[u64],
    trail: Option<&mut Trail>,
) -> Result<Added, Full> {
    let hash = relation.hash_key(words);
    let row = relation.find_key(words, hash);
    if row != NIL {
        if !relation.keyed || relation.holds(row, words) {
            return Ok(Added::There);
        }
        let entry = push_entry(trail, Event::Replaced, rel, row, relation)?;
        relation.replace(row, words, entry);
        return Ok(Added::Replaced);
    }
    if relation.is_full() {
        return Err(Full::Relation(rel));
    }
    let (row, fresh) = relation.next_slot();
    if let Some(trail) = trail {
        let event = match fresh {
            true => Event::AddedFresh,
            false => Event::AddedAgain,
        };
        trail.push_header(Header::new(event, rel, row, 1))?;
    }
    relation.add((row, fresh), words, hash);
    Ok(Added::New)
}

/// Room on the trail, if there is one, for what a removed or replaced row was.
#[inline(always)]
fn push_entry<'a>(
    trail: Option<&'a mut Trail>,
    event: Event,
    rel: RelId,
    row: u32,
    relation: &Relation,
) -> Result<Option<&'a mut [u64]>, Full> {
    let Some(trail) = trail else { return Ok(None) };
    let header = Header::new(event, rel, row, relation.entry_len() + 2);
    trail.push_entry(header).map(Some)
}
