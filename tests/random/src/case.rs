//! A random domain with all its plans.

use std::fmt::{Display, Formatter, Result as Written};

use htn_core::reference::{self, Bounds, Error, Interpreter, TaskCall};

use crate::described::{Described, task_names};
use crate::generate::{Counts, Generator};
use crate::spec::Spec;
use crate::untyped::Task;

/// The maximum number of plans to compare.
pub const MOST_PLANS: usize = 200;

/// Limits of the interpreter that keep tests short.
const BOUNDS: Bounds = Bounds {
    depth: 512,
    // Builds with different optimisation levels must generate the same cases.
    stack: usize::MAX,
    length: 100,
    work: 50_000,
};

/// A domain with all plans for its task `m0`.
pub struct Case {
    /// The seed of the domain.
    pub seed: u64,
    pub spec: Spec,
    /// The worlds in which planning stays within the limits, in order.
    pub worlds: Vec<World>,
}

/// Facts, and the result of planning from them.
pub struct World {
    /// The facts with the numbers of their predicates.
    pub facts: Vec<(u16, Vec<u64>)>,
    pub outcome: Outcome,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The plans in order.
    pub plans: Vec<Plan>,
    /// The number of the predicate whose capacity ended the search, if any.
    pub full: Option<u16>,
}

/// The parts of a plan that are compared.
#[derive(Clone, Debug)]
pub struct Plan {
    pub steps: Vec<Task>,
    pub cost: f32,
    pub priority: Option<i32>,
}

/// NaN is equal to NaN.
impl PartialEq for Plan {
    fn eq(&self, other: &Plan) -> bool {
        let same_cost = self.cost == other.cost || (self.cost.is_nan() && other.cost.is_nan());
        same_cost && self.steps == other.steps && self.priority == other.priority
    }
}

impl Display for Plan {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        for step in &self.steps {
            write!(f, "{step}; ")?;
        }
        write!(f, "cost {}, priority {:?}", self.cost, self.priority)
    }
}

impl Case {
    /// Generates the domain of a seed.
    pub fn new(seed: u64, counts: &mut Counts) -> Case {
        let spec = Generator::domain(seed, counts);
        let described = Described::new(&spec);
        let worlds = spec.worlds.iter().filter_map(|facts| {
            let facts = facts
                .iter()
                .map(|(predicate, row)| (*predicate as u16, spec.words(*predicate, row)));
            let facts: Vec<_> = facts.collect();
            let outcome = outcome(&spec, &described, &facts)?;
            Some(World { facts, outcome })
        });
        let worlds = worlds.collect();
        Case { seed, spec, worlds }
    }

    /// Returns true if the domain has a plan with a step in some world.
    pub fn has_plans(&self) -> bool {
        let mut plans = self.worlds.iter().flat_map(|world| &world.outcome.plans);
        plans.any(|plan| !plan.steps.is_empty())
    }
}

/// Returns all plans for the task `m0`, in order, by the reference interpreter, or `None` if a limit is exceeded.
fn outcome(spec: &Spec, described: &Described, facts: &[(u16, Vec<u64>)]) -> Option<Outcome> {
    let task = task_names(spec).iter().position(|name| *name == "m0")?;
    let call = TaskCall {
        task: u16::try_from(task).ok()?,
        args: vec![],
    };
    let mut all = reference::FactSets::new(spec.predicates.len());
    for (predicate, row) in facts {
        let predicates = &described.rows.predicates;
        all.add(*predicate, row.clone(), predicates).ok()?;
    }
    let interpreter = Interpreter::new(&described.rows, &described.expressions).within(BOUNDS);
    Outcome::of(interpreter.plans(all, &[call])).ok()
}

impl Outcome {
    /// Converts the result of an interpreter. An error means that it has none.
    pub fn of(mut found: reference::PlanIter<'_>) -> Result<Outcome, Error> {
        let mut outcome = Outcome {
            plans: vec![],
            full: None,
        };
        while let Some(plan) = found.next() {
            match plan {
                Ok(_) if outcome.plans.len() == MOST_PLANS => return Err(Error::TooMuch),
                Ok(steps) => outcome.plans.push(Plan {
                    cost: steps.iter().fold(0.0, |sum, step| sum + step.cost),
                    priority: found.priority(),
                    steps: steps
                        .iter()
                        .map(|step| Task::new(step.code, &step.args))
                        .collect(),
                }),
                Err(Error::PredicateFull(predicate)) => outcome.full = Some(predicate),
                Err(error) => return Err(error),
            }
        }
        Ok(outcome)
    }

    /// Returns the first of the cheapest plans. NaN is the highest cost.
    pub fn cheapest(&self) -> Option<&Plan> {
        let price = |plan: &&Plan| match plan.cost.is_nan() {
            true => f32::INFINITY,
            false => plan.cost,
        };
        let plans = self.plans.iter();
        plans.min_by(|a, b| price(a).total_cmp(&price(b)))
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        for plan in &self.plans {
            write!(f, "\n  {plan}")?;
        }
        match self.full {
            Some(predicate) => write!(f, "\n  predicate {predicate} is full"),
            None => write!(f, "\n  no further plan"),
        }
    }
}
