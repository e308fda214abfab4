//! An episode: a random world, random inputs, and a check after each tick.

use squad_htn::prelude::*;
use squad_htn::{ActionId, PlanId};

use super::generate::{self, Generator, Script};
use super::model::{Model, Status};
use super::replay::{Input, Seen, judge};
use super::seed::Seed;
use crate::common::Random;
use crate::squad::squad::{self, Fact};
use crate::squad::{Actor, Item, Place, STRICT};

pub struct World {
    random: Random,
    generator: Generator,
    planner: squad::Planner,
    executor: squad::Executor,
    state: squad::State,
    model: Model,
    agents: usize,
    wild: bool,
    /// True if plans may exceed the limits, together or alone.
    tight: bool,
    stall_timeout: u64,
    inputs: Vec<Input>,
    /// Every plan with its script, the latest last.
    scripts: Vec<(PlanId, Script)>,
    /// Every action that ever started.
    actions: Vec<ActionId>,
    /// Pending sensor reports and their ticks.
    sensors: Vec<(u64, Fact)>,
    /// The texts of all events.
    pub story: Vec<String>,
}

/// Runs an episode and returns its story.
pub fn run(seed: u64) -> Vec<String> {
    let _seed = Seed(seed);
    let mut world = World::new(seed);
    for _ in 0..8 + world.random.below(24) {
        for _ in 0..world.random.below(4) {
            world.input();
        }
        world.tick();
    }
    world.drain();
    world.story
}

/// Chooses limits that the plans of an episode fit into, or only just.
fn limits(random: &mut Random, tight: bool) -> Limits {
    let ample = Limits {
        steps: 64,
        plans: 6,
        events: 1_024,
        ..Limits::compact()
    };
    if !tight {
        return ample;
    }
    Limits {
        steps: 4 + random.below(10),
        tasks: 12 + random.below(40),
        bindings: 40 + random.below(160),
        checks: 8 + random.below(60),
        plans: 1 + random.below(6),
        ..ample
    }
}

impl World {
    fn new(seed: u64) -> World {
        let mut random = Random::new(seed);
        let agents = 2 + random.below(3);
        let grace = random.below(4) as u64;
        let stall_timeout = if random.below(4) == 0 {
            2 + random.below(4) as u64
        } else {
            0
        };
        let tight = random.below(3) == 0;
        let limits = limits(&mut random, tight);
        let executor = squad::Executor::with_limits(limits)
            .sensor_timeout(grace as u32)
            .stall_timeout(stall_timeout as u32);
        let counters = [
            Fact::Starts(0),
            Fact::Ends(0),
            Fact::Wins(0),
            Fact::Losses(0),
        ];
        World {
            wild: random.below(2) == 0,
            random,
            generator: Generator::new(agents),
            planner: squad::Planner::with_limits(Limits::compact()),
            executor,
            state: squad::State::from_facts(counters).expect("the counters fit"),
            model: Model {
                grace,
                ..Model::default()
            },
            agents,
            tight,
            stall_timeout,
            inputs: Vec::new(),
            scripts: Vec::new(),
            actions: Vec::new(),
            sensors: Vec::new(),
            story: Vec::new(),
        }
    }

    fn input(&mut self) {
        match self.random.below(16) {
            0..=4 => self.finish(),
            5 => self.finish_again(),
            6..=9 => self.submit(),
            10 => self.leave(),
            11 => self.cancel(),
            12 | 13 => self.answer(),
            _ => self.change_facts(),
        }
    }

    fn reported(&self, id: ActionId) -> bool {
        self.inputs
            .iter()
            .any(|input| matches!(input, Input::Finish(other, _) if *other == id))
    }

    /// Finishes one of the running actions.
    fn finish(&mut self) {
        let open: Vec<ActionId> = self
            .model
            .running
            .iter()
            .map(|run| run.id)
            .filter(|id| !self.reported(*id))
            .collect();
        if open.is_empty() {
            return;
        }
        let id = open[self.random.below(open.len())];
        let outcome = if self.random.below(4) == 0 {
            Outcome::Failure
        } else {
            Outcome::Success
        };
        self.report(id, outcome);
    }

