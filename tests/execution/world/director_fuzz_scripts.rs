//! Fuzzes directors in random worlds: sliced searches, repairs that fail, repeat or change, both policies, and limits from
//! minimal to ample. The checks use only commands, facts and events.

use squad_htn::prelude::*;
use squad_htn::{ActionId, PlanId};

use super::decisions::{Decisions, Settings};
use super::generate::Generator;
use super::home::{Home, Place};
use super::journals;
use super::seed::Seed;
use crate::common::Random;
use crate::squad::squad::{self, Action, Fact, Task};
use crate::squad::{Actor, Item, Kind, STRICT};

/// The root task has no plan without this item.
const GATE: Item = Item(7);
const ROOT: u16 = 0;

/// Returns the agents that an action engages.
pub fn engaged(action: Action) -> Vec<Actor> {
    match action {
        Action::Joint { a, b, .. } | Action::Lift { a, b, .. } => vec![a, b],
        Action::Shout { .. } => vec![],
        Action::Act { who, .. }
        | Action::Help { who, .. }
        | Action::Make { who, .. }
        | Action::Spoil { who, .. }
        | Action::Need { who, .. }
        | Action::Spot { who, .. }
        | Action::Careful { who, .. }
        | Action::Grab { who, .. } => vec![who],
    }
}

struct ScriptFuzz {
    random: Random,
    generator: Generator,
    director: Home<squad::Domain>,
    decisions: Decisions<squad::Domain>,
    agents: usize,
    running: Vec<(ActionId, Action)>,
    /// Every action that ever started.
    actions: Vec<ActionId>,
    /// Accepted finishes that wait for the tick.
    reported: Vec<(ActionId, Outcome)>,
    starts: u32,
    ends: u32,
    /// The started steps of each plan since its last repair.
    started: Vec<(PlanId, usize, Vec<Actor>)>,
    /// True if every event of a tick fits.
    ample: bool,
    policy: Policy,
    repairs: usize,
    story: Vec<String>,
}

/// Counts of an episode.
pub struct ScriptCounts {
    pub story: Vec<String>,
    pub repairs: usize,
}

/// Runs an episode.
pub fn run(seed: u64, place: Place) -> ScriptCounts {
    let _seed = Seed(seed);
    let mut fuzz = ScriptFuzz::new(seed, place);
    journals::keep(&mut fuzz.director);
    for _ in 0..10 + fuzz.random.below(40) {
        for _ in 0..fuzz.random.below(4) {
            fuzz.input();
        }
        let slice = [0, 1, 7, 60, 100_000][fuzz.random.below(5)];
        fuzz.tick(slice);
    }
    fuzz.drain();
    journals::play_again(&mut fuzz.director, &STRICT, &fuzz.story);
    ScriptCounts {
        story: fuzz.story,
        repairs: fuzz.repairs,
    }
}

/// Chooses limits from minimal to ample.
fn limits(random: &mut Random) -> (Limits, bool) {
    let ample = Limits {
        plans: 8,
        events: 2_048,
        ..Limits::compact()
    };
    if random.below(3) > 0 {
        return (ample, true);
    }
    let mut some = |most: usize| {
        if random.below(2) == 0 {
            random.below(most)
        } else {
            most * 8
        }
    };
    let limits = Limits {
        depth: some(16),
        steps: some(6),
        bindings: some(64),
        trail: some(32),
        sort: some(16),
        choices: some(16),
        checks: some(16),
        tasks: some(16),
        plans: some(3),
        events: some(8),
    };
    (limits, false)
}

impl ScriptFuzz {
    fn new(seed: u64, place: Place) -> ScriptFuzz {
        let mut random = Random::new(seed ^ 0x5EED);
        let agents = 2 + random.below(2);
        let (limits, ample) = limits(&mut random);
        let root = Task::Guarded {
            node: ROOT,
            item: GATE,
        };
        let policy = [Policy::Accumulate, Policy::Replace, Policy::Preempt][random.below(3)];
        let mut settings = None;
        let director = Home::new(place, root, limits, |director| {
            let director = director
                .interval([1, 3, 10][random.below(3)])
                .repair(
                    [
                        Repair::Subtree,
                        Repair::Subtree,
                        Repair::Replan,
                        Repair::Abandon,
                    ][random.below(4)],
                )
                .max_repairs(random.below(4) as _)
                .sensor_timeout(random.below(4) as _)
                .stall_timeout([0, 0, 4][random.below(3)]);
            let (director, chosen) = Settings::choose(&mut random, director, policy);
            settings = Some(chosen);
            director
        });
        let settings = settings.expect("they were chosen");
        let mut fuzz = ScriptFuzz {
            generator: Generator::new(agents),
            random,
            director,
            decisions: Decisions::new(settings, limits),
            agents,
            running: Vec::new(),
            actions: Vec::new(),
            reported: Vec::new(),
            starts: 0,
            ends: 0,
            started: Vec::new(),
            ample,
            policy,
            repairs: 0,
            story: Vec::new(),
        };
        for fact in [
            Fact::Starts(0),
            Fact::Ends(0),
            Fact::Wins(0),
            Fact::Losses(0),
            Fact::Holds(GATE),
        ] {
            fuzz.put(fact, true);
        }
        fuzz.rewrite();
        fuzz
    }

