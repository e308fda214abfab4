//! A loop over numbers, and a loop over facts.

use squad_htn::prelude::*;

htn_domain! {
    pub domain iteration_for;

    predicate bots(=> i64);
    predicate grenades(=> i64);
    predicate dom_point(place: i64);
    predicate owned(place: i64);

    operator muster(bot: i64) {}
    operator capture(place: i64) { add owned(place); }
    operator throw_grenade(number: i64) { if grenades(left); add grenades(left - 1); }

    /// `for` visits the solutions that its condition has when the loop starts.
    pub method take_the_field() {
        for bots(n) && let bot: i64 in 1..=n { muster(bot); }
        for dom_point(place) && !owned(place) { capture(place); }
    }

    /// As in the table: `for` becomes `while`, and `while` becomes recursion with the counter as a parameter.
    pub method take_the_field_by_table() { muster_from(1); capture_all(); }
    method muster_from(bot: i64) {
        branch again if bots(n) && bot <= n { muster(bot); muster_from(bot + 1); }
        branch done {}
    }
    method capture_all() {
        branch again if first(dom_point(place) && !owned(place)) { capture(place); capture_all(); }
        branch done {}
    }

    /// Here the body changes the bound. `for` would throw as many grenades as there were at the start; TMK tests the bound in every
    /// round, and so does recursion.
    pub method volley() { throw_from(0); }
    method throw_from(number: i64) {
        branch again if grenades(left) && number < left {
            throw_grenade(number);
            throw_from(number + 1);
        }
        branch done {}
    }
}

use super::{Failed, PlannedTask, ask};
use crate::kit::rng::Rng;
use crate::meaning::Knowledge;
use iteration_for::{Domain, Fact, Task};

/// Returns random knowledge.
pub fn invent(rng: &mut Rng) -> Knowledge {
    let mut known = Knowledge::default();
    known.set("bots", i64::from(rng.between(0, 3)));
    known.set("grenades", i64::from(rng.between(0, 7)));
    let mut places: Vec<i64> = (1..=5).collect();
    rng.shuffle(&mut places);
    for place in places.iter().take(rng.below(6)) {
        known.add("domPoint", &[*place]);
        if rng.percent(40) {
            known.add("owned", &[*place]);
        }
    }
    known
}

/// Returns the plans of both versions.
pub fn plans(known: &Knowledge) -> Result<Vec<PlannedTask>, Failed> {
    let numbers = [
        known.value("bots").map(Fact::Bots),
        known.value("grenades").map(Fact::Grenades),
    ];
    let points = known.column("domPoint").map(Fact::DomPoint);
    let owned = known.column("owned").map(Fact::Owned);
    let facts: Vec<Fact> = numbers
        .into_iter()
        .flatten()
        .chain(points)
        .chain(owned)
        .collect();
    let mut asked = ask::<Domain>(
        &facts,
        "takeTheField",
        &[],
        &[Task::TakeTheField, Task::TakeTheFieldByTable],
    )?;
    asked.extend(ask::<Domain>(&facts, "volley", &[], &[Task::Volley])?);
    Ok(asked)
}
