//! Runs a compiled domain and compares its plans with those expected.

use std::collections::BTreeMap;
use std::fmt::Debug;

use htn_core::explain::{self, Explainer};
use htn_core::plain::{self, Interpreter};
use htn_core::trace::{Event, Port};
use htn_core::{Budget, Domain, Limits, Plan, Planner, Progress, State, Stats};

use crate::generate::Rng;

/// A domain that was compiled, and what is expected of it.
pub struct Compiled<D: Domain> {
    /// The number that it was made from.
    pub seed: u64,
    pub facts: Vec<D::Fact>,
    pub task: D::Task,
    /// Every plan in order: its steps, separated by `; `, and its cost.
    pub plans: &'static [(&'static str, &'static str)],
}

/// What a search gave: every plan, and what finding them took.
type Found = (Vec<Written>, Stats);

/// A plan as it is compared: its steps and its cost. As text, what is no number equals itself.
type Written = (String, String);

impl<D: for<'c> Domain<Context<'c> = ()>> Compiled<D> {
    /// The first difference, if there is one.
    pub fn check(self) -> Result<(), String> {
        let state = match State::<D>::from_facts(self.facts.iter().copied()) {
            Ok(state) => state,
            Err(full) => return Err(format!("the facts: {full}")),
        };
        let expected = self
            .plans
            .iter()
            .map(|(steps, cost)| (steps.to_string(), cost.to_string()));
        let expected: Vec<Written> = expected.collect();
        // Axioms that call one another have many solutions, and all that are sorted are kept.
        let limits = Limits {
            sort: 1 << 15,
            ..Limits::compact()
        };
        let mut planner = Planner::<D>::with_limits(limits);
        let most = expected.len() + 1;
        let mut all = |slice: &mut dyn FnMut() -> Budget| {
            planner.start(&state, self.task);
            search(&mut planner, most, slice)
        };
        let by_definition = plain_plans(&state, self.task)?;
        same("by the plain interpreter", &by_definition, &expected)?;
        let traced = traced_plans(&state, self.task, most)?;
        let steps: Vec<String> = expected.iter().map(|(steps, _)| steps.clone()).collect();
        same("traced", &traced, &steps)?;
        let (plans, stats) = all(&mut Budget::unlimited)?;
        same("without a budget", &plans, &expected)?;
        let mut rng = Rng::new(self.seed);
        let mut random = || Budget::steps(1 + rng.below(40) as u64);
        let cuts: [(&str, &mut dyn FnMut() -> Budget); 3] = [
            ("cut at 1", &mut || Budget::steps(1)),
            ("cut at 7", &mut || Budget::steps(7)),
            ("cut at random", &mut random),
        ];
        for (how, slice) in cuts {
            let (cut, took) = all(slice)?;
            same(how, &cut, &expected)?;
            same(how, &took, &stats)?;
        }
        let best = planner.find_best(&state, &(), self.task, Budget::unlimited());
        let best = best.map_err(|full| format!("the best: {full}"))?;
        let best = best.map(|best| written(best.plan));
        same("the best", &best, &cheapest(&expected).cloned())
    }
}

/// All plans by the plain interpreter, from the rows that the macro has emitted.
fn plain_plans<D>(state: &State<D>, task: D::Task) -> Result<Vec<Written>, String>
where
    D: for<'c> Domain<Context<'c> = ()>,
{
    let domain = D::plain().ok_or("there are no plain rows")?;
    let host = plain::Compiled {
        expressions: domain.expressions,
        context: &(),
    };
    let call = domain.call(task).ok_or("the task is none")?;
    let facts = domain.facts(state.facts());
    let facts = facts.map_err(|error| error.to_string())?;
    let interpreter = Interpreter::new(domain.rows, &host);
    let plans = interpreter.plans(facts, &[call]).map(|plan| {
        let plan = plan.map_err(|error| error.to_string())?;
        let steps = plan.iter().map(|step| domain.task(step).to_string());
        let steps: Vec<String> = steps.collect();
        let cost = plan.iter().fold(0.0, |sum, step| sum + step.cost);
        Ok((steps.join("; "), cost.to_string()))
    });
    plans.collect()
}

/// The steps of all plans of a traced search, whose boxes are entered and left in order. The first plan is also the one that
/// an explanation finds.
fn traced_plans<D>(state: &State<D>, task: D::Task, most: usize) -> Result<Vec<String>, String>
where
    D: for<'c> Domain<Context<'c> = ()>,
{
    let bounds = plain::Bounds::default();
    let explainer = Explainer::new(state, &()).bounds(bounds);
    let mut last = BTreeMap::new();
    let mut wrong = None;
    let mut sink = |event: &Event<D>| {
        let before = last.insert(event.id, event.port);
        let fits = match event.port {
            Port::Call => {
                before.is_none() && (event.parent == 0 || last.contains_key(&event.parent))
            }
            Port::Exit | Port::Fail => matches!(before, Some(Port::Call | Port::Redo)),
            Port::Redo => before == Some(Port::Exit),
        };
        if !fits && wrong.is_none() {
            wrong = Some(format!("{event} comes after {before:?}"));
        }
    };
    let traced = explainer.trace(task, most, &mut sink);
    let traced = traced.map_err(|error| error.to_string())?;
    if let Some(wrong) = wrong {
        return Err(format!("the trace: {wrong}"));
    }
    if let Some(error) = traced.stopped {
        return Err(format!("the trace: {error}"));
    }
    let line = |steps: &[D::Task]| {
        let steps: Vec<String> = steps.iter().map(D::Task::to_string).collect();
        steps.join("; ")
    };
    let plans: Vec<String> = traced.plans.iter().map(|steps| line(steps)).collect();
    let why = explainer.explain(task).map_err(|error| error.to_string())?;
    let explained = match &why.found {
        explain::Found::Plan(steps) => Some(line(steps)),
        explain::Found::NoPlan => None,
        explain::Found::Unknown(why) => return Err(format!("the explanation: {why}")),
    };
    same("explained", &explained, &plans.first().cloned())?;
    // It can be printed, whatever the domain is.
    match format!("{why:#}").is_empty() {
        true => Err("the explanation is empty".to_owned()),
        false => Ok(plans),
    }
}

fn search<D: for<'c> Domain<Context<'c> = ()>>(
    planner: &mut Planner<D>,
    most: usize,
    slice: &mut dyn FnMut() -> Budget,
) -> Result<Found, String> {
    let mut plans = vec![];
    loop {
        match planner.resume(&(), slice()) {
            Ok(Progress::Paused) => {}
            Ok(Progress::Found) => {
                let plan = planner.plan().ok_or("no plan right after it was found")?;
                plans.push(written(plan));
                if plans.len() > most {
                    return Ok((plans, planner.stats()));
                }
            }
            Ok(Progress::NoPlan) => return Ok((plans, planner.stats())),
            Err(full) => return Err(full.to_string()),
        }
    }
}

fn written<D: Domain>(plan: &Plan<D>) -> Written {
    let steps: Vec<String> = plan.tasks().map(|task| task.to_string()).collect();
    (steps.join("; "), plan.cost().to_string())
}

/// The first of the cheapest plans. What is no number is more than any.
fn cheapest(plans: &[Written]) -> Option<&Written> {
    let price = |(_, cost): &Written| match cost.parse::<f32>() {
        Ok(cost) if !cost.is_nan() => cost,
        _ => f32::INFINITY,
    };
    let plans = plans.iter();
    plans.min_by(|a, b| price(a).total_cmp(&price(b)))
}

fn same<T: PartialEq + Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{what}:\n found {found:?}\n expected {expected:?}")),
    }
}
