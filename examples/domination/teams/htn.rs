//! The HTN team: the improved team's bodies, with a director that chooses their destinations.

use squad_htn::prelude::*;

use super::Orders;
use crate::domain::domination::{Action, Director, Domain, Fact, Task, get};
use crate::game::{Map, Order, Report};
use crate::terms::{Bot, Idea, Strategy, Waypoint};

/// Director ticks per tick of the game. A plan found in one tick of the director starts in the next, so with two an order is given
/// in the game tick of the report that caused it, as in the improved team.
pub const FRAMES: u32 = 2;
/// The search budget of one director tick, enough for eight bots at once. It is in steps, so that a match is the same on every
/// machine.
const SLICE: u64 = 20_000;

/// An action of the director, and the bot that executes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Errand {
    pub id: ActionId,
    pub action: Action,
}

pub struct Htn {
    pub director: Director,
    errands: Vec<Errand>,
    /// True if each report ends all plans: see [`Idea::Reassign`].
    reassigns: bool,
}

impl Htn {
    /// Creates a team that knows only the map and its strategy.
    pub fn new(map: &Map, strategy: Strategy) -> Result<Htn, CapacityError> {
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
            reassigns: false,
        })
    }

    /// Creates a team with the strategy `WholeTeam`, and with these ideas.
    pub fn whole_team(
        map: &Map,
        ideas: impl IntoIterator<Item = Idea>,
    ) -> Result<Htn, CapacityError> {
        let mut team = Htn::new(map, Strategy::WholeTeam)?;
        for idea in ideas {
            team.director.state_mut().insert(Fact::Idea(idea))?;
            team.reassigns |= idea == Idea::Reassign;
        }
        Ok(team)
    }

    /// Returns the actions in progress.
    pub fn errands(&self) -> &[Errand] {
        &self.errands
    }

    /// Processes the server's reports and appends orders. `observe` is called with the director after each of its ticks.
    pub fn think(
        &mut self,
        map: &Map,
        now: u32,
        reports: &[Report],
        orders: &mut Orders,
        observe: &mut dyn FnMut(&Director),
    ) -> Result<(), CapacityError> {
        for report in reports {
            self.hear(*report, now)?;
        }
        if self.reassigns && !reports.is_empty() {
            let plans = self.director.executor().plans().map(|plan| plan.id);
            for plan in plans.collect::<Vec<_>>() {
                self.director.cancel(plan);
            }
            self.director.replan_now();
        }
        for _ in 0..FRAMES {
            for command in self.director.tick(map, Budget::steps(SLICE)) {
                orders.push(self.execute(command));
            }
            observe(&self.director);
        }
        Ok(())
    }

    fn execute(&mut self, command: Command<Domain>) -> (Bot, Order) {
        match command {
            Command::Start { id, action, .. } => {
                self.errands.push(Errand { id, action });
                let (bot, to) = destination(action);
                let order = match action {
                    Action::Patrol { .. } | Action::Hold { .. } => Order::Watch(to),
                    Action::Capture { .. } | Action::Advance { .. } => Order::Go(to),
                };
                (bot, order)
            }
            Command::Stop { id, action, .. } => {
                self.errands.retain(|errand| errand.id != id);
                (destination(action).0, Order::Stop)
            }
        }
    }

    fn hear(&mut self, report: Report, now: u32) -> Result<(), CapacityError> {
        match report {
            Report::Spawned { bot, at } => {
                self.director.state_mut().insert(Fact::Bot(bot))?;
                self.is_at(bot, at, now)?;
                self.director.replan_now();
            }
            Report::Passed { bot, at } => self.is_at(bot, at, now)?,
            Report::Arrived { bot, at } => {
                self.is_at(bot, at, now)?;
                self.finish_errands(|errand| destination(errand.action) == (bot, at));
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
                let state = self.director.state_mut();
                state.insert(Fact::Ours(point))?;
                // One metre is near enough to take a point, before a bot has passed its waypoint.
                state.insert(Fact::Visited(point, now))?;
                // Bots on the way to take it have achieved that.
                self.finish_errands(|errand| matches!(errand.action, Action::Capture { point: taken, .. } if taken == point));
            }
            Report::Holds { point, ours: false } => {
                self.director.state_mut().remove(Fact::Ours(point));
            }
        }
        Ok(())
    }

    /// Reports success of these actions to the director.
    fn finish_errands(&mut self, ended: impl Fn(&Errand) -> bool) {
        for errand in self.errands.iter().filter(|errand| ended(errand)) {
            // An error means that the director has stopped the action in the meantime, so there is nothing to report.
            let _ = self.director.finish(errand.id, Outcome::Success);
        }
        self.errands.retain(|errand| !ended(errand));
    }

    fn is_at(&mut self, bot: Bot, at: Waypoint, now: u32) -> Result<(), CapacityError> {
        let state = self.director.state_mut();
        state.insert(Fact::At(bot, at))?;
        state.insert(Fact::Visited(at, now))?;
        Ok(())
    }
}

/// Returns the bot that an action moves, and its destination.
pub fn destination(action: Action) -> (Bot, Waypoint) {
    match action {
        Action::Capture { who, point }
        | Action::Patrol { who, point }
        | Action::Hold { who, point } => (who, point),
        Action::Advance { who, waypoint } => (who, waypoint),
    }
}
