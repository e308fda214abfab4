//! Restraining surrendered suspects, after the SquadSmart paper.

use squad_htn::prelude::*;

use super::capacities::{OFFICERS, SUSPECTS};
use super::instance::{list, load, number, text};
use super::json::Value;

/// Squad members from 1, suspects from 1001.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Term)]
pub struct Actor(pub u16);

/// The first squad member is `member(1)`.
pub const fn member(number: u16) -> Actor {
    Actor(number)
}

/// The first suspect is `suspect(1)`.
pub const fn suspect(number: u16) -> Actor {
    Actor(1000 + number)
}

pub struct Game {
    /// Indexed by squad member and suspect.
    distances: Vec<f32>,
    suspects: usize,
    pub limit: f32,
}

impl Game {
    pub fn distance(&self, member: Actor, suspect: Actor) -> f32 {
        let (member, suspect) = (member.0 as usize, suspect.0 as usize - 1000);
        self.distances[member * self.suspects + suspect]
    }
}

htn_domain! {
    /// Restraining surrendered suspects.
    pub domain restraint(game: &Game);

    agent Actor;

    predicate squad_member(Actor) [OFFICERS];
    predicate enemy(Actor) [SUSPECTS];
    predicate surrendered(Actor) [SUSPECTS];
    predicate restrained(Actor) [SUSPECTS];
    predicate dead(Actor) [OFFICERS + SUSPECTS];
    predicate reserved(Actor) [OFFICERS + SUSPECTS];
    predicate following_order(Actor) [OFFICERS];
    predicate restraining(who: Actor, target: Actor) [OFFICERS];

    axiom different(a: Actor, b: Actor) { a != b }

    /// Reserves `who` for one plan.
    internal operator reserve(who: Actor) {
        if !reserved(who);
        add reserved(who);
        undo free(who);
    }

    internal operator free(who: Actor) {
        delete reserved(who);
    }

    /// Handcuffs a suspect.
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
                && d < game.limit
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
                && d < game.limit
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

/// Parses an actor's name: `s3` or `t3`.
fn actor(value: &Value) -> Actor {
    if text(value).starts_with('s') {
        member(number(value))
    } else {
        suspect(number(value))
    }
}

/// Returns the facts of an instance.
pub fn facts(instance: &Value) -> Vec<restraint::Fact> {
    use restraint::Fact;
    let of = |field| list(instance, field).iter().map(actor);
    let mut facts = Vec::new();
    facts.extend(of("squad").map(Fact::SquadMember));
    facts.extend(of("targets").map(Fact::Enemy));
    facts.extend(of("surrendered").map(Fact::Surrendered));
    facts.extend(of("dead").map(Fact::Dead));
    facts.extend(of("following_order").map(Fact::FollowingOrder));
    facts
}

/// Returns the state and the game of an instance: `restrain` or `restrain16x64`.
pub fn instance(name: &str) -> (restraint::State, Game) {
    read(&load(name))
}

/// Returns the state and the game of an instance that was read or generated.
pub fn read(instance: &Value) -> (restraint::State, Game) {
    let float = |value: &Value| value.as_f64().expect("a number") as f32;
    let suspects = list(instance, "targets").len() + 1;
    let members = list(instance, "squad").len() + 1;
    let mut distances = vec![f32::INFINITY; members * suspects];
    for entry in list(instance, "dist") {
        let (member, suspect) = (
            actor(&entry[0]).0 as usize,
            actor(&entry[1]).0 as usize - 1000,
        );
        distances[member * suspects + suspect] = float(&entry[2]);
    }
    let game = Game {
        distances,
        suspects,
        limit: float(&instance["limit"]),
    };
    let state = restraint::State::from_facts(facts(instance)).expect("the instance fits");
    (state, game)
}
