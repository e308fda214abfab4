//! What the answers of conditions depend on: they are not looked at again before any of that has changed.

use alloc::vec;
use alloc::vec::Vec;

use crate::pool::Pool;
use crate::tables::{Check, Op, Pc, Tables};

/// What an answer depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Inputs {
    /// Facts: a set of predicates, see [`RelId::bit`](crate::tables::RelId::bit).
    pub facts: u64,
    /// A Rust expression, which may see the game's context: nobody tells when that has changed.
    pub game: bool,
    /// What other plans do.
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

    /// Looked at in each tick, and whenever anything has happened.
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

    /// What both depend on.
    pub fn and(self, other: Inputs) -> Inputs {
        Inputs {
            facts: self.facts | other.facts,
            game: self.game | other.game,
            others: self.others | other.others,
        }
    }
}

/// What the conditions of a domain depend on.
#[derive(Clone)]
pub(super) struct DomainInputs {
    /// Indexed like [`Tables::checks`].
    pub checks: Pool<Inputs>,
    /// By operator: its precondition, as it was planned or solved anew.
    pub preconditions: Pool<Inputs>,
    /// By operator: its `while` condition; nothing where it has none.
    pub whiles: Pool<Inputs>,
}

impl DomainInputs {
    pub fn of(tables: &Tables, code: &[Op]) -> DomainInputs {
        let of = |check: &Check, entries: &[Pc]| Inputs {
            facts: check.reads.iter().fold(0, |all, rel| all | rel.bit()),
            game: entries.iter().any(|entry| asks_game(tables, code, *entry)),
            others: false,
        };
        let mut inputs = DomainInputs {
            checks: Pool::new(tables.checks.len()),
            preconditions: Pool::new(tables.operators.len()),
            whiles: Pool::new(tables.operators.len()),
        };
        for check in tables.checks {
            inputs.checks.push(of(check, &[check.entry]));
        }
        for row in tables.operators {
            let solved = row.holds.map(|check| of(&check, &[check.entry, row.entry]));
            let during = row.during.map(|check| of(&check, &[check.entry]));
            inputs.preconditions.push(solved.unwrap_or(Inputs::NONE));
            inputs.whiles.push(during.unwrap_or(Inputs::NONE));
        }
        inputs
    }

    /// All of it together.
    pub fn all(&self) -> Inputs {
        let operators = self.preconditions.iter().chain(self.whiles.iter());
        let all = operators.chain(self.checks.iter());
        all.fold(Inputs::NONE, |all, inputs| all.and(*inputs))
    }
}

/// Whether the code of a condition may call a Rust expression of the domain. The rows do not say so yet; tests that were
/// put together to one function count as such, since what is in them can't be seen here.
fn asks_game(tables: &Tables, code: &[Op], entry: Pc) -> bool {
    let mut seen = vec![false; code.len()];
    let mut open: Vec<u32> = vec![entry.0];
    while let Some(at) = open.pop() {
        let Some(false) = seen
            .get_mut(at as usize)
            .map(|seen| core::mem::replace(seen, true))
        else {
            continue;
        };
        let mut op = code[at as usize];
        match op {
            Op::Holds | Op::Apply { .. } | Op::Fail | Op::Exhausted | Op::Exit | Op::ExitBound => {
                continue;
            }
            Op::Jump(_) | Op::Resume(_) => {}
            Op::TailCall { axiom, .. } => open.push(tables.axioms[axiom.0 as usize].entry.0),
            Op::Call { axiom, .. } => {
                open.push(tables.axioms[axiom.0 as usize].entry.0);
                open.push(at + 1);
            }
            Op::Has { .. }
            | Op::Lacks { .. }
            | Op::HasPair { .. }
            | Op::LacksPair { .. }
            | Op::Get { .. }
            | Op::Value { .. }
            | Op::GetIs { .. }
            | Op::IsEmpty { .. }
            | Op::IsSet { .. }
            | Op::Find { .. }
            | Op::Absent { .. }
            | Op::Scan { .. }
            | Op::ScanNext { .. }
            | Op::Each { .. }
            | Op::EachNext { .. }
            | Op::Pairs { .. }
            | Op::PairsNext { .. }
            | Op::Copy { .. }
            | Op::Same { .. }
            | Op::Try(_)
            | Op::Note { .. }
            | Op::Leave { .. }
            | Op::Left { .. }
            | Op::Mark(_)
            | Op::Cut(_)
            | Op::Redo { .. }
            | Op::Zero(_)
            | Op::Count(_)
            | Op::Seen { .. } => open.push(at + 1),
            _ => return true,
        }
        let places = op.places().into_iter().flatten();
        open.extend(places.map(|place| place.0));
    }
    false
}
