//! The example of the language reference: a domain for restraining suspects, with a game of officers and suspects in a line.

use std::fmt;

use squad_htn::prelude::*;

/// An officer (`o1`, `o2` …) or a suspect (`t7`, `t8` …).
#[derive(Clone, Copy, PartialEq, Eq, Term)]
pub struct Actor(pub u16);

impl fmt::Debug for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.0 < 7 { 'o' } else { 't' }, self.0)
    }
}

pub const O1: Actor = Actor(1);
pub const O2: Actor = Actor(2);
pub const O3: Actor = Actor(3);
pub const T7: Actor = Actor(7);
pub const T8: Actor = Actor(8);

/// Officers and suspects are in a line, ten metres apart, in the order of their numbers.
pub struct Game;

impl Game {
    pub fn distance(&self, a: Actor, b: Actor) -> f32 {
        10.0 * (f32::from(a.0) - f32::from(b.0)).abs()
    }
}

htn_domain! {
    /// Restrains surrendered suspects.
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

/// Officers 1 to `officers`, and two suspects of whom the first has surrendered.
pub fn scene(officers: u16) -> Vec<restraint::Fact> {
    use restraint::Fact;
    let mut facts: Vec<Fact> = (1..=officers)
        .map(|n| Fact::SquadMember(Actor(n)))
        .collect();
    facts.extend([Fact::Enemy(T7), Fact::Enemy(T8), Fact::Surrendered(T7)]);
    facts
}
