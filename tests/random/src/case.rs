//! A random domain together with the answers of the naive planner.

use crate::generate::{Counts, Generator};
use crate::reference::{self, Facts, Reference};
use crate::spec::Spec;

/// More plans than this are not compared.
pub const MOST_PLANS: usize = 200;

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

/// All plans for the task `m0`, in order.
pub fn plans(spec: &Spec) -> Option<Vec<Expected>> {
    let mut reference = Reference { spec, fuel: 20_000 };
    let names = spec.predicates.iter().map(|of| of.name.clone());
    let mut facts: Facts = names.map(|name| (name, vec![])).collect();
    for (predicate, row) in &spec.facts {
        let name = &spec.predicates[*predicate].name;
        reference.change(&mut facts, true, name, row.clone());
    }
    let plans = reference.plans("m0", facts, MOST_PLANS).ok()?;
    Some(plans.into_iter().map(expected).collect())
}

fn expected(plan: reference::Plan) -> Expected {
    Expected {
        cost: plan.iter().fold(0.0, |sum, (_, price)| sum + price),
        steps: plan.into_iter().map(|(step, _)| step).collect(),
    }
}