    /// Writes another script under the root: the running plan no longer matches it, and a repair at the root changes. The nodes
    /// below stay, so that a repair of one of them repeats the same steps.
    fn rewrite(&mut self) {
        let old = |fact: &Fact| matches!(fact, Fact::Child(ROOT, _));
        let old: Vec<Fact> = self.director.state().facts().filter(old).collect();
        for fact in old {
            self.put(fact, false);
        }
        let script = self.generator.well_formed(&mut self.random);
        for (node, line) in script.lines {
            let node = if node == script.root { ROOT } else { node };
            self.put(Fact::Child(node, line), true);
        }
    }

    /// Replaces one action by another at the end of its node.
    fn exchange(&mut self) {
        let acts = |fact: &Fact| matches!(fact, Fact::Child(_, line) if line.kind() == Kind::Act);
        let acts: Vec<Fact> = self.director.state().facts().filter(acts).collect();
        if let Some(Fact::Child(node, line)) = acts.last().copied() {
            let other = self.generator.line(&mut self.random, Kind::Act);
            self.put(Fact::Child(node, line), false);
            self.put(Fact::Child(node, other), true);
        }
    }

    fn put(&mut self, fact: Fact, there: bool) {
        let state = self.director.state_mut();
        if there {
            state.insert(fact).expect("the fact fits");
        } else {
            state.remove(fact);
        }
    }

    fn input(&mut self) {
        match self.random.below(15) {
            0..=5 => self.finish(),
            6 => self
                .director
                .agent_left(Actor(1 + self.random.below(self.agents) as u8)),
            7 => {
                let plans: Vec<PlanId> = self
                    .director
                    .executor()
                    .plans()
                    .map(|plan| plan.id)
                    .collect();
                if !plans.is_empty() {
                    self.director.cancel(plans[self.random.below(plans.len())]);
                }
            }
            8 => self.director.replan_now(),
            9 => self.rewrite(),
            14 => self.exchange(),
            10 => {
                let there = self.random.below(3) == 0;
                self.put(Fact::Danger, there);
            }
            _ => {
                let fact = Fact::Holds(Item(1 + self.random.below(2) as u8));
                let there = self.random.below(2) == 0;
                self.put(fact, there);
            }
        }
    }

    /// Finishes any action that ever existed. The call is accepted only if the action runs and was not reported.
    fn finish(&mut self) {
        if self.actions.is_empty() {
            return;
        }
        let recent = self.actions.len().min(4);
        let id = self.actions[self.actions.len() - 1 - self.random.below(recent)];
        let outcome = if self.random.below(3) == 0 {
            Outcome::Failure
        } else {
            Outcome::Success
        };
        self.report(id, outcome);
    }

    fn report(&mut self, id: ActionId, outcome: Outcome) {
        let open = self.running.iter().any(|run| run.0 == id);
        let open = open && self.reported.iter().all(|finish| finish.0 != id);
        assert_eq!(
            self.director.finish(id, outcome).is_ok(),
            open,
            "a finish of {id}"
        );
        if open {
            self.reported.push((id, outcome));
        }
    }

    fn tick(&mut self, slice: u64) {
        for (id, _) in &self.reported {
            self.running.retain(|run| run.0 != *id);
            self.ends += 1;
        }
        crate::between(&mut *self.director);
        let commands: Vec<_> = self.director.tick(&STRICT, slice).collect();
        self.story
            .extend(self.director.events().map(|event| event.to_string()));
        for command in commands {
            self.follow(command);
        }
        self.follow_events();
        if self.ample {
            self.decisions.follow(&self.director, slice >= 100_000);
        }
        self.check();
        self.reported.clear();
    }

