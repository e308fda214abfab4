//! The facts of one predicate, by their columns; and the value of a key.

use core::fmt;

use super::State;
use crate::model::domain::{Domain, Row};
use crate::store::{NIL, Store};
use crate::tables::RelId;

/// The facts of one predicate in the order in which they were added, each as a tuple of its columns.
///
/// The functions in the module `rows` of a domain return it. [`State`] has an example, and [`State::sync`] takes such a
/// function to name a predicate.
pub struct Rows<'a, D: Domain, T> {
    store: &'a Store,
    pub(super) rel: RelId,
    row: u32,
    left: usize,
    pub(super) columns: fn(D::Fact) -> Option<T>,
}

impl<'a, D: Domain, T> Rows<'a, D, T> {
    /// The facts of the predicate with this number. Generated code calls it.
    #[doc(hidden)]
    pub fn new(state: &'a State<D>, rel: u16, columns: fn(D::Fact) -> Option<T>) -> Self {
        let (store, rel) = (state.store(), RelId(rel));
        let is_there = usize::from(rel.0) < D::tables().relations.len();
        Rows {
            store,
            rel,
            row: if is_there {
                store.rel(rel).first_fact()
            } else {
                NIL
            },
            left: if is_there { store.rel(rel).len() } else { 0 },
            columns,
        }
    }
}

impl<D: Domain, T> Iterator for Rows<'_, D, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.row == NIL {
            return None;
        }
        let relation = self.store.rel(self.rel);
        let fact = relation.with_fact(self.row, |row| D::fact_from_row(self.rel, row));
        self.row = relation.fact_after(self.row);
        self.left -= 1;
        (self.columns)(fact)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<D: Domain, T> ExactSizeIterator for Rows<'_, D, T> {}

impl<D: Domain, T> Clone for Rows<'_, D, T> {
    fn clone(&self) -> Self {
        Rows { ..*self }
    }
}

impl<D: Domain, T: fmt::Debug> fmt::Debug for Rows<'_, D, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// A predicate with `=>`, by its number. `htn_domain!` implements it.
#[doc(hidden)]
pub trait Keyed<const REL: u16>: Domain {
    /// The columns before `=>`, as a tuple.
    type Key;
    /// The columns after `=>`.
    type Value;
    /// The words of a key.
    fn key(key: Self::Key, row: &mut Row);
    /// The value of a fact of the predicate.
    fn value(fact: Self::Fact) -> Option<Self::Value>;
}

/// The value of a key. Generated code calls it.
#[doc(hidden)]
pub fn value_of<D: Keyed<REL>, const REL: u16>(state: &State<D>, key: D::Key) -> Option<D::Value> {
    let mut row = Row::new();
    D::key(key, &mut row);
    let rel = RelId(REL);
    let found = state.store().rel(rel).find_key(&row)?;
    D::value(D::fact_from_row(rel, &found))
}

impl<D: Domain> State<D> {
    /// Inserts a fact if `there` is true, and removes it otherwise: for sensors that report a condition in each frame.
    /// Returns true if the fact was inserted or removed. [`State`] has an example.
    ///
    /// # Errors
    ///
    /// The predicate is full.
    pub fn set(&mut self, fact: D::Fact, there: bool) -> Result<bool, crate::CapacityError> {
        if there {
            self.insert(fact)
        } else {
            Ok(self.remove(fact))
        }
    }

