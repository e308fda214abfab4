//! The facts of a domain.

mod rows;
mod sync;

pub use rows::{Keyed, Rows, value_of};
pub use sync::{FactChange, Synced};

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use crate::model::domain::{Domain, Row};
use crate::model::error::CapacityError;
use crate::store::{Added, Full, NIL, Store};
use crate::tables::RelId;

/// The facts of a domain, in the order in which they were added.
///
/// A state allocates all its memory when it is created, for the capacities of the domain's predicates. Two states are
/// equal if they hold the same facts, in any order.
///
/// ```
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain depot;
///     predicate manned(u8) [2];
///     predicate ammo(u8 => u32) [8];
///     operator resupply(post: u8) {}
///     pub method resupply_all() { for manned(post) && ammo(post, 0) { resupply(post); } }
/// }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use depot::{Fact, State};
///
/// let mut state = State::new();
/// assert_eq!(state.insert(Fact::Manned(3)), Ok(true));
/// assert_eq!(state.insert(Fact::Manned(3)), Ok(false)); // it was there already
/// state.insert(Fact::Manned(1))?;
/// // The domain sets the capacity of a predicate. A fact that does not fit changes nothing.
/// assert_eq!(state.insert(Fact::Manned(2)), Err(CapacityError { predicate: "manned", capacity: 2 }));
///
/// // A key has one value: a fact replaces the one with the same key.
/// state.insert(Fact::Ammo(3, 30))?;
/// state.insert(Fact::Ammo(3, 0))?;
/// assert!(state.contains(Fact::Ammo(3, 0)) && !state.contains(Fact::Ammo(3, 30)));
///
/// // Predicates are in the order of the domain, facts in the order in which they were added.
/// let facts: Vec<Fact> = state.facts().collect();
/// assert_eq!(facts, [Fact::Manned(3), Fact::Manned(1), Fact::Ammo(3, 0)]);
/// assert_eq!(state.len(), 3);
///
/// assert!(state.remove(Fact::Manned(3)));
/// assert_eq!(state, State::from_facts([Fact::Ammo(3, 0), Fact::Manned(1)])?); // as sets
///
/// // A sensor that reports a condition in each frame.
/// let is_manned = false;
/// assert!(state.set(Fact::Manned(1), is_manned)?, "the fact was there");
/// // The rows of one predicate, as tuples of its columns.
/// assert_eq!(depot::rows::ammo(&state).collect::<Vec<_>>(), [(3, 0)]);
/// assert_eq!(state.retain(|fact| !matches!(fact, Fact::Ammo(_, 0))), 1);
/// assert!(state.is_empty());
/// # Ok(())
/// # }
/// ```
///
/// # Saving
///
/// With the feature `serde`, a state is `Serialize` and `Deserialize` if the terms of the domain are. A loaded state has
/// the same facts in the same order, so a planner finds the same plans. A save names its domain, and a save of another
/// version of the domain is refused: `State::load_matching` loads the facts that still mean the same. `State::map_terms`
/// and `State::map_agents` replace handles that have changed. The guide of `squad-htn` has a chapter on saving.
pub struct State<D: Domain> {
    store: Store,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain> State<D> {
    /// Creates a state without facts.
    ///
    /// # Panics
    ///
    /// If the capacities of the predicates need more memory than can be addressed. The message has the number of bytes.
    pub fn new() -> Self {
        State {
            store: Store::new(D::tables().relations),
            domain: PhantomData,
        }
    }

    /// Creates a state with these facts, added in order.
    ///
    /// # Errors
    ///
    /// A predicate is full.
    pub fn from_facts(facts: impl IntoIterator<Item = D::Fact>) -> Result<Self, CapacityError> {
        let mut state = Self::new();
        for fact in facts {
            state.insert(fact)?;
        }
        Ok(state)
    }

    /// Adds a fact after the others of its predicate. Returns false if it was there already. In a predicate with `=>`, it
    /// replaces the fact with the same key. The example of [`State`] shows both.
    ///
    /// # Errors
    ///
    /// The predicate is full. Nothing was changed.
    pub fn insert(&mut self, fact: D::Fact) -> Result<bool, CapacityError> {
        let mut row = Row::new();
        let rel = D::fact_to_row(fact, &mut row);
        match self.store.add(rel, &row, None) {
            Ok(added) => Ok(added != Added::There),
            Err(Full::Relation(_) | Full::Trail) => Err(CapacityError {
                predicate: D::tables().relations[rel.0 as usize].name,
                capacity: self.store.rel(rel).capacity(),
            }),
        }
    }

    /// Removes a fact. Returns false if it was not there. [`retain`](Self::retain) removes many.
    pub fn remove(&mut self, fact: D::Fact) -> bool {
        let mut row = Row::new();
        let rel = D::fact_to_row(fact, &mut row);
        self.store.remove(rel, &row, None) == Ok(true)
    }

    /// Returns true if the fact is there, with all its columns. For the value of a key, use [`same_key`](Self::same_key)
    /// or the functions of the domain; [`State`] shows the difference.
    pub fn contains(&self, fact: D::Fact) -> bool {
        let mut row = Row::new();
        let rel = D::fact_to_row(fact, &mut row);
        self.store.contains(rel, &row)
    }

    /// Iterates over all facts: the predicates in the domain's order, the facts of each in the order in which they were
    /// added, as in the example of [`State`].
    pub fn facts(&self) -> Facts<'_, D> {
        Facts::of(&self.store)
    }

