//! Squads with much to do: two plans of ten steps in each second.

use squad_htn::prelude::*;

use crate::measure::{Failure, Workload};

const OFFICERS: u8 = 4;
const SUSPECTS: u8 = 6;
const TICKS_BETWEEN_PLANS: u32 = 30;
const RESTRAIN_TICKS: u32 = 50;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Actor(u8);

/// The positions of all actors.
pub struct Game {
    places: [f32; (OFFICERS + SUSPECTS) as usize],
}

impl Game {
    fn distance(&self, a: Actor, b: Actor) -> f32 {
        (self.places[usize::from(a.0)] - self.places[usize::from(b.0)]).abs()
    }
}

htn_domain! {
    pub domain restraint(game: &Game);

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
            sort by game.distance(squad, target)
        {
            with_cover(squad, target);
        }
    }

    method with_cover(squad: Actor, target: Actor) {
        branch by_two
            if squad_member(partner) && squad != partner && !reserved(partner)
            sort by game.distance(partner, target)
        {
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

use restraint::{Action, Director, Fact, Task};

/// The limits of such a squad, with room to spare.
const LIMITS: Limits = Limits::compact()
    .depth(16)
    .steps(24)
    .bindings(512)
    .trail(256)
    .sort(256)
    .choices(64)
    .checks(64)
    .tasks(48)
    .plans(2)
    .events(32);

/// A squad: the actions that run, who is restrained by them, and when they end.
pub struct Busy(Vec<(ActionId, Option<Actor>, u32)>);

impl Workload for Busy {
    type Domain = restraint::Domain;
    type Game = Game;

    const LIMITS: Limits = LIMITS;

    fn new(number: u32) -> (Game, Busy) {
        let mut at = 0;
        let places = [(); (OFFICERS + SUSPECTS) as usize].map(|()| {
            at += 1;
            ((at * 7_919 + number * 104_729) % 1_000) as f32
        });
        (Game { places }, Busy(Vec::new()))
    }

    /// All at once, which is the worst that can happen to a frame.
    fn joins(_number: u32) -> u32 {
        0
    }

    fn task() -> Task {
        Task::SquadRestrain
    }

    fn enlisted(number: u32, squad: &mut Director) -> Result<(), Failure> {
        // One search per interval: the workload is the same for every number of officers who are idle.
        let settings = squad.settings().keep_searching(false);
        squad.set_settings(settings.interval(TICKS_BETWEEN_PLANS + number % 3));
        for officer in 0..OFFICERS {
            squad
                .state_mut()
                .insert(Fact::SquadMember(Actor(officer)))?;
        }
        for suspect in OFFICERS..OFFICERS + SUSPECTS {
            squad
                .state_mut()
                .insert(Fact::Surrendered(Actor(suspect)))?;
        }
        Ok(())
    }

    fn begin(&mut self, id: ActionId, action: Action, now: u32) -> bool {
        let (restrained, until) = match action {
            Action::Restrain { target, .. } => (Some(target), now + RESTRAIN_TICKS),
            Action::Cover { .. } => (None, u32::MAX),
        };
        self.0.push((id, restrained, until));
        restrained.is_some()
    }

    fn stop(&mut self, id: ActionId) {
        self.0.retain(|running| running.0 != id);
    }

    fn has_news(&self, now: u32) -> bool {
        self.0.iter().any(|running| running.2 <= now)
    }

    fn report(&mut self, squad: &mut Director, now: u32) -> Result<(), Failure> {
        let mut at = 0;
        while at < self.0.len() {
            let (action, restrained, until) = self.0[at];
            if until > now {
                at += 1;
                continue;
            }
            self.0.swap_remove(at);
            squad.finish(action, Outcome::Success)?;
            if let Some(target) = restrained {
                squad.state_mut().insert(Fact::Restrained(target))?;
                // Another one surrenders in place of one who is led away.
                let next = Actor(OFFICERS + (target.0 - OFFICERS + 3) % SUSPECTS);
                squad.state_mut().remove(Fact::Restrained(next));
            }
        }
        Ok(())
    }
}
