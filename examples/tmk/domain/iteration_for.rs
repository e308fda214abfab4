//! Once for each number, once for each thing.

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

    /// `for` goes through the solutions that a condition has when it is reached.
    pub method take_the_field() {
        for bots(n) && let bot: i64 in 1..=n { muster(bot); }
        for dom_point(place) && !owned(place) { capture(place); }
    }

    /// As the table has it: `for` becomes `while`, and `while` recursion. What counts is a parameter.
    pub method take_the_field_by_table() { muster_from(1); capture_all(); }
    method muster_from(bot: i64) {
        branch again if bots(n) && bot <= n { muster(bot); muster_from(bot + 1); }
        branch done {}
    }
    method capture_all() {
        branch again if first(dom_point(place) && !owned(place)) { capture(place); capture_all(); }
        branch done {}
    }

    /// Here the body changes what the loop counts up to. `for` would throw as many as there were; TMK looks again in each
    /// round, and so does recursion.
    pub method volley() { throw_from(0); }
    method throw_from(number: i64) {
        branch again if grenades(left) && number < left { throw_grenade(number); throw_from(number + 1); }
        branch done {}
    }
}

use super::{Asked, Failed, ask};
use crate::kit::rng::Rng;
use crate::meaning::Knowledge;
use iteration_for::{Domain, Fact, Task};

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

pub fn plans(known: &Knowledge) -> Result<Vec<Asked>, Failed> {
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
