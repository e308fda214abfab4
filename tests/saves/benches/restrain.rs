//! Squads in the middle of restraining suspects.

use serde::{Deserialize, Serialize};
use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
pub struct Actor(pub u8);

htn_domain! {
    pub domain restraint;

    agent Actor;

    predicate squad_member(Actor) [4];
    predicate surrendered(Actor) [6];
    predicate restrained(Actor) [6];
    predicate reserved(Actor) [10];

    internal operator reserve(who: Actor) { if !reserved(who); add reserved(who); undo free(who); }
    internal operator free(who: Actor) { delete reserved(who); }

    operator restrain(squad: Actor, target: Actor) by squad { sensed add restrained(target); }
    operator cover(squad: Actor, target: Actor) by squad {}

    pub method squad_restrain() {
        branch nearest
            if surrendered(target) && squad_member(squad)
                && !restrained(target) && !reserved(target) && !reserved(squad)
        {
            with_cover(squad, target);
        }
    }

    method with_cover(squad: Actor, target: Actor) {
        branch by_two if squad_member(partner) && squad != partner && !reserved(partner) {
            reserve(squad); reserve(partner); reserve(target);
            restrain(squad, target);
            cover(partner, target);
            global_block(squad);
            finish_action(partner);
            free(squad); free(partner); free(target);
        }
        branch alone {
            reserve(squad); reserve(target);
            restrain(squad, target);
            global_block(squad);
            free(squad); free(target);
        }
    }
}

use restraint::{Director, Fact, Task};

/// The limits of a squad of four.
const LIMITS: Limits = Limits {
    depth: 16,
    steps: 32,
    bindings: 256,
    trail: 256,
    sort: 64,
    choices: 32,
    tasks: 32,
    checks: 64,
    plans: 4,
    events: 64,
};

/// Creates `count` directors with two running plans each.
pub fn squads(count: usize) -> Vec<Director> {
    let mut squads: Vec<Director> = (0..count)
        .map(|_| Director::with_limits(Task::SquadRestrain, LIMITS).interval(2))
        .collect();
    for squad in &mut squads {
        let members = (0..4).map(|number| Fact::SquadMember(Actor(number)));
        let suspects = (4..10).map(|number| Fact::Surrendered(Actor(number)));
        for fact in members.chain(suspects) {
            squad.state_mut().insert(fact).expect("there is room");
        }
        for _ in 0..6 {
            squad.tick(&(), Budget::unlimited());
        }
        assert_eq!(squad.executor().plans().count(), 2);
    }
    squads
}
