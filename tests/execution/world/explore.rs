//! A small world explored exhaustively: two agents, two plans, and every order of finishes, failures, leaving agents and
//! cancels.

use std::collections::HashSet;

use squad_htn::prelude::*;
use squad_htn::{ActionId, PlanId};

use super::generate;
use super::model::{Model, Plan, Status};
use super::replay::{Input, Seen, judge};
use crate::squad::squad::{self, Fact, Task};
use crate::squad::{A1, A2, LENIENT, STRICT};

/// Returns a step of each of the twelve kinds.
pub fn kinds(tag: u16) -> [Task; 12] {
    [
        Task::Act { tag, who: A1 },
        Task::Act { tag, who: A2 },
        Task::Help {
            tag,
            who: A2,
            whom: A1,
        },
        Task::Joint { tag, a: A1, b: A2 },
        Task::Shout { tag, who: A1 },
        Task::Reserve { who: A1 },
        Task::Free { who: A1 },
        Task::Note { tag },
        Task::BlockOn { a: A2, b: A1 },
        Task::GlobalBlock { a: A1 },
        Task::FinishAction { a: A1 },
        Task::StopAction { a: A1 },
    ]
}

/// One state of the world.
#[derive(Clone)]
struct Small {
    executor: squad::Executor,
    state: squad::State,
    model: Model,
    inputs: Vec<Input>,
    story: Vec<String>,
}

#[derive(Clone, Copy, Debug)]
enum Choice {
    Nothing,
    Finish(ActionId, Outcome),
    Leave(crate::squad::Actor),
    Cancel(PlanId),
}

/// Explores every order of inputs for two plans and returns the number of ticks.
pub fn explore(first: &[Task], second: &[Task], priority: i32) -> usize {
    let limits = Limits {
        steps: 4,
        plans: 2,
        events: 64,
        ..Limits::compact()
    };
    let counters = [
        Fact::Starts(0),
        Fact::Ends(0),
        Fact::Wins(0),
        Fact::Losses(0),
    ];
    let mut small = Small {
        executor: squad::Executor::with_limits(limits),
        state: squad::State::from_facts(counters).expect("the counters fit"),
        model: Model {
            grace: 2,
            ..Model::default()
        },
        inputs: Vec::new(),
        story: Vec::new(),
    };
    let mut planner = squad::Planner::with_limits(Limits::compact());
    for (tasks, priority) in [(first, 0), (second, priority)] {
        planner.start_all(&small.state, tasks);
        planner
            .resume(&LENIENT, Budget::unlimited())
            .expect("the plan fits");
        let plan = planner.plan().expect("any list of steps can be planned");
        let id = small
            .executor
            .submit(plan, priority)
            .expect("there is room");
        let steps = generate::steps(plan, true, &small.model.facts);
        small.inputs.push(Input::Submit(id, priority, steps));
    }
    small.tick(Choice::Nothing);
    let mut seen = HashSet::new();
    let mut open = vec![small];
    let mut ticks = 1;
    while let Some(small) = open.pop() {
        if small.model.plans.is_empty() || !seen.insert(small.signature()) {
            continue;
        }
        for choice in small.choices() {
            let mut next = small.clone();
            next.tick(choice);
            ticks += 1;
            open.push(next);
        }
    }
    ticks
}

impl Small {
    fn choices(&self) -> Vec<Choice> {
        let mut choices = vec![Choice::Nothing, Choice::Leave(A1), Choice::Leave(A2)];
        for run in &self.model.running {
            choices.push(Choice::Finish(run.id, Outcome::Success));
            choices.push(Choice::Finish(run.id, Outcome::Failure));
        }
        choices.extend(self.model.plans.iter().map(|plan| Choice::Cancel(plan.id)));
        choices
    }

    fn tick(&mut self, choice: Choice) {
        match choice {
            Choice::Nothing => {}
            Choice::Finish(id, outcome) => {
                self.executor.finish(id, outcome).expect("it runs");
                assert!(
                    self.executor.finish(id, outcome).is_err(),
                    "reported already"
                );
                self.inputs.push(Input::Finish(id, outcome));
            }
            Choice::Leave(agent) => {
                self.executor.agent_left(agent);
                self.inputs.push(Input::Leave(agent));
            }
            Choice::Cancel(id) => {
                self.executor.cancel(id);
                self.inputs.push(Input::Cancel(id));
            }
        }
        self.story.push(format!("{choice:?}"));
        crate::between(&mut self.executor);
        crate::between(&mut self.state);
        let commands: Vec<_> = self.executor.tick(&mut self.state, &STRICT).collect();
        self.story
            .extend(self.executor.events().map(|event| event.to_string()));
        let inputs = std::mem::take(&mut self.inputs);
        let seen = Seen {
            executor: &self.executor,
            state: &self.state,
            commands: &commands,
            above: None,
        };
        if let Err(why) = judge(&mut self.model, &inputs, &seen, 0) {
            panic!("{why}\n{inputs:#?}\n{:#?}", self.story);
        }
    }

    /// Returns a key of everything that later ticks depend on: not the time, and not the numbers of actions.
    fn signature(&self) -> String {
        let model = &self.model;
        let place = |action: ActionId| {
            let run = model
                .running
                .iter()
                .find(|run| run.id == action)
                .expect("it runs");
            (run.plan, run.step)
        };
        let plan = |plan: &Plan| {
            let steps: Vec<_> = plan
                .steps
                .iter()
                .map(|step| (step.started, step.is_over()))
                .collect();
            let holds: Vec<_> = plan
                .holds
                .iter()
                .map(|hold| (hold.agent, place(hold.action)))
                .collect();
            let barriers: Vec<_> = plan
                .barriers
                .iter()
                .map(|barrier| (barrier.0, place(barrier.1)))
                .collect();
            let repair = plan.status == Status::Repair;
            format!(
                "{} {repair} {steps:?} {holds:?} {barriers:?} {:?}",
                plan.id, plan.undos
            )
        };
        let plans: Vec<String> = model.plans.iter().map(plan).collect();
        let running: Vec<_> = model.running.iter().map(|run| place(run.id)).collect();
        let facts: Vec<String> = model.facts.iter().map(|fact| fact.to_string()).collect();
        format!("{plans:?} {running:?} {facts:?}")
    }
}
