//! The first condition that holds decides.

use squad_htn::prelude::*;

htn_domain! {
    pub domain if_then_else;

    predicate num_enemies(=> i64);

    operator celebrate() {}
    operator hunt() {}
    operator runaway() {}

    /// `if` in a body, as in other languages.
    pub method do_smart_tactic() {
        if num_enemies(n) && n == 0 {
            celebrate();
        } else if num_enemies(n) && n == 1 {
            hunt();
        } else {
            runaway();
        }
    }

    /// As in the table: branches of a method. They have names in plans and explanations.
    pub method do_smart_tactic_by_table() {
        branch nobody_left if num_enemies(n) && n == 0 { celebrate(); }
        branch a_single_one if num_enemies(n) && n == 1 { hunt(); }
        branch too_many { runaway(); }
    }
}

use super::{Failed, PlannedTask, ask};
use crate::kit::rng::Rng;
use crate::meaning::Knowledge;
use if_then_else::{Domain, Fact, Task};

/// Returns random knowledge.
pub fn invent(rng: &mut Rng) -> Knowledge {
    let mut known = Knowledge::default();
    known.set("numEnemies", i64::from(rng.between(0, 3)));
    known
}

/// Returns the plans of both versions.
pub fn plans(known: &Knowledge) -> Result<Vec<PlannedTask>, Failed> {
    let facts: Vec<Fact> = known
        .value("numEnemies")
        .map(Fact::NumEnemies)
        .into_iter()
        .collect();
    ask::<Domain>(
        &facts,
        "doSmartTactic",
        &[],
        &[Task::DoSmartTactic, Task::DoSmartTacticByTable],
    )
}