    /// Returns the number of facts, of all predicates together.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Returns true if there are no facts.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all facts.
    pub fn clear(&mut self) {
        self.store.clear();
    }

    /// Returns the bytes that it has allocated, which do not depend on the number of facts. A planner allocates as many
    /// for its copy.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.store.bytes()
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    #[cfg(feature = "reload")]
    pub(crate) fn set_store(&mut self, store: Store) {
        self.store = store;
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

    /// Copies the facts of another state without allocating. Parts that are equal are not copied.
    fn clone_from(&mut self, other: &Self) {
        #[cfg(feature = "reload")]
        if !self.store.is_laid_out_like(&other.store) {
            self.store = other.store.clone();
            return;
        }
        self.store.copy_from(&other.store);
    }
}

impl<D: Domain> PartialEq for State<D> {
    fn eq(&self, other: &Self) -> bool {
        self.store == other.store
    }
}

impl<D: Domain> Eq for State<D> {}

/// Equal states have equal hashes, whatever the order of their facts. The hash is updated when facts change.
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

/// Prints one fact per line.
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

/// The facts of a state, in order. Returned by [`State::facts`]. [`State`] has an example.
///
/// It borrows the state and implements [`ExactSizeIterator`]. `&State` is [`IntoIterator`] with the same items.
#[derive(Clone)]
pub struct Facts<'a, D: Domain> {
    store: &'a Store,
    rel: u16,
    row: u32,
    left: usize,
    domain: PhantomData<fn() -> D>,
}

impl<'a, D: Domain> Facts<'a, D> {
    pub(crate) fn of(store: &'a Store) -> Self {
        let mut facts = Facts {
            store,
            rel: 0,
            row: NIL,
            left: store.len(),
            domain: PhantomData,
        };
        facts.row = facts.first_from(0);
        facts
    }

    /// Goes on to the first row of the first relation, from this one on, that has any.
    fn first_from(&mut self, rel: u16) -> u32 {
        let rels = rel..D::tables().relations.len() as u16;
        let mut firsts = rels.map(|rel| (rel, self.store.rel(RelId(rel)).first_fact()));
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
        let fact = relation.with_fact(self.row, |row| D::fact_from_row(rel, row));
        self.left -= 1;
        self.row = match relation.fact_after(self.row) {
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

impl<D: Domain> fmt::Debug for Facts<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::*;
    use crate::model::domain::{NoAgent, TaskCode};
    use crate::search::host::Functions;
    use crate::tables::{Columns, Param, Relation, Tables, TaskId, TypeId};

    /// `predicate enemy(u8) [2]; predicate alarm(); predicate ammo(u8 => u16) [2];`
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    enum Small {}

    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    enum Fact {
        Enemy(u8),
        Alarm,
        Ammo(u8, u16),
    }

    impl fmt::Display for Fact {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                Fact::Enemy(a) => write!(f, "enemy({a})"),
                Fact::Alarm => f.write_str("alarm()"),
                Fact::Ammo(a, n) => write!(f, "ammo({a}, {n})"),
            }
        }
    }

    const COLUMN: Param = Param {
        name: "",
        ty: TypeId(0),
        agent: false,
    };

    const fn relation(
        name: &'static str,
        columns: &'static [Param],
        key: Columns,
        keyed: bool,
        indexes: &'static [Columns],
    ) -> Relation {
        Relation {
            name,
            doc: "",
            columns,
            key,
            keyed,
            capacity: 2,
            indexes,
            scanned: false,
        }
    }

    static TABLES: Tables = Tables {
        relations: &[
            relation(
                "enemy",
                &[COLUMN],
                Columns(1),
                false,
                &[Columns(0), Columns(1)],
            ),
            relation("alarm", &[], Columns(0), false, &[Columns(0), Columns(0)]),
            relation(
                "ammo",
                &[COLUMN; 2],
                Columns(1),
                true,
                &[Columns(0), Columns(1)],
            ),
        ],
        ..Tables::EMPTY
    };

