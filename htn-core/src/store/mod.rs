//! All facts, as words: what a state and a planner's copy of it hold.
//!
//! The facts are one flat [fact buffer](fact_buffer) of words, in which each predicate lies at constant addresses. Everything that
//! decides anything is a word of it: bits, values, rows, chains, the list of free nodes, the number of facts, the hash. Each
//! write goes through one function that takes down the address and the old value; so undoing is one loop, and exact without
//! knowing what it undoes.
//!
//! | file | what it is |
//! |---|---|
//! | `fact_buffer` | the words, and the one way to write them |
//! | `trail` | what was written, to be undone; `undo` goes back along it, and forth again |
//! | `dirty_log` | what was written last, for who takes a copy again; `copy` takes it |
//! | `layout` | where each predicate lies, and how it is represented |
//! | `single` | one fact at most |
//! | `word` | one column: bits, and large words in a `table` |
//! | `rows` | anything else: rows found by buckets, in order, with a `chain` for each bucket of an index |
//! | `read` | how facts are looked up by a layout; `relation` by the number of a predicate; `facts` goes over all |
//! | `change` | how facts come and go |

mod chain;
mod change;
mod copy;
mod dirty_log;
mod fact_buffer;
mod facts;
mod hash;
mod layout;
mod read;
mod relation;
mod rows;
#[cfg(feature = "serde")]
pub(crate) mod saved;
mod single;
pub(crate) mod state;
mod table;
#[cfg(test)]
mod tests;
mod trail;
mod undo;
mod word;

use alloc::sync::Arc;

pub use change::ChangeOutcome;
pub use hash::spread_all;
pub use layout::Layout;
pub use read::Reader;
pub use trail::{CustomEntry, Entry, Trail, UnaryChange, UndoHandler, change};

use crate::tables::{self, RelId};
use dirty_log::DirtyLog;
use fact_buffer::FactBuffer;

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

/// All facts.
///
/// Changes are made with a trail or without. As long as a trail holds changes of a store that may be undone, all
/// its changes go through that trail.
#[derive(Clone, Debug)]
pub struct Store {
    /// The same for all copies, so that one has them in the caches for the others.
    layouts: Arc<[Layout]>,
    image: FactBuffer,
    journal: DirtyLog,
    /// The stamp of what was copied last, unless what is copied next has another history.
    copied: Option<u64>,
    /// Whether everything is to be copied next: there are changes that nobody can undo.
    copies_all: bool,
    /// From this height on, a trail is not undone where the facts are copied over next.
    long_trail: u32,
    /// The height of the trail below which it does not know of the hash.
    hash_from: u32,
    /// Whether a search makes changes here.
    is_searched: bool,
}

impl Store {
    /// No facts; takes all the memory that the capacities ask for.
    ///
    /// # Panics
    ///
    /// Where that is more than can be addressed: the message says how much.
    pub fn new(relations: &[tables::Relation]) -> Self {
        let (layouts, words) = Layout::collect(relations);
        let mut store = Store {
            image: FactBuffer::new(words),
            journal: DirtyLog::new(Layout::sums(layouts.len()) as u32, words),
            layouts,
            copied: Some(0),
            copies_all: false,
            // An entry takes about as long to undo as so many words to copy.
            long_trail: u32::try_from(words / 2 + 64).unwrap_or(u32::MAX),
            hash_from: 0,
            is_searched: false,
        };
        store.write_homes();
        store
    }

    /// The same for a search.
    pub fn for_search(relations: &[tables::Relation]) -> Self {
        let mut store = Store::new(relations);
        store.is_searched = true;
        store
    }

    /// Whether what is written last is taken down, for who copies the facts once more. It pays where the same planner comes again;
    /// where another one comes, which knows nothing of these facts, it is only a write for each change.
    pub fn keep_journal(&mut self, keeps: bool) {
        if self.journal.is_kept() != keeps {
            let words = if keeps { self.image.len() } else { 0 };
            self.journal = DirtyLog::new(Layout::sums(self.layouts.len()) as u32, words);
        }
    }

    /// Whether the fact is there.
    #[inline]
    pub fn contains(&self, rel: RelId, words: &[u64]) -> bool {
        self.read().has(self.layout(rel), words)
    }

    /// How many facts there are.
    pub(crate) fn len(&self) -> usize {
        let facts = self.layouts.iter();
        facts.map(|layout| self.read().len(layout)).sum()
    }

    /// Equal stamps of a predicate, of this store or of another one of the same domain, mean equal facts in the same order:
    /// whoever has seen it may rely on it that nothing changed. Not for stores whose trail does not keep it.
    #[inline]
    pub fn stamp_of(&self, rel: RelId) -> u64 {
        self.read().get(self.layout(rel).stamp())
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        let words = self.image.len() * size_of::<u64>();
        words + size_of_val(&*self.layouts) + self.journal.bytes()
    }
}

/// As sets of facts.
impl PartialEq for Store {
    fn eq(&self, other: &Store) -> bool {
        self.layouts.len() == other.layouts.len()
            && self.len() == other.len()
            && self.hash() == other.hash()
            && (0..self.layouts.len()).all(|rel| {
                let rel = RelId(rel as u16);
                let relation = self.rel(rel);
                let places = core::iter::successors(Some(relation.first_fact()), |place| {
                    Some(relation.fact_after(*place))
                });
                places
                    .take_while(|place| *place != NIL)
                    .all(|place| relation.with_fact(place, |row| other.contains(rel, row)))
            })
    }
}
