//! Drives a director that was loaded from a mutated save, and checks its actions.

use std::collections::BTreeMap;

use saves::{Carry, Format};
use squad_htn::prelude::*;
use squad_htn::save::{LoadTerms, SaveTerms};
use squad_htn::{ActionId, Director, PlanId};

use crate::common::Random;

/// A world that a director can be in.
pub trait World: SaveTerms + LoadTerms<Agent: Ord + Copy> {
    /// Returns the agents that an action engages.
    fn engaged(action: Self::Action) -> Vec<Self::Agent>;
    /// Returns true if the expressions of the domain accept a fact: they may overflow for others.
    fn is_sane(_: Self::Fact) -> bool {
        true
    }
    /// Returns the agents that a task names.
    fn named(task: Self::Task) -> Vec<Self::Agent>;
    /// Returns all possible agents.
    fn agents() -> Vec<Self::Agent>;
    fn tick(director: &mut Director<Self>, steps: u64) -> Vec<Command<Self>>;
    /// Changes facts, as sensors do.
    fn sense(director: &mut Director<Self>, random: &mut Random);
    /// No further plan is found from now on.
    fn close(director: &mut Director<Self>);
}

struct Driver<D: World> {
    director: Director<D>,
    random: Random,
    /// The running actions. The action is known if its start was seen.
    running: BTreeMap<ActionId, Option<D::Action>>,
    reported: Vec<ActionId>,
    /// The steps of each plan that started after it was loaded or repaired.
    started: Vec<(PlanId, usize, Vec<D::Agent>)>,
    latest: u64,
}

/// Drives the director for `ticks` ticks, and then until all plans have ended.
pub fn drive<D: World>(director: Director<D>, random: Random, ticks: usize) {
    let plans = director.executor().plans();
    let steps = plans.flat_map(|plan| plan.steps());
    let running: BTreeMap<_, _> = steps
        .filter_map(|step| Some((step.action?, None)))
        .collect();
    let latest = running.keys().map(|id| id.number()).max().unwrap_or(0);
    let mut driver = Driver {
        director,
        random,
        running,
        reported: Vec::new(),
        started: Vec::new(),
        latest,
    };
    for tick in 0..ticks {
        driver.call();
        let steps = [0, 3, 40, 1_000][driver.random.below(4)];
        driver.tick(steps);
        if tick == ticks / 2 {
            // A loaded director can be saved.
            driver.director = driver.director.carried(Format::Postcard);
        }
    }
    driver.drain();
}

impl<D: World> Driver<D> {
    fn call(&mut self) {
        match self.random.below(12) {
            0..=5 => self.finish(),
            6 => {
                let agents = D::agents();
                let who = agents[self.random.below(agents.len())];
                self.director.agent_left(who);
            }
            7 => {
                let plans = self.director.executor().plans();
                let plans: Vec<PlanId> = plans.map(|plan| plan.id).collect();
                if !plans.is_empty() {
                    let plan = plans[self.random.below(plans.len())];
                    assert!(self.director.cancel(plan));
                }
            }
            8 => self.director.replan_now(),
            _ => D::sense(&mut self.director, &mut self.random),
        }
    }

    fn finish(&mut self) {
        let all: Vec<ActionId> = self.running.keys().copied().collect();
        if all.is_empty() {
            return;
        }
        let id = all[self.random.below(all.len())];
        let outcome = match self.random.below(3) {
            0 => Outcome::Failure,
            _ => Outcome::Success,
        };
        self.report(id, outcome);
    }

    /// The first report of an action that runs is accepted; one that the save has had reported is so already.
    fn report(&mut self, id: ActionId, outcome: Outcome) {
        let accepted = self.director.finish(id, outcome);
        if self.reported.contains(&id) {
            assert_eq!(accepted, Err(squad_htn::FinishError::Reported(id)));
        } else {
            let of_save = Err(squad_htn::FinishError::Reported(id));
            assert!(accepted.is_ok() || accepted == of_save, "{accepted:?}");
            self.reported.push(id);
        }
    }

    fn tick(&mut self, steps: u64) {
        let commands = D::tick(&mut self.director, steps);
        let events: Vec<Event<D>> = self.director.events().collect();
        for event in &events {
            match *event {
                Event::Finished {
                    action: Some(id), ..
                }
                | Event::Failed {
                    action: Some(id), ..
                } => {
                    let ended = self.running.remove(&id);
                    // An action that starts and ends in one tick has a command.
                    let in_tick = |command: &Command<D>| matches!(command, Command::Start { id: other, .. } if *other == id);
                    assert!(ended.is_some() || commands.iter().any(in_tick), "{event}");
                }
                Event::Repaired { plan, .. } => self.started.retain(|started| started.0 != plan),
                Event::Started {
                    plan, step, task, ..
                } => {
                    let agents = D::named(task);
                    for (other, before, theirs) in &self.started {
                        let shares = theirs.iter().any(|agent| agents.contains(agent));
                        assert!(
                            *other != plan || *before < step || !shares,
                            "{event} overtook"
                        );
                    }
                    self.started.push((plan, step, agents));
                }
                _ => {}
            }
        }
        for command in commands {
            match command {
                Command::Start { id, action, .. } => {
                    assert!(id.number() > self.latest, "{command}");
                    self.latest = id.number();
                    let ended = |event: &Event<D>| matches!(*event, Event::Finished { action: Some(other), .. } | Event::Failed { action: Some(other), .. } if other == id);
                    if !events.iter().any(ended) {
                        self.running.insert(id, Some(action));
                    }
                }
                Command::Stop { id, .. } => assert!(!self.running.contains_key(&id), "{command}"),
            }
        }
        self.reported.retain(|id| self.running.contains_key(id));
        self.check();
    }

    fn check(&self) {
        let executor = self.director.executor();
        let mut engaged = Vec::new();
        for action in self.running.values().flatten() {
            // A mutant may have one agent do what takes two.
            let mut agents = D::engaged(*action);
            agents.sort();
            agents.dedup();
            engaged.extend(agents);
        }
        for who in &engaged {
            assert!(executor.is_busy(*who), "{who:?} acts, and is not busy");
        }
        let many = engaged.len();
        engaged.sort();
        engaged.dedup();
        assert_eq!(many, engaged.len(), "somebody is engaged twice");
        if executor.plans().len() == 0 {
            assert!(self.running.is_empty(), "actions without a plan");
            for who in D::agents() {
                assert!(!executor.is_busy(who), "{who:?} is busy without a plan");
            }
        }
        // Calls all functions that return a part of the state.
        let _ = self.director.seen();
        for who in D::agents() {
            let _ = format!("{:?}", executor.doing(who));
        }
    }

    /// Nothing is planned any more, and all that runs ends well: so do all plans, or they are given up.
    fn drain(&mut self) {
        D::close(&mut self.director);
        // The current task is planned at most once more.
        self.director.set_settings(
            self.director
                .settings()
                .interval(1_000_000)
                .when_idle(false)
                .keep_searching(false)
                .repair(Repair::Abandon)
                .sensor_timeout(1),
        );
        for _ in 0..80 {
            for id in self.running.keys().copied().collect::<Vec<_>>() {
                if !self.reported.contains(&id) {
                    self.report(id, Outcome::Success);
                }
            }
            self.tick(100_000);
            if self.director.executor().plans().len() == 0 && self.running.is_empty() {
                return;
            }
        }
        panic!("plans are left: {}", self.director);
    }
}
