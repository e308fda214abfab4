//! A task with a precondition.

use squad_htn::prelude::*;

htn_domain! {
    pub domain preconditions;

    predicate members(=> i64);
    predicate ammo(=> i64);
    predicate dom_point(place: i64);
    predicate owned(place: i64);

    operator dig_in(place: i64) {}
    /// A leaf task of TMK is an operator with the same precondition.
    operator shoot(place: i64) { if ammo(left) && left > 0; add ammo(left - 1); }

    /// The condition of a method is the precondition of its task. If it does not hold, there is no plan.
    pub method hold_the_line() { for dom_point(place) { hold(place); } }
    method hold(place: i64) if owned(place) {
        if members(n) && n > 2 { dig_in(place); }
        shoot(place);
    }

    /// As in the table: each branch, a pair of conditions and subtasks, starts with the precondition.
    pub method hold_the_line_by_table() { for dom_point(place) { hold_by_table(place); } }
    method hold_by_table(place: i64) {
        branch many if owned(place) && members(n) && n > 2 { dig_in(place); shoot(place); }
        branch few if owned(place) { shoot(place); }
    }
}

use super::{Failed, PlannedTask, ask};
use crate::kit::rng::Rng;
use crate::meaning::Knowledge;
use preconditions::{Domain, Fact, Task};

/// Returns random knowledge. Most points are ours, and there is usually enough ammunition for all of them.
pub fn invent(rng: &mut Rng) -> Knowledge {
    let mut known = Knowledge::default();
    known.set("members", i64::from(rng.between(1, 4)));
    known.set("ammo", i64::from(rng.between(0, 5)));
    for place in 1..=i64::from(rng.between(0, 4)) {
        known.add("domPoint", &[place]);
        if !rng.percent(15) {
            known.add("owned", &[place]);
        }
    }
    known
}

/// Returns the plans of both versions.
pub fn plans(known: &Knowledge) -> Result<Vec<PlannedTask>, Failed> {
    let numbers = [
        known.value("members").map(Fact::Members),
        known.value("ammo").map(Fact::Ammo),
    ];
    let points = known.column("domPoint").map(Fact::DomPoint);
    let owned = known.column("owned").map(Fact::Owned);
    let facts: Vec<Fact> = numbers
        .into_iter()
        .flatten()
        .chain(points)
        .chain(owned)
        .collect();
    ask::<Domain>(
        &facts,
        "holdTheLine",
        &[],
        &[Task::HoldTheLine, Task::HoldTheLineByTable],
    )
}
