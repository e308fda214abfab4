//! Fuzzes directors against the model, step by step: the model follows which part each repair replaced.

use squad_htn::prelude::*;
use squad_htn::{ActionId, PlanId};

use super::generate::Generator;
use super::grafts;
use super::model::Model;
use super::replay::{Followed, Input, Seen, judge};
use super::seed::Seed;
use super::specs::{Guard, Reads};
use crate::common::Random;
use crate::squad::squad::{self, Fact, Task};
use crate::squad::{Actor, Item, STRICT};

/// The root task has no plan without this item.
const GATE: Item = Item(7);
const ROOT: u16 = 0;

struct ModelFuzz {
    random: Random,
    director: squad::Director,
    model: Model,
    agents: usize,
    priority: i32,
    stall_timeout: u64,
    inputs: Vec<Input>,
    sensors: Vec<(u64, Fact)>,
    story: Vec<String>,
}

/// Counts of an episode.
#[derive(Clone, Copy, Default, Debug)]
pub struct ModelCounts {
    pub ticks: usize,
    pub repairs: usize,
    /// Repairs that could not be followed from outside. Such a repair ends the episode.
    pub lost: usize,
}

/// Runs an episode.
pub fn run(seed: u64) -> ModelCounts {
    let _seed = Seed(seed);
    let mut fuzz = ModelFuzz::new(seed);
    let mut counts = ModelCounts::default();
    let ticks = 10 + fuzz.random.below(50);
    for tick in 0..ticks + 60 {
        if tick < ticks {
            for _ in 0..fuzz.random.below(4) {
                fuzz.input();
            }
        } else {
            fuzz.drain();
        }
        let slice = if tick < ticks {
            [0, 1, 3, 5, 60, 100_000][fuzz.random.below(6)]
        } else {
            100_000
        };
        let followed = fuzz.tick(slice);
        let is_repair = |event: &Event<squad::Domain>| matches!(event, Event::Repaired { .. });
        counts.repairs += fuzz.director.events().filter(is_repair).count();
        counts.ticks += 1;
        if followed == Followed::Lost {
            counts.lost += 1;
            return counts;
        }
    }
    assert!(
        fuzz.model.plans.is_empty(),
        "plans are left: {:#?}",
        fuzz.story
    );
    counts
}

impl ModelFuzz {
    fn new(seed: u64) -> ModelFuzz {
        let mut random = Random::new(seed ^ 0xC0_4BA1);
        let agents = 2 + random.below(2);
        let grace = random.below(4) as u32;
        let stall_timeout = [0, 0, 5][random.below(3)];
        let priority = random.below(3) as i32;
        let root = Task::Guarded {
            node: ROOT,
            item: GATE,
        };
        let limits = Limits {
            plans: 8,
            events: 2_048,
            ..Limits::compact()
        };
        let director = squad::Director::with_limits(root, limits)
            .interval([2, 5, 9][random.below(3)])
            .priority(priority)
            .repair(
                [
                    Repair::Subtree,
                    Repair::Subtree,
                    Repair::Replan,
                    Repair::Abandon,
                ][random.below(4)],
            )
            .max_repairs(random.below(6) as u32)
            .sensor_timeout(grace)
            .stall_timeout(stall_timeout)
            .duplicates(random.below(2) == 0)
            .retry([Retry::Same, Retry::Other][random.below(2)])
            .retry_after(random.below(10) as u32);
        let mut fuzz = ModelFuzz {
            director,
            model: Model {
                grace: grace.into(),
                ..Model::default()
            },
            agents,
            priority,
            stall_timeout: stall_timeout.into(),
            inputs: Vec::new(),
            sensors: Vec::new(),
            story: Vec::new(),
            random,
        };
        for fact in [
            Fact::Starts(0),
            Fact::Ends(0),
            Fact::Wins(0),
            Fact::Losses(0),
        ] {
            fuzz.director
                .state_mut()
                .insert(fact)
                .expect("the counters fit");
        }
        fuzz.put(Fact::Holds(GATE), true);
        let mut generator = Generator::without_guards(agents);
        let script = generator.well_formed(&mut fuzz.random);
        for (node, line) in script.lines {
            let node = if node == script.root { ROOT } else { node };
            fuzz.director
                .state_mut()
                .insert(Fact::Child(node, line))
                .expect("the script fits");
        }
        fuzz
    }

