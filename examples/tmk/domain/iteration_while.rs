//! A loop that runs while a condition holds.

use squad_htn::prelude::*;

htn_domain! {
    pub domain iteration_while;

    predicate owned_points(=> i64);
    predicate total_points(=> i64);
    /// The number of rounds until the enemy is expected at one of the points.
    predicate enemy_arrives_in(=> i64);

    /// A task of TMK that only computes a value is an axiom.
    axiom own_all_dom_points() {
        owned_points(owned) && total_points(owned) && enemy_arrives_in(rounds) && rounds > 0
    }

    operator patrol() { if enemy_arrives_in(rounds); add enemy_arrives_in(rounds - 1); }

    /// `while` in a body.
    pub method patrolling() {
        while own_all_dom_points() { patrol(); }
    }

    /// As in the table: recursion. The second branch is the paper's `dummySubtask()`.
    pub method patrolling_by_table() {
        branch again if own_all_dom_points() { patrol(); patrolling_by_table(); }
        branch done {}
    }
}

use super::{Failed, PlannedTask, ask};
use crate::kit::rng::Rng;
use crate::meaning::Knowledge;
use iteration_while::{Domain, Fact, Task};

/// Returns random knowledge.
pub fn invent(rng: &mut Rng) -> Knowledge {
    let mut known = Knowledge::default();
    known.set("totalPoints", 3);
    known.set("ownedPoints", if rng.percent(75) { 3 } else { 2 });
    known.set("enemyArrivesIn", i64::from(rng.between(0, 5)));
    known
}

/// Returns the plans of both versions.
pub fn plans(known: &Knowledge) -> Result<Vec<PlannedTask>, Failed> {
    let facts = [
        known.value("ownedPoints").map(Fact::OwnedPoints),
        known.value("totalPoints").map(Fact::TotalPoints),
        known.value("enemyArrivesIn").map(Fact::EnemyArrivesIn),
    ];
    let facts: Vec<Fact> = facts.into_iter().flatten().collect();
    ask::<Domain>(
        &facts,
        "patrolling",
        &[],
        &[Task::Patrolling, Task::PatrollingByTable],
    )
}
