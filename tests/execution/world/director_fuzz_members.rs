//! Fuzzes directors whose plans choose their agents: members come and go during repairs, sensors report late, wrongly or never,
//! and slices are a few steps. The checks use only commands, facts and events.

use std::collections::BTreeMap;

use squad_htn::prelude::*;
use squad_htn::{ActionId, PlanId};

use super::decisions::{Decisions, Settings};
use super::journals;
use super::members::members::{self, Action, Director, Fact, Task};
use super::members::{acting, engaged, sensed};
use super::seed::Seed;
use crate::common::Random;
use crate::squad::Actor;

const AGENTS: usize = 4;
const THINGS: usize = 3;

struct MemberFuzz {
    random: Random,
    director: Director,
    decisions: Decisions<members::Domain>,
    policy: Policy,
    interval: u64,
    max_repairs: usize,
    stall_timeout: u64,
    grace: u64,
    tick: u64,
    running: Vec<(ActionId, Action)>,
    reported: Vec<ActionId>,
    /// Pending sensor reports: the tick, the fact, and true if it exists.
    sensors: Vec<(u64, Fact, bool)>,
    /// For each plan, the tick of its last progress and the number of its repairs.
    plans: BTreeMap<PlanId, (u64, usize)>,
    /// The tick of the last answer for the root task, and the number of answers.
    answered: u64,
    answers: u64,
    /// True if the game changes facts that only plans should change.
    wild: bool,
    /// The agents reported to have left since the last tick.
    left: Vec<Actor>,
    story: Vec<String>,
}

/// Counts of an episode.
#[derive(Clone, Default, Debug)]
pub struct MemberCounts {
    pub story: Vec<String>,
    pub repairs: usize,
    pub replaced: usize,
}

/// Runs an episode.
pub fn run(seed: u64) -> MemberCounts {
    let _seed = Seed(seed);
    let mut fuzz = MemberFuzz::new(seed);
    // A clone keeps no journal, so some episodes use clones and others keep journals.
    if seed.is_multiple_of(2) {
        journals::keep(&mut fuzz.director);
    }
    let slices = [
        [0, 1, 2, 3, 3, 10, 10, 10],
        [0, 1, 2, 3, 3, 40, 40, 100_000],
        [0, 3, 40, 200, 100_000, 100_000, 100_000, 100_000],
    ][fuzz.random.below(3)];
    let ticks = if slices[7] < 100 { 400 } else { 20 };
    for _ in 0..ticks + fuzz.random.below(100) {
        for _ in 0..fuzz.random.below(3) {
            fuzz.input();
        }
        let slice = slices[fuzz.random.below(8)];
        fuzz.tick(slice);
    }
    fuzz.calm();
    fuzz.drain();
    if seed.is_multiple_of(2) {
        journals::play_again(&mut fuzz.director, &(), &fuzz.story);
    }
    let count = |word: &str| fuzz.story.iter().filter(|line| line.contains(word)).count();
    MemberCounts {
        repairs: count(" repaired "),
        replaced: count(" replaced "),
        story: fuzz.story,
    }
}

impl MemberFuzz {
    fn new(seed: u64) -> MemberFuzz {
        let mut random = Random::new(seed ^ 0xB1_6ADE);
        let policy = [Policy::Accumulate, Policy::Replace, Policy::Preempt][random.below(3)];
        let interval = [1, 2, 7][random.below(3)];
        let max_repairs = [0, 2, 8, 1_000][random.below(4)];
        let stall_timeout = [0, 0, 3, 12][random.below(4)];
        let repair = [
            Repair::Subtree,
            Repair::Subtree,
            Repair::Subtree,
            Repair::Replan,
        ][random.below(4)];
        let wild = random.below(4) == 0;
        let grace = random.below(4) as u32;
        let limits = Limits {
            events: 2_048,
            plans: 6,
            ..Limits::compact()
        };
        let director = Director::with_limits(Task::Raid, limits)
            .interval(interval)
            .repair(repair)
            .max_repairs(max_repairs)
            .sensor_timeout(grace)
            .stall_timeout(stall_timeout)
            .detect_loops(random.below(4) == 0);
        let (director, settings) = Settings::choose(&mut random, director, policy);
        let mut fuzz = MemberFuzz {
            random,
            director,
            decisions: Decisions::new(settings, limits),
            policy,
            interval: interval.into(),
            max_repairs: max_repairs as usize,
            stall_timeout: stall_timeout.into(),
            grace: grace.into(),
            tick: 0,
            running: Vec::new(),
            reported: Vec::new(),
            sensors: Vec::new(),
            plans: BTreeMap::new(),
            answered: 0,
            answers: 0,
            wild,
            left: Vec::new(),
            story: Vec::new(),
        };
        fuzz.put(Fact::Open, true);
        for n in 1..=THINGS as u8 {
            fuzz.put(Fact::Way(n), true);
            fuzz.put(Fact::Target(n, 10 * n), true);
            fuzz.put(Fact::Member(Actor(n)), true);
        }
        fuzz
    }

