//! The HTN team: the improved team's bodies, with a director that says where they go.

use squad_htn::prelude::*;

use super::Orders;
use crate::domain::domination::{Action, Director, Fact, Task, get};
use crate::game::{Map, Order, Report, TICKS_A_SECOND};
use crate::terms::{Bot, Strategy, Waypoint};

/// How much the director may search in a tick. In steps, so that a match is the same on every machine.
const SLICE: u64 = 5_000;
/// How long a patrol stands at a point, in ticks.
const WATCH: u32 = 4 * TICKS_A_SECOND;

/// An action of the director's that a bot is on the way for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Errand {
    pub id: ActionId,
    pub action: Action,
}

pub struct Htn {
    pub director: Director,
    errands: Vec<Errand>,
}

impl Htn {
    /// A team that knows the map and its strategy, and nothing else.
    pub fn new(map: &Map, strategy: Strategy) -> Result<Htn, StateFull> {
        let mut director =
            Director::with_limits(Task::WinDomination, Limits::compact()).interval(1);
        let state = director.state_mut();
        state.insert(Fact::Strategy(strategy))?;
        for (point, _) in &map.points {
            state.insert(Fact::Point(*point))?;
        }
        for waypoint in map.waypoints() {
            state.insert(Fact::Visited(waypoint, 0))?;
        }
        Ok(Htn {
            director,
            errands: Vec::new(),
        })
    }

    /// What its bots are on the way for.
    pub fn errands(&self) -> &[Errand] {
        &self.errands
    }

    /// Hears what the server reports, and says what is to be done. The map is what everybody knows.
    pub fn think(
        &mut self,
        map: &Map,
        now: u32,
        reports: &[Report],
        orders: &mut Orders,
    ) -> Result<(), StateFull> {
        for report in reports {
            self.hear(*report, now)?;
        }
        for command in self.director.tick(map, Budget::steps(SLICE)) {
            match command {
                Command::Start { id, action, .. } => {
                    let (bot, to) = destination(action);
                    self.errands.push(Errand { id, action });
                    let stay = if matches!(action, Action::Patrol { .. }) {
                        WATCH
                    } else {
                        0
                    };
                    orders.push((bot, Order::Go(to, stay)));
                }
                Command::Stop { id, action, .. } => {
                    self.errands.retain(|errand| errand.id != id);
                    orders.push((destination(action).0, Order::Stop));
                }
            }
        }
        Ok(())
    }

    fn hear(&mut self, report: Report, now: u32) -> Result<(), StateFull> {
        match report {
            Report::Spawned { bot, at } => {
                self.director.state_mut().insert(Fact::Bot(bot))?;
                self.is_at(bot, at, now)?;
                self.director.replan_now();
            }
            Report::Passed { bot, at } => self.is_at(bot, at, now)?,
            Report::Arrived { bot, at } => {
                self.is_at(bot, at, now)?;
                self.done(|errand| destination(errand.action) == (bot, at));
            }
            Report::Died { bot } => {
                let state = self.director.state_mut();
                state.remove(Fact::Bot(bot));
                if let Some(at) = get::at(state, bot) {
                    state.remove(Fact::At(bot, at));
                }
                self.errands
                    .retain(|errand| destination(errand.action).0 != bot);
                self.director.agent_left(bot);
                self.director.replan_now();
            }
            Report::Sees { foe, near } => {
                self.director.state_mut().insert(Fact::Sighted(foe, near))?;
            }
            Report::LostSight { foe } => {
                let state = self.director.state_mut();
                if let Some(near) = get::sighted(state, foe) {
                    state.remove(Fact::Sighted(foe, near));
                }
            }
            Report::Holds { point, ours: true } => {
                self.director.state_mut().insert(Fact::Ours(point))?;
                // Whoever was on the way to take it has nothing more to do there.
                self.done(|errand| matches!(errand.action, Action::Capture { point: taken, .. } if taken == point));
            }
            Report::Holds { point, ours: false } => {
                self.director.state_mut().remove(Fact::Ours(point));
            }
        }
        Ok(())
    }

    /// Tells the director that these have ended well.
    fn done(&mut self, ended: impl Fn(&Errand) -> bool) {
        for errand in self.errands.iter().filter(|errand| ended(errand)) {
            // Refused where the director has ended it itself: then there is nothing to tell.
            let _ = self.director.finish(errand.id, Outcome::Success);
        }
        self.errands.retain(|errand| !ended(errand));
    }

    fn is_at(&mut self, bot: Bot, at: Waypoint, now: u32) -> Result<(), StateFull> {
        let state = self.director.state_mut();
        state.insert(Fact::At(bot, at))?;
        state.insert(Fact::Visited(at, now))?;
        Ok(())
    }
}

/// Who is to go, and where.
pub fn destination(action: Action) -> (Bot, Waypoint) {
    match action {
        Action::Capture { who, point } | Action::Patrol { who, point } => (who, point),
        Action::Advance { who, waypoint } => (who, waypoint),
    }
}