    /// Returns the fact that has the place of this one: of a predicate with `=>` the fact with the same key, which
    /// [`insert`](State::insert) would replace; of other predicates `fact` itself, if it is there.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// htn_domain! {
    ///     domain town;
    ///     predicate at(who: u8 => place: u8) [8];
    ///     predicate burns(place: u8) [8];
    ///     operator leave(who: u8) {}
    ///     pub method flee() if at(who, place) && burns(place) { leave(who); }
    /// }
    /// # fn main() -> Result<(), CapacityError> {
    /// use town::{Fact, State};
    ///
    /// let state = State::from_facts([Fact::At(1, 20), Fact::Burns(20)])?;
    /// assert_eq!(state.same_key(Fact::At(1, 30)), Some(Fact::At(1, 20)));
    /// assert_eq!(state.same_key(Fact::Burns(30)), None);
    /// # Ok(())
    /// # }
    /// ```
    pub fn same_key(&self, fact: D::Fact) -> Option<D::Fact> {
        let mut row = Row::new();
        let rel = D::fact_to_row(fact, &mut row);
        let relation = &D::tables().relations[usize::from(rel.0)];
        if !relation.keyed {
            return self.contains(fact).then_some(fact);
        }
        let words = row.iter().enumerate();
        let key: Row = words
            .filter(|(column, _)| relation.key.0 & 1 << column != 0)
            .map(|(_, word)| *word)
            .collect();
        let found = self.store.rel(rel).find_key(&key)?;
        Some(D::fact_from_row(rel, &found))
    }

    /// Removes the facts for which `keep` returns false, and returns their number. The others keep their order. The
    /// example of [`remove_agent`](Self::remove_agent) ends with a call.
    pub fn retain(&mut self, mut keep: impl FnMut(D::Fact) -> bool) -> usize {
        let rels = (0..D::tables().relations.len() as u16).map(RelId);
        rels.map(|rel| self.remove_rows(rel, |row| !keep(D::fact_from_row(rel, row))))
            .sum()
    }

    /// Removes all facts that have this agent in a column of the domain's agent type, and returns their number: for an agent
    /// that has left the squad. Facts in which the agent is part of another value, such as an enum, stay; see
    /// [`retain`](Self::retain).
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
    /// pub struct Guard(pub u8);
    ///
    /// htn_domain! {
    ///     domain patrol;
    ///     agent Guard;
    ///     predicate partners(Guard, Guard) [8];
    ///     predicate post(Guard => u8) [8];
    ///     predicate seen(u8, Option<Guard>) [8];
    ///     operator walk(who: Guard) by who {}
    /// }
    /// # fn main() -> Result<(), CapacityError> {
    /// use patrol::{Fact, State};
    ///
    /// let [a, b] = [Guard(1), Guard(2)];
    /// let facts = [Fact::Partners(a, b), Fact::Post(a, 2), Fact::Post(b, 1), Fact::Seen(7, Some(b))];
    /// let mut state = State::from_facts(facts)?;
    /// assert_eq!(state.remove_agent(b), 2);
    /// assert_eq!(state, State::from_facts([Fact::Post(a, 2), Fact::Seen(7, Some(b))])?);
    /// assert_eq!(state.retain(|fact| !matches!(fact, Fact::Seen(_, Some(who)) if who == b)), 1);
    /// # Ok(())
    /// # }
    /// ```
    pub fn remove_agent(&mut self, agent: D::Agent) -> usize {
        let word = crate::Term::to_word(agent);
        let mut removed = 0;
        for (rel, relation) in D::tables().relations.iter().enumerate() {
            if !relation.columns.iter().any(|column| column.agent) {
                continue;
            }
            removed += self.remove_rows(RelId(rel as u16), |row| {
                let mut columns = relation.columns.iter().zip(row);
                columns.any(|(column, other)| column.agent && *other == word)
            });
        }
        removed
    }

    /// Removes the selected rows of a predicate. Returns their number.
    pub(super) fn remove_rows(
        &mut self,
        rel: RelId,
        mut meant: impl FnMut(&[u64]) -> bool,
    ) -> usize {
        let mut removed = 0;
        let mut place = self.store.rel(rel).first_fact();
        while place != NIL {
            // A row keeps its place when others go.
            let relation = self.store.rel(rel);
            let row: Row = relation.with_fact(place, |row| row.iter().copied().collect());
            place = relation.fact_after(place);
            if meant(&row) && self.store.remove(rel, &row, None) == Ok(true) {
                removed += 1;
            }
        }
        removed
    }
}