    fn put(&mut self, fact: Fact, there: bool) {
        let state = self.director.state_mut();
        if there {
            state.insert(fact).expect("the fact fits");
        } else {
            state.remove(fact);
        }
    }

    fn thing(&mut self) -> u8 {
        1 + self.random.below(THINGS) as u8
    }

    fn input(&mut self) {
        let (there, rarely) = (self.random.below(2) == 0, self.random.below(4) == 0);
        match self.random.below(20) {
            0..=7 => {
                let outcome = match self.random.below(3) {
                    0 => Outcome::Failure,
                    _ => Outcome::Success,
                };
                let open = |run: &&(ActionId, Action)| !self.reported.contains(&run.0);
                let open: Vec<_> = self.running.iter().filter(open).copied().collect();
                if !open.is_empty() {
                    let (id, action) = open[self.random.below(open.len())];
                    self.report(id, action, outcome);
                }
            }
            8 | 9 => {
                let who = Actor(1 + self.random.below(AGENTS) as u8);
                let fact = Fact::Member(who);
                if !self.director.state().contains(fact) {
                    self.put(fact, true);
                } else {
                    self.put(fact, false);
                    self.put(Fact::Near(who), false);
                    // Some games forget the call. The facts are enough for steps that have not started.
                    if !rarely {
                        self.director.agent_left(who);
                        self.left.push(who);
                    }
                }
            }
            10 => {
                let plans: Vec<PlanId> = self.director.executor().plans().map(|p| p.id).collect();
                if !plans.is_empty() {
                    self.director.cancel(plans[self.random.below(plans.len())]);
                }
            }
            11 if rarely => self.director.replan_now(),
            12 => {
                self.put(Fact::Alert, rarely);
            }
            13 => {
                let fact = Fact::Blocked(self.thing());
                self.put(fact, there);
            }
            14 => {
                let fact = Fact::Target(self.thing(), self.random.below(50) as u8);
                self.put(fact, true);
            }
            15 => {
                let fact = Fact::Downed(self.thing());
                self.put(fact, rarely);
            }
            16 => {
                let fact = Fact::Marked(self.thing());
                self.put(fact, there);
            }
            17 => self.put(Fact::Open, !rarely),
            18 if self.wild => {
                let n = self.thing();
                let fact = [Fact::Taken(n), Fact::Reserved(Actor(n))][self.random.below(2)];
                self.put(fact, there);
            }
            _ => {}
        }
    }

    fn report(&mut self, id: ActionId, action: Action, outcome: Outcome) {
        self.director.finish(id, outcome).expect("it runs");
        assert!(self.director.finish(id, outcome).is_err(), "reported twice");
        self.reported.push(id);
        let Some(fact) = sensed(action).filter(|_| outcome == Outcome::Success) else {
            return;
        };
        let seen = self.tick + self.random.below(4) as u64;
        if self.random.below(6) > 0 {
            self.sensors.push((seen, fact, true));
        }
        if self.random.below(5) == 0 {
            let refuted = seen + self.random.below(4) as u64;
            self.sensors.push((refuted, fact, false));
        }
    }

