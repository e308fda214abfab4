//! The domain of the README.

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Actor(pub u16);

pub struct Game {
    pub positions: [f32; 8],
}

impl Game {
    fn distance(&self, a: Actor, b: Actor) -> f32 {
        (self.positions[usize::from(a.0)] - self.positions[usize::from(b.0)]).abs()
    }
}

htn_domain! {
    /// Restrains suspects who have surrendered.
    pub domain restraint(game: &Game);

    agent Actor;

    predicate squad_member(Actor) [8];
    predicate surrendered(Actor) [32];
    predicate restrained(Actor) [32];
    predicate reserved(Actor) [40];

    /// Reserves `who` for one plan. Undone if the plan is abandoned.
    internal operator reserve(who: Actor) {
        if !reserved(who);
        add reserved(who);
        undo free(who);
    }
    internal operator free(who: Actor) { delete reserved(who); }

    /// Cuffs a suspect.
    operator restrain(who: Actor, target: Actor) by who {
        sensed add restrained(target);
    }

    /// Keeps a weapon on the suspect meanwhile.
    operator cover(who: Actor, target: Actor) by who {}

    pub method restrain_nearest() {
        branch nearest
            if surrendered(target) && !restrained(target) && !reserved(target)
                && squad_member(who) && !reserved(who)
            sort by game.distance(who, target)
        {
            reserve(who); reserve(target);
            together(who, target);
            free(who); free(target);
        }
    }

    method together(who: Actor, target: Actor) {
        branch with_cover
            if squad_member(partner) && partner != who && !reserved(partner)
                && game.distance(partner, target) < 10.0
        {
            reserve(partner);
            cover(partner, target);
            restrain(who, target);
            global_block(who); // nothing more until that is done
            finish_action(partner); // covering has no end of its own
            free(partner);
        }
        branch alone { restrain(who, target); global_block(who); }
    }
}

/// As in the README: three officers, two suspects.
pub fn readme() -> (Game, restraint::State) {
    use restraint::Fact;
    let game = Game {
        positions: [0.0, 4.0, 9.0, 50.0, 12.0, 6.0, 0.0, 0.0],
    };
    let squad = [1, 2, 3].map(|n| Fact::SquadMember(Actor(n)));
    let suspects = [4, 5].map(|n| Fact::Surrendered(Actor(n)));
    let state = restraint::State::from_facts(squad.into_iter().chain(suspects));
    (game, state.expect("they fit"))
}
