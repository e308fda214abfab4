//! A task that returns a value to its caller.

use squad_htn::prelude::*;

htn_domain! {
    pub domain returned_value;

    predicate total_domination_points(=> i64);
    predicate total_domination_points_owned_by_team(=> i64);

    operator attack() {}
    operator defend() {}

    /// A method with a return value. It could also have steps.
    pub method choose_stance() {
        let lost = enemy_owns_dom();
        if lost { attack(); } else { defend(); }
    }
    method enemy_owns_dom() -> bool
        if total_domination_points(td) && total_domination_points_owned_by_team(td_team)
    {
        return td > td_team;
    }

    /// As in the table: the caller passes an unbound variable, and the condition of the callee binds it.
    pub method choose_stance_by_table() {
        branch lost if enemy_owns(ret) && ret { attack(); }
        branch held if enemy_owns(ret) && !ret { defend(); }
    }
    axiom enemy_owns(ret: bool) {
        total_domination_points(td) && total_domination_points_owned_by_team(td_team)
            && let ret: bool = td > td_team
    }
}

use super::{Failed, PlannedTask, ask};
use crate::kit::rng::Rng;
use crate::meaning::Knowledge;
use returned_value::{Domain, Fact, Task};

/// Returns random knowledge, in which one of the two numbers may be missing.
pub fn invent(rng: &mut Rng) -> Knowledge {
    let mut known = Knowledge::default();
    let total = i64::from(rng.between(1, 4));
    for name in ["totalDominationPoints", "totalDominationPointsOwnedbyTeam"] {
        let value = if name.ends_with("Team") {
            i64::from(rng.between(0, total as i32))
        } else {
            total
        };
        if !rng.percent(10) {
            known.set(name, value);
        }
    }
    known
}

/// Returns the plans of both versions.
pub fn plans(known: &Knowledge) -> Result<Vec<PlannedTask>, Failed> {
    let total = known
        .value("totalDominationPoints")
        .map(Fact::TotalDominationPoints);
    let owned = known.value("totalDominationPointsOwnedbyTeam");
    let owned = owned.map(Fact::TotalDominationPointsOwnedByTeam);
    let facts: Vec<Fact> = total.into_iter().chain(owned).collect();
    ask::<Domain>(
        &facts,
        "chooseStance",
        &[],
        &[Task::ChooseStance, Task::ChooseStanceByTable],
    )
}