    fn tick(&mut self, slice: u64) {
        let now = self.tick;
        let due: Vec<_> = self
            .sensors
            .extract_if(.., |sensor| sensor.0 <= now)
            .collect();
        for (_, fact, there) in due {
            self.put(fact, there);
        }
        for id in self.reported.drain(..) {
            self.running.retain(|run| run.0 != id);
        }
        let before: Vec<ActionId> = self.running.iter().map(|run| run.0).collect();
        crate::between(&mut self.director);
        let mut copy = (self.random.below(8) == 0).then(|| self.director.clone());
        let commands: Vec<_> = self.director.tick(&(), Budget::steps(slice)).collect();
        let lines: Vec<String> = self.director.events().map(|e| e.to_string()).collect();
        if let Some(copy) = &mut copy {
            assert!(
                copy.tick(&(), Budget::steps(slice))
                    .eq(commands.iter().copied())
            );
            assert!(
                copy.events()
                    .map(|e| e.to_string())
                    .eq(lines.iter().cloned())
            );
            assert_eq!(copy.state(), self.director.state());
        }
        if let (Some(copy), None) = (copy, self.director.journal()) {
            self.director = copy;
        }
        self.tick += 1;
        self.story.extend(lines);
        for command in commands {
            self.follow(command);
        }
        for who in std::mem::take(&mut self.left) {
            let mut old = self.running.iter().filter(|run| before.contains(&run.0));
            assert!(
                !old.any(|run| engaged(run.1).contains(&who)),
                "{who:?} left"
            );
        }
        self.follow_events();
        self.decisions.follow(&self.director, slice >= 100_000);
        self.check(slice);
    }

    fn follow(&mut self, command: Command<members::Domain>) {
        match command {
            Command::Start { id, action, .. } => {
                let agents = engaged(action);
                for (_, other) in &self.running {
                    let twice = engaged(*other).iter().any(|agent| agents.contains(agent));
                    assert!(!twice, "`{action}` beside `{other}`: {:#?}", self.story);
                }
                for agent in agents {
                    let member = self.director.state().contains(Fact::Member(agent));
                    assert!(member, "`{action}` without {agent:?}: {:#?}", self.story);
                }
                self.running.push((id, action));
            }
            Command::Stop { id, action, .. } => {
                let at = self.running.iter().position(|run| *run == (id, action));
                self.running.remove(at.expect("what is stopped has run"));
            }
        }
    }

    fn follow_events(&mut self) {
        let events: Vec<_> = self.director.events().collect();
        let now = self.tick;
        let answers = self.director.answers() - self.answers;
        assert!(answers <= 1, "two answers: {:#?}", self.story);
        if answers > 0 {
            self.answered = now;
            self.answers += answers;
        }
        for event in events {
            let (plan, repairs) = match event {
                Event::Repaired { plan, .. } => (plan, 1),
                Event::Started { plan, .. }
                | Event::Finished { plan, .. }
                | Event::Failed {
                    plan,
                    action: Some(_),
                    ..
                }
                | Event::NeedsRepair { plan, .. } => (plan, 0),
                _ => continue,
            };
            let (moved, repaired) = self.plans.entry(plan).or_insert((now, 0));
            *moved = now;
            *repaired += repairs;
            assert!(*repaired <= self.max_repairs, "{:#?}", self.story);
        }
    }

    fn check(&mut self, slice: u64) {
        let executor = self.director.executor();
        assert_eq!(executor.events_missed(), 0);
        let begun: Vec<PlanId> = executor
            .plans()
            .filter(|plan| plan.waits.is_some())
            .map(|plan| plan.id)
            .collect();
        if self.policy != Policy::Accumulate {
            assert!(begun.len() <= 1, "{begun:?} at a time: {:#?}", self.story);
        }
        for id in &begun {
            let (moved, _) = *self.plans.entry(*id).or_insert((self.tick, 0));
            let still = self.tick - moved;
            let stuck = self.stall_timeout > 0 && still >= self.stall_timeout;
            assert!(
                !stuck,
                "plan {id} is still since {still}: {:#?}",
                self.story
            );
        }
        if !self.wild {
            self.check_reservations();
        }
        let plans = begun.len();
        for agent in (0..8).map(Actor) {
            let busy = self
                .running
                .iter()
                .any(|run| engaged(run.1).contains(&agent));
            assert!(executor.is_busy(agent) >= busy);
            assert!(!executor.is_busy(agent) || plans > 0);
        }
        if slice >= 100_000 {
            // The slices were too small before: one search may take until now, and the next is due.
            let since = self.tick - self.answered;
            assert!(
                since < self.interval,
                "no answer for {since} ticks: {:#?}",
                self.story
            );
        }
    }

