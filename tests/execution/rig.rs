//! A test rig: an executor with its facts. Actions and commands are written as text.
#![allow(dead_code)]

use squad_htn::prelude::*;
use squad_htn::{ActionId, Domain, Executor, Plan, PlanId, Planner, State};

/// Returns a plan for `tasks`, made from the current facts.
#[track_caller]
pub fn plan<D: Domain>(state: &State<D>, context: &D::Context<'_>, tasks: &[D::Task]) -> Plan<D> {
    let mut planner = Planner::<D>::with_limits(Limits::compact());
    planner.start_all(state, tasks);
    let progress = planner
        .resume(context, Budget::unlimited())
        .expect("the plan fits");
    assert_eq!(progress, Progress::Found, "no plan for {tasks:?}");
    planner.plan().expect("a plan was found").clone()
}

/// An executor and the facts it works on.
pub struct Rig<D: Domain> {
    pub executor: Executor<D>,
    pub state: State<D>,
    /// Actions that have started and not ended.
    pub running: Vec<(ActionId, D::Action, PlanId)>,
    /// Every action that ever started, by its text.
    pub history: Vec<(String, ActionId)>,
}

impl<D: Domain> Rig<D> {
    pub fn new(facts: impl IntoIterator<Item = D::Fact>) -> Self {
        Rig::with(Executor::new(), facts)
    }

    pub fn with(executor: Executor<D>, facts: impl IntoIterator<Item = D::Fact>) -> Self {
        let state = State::from_facts(facts).expect("the facts fit");
        Rig {
            executor,
            state,
            running: Vec::new(),
            history: Vec::new(),
        }
    }

    /// Plans the tasks and submits the plan.
    #[track_caller]
    pub fn submit(&mut self, context: &D::Context<'_>, tasks: &[D::Task], priority: i32) -> PlanId {
        let plan = plan(&self.state, context, tasks);
        self.executor
            .submit(&plan, priority)
            .expect("the plan is taken")
    }

    /// Runs one tick and returns the commands in order, as `+act(1, a1)` and `-act(1, a1)`.
    #[track_caller]
    pub fn tick(&mut self, context: &D::Context<'_>) -> Vec<String> {
        let commands: Vec<_> = self.executor.tick(&mut self.state, context).collect();
        let mut lines = Vec::new();
        for command in commands {
            match command {
                Command::Start { id, action, plan } => {
                    assert!(
                        self.running.iter().all(|run| run.0 != id),
                        "`{action}` starts twice"
                    );
                    self.running.push((id, action, plan));
                    self.history.push((action.to_string(), id));
                    lines.push(format!("+{action}"));
                }
                Command::Stop { id, action, plan } => {
                    let at = self.running.iter().position(|run| run.0 == id);
                    let (_, started, owner) = self.running.remove(at.expect("it was running"));
                    assert_eq!(
                        (started, owner),
                        (action, plan),
                        "stopped as it was started"
                    );
                    lines.push(format!("-{action}"));
                }
            }
        }
        lines
    }

    /// Ticks and asserts the commands, separated by spaces: `"+act(1, a1) -act(2, a2)"`.
    #[track_caller]
    pub fn expect(&mut self, context: &D::Context<'_>, commands: &str) {
        assert_eq!(
            self.tick(context).join(" "),
            commands,
            "{:#?}",
            self.lines()
        );
    }

    /// Returns the texts of the last tick's events.
    pub fn lines(&self) -> Vec<String> {
        self.executor
            .events()
            .map(|event| event.to_string())
            .collect()
    }

    /// Returns the id of the latest action with this text.
    #[track_caller]
    pub fn id(&self, action: &str) -> ActionId {
        let found = self.history.iter().rev().find(|(name, _)| name == action);
        found
            .unwrap_or_else(|| panic!("`{action}` never started"))
            .1
    }

    /// Reports the end of an action.
    #[track_caller]
    pub fn end(&mut self, action: &str, outcome: Outcome) {
        let id = self.id(action);
        self.executor.finish(id, outcome).expect("the action runs");
        self.running.retain(|run| run.0 != id);
    }

    #[track_caller]
    pub fn succeed(&mut self, action: &str) {
        self.end(action, Outcome::Success);
    }

    #[track_caller]
    pub fn fail(&mut self, action: &str) {
        self.end(action, Outcome::Failure);
    }

    /// Returns true if the executor still has the plan.
    pub fn lives(&self, plan: PlanId) -> bool {
        self.executor.plans().any(|live| live.id == plan)
    }

    /// Returns true if the last tick reported that the plan needs a repair.
    pub fn needs_repair(&self, wanted: PlanId) -> bool {
        self.executor
            .events()
            .any(|event| matches!(event, Event::NeedsRepair { plan, .. } if plan == wanted))
    }

    pub fn completed(&self, wanted: PlanId) -> bool {
        self.executor
            .events()
            .any(|event| matches!(event, Event::Completed { plan, .. } if plan == wanted))
    }

    /// Returns why the plan was abandoned in the last tick.
    pub fn abandoned(&self, wanted: PlanId) -> Option<AbandonReason> {
        self.executor.events().find_map(|event| match event {
            Event::Abandoned { plan, reason, .. } if plan == wanted => Some(reason),
            _ => None,
        })
    }

    pub fn holds(&self, fact: D::Fact) -> bool {
        self.state.contains(fact)
    }
}
