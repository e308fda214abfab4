//! The facts of a state, or of a planner's copy.
//!
//! The facts are one flat [fact buffer](fact_buffer) of words, with constant addresses for each predicate. All data is
//! in these words: bits, values, rows, chains, the list of free nodes, the number of facts, the hash. Every write goes
//! through one function, which records the address and the old value. So undoing is one loop, and it is exact without
//! knowing what the words mean.
//!
//! | file | contents |
//! |---|---|
//! | `fact_buffer` | the words, and the only function that writes them |
//! | `trail` | the undo log; `undo` steps back and forth along it |
//! | `dirty_log` | the addresses written last; `copy` uses them to update a copy |
//! | `layout` | the representation and the addresses of each predicate |
//! | `single` | at most one fact |
//! | `word` | one column: bits, and a `table` of large words |
//! | `rows` | all others: rows in hash buckets, with a `chain` for the order and for each bucket of an index |
//! | `read` | lookups by a layout; `relation` lookups by the number of a predicate; `facts` iterates over all facts |
//! | `change` | adding and removing facts |

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
#[cfg(feature = "reload")]
mod relocate;
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
pub use hash::{hash_row, spread_all};
pub use layout::Layout;
pub use read::Reader;
pub use trail::{CustomEntry, Entry, Trail, UnaryChange, UndoHandler, change};

use crate::tables::{self, RelId};
use dirty_log::DirtyLog;
use fact_buffer::FactBuffer;

/// In place of a row: none. The end of a chain.
pub const NIL: u32 = 0;

/// The memory that has no room for a change. The change was not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Full {
    /// A predicate.
    Relation(RelId),
    /// The trail of changes that can be undone.
    Trail,
}

/// The result of adding a fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// The fact was present.
    There,
    New,
    /// The fact replaced another one with the same key.
    Replaced,
}

/// The facts of a domain.
///
/// A change is made with a trail or without. While a trail holds changes that may be undone, all changes pass through
/// that trail.
#[derive(Clone, Debug)]
pub struct Store {
    /// Shared by all copies, so that they are in the caches already.
    layouts: Arc<[Layout]>,
    image: FactBuffer,
    journal: DirtyLog,
    /// The stamp of the facts that were copied last. `None` if the next copy is of another history.
    copied: Option<u64>,
    /// True if the next copy must be complete, because some changes cannot be undone.
    copies_all: bool,
    /// A trail of this height or more is discarded instead of undone, if the facts are copied next.
    long_trail: u32,
    /// The height of the trail below which its entries do not keep the hash.
    hash_from: u32,
    /// True if a search changes this store.
    is_searched: bool,
}

impl Store {
    /// Creates an empty store, and allocates the memory for all capacities.
    ///
    /// # Panics
    ///
    /// If that is more memory than can be addressed. The message has the size.
    pub fn new(relations: &[tables::Relation]) -> Self {
        let (layouts, words) = Layout::collect(relations);
        let mut store = Store {
            image: FactBuffer::new(words),
            journal: DirtyLog::new(Layout::sums(layouts.len()) as u32, words),
            layouts,
            copied: Some(0),
            copies_all: false,
            // Undoing an entry takes about as long as copying two words.
            long_trail: u32::try_from(words / 2 + 64).unwrap_or(u32::MAX),
            hash_from: 0,
            is_searched: false,
        };
        store.write_homes();
        store
    }

    /// Creates a store for a search.
    pub fn for_search(relations: &[tables::Relation]) -> Self {
        let mut store = Store::new(relations);
        store.is_searched = true;
        store
    }

    /// Enables or disables the dirty log. It pays if one planner copies these facts again and again. Other planners
    /// know nothing of the history, and for them it is only another write for each change.
    pub fn keep_journal(&mut self, keeps: bool) {
        if self.journal.is_kept() != keeps {
            let words = if keeps { self.image.len() } else { 0 };
            self.journal = DirtyLog::new(Layout::sums(self.layouts.len()) as u32, words);
        }
    }

    /// Returns true if the dirty log is enabled.
    #[cfg(feature = "reload")]
    pub(crate) fn keeps_journal(&self) -> bool {
        self.journal.is_kept()
    }

    /// Returns true if a fact is present.
    #[inline]
    pub fn contains(&self, rel: RelId, words: &[u64]) -> bool {
        self.read().has(self.layout(rel), words)
    }

    /// Returns the number of facts.
    pub(crate) fn len(&self) -> usize {
        let facts = self.layouts.iter();
        facts.map(|layout| self.read().len(layout)).sum()
    }

    /// Returns the stamp of a predicate. Equal stamps, in this store or another one of the same domain, mean equal
    /// facts in the same order. A store whose trail does not keep stamps has none.
    #[inline]
    pub fn stamp_of(&self, rel: RelId) -> u64 {
        self.read().get(self.layout(rel).stamp())
    }

    /// Returns the number of words of the facts.
    #[cfg(feature = "reload")]
    pub(crate) fn word_count(&self) -> usize {
        self.image.len()
    }

    /// Returns the bytes of its memory.
    pub fn bytes(&self) -> usize {
        let words = self.image.len() * size_of::<u64>();
        words + size_of_val(&*self.layouts) + self.journal.bytes()
    }
}

/// Compares sets of facts, in any order.
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