    /// Asserts that exactly the agents of plans are reserved, and that exactly the running actions act.
    fn check_reservations(&self) {
        let mut wanted = Vec::new();
        for plan in self.director.executor().plans() {
            let mut here = Vec::new();
            for (step, task) in plan.tasks().enumerate() {
                if !plan.has_started(step) {
                    continue;
                }
                match task {
                    Task::Reserve { who, t } => here.extend([Fact::Reserved(who), Fact::Taken(t)]),
                    Task::Enlist { who } => here.push(Fact::Reserved(who)),
                    Task::Release { who, t } => {
                        here.retain(|fact| ![Fact::Reserved(who), Fact::Taken(t)].contains(fact));
                    }
                    Task::Dismiss { who } => here.retain(|fact| *fact != Fact::Reserved(who)),
                    _ => {}
                }
            }
            wanted.extend(here);
        }
        for (_, action) in &self.running {
            wanted.extend(acting(*action));
        }
        let kept =
            |fact: &Fact| matches!(fact, Fact::Reserved(_) | Fact::Taken(_) | Fact::Acting(..));
        let mut there: Vec<Fact> = self.director.state().facts().filter(kept).collect();
        let spell = |fact: &Fact| fact.to_string();
        there.sort_by_key(spell);
        wanted.sort_by_key(spell);
        assert_eq!(there, wanted, "{:#?}", self.story);
    }

    /// Runs ticks in which only the plans change facts, sensors report in time, and one action at a time may fail. With one
    /// plan at a time, everything planned or repaired since then can start. (Of several plans, one may use what another relies
    /// on, and a plan that replaces another does not foresee the effects of the actions that this fails.)
    fn calm(&mut self) {
        self.sensors.clear();
        self.left.clear();
        for n in 1..=THINGS as u8 {
            for fact in [Fact::Downed(n), Fact::Blocked(n), Fact::Alert] {
                self.put(fact, false);
            }
            self.put(Fact::Member(Actor(n)), true);
        }
        self.put(Fact::Open, true);
        let begin = self.tick;
        let mut took_over = Vec::new();
        for _ in 0..60 {
            let settled = self.tick >= begin + 12;
            let executor = self.director.executor();
            // A plan that was just found relies on the current facts.
            let enters = executor
                .plans()
                .any(|plan| plan.needs_repair || plan.waits.is_none());
            let fails = settled && self.random.below(6) == 0;
            let running = if enters {
                Vec::new()
            } else {
                self.running.clone()
            };
            for (at, (id, action)) in running.into_iter().enumerate() {
                if self.random.below(3) == 0 {
                    continue;
                }
                let outcome = match fails && at == 0 {
                    true => Outcome::Failure,
                    false => Outcome::Success,
                };
                self.director.finish(id, outcome).expect("it runs");
                self.reported.push(id);
                if let Some(fact) = sensed(action).filter(|_| outcome == Outcome::Success) {
                    let late = match fact {
                        Fact::Downed(_) => 0,
                        _ => self.random.below(self.grace as usize + 1) as u64,
                    };
                    self.sensors.push((self.tick + late, fact, true));
                }
            }
            self.tick(100_000);
            let replaced = self.director.events().filter_map(|event| match event {
                Event::Replaced { by, .. } => Some(by),
                _ => None,
            });
            took_over.extend(replaced);
            let cannot = |event: &Event<_>| matches!(event, Event::Failed { action: None, plan, .. } if !took_over.contains(plan));
            if settled && !self.wild && self.policy != Policy::Accumulate {
                let cannot = self.director.events().find(cannot);
                assert!(cannot.is_none(), "{cannot:?}: {:#?}", self.story);
            }
        }
    }

    /// Finds no further plan, finishes every action in each tick and reports its effects at once. All plans must end, however
    /// small the slices are.
    fn drain(&mut self) {
        self.put(Fact::Open, false);
        self.put(Fact::Alert, false);
        self.sensors.clear();
        let mut slices = 4_000;
        while self.director.executor().plans().len() > 0 {
            for (id, action) in self.running.clone() {
                self.director.finish(id, Outcome::Success).expect("it runs");
                self.reported.push(id);
                if let Some(fact) = sensed(action) {
                    self.put(fact, true);
                }
            }
            self.tick(3);
            slices -= 1;
            assert!(slices > 0, "plans are left: {:#?}", self.story);
        }
        assert!(self.running.is_empty());
    }
}
