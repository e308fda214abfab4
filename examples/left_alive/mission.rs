//! The connection between the fight and the director: facts go in, commands come out, and costs are counted.

use std::time::{Duration, Instant};

use htn_view::{Change, PlanDiffState, Recording};
use squad_htn::prelude::*;

use crate::domain::armour::{Action, Director, Domain, Fact, Task, rows};
use crate::field::{Enemy, Field, Place, Vehicle};
use crate::world::{Activity, News, TICKS_A_SECOND, World};

/// The maximum number of ticks of a fight: twenty minutes.
pub const LIMIT: u32 = 20 * 60 * TICKS_A_SECOND;
/// The search budget of a tick, in steps.
const SLICE: u64 = 2_000;

/// The end of a fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Won,
    Lost,
    /// The time limit was reached.
    TimeIsUp,
}

/// A fight with the director of the platoon.
pub struct Mission {
    pub world: World,
    pub director: Director,
    pub recording: Recording<Domain>,
    /// The actions in progress.
    running: Vec<(Vehicle, ActionId)>,
    /// For each plan: the steps that would be wasted if it were abandoned now.
    at_stake: Vec<(PlanId, usize)>,
    pub costs: Costs,
}

/// The costs of a fight.
#[derive(Clone, Copy, Default, Debug)]
pub struct Costs {
    pub repairs: u32,
    pub abandoned: u32,
    /// The wasted steps of abandoned plans: those not done, and those undone.
    abandoned_steps: usize,
    /// The measured time of the director's ticks.
    pub time: Duration,
}

impl Mission {
    pub fn new(seed: u64, sides: (usize, usize), repair: Repair) -> Result<Mission, CapacityError> {
        let world = World::new(seed, sides.0, sides.1);
        let director = Director::with_limits(Task::Fight, Limits::compact())
            .interval(TICKS_A_SECOND)
            .repair(repair)
            .max_repairs(1_000)
            .retry_after(0);
        let mut mission = Mission {
            world,
            director,
            recording: Recording::new().names(name),
            running: Vec::new(),
            at_stake: Vec::new(),
            costs: Costs::default(),
        };
        let state = mission.director.state_mut();
        for &(from, to) in mission.world.field.roads() {
            state.insert(Fact::Road(from, to))?;
        }
        for home in Field::column(0).step_by(2) {
            state.insert(Fact::Depot(home))?;
        }
        for (who, one) in mission.world.ours() {
            state.insert(Fact::Ready(who))?;
            state.insert(Fact::At(who, one.place))?;
        }
        mission.spot()?;
        Ok(mission)
    }

    /// Returns how the fight ended, or `None` while it is in progress.
    pub fn end(&self) -> Option<End> {
        match () {
            () if self.world.theirs().next().is_none() => Some(End::Won),
            () if self.world.ours().next().is_none() => Some(End::Lost),
            () if self.world.tick >= LIMIT => Some(End::TimeIsUp),
            () => None,
        }
    }

    /// Runs the fight to its end.
    pub fn run(&mut self) -> Result<End, CapacityError> {
        loop {
            if let Some(end) = self.end() {
                return Ok(end);
            }
            self.step()?;
        }
    }

    /// Runs one tick of the world and of the director.
    pub fn step(&mut self) -> Result<Vec<News>, CapacityError> {
        let news = self.world.step();
        for &one in &news {
            self.hear(one)?;
        }
        self.spot()?;
        let started = Instant::now();
        let commands = self.director.tick(&self.world.field, Budget::steps(SLICE));
        self.costs.time += started.elapsed();
        for command in commands {
            match command {
                Command::Start { id, action, .. } => self.start(id, action),
                Command::Stop { id, .. } => self.stop(id),
            }
        }
        self.count();
        self.recording.tick(&self.director);
        Ok(news)
    }

    /// Updates the facts about enemy positions.
    fn spot(&mut self) -> Result<(), CapacityError> {
        let state = self.director.state_mut();
        let theirs = self.world.theirs();
        let spotted = theirs.map(|(enemy, one)| Fact::Spotted(enemy, one.place));
        state.sync(rows::spotted, spotted)?;
        Ok(())
    }

