//! A variable that is assigned twice.

use squad_htn::prelude::*;

htn_domain! {
    pub domain assignment;

    predicate members(=> i64);
    predicate guards(=> i64);
    /// A value that outlives the task is a fact with one value.
    predicate wave(=> i64);

    operator send(bots: i64, wave: i64) {}
    operator shell(distance: i64) {}

    /// `let` names a value. It cannot be reassigned; a computed value gets a new name.
    pub method reinforce() if members(m) && guards(g) && wave(before) {
        let spare: i64 = m - g;
        let at_most_three: i64 = spare.min(3);
        let wave: i64 = before + 1;
        add wave(wave);
        send(at_most_three, wave);
    }

    /// As in the table: the part after the assignment is a method of its own, which gets the value as an argument.
    pub method reinforce_by_table() if members(m) && guards(g) { with_spare(m - g); }
    method with_spare(spare: i64) {
        branch too_many if spare > 3 { in_the_next_wave(3); }
        branch as_it_is { in_the_next_wave(spare); }
    }
    method in_the_next_wave(bots: i64) if wave(before) {
        add wave(before + 1);
        send(bots, before + 1);
    }

    /// A variable that changes in a loop is a parameter of a recursive method.
    pub method creeping_fire(range: i64) { fire_from(10, range); }
    method fire_from(distance: i64, range: i64) {
        branch further if distance <= range { shell(distance); fire_from(distance + 10, range); }
        branch done {}
    }
}

use super::{Failed, PlannedTask, ask};
use crate::kit::rng::Rng;
use crate::meaning::Knowledge;
use assignment::{Domain, Fact, Task};

/// Returns random knowledge.
pub fn invent(rng: &mut Rng) -> Knowledge {
    let mut known = Knowledge::default();
    let guards = i64::from(rng.between(0, 4));
    known.set("guards", guards);
    known.set("members", guards + i64::from(rng.between(0, 6)));
    known.set("wave", i64::from(rng.between(0, 8)));
    known
}

/// Returns the plans of both versions.
pub fn plans(known: &Knowledge) -> Result<Vec<PlannedTask>, Failed> {
    let facts = [
        known.value("members").map(Fact::Members),
        known.value("guards").map(Fact::Guards),
        known.value("wave").map(Fact::Wave),
    ];
    let facts: Vec<Fact> = facts.into_iter().flatten().collect();
    let mut asked = ask::<Domain>(
        &facts,
        "reinforce",
        &[],
        &[Task::Reinforce, Task::ReinforceByTable],
    )?;
    // The range depends on the random number of waves.
    let range = known.value("wave").unwrap_or(0) * 7;
    asked.extend(ask::<Domain>(
        &facts,
        "creepingFire",
        &[range],
        &[Task::CreepingFire { range }],
    )?);
    Ok(asked)
}
