//! Queries of axioms by a program.
//!
//! A domain has separate tables for them: a search scans other predicates than a query does, and queries must not slow
//! it down. So the facts are copied for each query. Queries are for tests and tools, not for each frame.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::model::domain::{Domain, Row};
use crate::model::error::SearchError;
use crate::model::limits::Limits;
use crate::search::host::{Functions, Game, Host, call_functions};
use crate::search::machine::QueryMachine;
use crate::search::solve::{ConditionAnswer, Workspace};
use crate::store::state::State;
use crate::store::{NIL, Store};
use crate::tables::{FnId, Parts, Pc, RelId, Tables};

/// The solutions of an axiom, in order. The functions of a domain's module that query axioms return it; [`AskError`] has
/// an example.
pub type Solutions<T> = Vec<T>;

/// An axiom could not be evaluated.
///
/// ```
/// use squad_htn::AskError;
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain camp;
///     predicate tent(u8) [8];
///     axiom empty(t: u8) { tent(t) && t > 2 }
///     axiom twice(n: u32, double: u32) { let double: u32 = n * 2 }
///     operator sleep(tent: u8) {}
///     pub method rest() if empty(t) && twice(7, n) && n > 0 { sleep(t); }
/// }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use camp::{Fact, State, holds, solutions};
///
/// let state = State::from_facts([Fact::Tent(1), Fact::Tent(3)])?;
/// assert_eq!(solutions::empty(&state, &(), None)?, [3]);
/// assert!(!holds::empty(&state, &(), 1)?);
/// // Multiplication is not inverted: the axiom has no solutions for an unknown `n`.
/// assert_eq!(solutions::twice(&state, &(), None, Some(6)), Err(AskError::NeedsValue("n")));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AskError {
    /// A limit was reached, usually because an axiom recurs endlessly.
    Full(SearchError),
    /// The axiom cannot find values for this parameter in this query. Pass a value for it.
    NeedsValue(&'static str),
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AskError::Full(full) => full.fmt(f),
            AskError::NeedsValue(param) => {
                write!(
                    f,
                    "cannot enumerate `{param}`; help: pass `Some(value)` for it"
                )
            }
        }
    }
}

impl Error for AskError {}

impl From<SearchError> for AskError {
    fn from(full: SearchError) -> Self {
        AskError::Full(full)
    }
}

/// A domain whose axioms can be queried. `htn_domain!` implements it.
#[doc(hidden)]
pub trait QueryDomain: Domain {
    /// Returns the tables of the queries.
    fn tables() -> &'static Tables;
    /// Returns the functions of these tables.
    fn functions() -> &'static Functions<Self>;
}

/// An axiom that can be queried, by its number. `htn_domain!` implements it.
#[doc(hidden)]
pub trait AxiomQuery<const AXIOM: u16>: QueryDomain {
    /// A value for some of its parameters, as a tuple.
    type Given;
    /// A value for all of them.
    type Found;
    /// The names of its parameters.
    const NAMES: &'static [&'static str];
    /// The ways to query it: the set of parameters with a value, the entry of the code, and the number of slots of its
    /// frame.
    const PATTERNS: &'static [(u32, u32, u16)];
    /// Writes the words of the values, 0 for those that are missing. Returns the set of those that are given.
    fn given(given: Self::Given, row: &mut Row) -> u32;
    /// Returns the values of words.
    fn found(words: &[u64]) -> Self::Found;
}

/// Returns true if an axiom holds for these values, which are complete.
#[doc(hidden)]
pub fn holds<D: AxiomQuery<AXIOM>, const AXIOM: u16>(
    state: &State<D>,
    context: &D::Context<'_>,
    given: D::Given,
) -> Result<bool, SearchError> {
    let mut any = false;
    match ask::<D, AXIOM>(state, context, given, |_| {
        any = true;
        false
    }) {
        Ok(()) => Ok(any),
        Err(AskError::Full(full)) => Err(full),
        // All parameters have a value.
        Err(AskError::NeedsValue(_)) => Ok(false),
    }
}

/// Returns all solutions of an axiom with these values.
#[doc(hidden)]
pub fn solutions<D: AxiomQuery<AXIOM>, const AXIOM: u16>(
    state: &State<D>,
    context: &D::Context<'_>,
    given: D::Given,
) -> Result<Solutions<D::Found>, AskError> {
    let mut all = Vec::new();
    ask::<D, AXIOM>(state, context, given, |words| {
        all.push(D::found(words));
        true
    })?;
    Ok(all)
}

/// Queries an axiom, and passes on its solutions while `wants_more` returns true.
fn ask<D: AxiomQuery<AXIOM>, const AXIOM: u16>(
    state: &State<D>,
    context: &D::Context<'_>,
    given: D::Given,
    mut wants_more: impl FnMut(&[u64]) -> bool,
) -> Result<(), AskError> {
    let mut row = Row::new();
    let asked = D::given(given, &mut row);
    let pattern = D::PATTERNS.iter().find(|(pattern, ..)| *pattern == asked);
    let Some(&(_, entry, size)) = pattern else {
        // The error names the first parameter without a value.
        let missing = |(place, _): &(usize, _)| asked >> place & 1 == 0;
        let mut names = D::NAMES.iter().enumerate();
        let name = names.find(missing).map_or("", |(_, name)| name);
        return Err(AskError::NeedsValue(name));
    };
    let tables = <D as QueryDomain>::tables();
    let mut store = copy(state, tables);
    let limits = Limits {
        depth: 1_024,
        bindings: 65_536,
        steps: 0,
        tasks: 0,
        checks: 0,
        ..Limits::compact()
    };
    let mut machine = QueryMachine::new(tables, limits);
    let host = BoundQueries::<D> { context };
    let mut found = machine.ask_first(&mut store, &host, Pc(entry), size, &row)?;
    while found && wants_more(&machine.solution(size)[..row.len()]) {
        found = machine.ask_next(&mut store, &host)?;
    }
    Ok(())
}

/// Copies the facts of a state for other tables of the same domain.
fn copy<D: Domain>(state: &State<D>, tables: &'static Tables) -> Store {
    let mut store = Store::new(tables.relations);
    for rel in (0..tables.relations.len() as u16).map(RelId) {
        let from = state.store().rel(rel);
        let mut place = from.first_fact();
        while place != NIL {
            // It has the same capacities.
            let added = from.with_fact(place, |row| store.add(rel, row, None));
            debug_assert!(added.is_ok());
            place = from.fact_after(place);
        }
    }
    store
}

/// The functions of the queries, bound to a context.
struct BoundQueries<'a, 'c, D: QueryDomain> {
    context: &'a D::Context<'c>,
}

impl<'c, D: QueryDomain> BoundQueries<'_, 'c, D> {
    fn game(&self) -> Game<'_, D::Context<'c>> {
        Game::new(self.context)
    }

    /// Queries use the compiled axioms.
    #[cfg(feature = "reload")]
    fn interpreted(&self) -> crate::search::host::Interpreted<D> {
        None
    }
}

impl<D: QueryDomain> Host for BoundQueries<'_, '_, D> {
    call_functions!(<D as QueryDomain>::functions());
}
