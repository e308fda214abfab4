//! Predicates that hold exactly what a sensor reports.

use super::{Rows, State};
use crate::model::domain::{Domain, Row};
use crate::model::error::CapacityError;
use crate::store::{Added, Full};
use crate::tables::RelId;

/// A difference that [`State::sync_where`] made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactChange<F> {
    /// The fact is new.
    Inserted(F),
    /// The fact is gone.
    Removed(F),
    /// The key has another value, in a predicate with `=>`.
    Replaced {
        /// The fact that held before.
        before: F,
        /// The fact that holds now.
        after: F,
    },
}

/// The number of differences that [`State::sync`] made.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Synced {
    /// New facts.
    pub inserted: usize,
    /// Facts that are gone.
    pub removed: usize,
    /// Keys with another value, in a predicate with `=>`.
    pub replaced: usize,
}

impl Synced {
    /// Returns true if there was a difference. [`State::sync`] has examples of the counts.
    pub fn is_changed(self) -> bool {
        self != Synced::default()
    }
}

impl<D: Domain> State<D> {
    /// Makes a predicate hold exactly these facts: for sensors that report everything they see. The predicate is named by its
    /// function in the module `rows` of the domain.
    ///
    /// Only differences are touched. Facts that stay keep their places, and if there is no difference, no plan that
    /// waits for the predicate is checked again. Nothing is allocated. For a predicate without columns there is
    /// [`set`](Self::set).
    ///
    /// ```
    /// use squad_htn::prelude::*;
    ///
    /// htn_domain! {
    ///     domain camp;
    ///     predicate sees(guard: u8, intruder: u8) [16];
    ///     predicate ammo(guard: u8 => u32) [4];
    ///     operator shout(guard: u8) {}
    /// }
    /// # fn main() -> Result<(), CapacityError> {
    /// use camp::{Fact, State, rows};
    ///
    /// let mut state = State::new();
    /// let synced = state.sync(rows::sees, [Fact::Sees(1, 7), Fact::Sees(1, 8), Fact::Sees(2, 8)])?;
    /// assert_eq!(synced.inserted, 3);
    /// let synced = state.sync(rows::sees, [Fact::Sees(2, 8), Fact::Sees(1, 7)])?;
    /// assert_eq!((synced.inserted, synced.removed), (0, 1));
    /// assert_eq!(state.to_string(), "sees(1, 7)\nsees(2, 8)");
    ///
    /// // In a predicate with `=>`, a key may have another value.
    /// state.sync(rows::ammo, [Fact::Ammo(1, 30), Fact::Ammo(2, 30)])?;
    /// let synced = state.sync(rows::ammo, [Fact::Ammo(1, 29), Fact::Ammo(2, 30)])?;
    /// assert_eq!(synced.replaced, 1);
    ///
    /// // An empty list: no guard sees an intruder.
    /// assert_eq!(state.sync(rows::sees, [])?.removed, 2);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// The iterator is cloned and may be run several times. It is fastest if it yields the facts in the same order each time.
    /// If it has two values for a key, the last one counts. A fact of another predicate is inserted, too.
    ///
    /// # Errors
    ///
    /// A predicate is full. Facts that are gone were removed, and as many of the others as fit were inserted, in order.
    pub fn sync<T>(
        &mut self,
        predicate: impl for<'a> FnOnce(&'a State<D>) -> Rows<'a, D, T>,
        facts: impl IntoIterator<Item = D::Fact, IntoIter: Clone>,
    ) -> Result<Synced, CapacityError> {
        self.sync_where(predicate, |_| true, facts, |_| {})
    }

    /// Makes a part of a predicate hold exactly these facts, and calls `changed` for each difference. The part is the facts for
    /// whose columns `scope` returns true, such as those about one agent. Otherwise it is like [`sync`](Self::sync).
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// use squad_htn::FactChange;
    /// # htn_domain! {
    /// #     domain camp;
    /// #     predicate sees(guard: u8, intruder: u8) [16];
    /// #     operator shout(guard: u8) {}
    /// # }
    /// # fn main() -> Result<(), CapacityError> {
    /// # use camp::{Fact, State, rows};
    /// # let mut state = State::from_facts([Fact::Sees(1, 7), Fact::Sees(2, 8)])?;
    /// let (guard, intruders) = (1, [8, 9]);
    /// let seen = intruders.iter().map(|intruder| Fact::Sees(guard, *intruder));
    /// let mut news = Vec::new();
    /// state.sync_where(rows::sees, |(who, _)| who == guard, seen, |change| news.push(change))?;
    /// assert_eq!(state.to_string(), "sees(2, 8)\nsees(1, 8)\nsees(1, 9)");
    /// assert_eq!(news, [
    ///     FactChange::Removed(Fact::Sees(1, 7)),
    ///     FactChange::Inserted(Fact::Sees(1, 8)),
    ///     FactChange::Inserted(Fact::Sees(1, 9)),
    /// ]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// A given fact outside of the part is inserted, but no later call for this part removes it.
    ///
    /// # Errors
    ///
    /// As of `sync`.
    pub fn sync_where<T>(
        &mut self,
        predicate: impl for<'a> FnOnce(&'a State<D>) -> Rows<'a, D, T>,
        mut scope: impl FnMut(T) -> bool,
        facts: impl IntoIterator<Item = D::Fact, IntoIter: Clone>,
        mut changed: impl FnMut(FactChange<D::Fact>),
    ) -> Result<Synced, CapacityError> {
        let Rows { rel, columns, .. } = predicate(self);
        let mut synced = Synced::default();
        let mut facts = facts.into_iter();
        let compared = compared_words::<D>(rel);
        let mut left = facts.clone();
        synced.removed = self.remove_rows(rel, |row| {
            let fact = D::fact_from_row(rel, row);
            if !columns(fact).is_some_and(&mut scope) {
                return false;
            }
            let mut is_this = |given: D::Fact| {
                let mut words = Row::new();
                let same = D::fact_to_row(given, &mut words) == rel;
                same && words[..compared] == row[..compared]
            };
            // Usually it is the one after the last that was found.
            let mut is_given = left.any(&mut is_this);
            if !is_given {
                left = facts.clone();
                is_given = left.any(&mut is_this);
            }
            if !is_given {
                changed(FactChange::Removed(fact));
            }
            !is_given
        });
        let mut full = None;
        while let Some(fact) = facts.next() {
            let mut row = Row::new();
            let rel = D::fact_to_row(fact, &mut row);
            let mut before = None;
            if D::tables().relations[usize::from(rel.0)].keyed {
                let key = &row[..compared_words::<D>(rel)];
                before = self.store.rel(rel).find_key(key);
                let has_key = |later: D::Fact| {
                    let mut words = Row::new();
                    D::fact_to_row(later, &mut words) == rel && words.starts_with(key)
                };
                // Otherwise two values for a key would be a difference in each call.
                if before.as_deref() != Some(&row[..]) && facts.clone().any(has_key) {
                    continue;
                }
            }
            match (self.store.add(rel, &row, None), before) {
                (Ok(Added::There), _) => {}
                (Ok(Added::Replaced), Some(before)) => {
                    synced.replaced += 1;
                    changed(FactChange::Replaced {
                        before: D::fact_from_row(rel, &before),
                        after: fact,
                    });
                }
                (Ok(Added::New | Added::Replaced), _) => {
                    synced.inserted += 1;
                    changed(FactChange::Inserted(fact));
                }
                (Err(Full::Relation(_) | Full::Trail), _) => {
                    full = full.or(Some(CapacityError {
                        predicate: D::tables().relations[usize::from(rel.0)].name,
                        capacity: self.store.rel(rel).capacity(),
                    }));
                }
            }
        }
        full.map_or(Ok(synced), Err)
    }
}

/// Returns the number of columns that identify a fact of a predicate: those of the key, or all.
fn compared_words<D: Domain>(rel: RelId) -> usize {
    D::tables().relations[usize::from(rel.0)].key.0.count_ones() as usize
}