    impl Domain for Small {
        type Context<'c> = ();
        type Fact = Fact;
        type Task = u8;
        type Action = u8;
        type Agent = NoAgent;

        fn tables() -> &'static Tables {
            &TABLES
        }
        fn functions() -> &'static Functions<Self> {
            unreachable!("a state calls no functions")
        }
        fn fact_to_row(fact: Fact, row: &mut Row) -> RelId {
            match fact {
                Fact::Enemy(a) => {
                    row.push(a.into());
                    RelId(0)
                }
                Fact::Alarm => RelId(1),
                Fact::Ammo(a, n) => {
                    row.extend([a.into(), n.into()]);
                    RelId(2)
                }
            }
        }
        fn fact_from_row(rel: RelId, row: &[u64]) -> Fact {
            match (rel.0, row) {
                (0, &[a]) => Fact::Enemy(a as u8),
                (2, &[a, n]) => Fact::Ammo(a as u8, n as u16),
                _ => Fact::Alarm,
            }
        }
        fn task_to_row(_: u8, _: &mut Row) -> TaskCode {
            TaskCode::Task(TaskId(0))
        }
        fn task_from_row(_: TaskCode, _: &[u64]) -> u8 {
            0
        }
        fn action_from_row(_: TaskId, _: &[u64]) -> Option<u8> {
            None
        }
    }

    fn state(facts: &[Fact]) -> State<Small> {
        State::from_facts(facts.iter().copied()).unwrap()
    }

    #[test]
    fn facts_go_in_and_out() {
        let mut state = State::<Small>::new();
        assert!(state.is_empty());
        assert_eq!(state.insert(Fact::Alarm), Ok(true));
        assert_eq!(state.insert(Fact::Alarm), Ok(false));
        assert_eq!(state.insert(Fact::Enemy(9)), Ok(true));
        assert_eq!(state.insert(Fact::Enemy(3)), Ok(true));
        assert!(state.contains(Fact::Enemy(3)));
        assert!(!state.contains(Fact::Enemy(4)));
        let facts = [Fact::Enemy(9), Fact::Enemy(3), Fact::Alarm];
        assert_eq!(state.facts().collect::<Vec<_>>(), facts);
        assert_eq!(state.facts().len(), 3);
        assert_eq!(state.to_string(), "enemy(9)\nenemy(3)\nalarm()");
        assert_eq!(format!("{state:?}"), "{Enemy(9), Enemy(3), Alarm}");
        assert!(state.remove(Fact::Enemy(9)));
        assert!(!state.remove(Fact::Enemy(9)));
        assert_eq!(state.len(), 2);
        state.clear();
        assert!(state.is_empty());
        assert_eq!(state.to_string(), String::new());
    }

    #[test]
    fn a_full_predicate_says_so_and_keeps_what_it_has() {
        let mut state = state(&[Fact::Enemy(1), Fact::Enemy(2)]);
        let full = CapacityError {
            predicate: "enemy",
            capacity: 2,
        };
        assert_eq!(state.insert(Fact::Enemy(3)), Err(full));
        assert_eq!(state.insert(Fact::Enemy(2)), Ok(false));
        assert_eq!(state.len(), 2);
        assert!(State::<Small>::from_facts((0..3).map(Fact::Enemy)).is_err());
    }

    #[test]
    fn a_key_has_one_value_at_its_place() {
        let mut state = state(&[Fact::Ammo(1, 30), Fact::Ammo(2, 7)]);
        assert_eq!(state.insert(Fact::Ammo(1, 29)), Ok(true));
        assert_eq!(state.insert(Fact::Ammo(1, 29)), Ok(false));
        let facts = [Fact::Ammo(1, 29), Fact::Ammo(2, 7)];
        assert_eq!(state.facts().collect::<Vec<_>>(), facts);
        assert!(!state.contains(Fact::Ammo(1, 30)));
        assert!(!state.remove(Fact::Ammo(1, 30)));
        assert!(state.remove(Fact::Ammo(1, 29)));
    }

    #[test]
    fn equal_as_sets_and_copies_stand_alone() {
        let a = state(&[Fact::Enemy(1), Fact::Enemy(2), Fact::Alarm]);
        let mut b = state(&[Fact::Alarm, Fact::Enemy(2), Fact::Enemy(1)]);
        assert_eq!(a, b);
        let copy = b.clone();
        b.remove(Fact::Alarm);
        assert_ne!(a, b);
        assert_eq!(a, copy);
        b.clone_from(&a);
        assert!(b.facts().eq(a.facts()), "in the order of the original");
    }

    #[test]
    fn goes_to_another_thread() {
        fn is_send<T: Send + Sync>(_: &T) {}
        is_send(&State::<Small>::new());
    }
}
