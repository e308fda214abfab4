//! The random worlds as [`World`]s that a director can be driven in.

use squad_htn::Director;
use squad_htn::prelude::*;

use crate::common::Random;
use crate::drive::World;
use crate::squad::squad as play;
use crate::squad::{self, Actor};
use crate::world::members::members;
use crate::world::{self, director_fuzz_scripts};

impl World for members::Domain {
    fn engaged(action: members::Action) -> Vec<Actor> {
        world::members::engaged(action)
    }

    fn named(task: members::Task) -> Vec<Actor> {
        use members::Task;
        match task {
            Task::Reserve { who, .. } | Task::Release { who, .. } => vec![who],
            Task::Enlist { who } | Task::Dismiss { who } | Task::Cry { who } => vec![who],
            Task::Walk { who, .. } | Task::Look { who, .. } | Task::Shoot { who, .. } => vec![who],
            Task::Watch { who } => vec![who],
            Task::Storm { a, b, .. } => vec![a, b],
            Task::BlockOn { a, b } => vec![a, b],
            Task::FinishAction { a } | Task::GlobalBlock { a } => vec![a],
            _ => vec![],
        }
    }

    fn agents() -> Vec<Actor> {
        (0..8).map(Actor).collect()
    }

    fn tick(director: &mut Director<Self>, steps: u64) -> Vec<Command<Self>> {
        director.tick(&(), Budget::steps(steps)).collect()
    }

    fn sense(director: &mut Director<Self>, random: &mut Random) {
        use members::Fact;
        let (number, who) = (random.below(4) as u8, Actor(random.below(5) as u8));
        let facts = [
            Fact::Open,
            Fact::Alert,
            Fact::Member(who),
            Fact::Way(number),
            Fact::Blocked(number),
            Fact::Marked(number),
            Fact::Near(who),
            Fact::Target(number, 3),
            Fact::Reserved(who),
        ];
        let fact = facts[random.below(facts.len())];
        // It may be full: any facts were loaded.
        match random.below(2) {
            0 => drop(director.state_mut().insert(fact)),
            _ => drop(director.state_mut().remove(fact)),
        }
    }

    fn close(director: &mut Director<Self>) {
        director.state_mut().remove(members::Fact::Open);
    }
}

impl World for play::Domain {
    fn engaged(action: play::Action) -> Vec<Actor> {
        director_fuzz_scripts::engaged(action)
    }

    fn is_sane(fact: play::Fact) -> bool {
        use play::Fact;
        match fact {
            Fact::Starts(n) | Fact::Ends(n) | Fact::Wins(n) | Fact::Losses(n) => n < 1 << 20,
            _ => true,
        }
    }

    fn named(task: play::Task) -> Vec<Actor> {
        match task {
            // No script has these, but a mutant may.
            play::Task::Add(_) | play::Task::Delete(_) => vec![],
            _ => world::specs::spec(task).agents,
        }
    }

    fn agents() -> Vec<Actor> {
        (0..8).map(Actor).collect()
    }

    fn tick(director: &mut Director<Self>, steps: u64) -> Vec<Command<Self>> {
        director
            .tick(&squad::STRICT, Budget::steps(steps))
            .collect()
    }

    fn sense(director: &mut Director<Self>, random: &mut Random) {
        use play::Fact;
        let facts = [
            Fact::Danger,
            Fact::Holds(squad::Item(random.below(3) as u8)),
        ];
        let fact = facts[random.below(facts.len())];
        match random.below(2) {
            0 => drop(director.state_mut().insert(fact)),
            _ => drop(director.state_mut().remove(fact)),
        }
    }

    fn close(director: &mut Director<Self>) {
        let gates = |fact: &play::Fact| matches!(fact, play::Fact::Holds(_));
        let gates: Vec<_> = director.state().facts().filter(gates).collect();
        for gate in gates {
            director.state_mut().remove(gate);
        }
    }
}
