//! The current state of a mission: the activity of each officer and the progress of each plan.

use squad_htn::{PlanId, StepState};

use crate::brain::Found;
use crate::domain::squad::Fact;
use crate::mission::Mission;
use crate::sim::PersonId;
use crate::words::Words;

/// Describes what an officer does or waits for.
pub fn officer(mission: &Mission, who: PersonId) -> String {
    let director = &mission.brain.director;
    let words = Words(&mission.world.map);
    if !mission.world.officers[who.index()].alive() {
        return "is dead".to_owned();
    }
    let Some(doing) = director.executor().doing(who) else {
        return if director.state().contains(Fact::SquadMember(who)) {
            "is idle".to_owned()
        } else {
            "is under the player's control".to_owned()
        };
    };
    let mut steps = director.executor().plans().flat_map(|plan| plan.steps());
    let own = steps.find(|step| step.action.is_some() && step.action == doing.id);
    let what = match (own.and_then(|step| words.act(step.task)), doing.waits) {
        (Some((_, what)), _) => what,
        (None, Some(waiting)) => format!("waits {}", words.waits(waiting.until)),
        (None, None) => "waits".to_owned(),
    };
    format!("{what} (plan {})", doing.plan)
}

/// Describes the plans in progress, with the number of completed steps.
pub fn plans(mission: &Mission) -> Vec<(PlanId, String)> {
    let words = Words(&mission.world.map);
    let plans = mission.brain.director.executor().plans();
    let line = plans.map(|plan| {
        let about = words.plan(&Found::new(plan.id, plan.plan()));
        let done = plan
            .steps()
            .filter(|step| step.state == StepState::Done)
            .count();
        let all = plan.steps().count();
        (plan.id, format!("{about} ({done} of {all} steps)"))
    });
    line.collect()
}