    fn put(&mut self, fact: Fact, there: bool) {
        let state = self.director.state_mut();
        if there {
            state.insert(fact).expect("the fact fits");
            self.model.facts.insert(fact);
        } else {
            state.remove(fact);
            self.model.facts.remove(fact);
        }
    }

    fn input(&mut self) {
        match self.random.below(12) {
            0..=5 => self.finish(),
            6 => {
                let agent = Actor(1 + self.random.below(self.agents) as u8);
                self.director.agent_left(agent);
                self.inputs.push(Input::Leave(agent));
            }
            7 => {
                let plans: Vec<PlanId> = self.model.plans.iter().map(|plan| plan.id).collect();
                if !plans.is_empty() {
                    let id = plans[self.random.below(plans.len())];
                    self.director.cancel(id);
                    self.inputs.push(Input::Cancel(id));
                }
            }
            8 => self.director.replan_now(),
            9 => {
                let there = self.random.below(4) == 0;
                self.put(Fact::Danger, there);
            }
            _ => {
                let fact = Fact::Holds(Item(1 + self.random.below(2) as u8));
                let there = self.random.below(3) > 0;
                self.put(fact, there);
            }
        }
    }

    fn finish(&mut self) {
        let open = self
            .model
            .running
            .iter()
            .map(|run| run.id)
            .filter(|id| !self.reported(*id));
        let open: Vec<ActionId> = open.collect();
        if !open.is_empty() {
            let id = open[self.random.below(open.len())];
            let failed = self.random.below(3) == 0;
            self.report(
                id,
                if failed {
                    Outcome::Failure
                } else {
                    Outcome::Success
                },
            );
        }
    }

    fn reported(&self, id: ActionId) -> bool {
        self.inputs
            .iter()
            .any(|input| matches!(input, Input::Finish(other, _) if *other == id))
    }

    fn report(&mut self, id: ActionId, outcome: Outcome) {
        self.director
            .finish(id, outcome)
            .expect("it runs and was not reported");
        assert!(
            self.director.finish(id, outcome).is_err(),
            "reported already"
        );
        self.inputs.push(Input::Finish(id, outcome));
        let run = self
            .model
            .running
            .iter()
            .find(|run| run.id == id)
            .expect("it runs");
        if let (Some(fact), Outcome::Success) = (run.spec.sensed.add, outcome) {
            let late = self.random.below(4) as u64;
            self.sensors.push((self.model.tick + late, fact));
        }
    }

    /// Finds no further plan and finishes every action in each tick. All plans must end.
    fn drain(&mut self) {
        self.put(Fact::Holds(GATE), false);
        self.put(Fact::Danger, false);
        for id in self
            .model
            .running
            .iter()
            .map(|run| run.id)
            .collect::<Vec<_>>()
        {
            self.report(id, Outcome::Success);
        }
    }

    fn tick(&mut self, slice: u64) -> Followed {
        let now = self.model.tick;
        // A clone must behave like the original.
        if self.random.below(8) == 0 {
            self.director = self.director.clone();
        }
        let due: Vec<_> = self
            .sensors
            .extract_if(.., |sensor| sensor.0 <= now)
            .collect();
        for (_, fact) in due {
            self.put(fact, true);
        }
        crate::between(&mut self.director);
        let commands: Vec<_> = self.director.tick(&STRICT, Budget::steps(slice)).collect();
        self.story
            .extend(self.director.events().map(|event| event.to_string()));
        let inputs = std::mem::take(&mut self.inputs);
        let gate = Guard {
            fact: Fact::Holds(GATE),
            wanted: true,
            reads: Reads::Holds,
        };
        let seen = Seen {
            executor: self.director.executor(),
            state: self.director.state(),
            commands: &commands,
            above: Some(gate),
        };
        let followed = match judge(&mut self.model, &inputs, &seen, self.stall_timeout) {
            Ok(followed) => followed,
            Err(why) => panic!(
                "tick {}: {why}\n{inputs:#?}\n{:#?}",
                self.model.tick, self.story
            ),
        };
        // A plan that was found enters in the next tick, before all the calls that the game makes until then.
        for id in super::compare::found(&seen) {
            let steps = grafts::shown(&seen, id).expect("it was submitted");
            self.inputs.push(Input::Submit(id, self.priority, steps));
        }
        followed
    }
}