    fn follow(&mut self, command: Command<squad::Domain>) {
        match command {
            Command::Start { id, action, .. } => {
                assert!(!self.actions.contains(&id), "action {id} starts twice");
                let mut busy = self.running.iter().flat_map(|run| engaged(run.1));
                let twice = engaged(action)
                    .into_iter()
                    .find(|agent| busy.any(|other| other == *agent));
                assert_eq!(
                    twice, None,
                    "engaged twice, by `{action}`: {:#?}",
                    self.story
                );
                self.actions.push(id);
                self.running.push((id, action));
                self.starts += 1;
            }
            Command::Stop { id, action, .. } => {
                let at = self.running.iter().position(|run| *run == (id, action));
                self.running
                    .remove(at.unwrap_or_else(|| panic!("`{action}` did not run")));
                self.ends += 1;
            }
        }
    }

    fn follow_events(&mut self) {
        let events: Vec<_> = self.director.events().collect();
        for event in events {
            match event {
                Event::Repaired { plan, .. } => {
                    self.started.retain(|started| started.0 != plan);
                    self.repairs += 1;
                }
                Event::Started {
                    plan, step, task, ..
                } => {
                    let agents = super::specs::spec(task).agents;
                    for (other, before, theirs) in &self.started {
                        let shares = theirs.iter().any(|agent| agents.contains(agent));
                        let in_order = *other != plan || *before < step || !shares;
                        assert!(in_order, "`{task}` overtook: {:#?}", self.story);
                    }
                    self.started.push((plan, step, agents));
                }
                // An accepted finish counts, whatever else happens in the tick.
                Event::Finished {
                    action: Some(id), ..
                } => self.ended(id, Outcome::Success),
                Event::Failed {
                    action: Some(id), ..
                } => self.ended(id, Outcome::Failure),
                _ => {}
            }
        }
    }

    fn ended(&self, id: ActionId, outcome: Outcome) {
        let reported = self.reported.iter().find(|finish| finish.0 == id);
        assert!(
            reported.is_none_or(|finish| finish.1 == outcome),
            "{id} was reported otherwise"
        );
    }

    fn check(&self) {
        let state = self.director.state();
        let running = self.running.len() as u32;
        assert_eq!(self.starts, self.ends + running);
        for fact in [Fact::Starts(self.starts), Fact::Ends(self.ends)] {
            assert!(
                state.contains(fact),
                "no `{fact}`: {state}\n{:#?}",
                self.story
            );
        }
        let count =
            |pick: fn(Fact) -> Option<u32>| state.facts().find_map(pick).expect("a counter");
        let wins = count(|fact| {
            if let Fact::Wins(n) = fact {
                Some(n)
            } else {
                None
            }
        });
        let losses = count(|fact| {
            if let Fact::Losses(n) = fact {
                Some(n)
            } else {
                None
            }
        });
        assert_eq!(
            wins + losses,
            self.ends,
            "each end is one of success or of failure"
        );
        if self.ample {
            for run in &self.running {
                for agent in engaged(run.1) {
                    assert!(
                        self.director.executor().is_busy(agent),
                        "{agent:?} is engaged"
                    );
                }
            }
        }
        let plans = self.director.executor().plans();
        if plans.len() == 0 {
            self.nothing_is_left();
        }
        if self.policy != Policy::Accumulate {
            let begun = plans.filter(|plan| plan.waits.is_some()).count();
            assert!(begun <= 1, "{begun} plans at a time: {:#?}", self.story);
        }
    }

    /// Asserts that without plans there is no action, hold or reservation.
    fn nothing_is_left(&self) {
        assert!(
            self.running.is_empty(),
            "{:?} run without a plan: {:#?}",
            self.running,
            self.story
        );
        for agent in (0..8).map(Actor) {
            assert!(
                !self.director.executor().is_busy(agent),
                "{agent:?} is busy without a plan"
            );
        }
        let left =
            |fact: &Fact| matches!(fact, Fact::Reserved(_) | Fact::Taken(_) | Fact::Acting(_));
        let left: Vec<Fact> = self.director.state().facts().filter(left).collect();
        assert!(
            left.is_empty(),
            "{left:?} without a plan: {:#?}",
            self.story
        );
    }

    /// Finds no further plan and finishes every action in each tick. All plans must end.
    fn drain(&mut self) {
        self.put(Fact::Holds(GATE), false);
        self.put(Fact::Danger, false);
        for _ in 0..80 {
            for (id, _) in self.running.clone() {
                self.report(id, Outcome::Success);
            }
            self.tick(100_000);
        }
        let left: Vec<PlanId> = self
            .director
            .executor()
            .plans()
            .map(|plan| plan.id)
            .collect();
        assert!(
            left.is_empty(),
            "plans {left:?} are left: {:#?}",
            self.story
        );
    }
}