    fn report(&mut self, id: ActionId, outcome: Outcome) {
        self.executor
            .finish(id, outcome)
            .expect("it runs and was not reported");
        self.inputs.push(Input::Finish(id, outcome));
        let run = self
            .model
            .running
            .iter()
            .find(|run| run.id == id)
            .expect("it runs");
        if let (Some(fact), Outcome::Success) = (run.spec.sensed.add, outcome) {
            let late = self.random.below(5) as u64;
            self.sensors.push((self.model.tick + late, fact));
        }
    }

    /// Finishes any action that ever existed. The call is accepted only if the action runs and was not reported.
    fn finish_again(&mut self) {
        if self.actions.is_empty() {
            return;
        }
        let id = self.actions[self.random.below(self.actions.len())];
        let open = self.model.owner(id).is_some() && !self.reported(id);
        let outcome = if self.random.below(2) == 0 {
            Outcome::Failure
        } else {
            Outcome::Success
        };
        let accepted = self.executor.finish(id, outcome).is_ok();
        assert_eq!(accepted, open, "a finish of {id}");
        if accepted {
            self.inputs.push(Input::Finish(id, outcome));
        }
    }

    fn script(&mut self) -> Script {
        if self.wild && self.random.below(3) > 0 {
            self.generator.wild(&mut self.random)
        } else {
            self.generator.well_formed(&mut self.random)
        }
    }

    fn submit(&mut self) {
        let script = self.script();
        let Some(plan) = generate::plan(&mut self.planner, &mut self.state, &script) else {
            return generate::forget(&mut self.state, &script);
        };
        let priority = self.random.below(3) as i32 - 1;
        let pending = self
            .inputs
            .iter()
            .filter(|input| matches!(input, Input::Submit(..)))
            .count();
        match self.executor.submit(plan, priority) {
            Ok(id) => {
                let steps = generate::steps(plan, script.wild, &self.model.facts);
                self.inputs.push(Input::Submit(id, priority, steps));
                self.scripts.push((id, script));
            }
            Err(error) => {
                let full = self.tight || self.model.plans.len() + pending >= 6;
                assert!(full, "refused without a reason: {error}");
                generate::forget(&mut self.state, &script);
            }
        }
    }

    fn leave(&mut self) {
        let agent = Actor(1 + self.random.below(self.agents + 1) as u8);
        self.executor.agent_left(agent);
        self.inputs.push(Input::Leave(agent));
    }

    /// Cancels any plan that ever existed.
    fn cancel(&mut self) {
        if !self.scripts.is_empty() {
            let id = self.scripts[self.random.below(self.scripts.len())].0;
            self.executor.cancel(id);
            self.inputs.push(Input::Cancel(id));
        }
    }

    fn answered(&self, id: PlanId) -> bool {
        self.inputs.iter().any(|input| match input {
            Input::Replace(other, _) | Input::Cancel(other) => *other == id,
            _ => false,
        })
    }

    /// Replaces a plan in repair with the same steps or others, or cancels it.
    fn answer(&mut self) {
        let broken = self
            .model
            .plans
            .iter()
            .filter(|plan| plan.status == Status::Repair);
        let broken = broken.map(|plan| plan.id).find(|id| !self.answered(*id));
        let Some(id) = broken else { return };
        let script = match self.random.below(3) {
            0 => self.script(),
            1 => self
                .scripts
                .iter()
                .rfind(|other| other.0 == id)
                .expect("it has one")
                .1
                .clone(),
            _ => {
                self.executor.cancel(id);
                return self.inputs.push(Input::Cancel(id));
            }
        };
        // A well-formed replacement is planned as if the old plan's reservations were undone.
        let mut state = self.state.clone();
        let mut model = self.model.clone();
        let at = model.plan(id).expect("it is live");
        model.replace(at, Vec::new());
        for fact in self
            .model
            .facts
            .iter()
            .filter(|fact| !model.facts.contains(*fact))
        {
            state.remove(fact);
        }
        let Some(plan) = generate::plan(&mut self.planner, &mut state, &script) else {
            return;
        };
        for (node, line) in &script.lines {
            self.state
                .insert(Fact::Child(*node, *line))
                .expect("the script fits");
        }
        if let Err(error) = self.executor.replace(id, plan) {
            assert!(self.tight, "refused without a reason: {error}");
            return;
        }
        let steps = generate::steps(plan, script.wild, &model.facts);
        self.inputs.push(Input::Replace(id, steps));
        self.scripts.push((id, script));
    }

