//! The example of the language reference, from the domain to the plan.
#![allow(missing_docs)]

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Actor(pub u16);

pub struct Game {
    positions: Vec<(f32, f32)>,
}

impl Game {
    pub fn distance(&self, a: Actor, b: Actor) -> f32 {
        let (a, b) = (
            self.positions[usize::from(a.0)],
            self.positions[usize::from(b.0)],
        );
        ((a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)).sqrt()
    }
}

htn_domain! {
    /// Restraining surrendered suspects.
    pub domain restraint(game: &Game);

    agent Actor;

    predicate squad_member(Actor) [8];
    predicate enemy(Actor) [32];
    predicate surrendered(Actor) [32];
    predicate restrained(Actor) [32];
    predicate dead(Actor) [40];
    predicate reserved(Actor) [40];
    predicate following_order(Actor) [8];
    predicate restraining(who: Actor, target: Actor) [8];

    axiom different(a: Actor, b: Actor) { a != b }

    /// Keeps every other plan away from `who`.
    internal operator reserve(who: Actor) {
        if !reserved(who);
        add reserved(who);
        undo free(who);
    }

    internal operator free(who: Actor) {
        delete reserved(who);
    }

    /// Cuffs a suspect.
    operator restrain(squad: Actor, target: Actor) by squad {
        start add restraining(squad, target);
        finish delete restraining(squad, target);
        sensed add restrained(target);
    }

    operator restrain_complement(squad: Actor, target: Actor) by squad {}

    pub method squad_restrain() {
        /// The squad member closest to a surrendered suspect.
        branch nearest
            if surrendered(target) && enemy(target) && squad_member(squad)
                && !dead(target) && !restrained(target)
                && !reserved(target) && !reserved(squad)
                && let d: f32 = game.distance(squad, target)
                && d < 400.0
            sort by d
        {
            squad_restrain_helper(squad, target);
        }
    }

    method squad_restrain_helper(squad: Actor, target: Actor) {
        branch with_complement
            if squad_member(partner) && different(squad, partner)
                && !following_order(partner) && !reserved(partner)
                && let d: f32 = game.distance(partner, target)
                && d < 400.0
            sort by d
        {
            reserve(squad); reserve(partner); reserve(target);
            restrain(squad, target);
            restrain_complement(partner, target);
            global_block(squad);
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

use restraint::{Action, Fact, Task};

fn scene(squad: &[(f32, f32)], suspects: &[(f32, f32)]) -> (Game, restraint::State) {
    let game = Game {
        positions: [squad, suspects].concat(),
    };
    let mut state = restraint::State::new();
    for i in 0..squad.len() {
        state.insert(Fact::SquadMember(Actor(i as u16))).unwrap();
    }
    for i in squad.len()..game.positions.len() {
        state.insert(Fact::Enemy(Actor(i as u16))).unwrap();
        state.insert(Fact::Surrendered(Actor(i as u16))).unwrap();
    }
    (game, state)
}

#[test]
fn the_nearest_two_restrain_the_nearest_suspect() {
    let (game, state) = scene(
        &[(0.0, 0.0), (90.0, 0.0), (300.0, 0.0)],
        &[(1000.0, 0.0), (100.0, 0.0)],
    );
    let mut planner = restraint::Planner::new();
    let plan = planner
        .find(&state, &game, Task::SquadRestrain)
        .unwrap()
        .expect("there is a plan");
    let (squad, partner, target) = (Actor(1), Actor(0), Actor(4));
    let tasks: Vec<Task> = plan.tasks().collect();
    assert_eq!(
        tasks,
        [
            Task::Reserve { who: squad },
            Task::Reserve { who: partner },
            Task::Reserve { who: target },
            Task::Restrain { squad, target },
            Task::RestrainComplement {
                squad: partner,
                target
            },
            Task::GlobalBlock { a: squad },
            Task::Free { who: squad },
            Task::Free { who: partner },
            Task::Free { who: target },
        ]
    );
    let actions: Vec<Action> = plan.actions().collect();
    assert_eq!(
        actions,
        [
            Action::Restrain { squad, target },
            Action::RestrainComplement {
                squad: partner,
                target
            }
        ]
    );
    assert_eq!(actions[0].to_string(), "restrain(Actor(1), Actor(4))");
    println!("{plan}");
}

#[test]
fn alone_where_there_is_no_partner() {
    let (game, state) = scene(&[(0.0, 0.0)], &[(100.0, 0.0)]);
    let mut planner = restraint::Planner::new();
    let plan = planner
        .find(&state, &game, Task::SquadRestrain)
        .unwrap()
        .expect("there is a plan");
    assert_eq!(plan.actions().count(), 1);
    assert_eq!(
        plan.tree()
            .nodes()
            .map(|node| node.branch())
            .collect::<Vec<_>>(),
        ["nearest", "alone"]
    );
}

#[test]
fn nobody_near_enough_is_no_plan() {
    let (game, state) = scene(&[(0.0, 0.0)], &[(1000.0, 0.0)]);
    let mut planner = restraint::Planner::new();
    assert!(
        planner
            .find(&state, &game, Task::SquadRestrain)
            .unwrap()
            .is_none()
    );
}