    fn hear(&mut self, news: News) -> Result<(), CapacityError> {
        match news {
            News::Over(who, well) => {
                let at = self.running.iter().position(|(busy, _)| *busy == who);
                if let Some(at) = at {
                    let (_, id) = self.running.swap_remove(at);
                    let outcome = if well {
                        Outcome::Success
                    } else {
                        Outcome::Failure
                    };
                    // The action is in progress: a stopped one is not in `running`.
                    let _ = self.director.finish(id, outcome);
                }
            }
            News::Hit(who) => {
                self.director.state_mut().insert(Fact::Damaged(who))?;
            }
            News::Lost(who) => {
                let state = self.director.state_mut();
                state.remove(Fact::Ready(who));
                state.remove(Fact::Damaged(who));
                state.retain(|fact| !matches!(fact, Fact::At(gone, _) if gone == who));
                self.running.retain(|(busy, _)| *busy != who);
                self.director.agent_left(who);
            }
            News::Closed(from, to) | News::Opened(from, to) => {
                let closed = matches!(news, News::Closed(..));
                let state = self.director.state_mut();
                state.set(Fact::Closed(from, to), closed)?;
                state.set(Fact::Closed(to, from), closed)?;
            }
            News::Destroyed(_) | News::Shelled(_) | News::Moved(..) => {}
        }
        if let Some((who, text)) = describe(news) {
            self.recording.note(&who, &text);
        }
        Ok(())
    }

    fn start(&mut self, id: ActionId, action: Action) {
        let (who, activity) = match action {
            Action::Drive { who, to, .. } => (who, self.world.drive(who, to)),
            Action::Strike { who, target } => (who, self.world.strike(target)),
            Action::Suppress { who, target } => (who, Activity::Suppressing { target }),
            Action::Mend { who } => (who, self.world.mend()),
        };
        self.world.start(who, activity);
        self.running.push((who, id));
    }

    fn stop(&mut self, id: ActionId) {
        let at = self.running.iter().position(|(_, other)| *other == id);
        if let Some(at) = at {
            let (who, _) = self.running.swap_remove(at);
            self.world.start(who, Activity::Nothing);
        }
    }

    fn count(&mut self) {
        for event in self.director.events() {
            match event {
                Event::Repaired { .. } => self.costs.repairs += 1,
                Event::Abandoned { plan, .. } => {
                    let lost = self.at_stake.iter().find(|(other, _)| *other == plan);
                    self.costs.abandoned += 1;
                    self.costs.abandoned_steps += lost.map_or(0, |(_, steps)| *steps);
                }
                _ => {}
            }
        }
        self.at_stake.clear();
        for plan in self.director.executor().plans() {
            let wasted = |(at, step): &(usize, squad_htn::PlanStep<Domain>)| {
                step.state != StepState::Done || plan.would_be_undone(*at)
            };
            let steps = plan.steps().enumerate().filter(wasted).count();
            self.at_stake.push((plan.id, steps));
        }
    }

    /// Returns the planned steps that were not done, or undone, because of repairs and abandoned plans.
    pub fn wasted_steps(&self) -> usize {
        let repairs = self.recording.repairs();
        let lines = repairs.iter().flat_map(|repair| &repair.lines);
        let wasted = lines.filter(|line| match (line.change, line.step) {
            (Change::Undone, _) => true,
            (Change::Replaced, Some(state)) => state != PlanDiffState::Done,
            _ => false,
        });
        wasted.count() + self.costs.abandoned_steps
    }
}

/// Names the values of the domain.
fn name(value: htn_view::Value<'_>) -> Option<String> {
    match value.type_name {
        "Vehicle" => Vehicle::from_word(value.word).name().to_owned().into(),
        "Enemy" => Enemy::from_word(value.word).name().into(),
        "Place" => Place::from_word(value.word).name().into(),
        _ => None,
    }
}

/// Describes an event for the log: subject and text. The director already logs the ends of actions.
pub fn describe(news: News) -> Option<(String, String)> {
    let road = |a: Place, b: Place| format!("road {}–{}", a.name(), b.name());
    Some(match news {
        News::Over(..) => return None,
        News::Hit(who) => (who.name().to_owned(), "is hit".to_owned()),
        News::Lost(who) => (who.name().to_owned(), "is lost".to_owned()),
        News::Destroyed(enemy) => (enemy.name(), "is destroyed".to_owned()),
        News::Shelled(enemy) => (enemy.name(), "is destroyed by shells".to_owned()),
        News::Moved(enemy, to) => (enemy.name(), format!("moves to {}", to.name())),
        News::Closed(a, b) => (road(a, b), "is under fire".to_owned()),
        News::Opened(a, b) => (road(a, b), "is open again".to_owned()),
    })
}