    fn change_facts(&mut self) {
        let n = 1 + self.random.below(2) as u8;
        let fact = match self.random.below(if self.wild { 6 } else { 4 }) {
            0 | 1 => Fact::Holds(Item(n)),
            2 | 3 => Fact::Danger,
            4 => Fact::Reserved(Actor(n)),
            _ => Fact::Taken(Place(n)),
        };
        let there = self.random_put(fact);
        self.put(fact, there);
    }

    /// Inserts a fact. Danger is removed more often than added.
    fn random_put(&mut self, fact: Fact) -> bool {
        self.random.below(if fact == Fact::Danger { 3 } else { 2 }) == 0
    }

    fn put(&mut self, fact: Fact, there: bool) {
        if there {
            self.state.insert(fact).expect("the fact fits");
            self.model.facts.insert(fact);
        } else {
            self.state.remove(fact);
            self.model.facts.remove(fact);
        }
    }

    fn tick(&mut self) {
        let now = self.model.tick;
        // A clone must behave like the original.
        if self.random.below(8) == 0 {
            self.executor = self.executor.clone();
        }
        for (_, fact) in self
            .sensors
            .extract_if(.., |sensor| sensor.0 <= now)
            .collect::<Vec<_>>()
        {
            self.put(fact, true);
        }
        crate::between(&mut self.executor);
        crate::between(&mut self.state);
        let commands: Vec<_> = self.executor.tick(&mut self.state, &STRICT).collect();
        self.story
            .extend(self.executor.events().map(|event| event.to_string()));
        for command in &commands {
            if let Command::Start { id, .. } = command {
                assert!(!self.actions.contains(id), "action {id} starts twice");
                self.actions.push(*id);
            }
        }
        let inputs = std::mem::take(&mut self.inputs);
        let seen = Seen {
            executor: &self.executor,
            state: &self.state,
            commands: &commands,
            above: None,
        };
        if let Err(why) = judge(&mut self.model, &inputs, &seen, self.stall_timeout) {
            panic!(
                "tick {}: {why}\n{inputs:#?}\n{:#?}",
                self.model.tick, self.story
            );
        }
        self.reservations();
        let live = |id: PlanId| self.model.plan(id).is_some();
        let over: Vec<usize> = (0..self.scripts.len())
            .filter(|at| !live(self.scripts[*at].0))
            .collect();
        for at in over {
            generate::forget(&mut self.state, &self.scripts[at].1);
        }
    }

    /// Asserts that only live plans reserve agents, if all plans are well-formed.
    fn reservations(&self) {
        if !self.wild {
            let undos: usize = self.model.plans.iter().map(|plan| plan.undos.len()).sum();
            let reserved = |fact: &Fact| matches!(fact, Fact::Reserved(_) | Fact::Taken(_));
            let there = self.state.facts().filter(reserved).count();
            assert_eq!(there, undos, "a reservation is left: {:#?}", self.story);
        }
    }

    /// Finishes every action in each tick. All plans must end.
    fn drain(&mut self) {
        self.put(Fact::Danger, false);
        self.tick();
        let steps: usize = self.model.plans.iter().map(|plan| plan.steps.len()).sum();
        let plans = self.model.plans.len();
        let most = steps + plans * (2 + self.model.grace as usize) + 2;
        for _ in 0..most {
            if self.model.plans.is_empty() {
                break;
            }
            for id in self
                .model
                .running
                .iter()
                .map(|run| run.id)
                .collect::<Vec<_>>()
            {
                self.report(id, Outcome::Success);
            }
            let broken = self
                .model
                .plans
                .iter()
                .filter(|plan| plan.status == Status::Repair);
            for id in broken.map(|plan| plan.id).collect::<Vec<_>>() {
                self.executor.cancel(id);
                self.inputs.push(Input::Cancel(id));
            }
            self.tick();
        }
        assert!(
            self.model.plans.is_empty(),
            "plans are left: {:#?}\n{:#?}",
            self.model.plans,
            self.story
        );
        assert!(self.model.running.is_empty());
    }
}
