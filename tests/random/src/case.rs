//! A random domain together with all its plans.

use htn_core::domain::TaskCode;
use htn_core::plain::{Bounds, Call, Error, Facts, Interpreter, Step};

use crate::described::{Described, task_names};
use crate::generate::{Counts, Generator};
use crate::spec::Spec;

/// More plans than this are not compared.
pub const MOST_PLANS: usize = 200;

/// What a test can wait for.
const BOUNDS: Bounds = Bounds {
    depth: 512,
    length: 100,
    work: 50_000,
};

/// A domain, and all plans for its task `m0`.
pub struct Case {
    /// The number that it was made from.
    pub seed: u64,
    pub spec: Spec,
    /// In order.
    pub plans: Vec<Expected>,
}

/// A plan that is expected.
pub struct Expected {
    /// Each as a plan's step prints.
    pub steps: Vec<String>,
    pub cost: f32,
}

impl Case {
    /// The domain that a number stands for; `None` where planning takes more than a test can wait for.
    pub fn new(seed: u64, counts: &mut Counts) -> Option<Case> {
        let spec = Generator::domain(seed, counts);
        let plans = plans(&spec)?;
        Some(Case { seed, spec, plans })
    }
}

/// All plans for the task `m0`, in order, by the plain interpreter.
pub fn plans(spec: &Spec) -> Option<Vec<Expected>> {
    let described = Described::new(spec);
    let task = task_names(spec).iter().position(|name| *name == "m0")?;
    let call = Call {
        task: u16::try_from(task).ok()?,
        args: vec![],
    };
    let facts = facts(spec, &described).expect("the facts fit");
    let interpreter = Interpreter::new(&described.rows, &described.expressions).within(BOUNDS);
    let mut plans = vec![];
    for plan in interpreter.plans(facts, &[call]) {
        match plan {
            Ok(plan) => plans.push(expected(&plan, spec)),
            Err(Error::TooDeep | Error::TooLong | Error::TooMuch) => return None,
            Err(wrong) => panic!("{wrong}"),
        }
        if plans.len() > MOST_PLANS {
            return None;
        }
    }
    Some(plans)
}

fn facts(spec: &Spec, described: &Described) -> Result<Facts, Error> {
    let mut facts = Facts::new(spec.predicates.len());
    for (predicate, row) in spec.facts.iter() {
        let row = row.iter().map(|word| u64::from(*word)).collect();
        facts.add(*predicate as u16, row, &described.rows.predicates)?;
    }
    Ok(facts)
}

fn expected(plan: &[Step], spec: &Spec) -> Expected {
    let tasks = task_names(spec);
    let steps = plan.iter().map(|step| {
        let words: Vec<String> = step.args.iter().map(u64::to_string).collect();
        let predicate = |number: u16| spec.predicates[usize::from(number)].name.as_str();
        let (before, name) = match step.code {
            TaskCode::Task(task) => ("", tasks[usize::from(task.0)]),
            TaskCode::Add(rel) => ("add ", predicate(rel.0)),
            TaskCode::Delete(rel) => ("delete ", predicate(rel.0)),
        };
        format!("{before}{name}({})", words.join(", "))
    });
    Expected {
        steps: steps.collect(),
        cost: plan.iter().fold(0.0, |sum, step| sum + step.cost),
    }
}
