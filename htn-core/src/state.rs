//! The facts of a domain.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use crate::domain::{Domain, Row};
use crate::error::StateFull;
use crate::store::{Added, Full, NIL, Store};
use crate::tables::RelId;

/// A set of facts, in the order in which they were added.
///
/// All its memory is taken when it is made, by the capacities of the domain's predicates. Two states are equal where
/// they hold the same facts, in whatever order.
///
/// ```ignore
/// let mut state = restraint::State::new();
/// assert!(state.insert(Fact::SquadMember(a))?);
/// assert!(state.contains(Fact::SquadMember(a)));
/// for fact in state.facts() {
///     println!("{fact}");
/// }
/// ```
pub struct State<D: Domain> {
    store: Store,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain> State<D> {
    /// A state without facts.
    pub fn new() -> Self {
        State {
            store: Store::new(D::tables().relations),
            domain: PhantomData,
        }
    }

    /// A state of these facts, added in order.
    pub fn from_facts(facts: impl IntoIterator<Item = D::Fact>) -> Result<Self, StateFull> {
        let mut state = Self::new();
        for fact in facts {
            state.insert(fact)?;
        }
        Ok(state)
    }

    /// Adds a fact at the end of its predicate, and tells whether that changed anything: `false` where it was there
    /// already. For a predicate with `=>` the fact takes the place of the one with its key.
    pub fn insert(&mut self, fact: D::Fact) -> Result<bool, StateFull> {
        let mut row = Row::new();
        let rel = D::fact_to_row(fact, &mut row);
        match self.store.add(rel, &row, None) {
            Ok(added) => Ok(added != Added::There),
            Err(Full::Relation(_) | Full::Trail) => Err(StateFull {
                predicate: D::tables().relations[rel.0 as usize].name,
                capacity: self.store.rel(rel).capacity(),
            }),
        }
    }

    /// Removes a fact, and tells whether it was there.
    pub fn remove(&mut self, fact: D::Fact) -> bool {
        let mut row = Row::new();
        let rel = D::fact_to_row(fact, &mut row);
        self.store.remove(rel, &row, None) == Ok(true)
    }

    /// Whether the fact is there.
    pub fn contains(&self, fact: D::Fact) -> bool {
        let mut row = Row::new();
        let rel = D::fact_to_row(fact, &mut row);
        self.store.contains(rel, &row)
    }

    /// All facts: predicates in the domain's order, the facts of each in the order in which they were added.
    pub fn facts(&self) -> Facts<'_, D> {
        let mut facts = Facts {
            store: &self.store,
            rel: 0,
            row: NIL,
            left: self.store.len(),
            domain: PhantomData,
        };
        facts.row = facts.first_from(0);
        facts
    }

    /// How many facts there are.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all facts.
    pub fn clear(&mut self) {
        self.store.clear();
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    pub(crate) fn store_mut(&mut self) -> &mut Store {
        &mut self.store
    }
}

impl<D: Domain> Default for State<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<D: Domain> Clone for State<D> {
    fn clone(&self) -> Self {
        State {
            store: self.store.clone(),
            domain: PhantomData,
        }
    }

    /// Takes the other state's facts over without allocating; what both hold alike already costs next to nothing.
    fn clone_from(&mut self, other: &Self) {
        self.store.copy_from(&other.store);
    }
}

impl<D: Domain> PartialEq for State<D> {
    fn eq(&self, other: &Self) -> bool {
        self.store == other.store
    }
}

impl<D: Domain> Eq for State<D> {}

/// Equal states have equal hashes, in whatever order their facts were added. The hash is kept while facts change.
impl<D: Domain> Hash for State<D> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.store.hash());
    }
}

impl<D: Domain> fmt::Debug for State<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.facts()).finish()
    }
}

/// One fact a line.
impl<D: Domain> fmt::Display for State<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fact) in self.facts().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{fact}")?;
        }
        Ok(())
    }
}

impl<'a, D: Domain> IntoIterator for &'a State<D> {
    type Item = D::Fact;
    type IntoIter = Facts<'a, D>;

    fn into_iter(self) -> Facts<'a, D> {
        self.facts()
    }
}

/// The facts of a state, in order: what [`State::facts`] returns.
pub struct Facts<'a, D: Domain> {
    store: &'a Store,
    rel: u16,
    row: u32,
    left: usize,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain> Facts<'_, D> {
    /// Goes on to the first row of the first relation, from this one on, that has any.
    fn first_from(&mut self, rel: u16) -> u32 {
        let rels = rel..D::tables().relations.len() as u16;
        let mut firsts = rels.map(|rel| (rel, self.store.rel(RelId(rel)).first()));
        match firsts.find(|&(_, row)| row != NIL) {
            Some((rel, row)) => {
                self.rel = rel;
                row
            }
            None => NIL,
        }
    }
}

impl<D: Domain> Iterator for Facts<'_, D> {
    type Item = D::Fact;

    fn next(&mut self) -> Option<D::Fact> {
        if self.row == NIL {
            return None;
        }
        let rel = RelId(self.rel);
        let relation = self.store.rel(rel);
        let fact = D::fact_from_row(rel, relation.row(self.row));
        self.left -= 1;
        self.row = match relation.following(self.row) {
            NIL => self.first_from(self.rel + 1),
            row => row,
        };
        Some(fact)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<D: Domain> ExactSizeIterator for Facts<'_, D> {}

impl<D: Domain> Clone for Facts<'_, D> {
    fn clone(&self) -> Self {
        Facts { ..*self }
    }
}

impl<D: Domain> fmt::Debug for Facts<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
