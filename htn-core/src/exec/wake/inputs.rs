//! The inputs of conditions. A condition is evaluated again only after one of its inputs has changed.

use crate::model::pool::Pool;
use crate::tables::{Check, Tables};

/// The inputs of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Inputs {
    /// Facts: a set of predicates, see [`RelId::bit`](crate::tables::RelId::bit).
    pub facts: u64,
    /// A Rust expression, which may see the game's context. Changes of the context are not reported.
    pub game: bool,
    /// The state of other plans.
    pub others: bool,
}

impl Inputs {
    pub const NONE: Inputs = Inputs {
        facts: 0,
        game: false,
        others: false,
    };

    pub const GAME: Inputs = Inputs {
        game: true,
        ..Inputs::NONE
    };

    pub const OTHERS: Inputs = Inputs {
        others: true,
        ..Inputs::NONE
    };

    /// The inputs of a condition that is evaluated in each tick and after every change.
    pub const ANYTHING: Inputs = Inputs {
        facts: 0,
        game: true,
        others: true,
    };

    pub const fn facts(facts: u64) -> Inputs {
        Inputs {
            facts,
            ..Inputs::NONE
        }
    }

    /// Returns the inputs of both.
    pub fn and(self, other: Inputs) -> Inputs {
        Inputs {
            facts: self.facts | other.facts,
            game: self.game | other.game,
            others: self.others | other.others,
        }
    }
}

/// The inputs of the conditions of a domain.
pub(crate) struct DomainInputs {
    /// Indexed like [`Tables::checks`].
    pub checks: Pool<Inputs>,
    /// By operator: the inputs of its precondition.
    pub preconditions: Pool<Inputs>,
    /// By operator: the inputs of its `while` condition, if it has one.
    pub whiles: Pool<Inputs>,
}

impl DomainInputs {
    pub fn of(tables: &Tables) -> DomainInputs {
        let of = |check: &Check| Inputs {
            facts: check.reads.iter().fold(0, |all, rel| all | rel.bit()),
            game: check.asks_game,
            others: false,
        };
        let mut inputs = DomainInputs {
            checks: Pool::new(tables.checks.len()),
            preconditions: Pool::new(tables.operators.len()),
            whiles: Pool::new(tables.operators.len()),
        };
        for check in tables.checks {
            inputs.checks.push(of(check));
        }
        for row in tables.operators {
            let solved = row.holds.map(|check| of(&check));
            let during = row.during.map(|check| of(&check));
            inputs.preconditions.push(solved.unwrap_or(Inputs::NONE));
            inputs.whiles.push(during.unwrap_or(Inputs::NONE));
        }
        inputs
    }

    /// Returns the inputs of all conditions.
    pub fn all(&self) -> Inputs {
        let operators = self.preconditions.iter().chain(self.whiles.iter());
        let all = operators.chain(self.checks.iter());
        all.fold(Inputs::NONE, |all, inputs| all.and(*inputs))
    }
}
