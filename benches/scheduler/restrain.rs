//! The squads of the row `squads` of `cargo bench --bench speed`, at a scheduler.

use squad_htn::prelude::*;

use crate::domains::restrain::restraint::{Action, Director, Domain, Task};
use crate::domains::restrain::{Game, read};
use crate::generate;
use crate::measure::{Failure, Workload};
use crate::restraining::{self, Duty, OFFICERS, Report, TARGETS, TICKS_BETWEEN_PLANS};

/// A squad: what the game does for it.
pub struct Restrain(Duty);

impl Workload for Restrain {
    type Domain = Domain;
    type Game = Game;

    const LIMITS: Limits = restraining::LIMITS;

    fn new(number: u32) -> (Game, Restrain) {
        let (_, game) = read(&generate::restrain(OFFICERS, TARGETS, u64::from(number)));
        (game, Restrain(Duty::new()))
    }

    fn joins(number: u32) -> u32 {
        restraining::joins(number)
    }

    fn task() -> Task {
        Task::SquadRestrain
    }

    fn enlisted(number: u32, squad: &mut Director) -> Result<(), Failure> {
        // Twice a second, and not besides when a plan has ended or was added.
        let settings = squad.settings().when_idle(false).keep_searching(false);
        squad.set_settings(settings.interval(TICKS_BETWEEN_PLANS));
        let (state, _) = read(&generate::restrain(OFFICERS, TARGETS, u64::from(number)));
        for fact in state.facts() {
            squad.state_mut().insert(fact)?;
        }
        Ok(())
    }

    fn begin(&mut self, id: ActionId, action: Action, now: u32) -> bool {
        self.0.begin(id, action, now);
        matches!(action, Action::Restrain { .. })
    }

    fn stop(&mut self, _id: ActionId) {}

    fn has_news(&self, now: u32) -> bool {
        self.0.has_news(now)
    }

    fn report(&mut self, squad: &mut Director, now: u32) -> Result<(), Failure> {
        let mut told = Ok(());
        self.0.report(now, |report| {
            let result = match report {
                Report::Finished(id) => squad.finish(id, Outcome::Success).map_err(Failure::from),
                Report::Seen(fact, true) => {
                    let inserted = squad.state_mut().insert(fact);
                    inserted.map(drop).map_err(Failure::from)
                }
                Report::Seen(fact, false) => {
                    squad.state_mut().remove(fact);
                    Ok(())
                }
            };
            if result.is_err() {
                told = result;
            }
        });
        told
    }
}
