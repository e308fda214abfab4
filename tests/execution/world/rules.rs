//! The rules for when a step starts, written from the contract. If the contract can be read in two ways, both are allowed: a
//! started step must have been able to start by one reading, and a step left over unable to start by the other.

use super::model::{Model, Plan, Status, Step};
use super::specs::{Facts, Reads};

/// The verdict of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    No,
    /// The contract allows both.
    Either,
    Yes,
}

impl Says {
    pub fn of(yes: bool) -> Says {
        if yes { Says::Yes } else { Says::No }
    }

    pub fn and(self, other: Says) -> Says {
        match (self, other) {
            (Says::No, _) | (_, Says::No) => Says::No,
            (Says::Yes, Says::Yes) => Says::Yes,
            _ => Says::Either,
        }
    }

    pub fn not(self) -> Says {
        match self {
            Says::No => Says::Yes,
            Says::Either => Says::Either,
            Says::Yes => Says::No,
        }
    }

    pub fn may(self) -> bool {
        self != Says::No
    }

    pub fn must(self) -> bool {
        self == Says::Yes
    }
}

/// Rule 1: no earlier step that shares an agent waits, and no earlier step at all if this one has no agents. Steps of its group
/// do not count.
pub fn is_next(plan: &Plan, at: usize) -> bool {
    let group = plan.group(at);
    group.clone().all(|member| {
        let agents = &plan.steps[member].spec.agents;
        let shares = |step: &Step| step.spec.agents.iter().any(|agent| agents.contains(agent));
        let mut waiting = plan.steps[..group.start]
            .iter()
            .filter(|step| !step.started);
        !waiting.any(|step| agents.is_empty() || shares(step))
    })
}

/// Rule 2: none of its agents is busy, or it synchronises.
pub fn is_idle(model: &Model, plan: &Plan, at: usize) -> bool {
    plan.group(at).all(|member| {
        let spec = &plan.steps[member].spec;
        spec.sync.is_some() || spec.agents.iter().all(|agent| !model.is_busy(*agent))
    })
}

/// Rule 3: no earlier `global_block` is closed or waits.
pub fn is_open(plan: &Plan, at: usize) -> bool {
    let group = plan.group(at);
    let closed = plan.barriers.iter().any(|barrier| barrier.0 < group.start);
    let waits = plan.steps[..group.start].iter().any(|step| {
        !step.started && matches!(step.spec.sync, Some(super::specs::Sync::GlobalBlock(_)))
    });
    !closed && !waits
}

/// Returns the failed checks of the step: the predicates that it would wait for.
fn missing(facts: &Facts, plan: &Plan, at: usize) -> Vec<(Reads, Says)> {
    let step = &plan.steps[at];
    let mut missing = Vec::new();
    if let Some(guard) = step.spec.guard.filter(|guard| !facts.holds(*guard)) {
        missing.push((guard.reads, Says::Yes));
    }
    if step.spec.external {
        for above in step.above.iter().filter(|above| !facts.holds(above.guard)) {
            let expected = is_expected(plan, at, &above.planned);
            if expected.may() {
                missing.push((above.guard.reads, expected));
            }
        }
    }
    missing
}

/// Decides if a conjunct above counts: true in the planned state before the step, and after each later step that has run. The
/// contract leaves open if an action that still runs counts.
fn is_expected(plan: &Plan, at: usize, planned: &[bool]) -> Says {
    if !planned[at] {
        return Says::No;
    }
    let mut says = Says::Yes;
    for (later, step) in plan.steps.iter().enumerate().skip(at + 1) {
        if step.started && !planned[later + 1] {
            says = says.and(if step.is_over() {
                Says::No
            } else {
                Says::Either
            });
        }
    }
    says
}

/// Rule 4, for all steps of a group in turn: decides if the conditions hold.
pub fn holds(model: &Model, plan: &Plan, at: usize) -> Says {
    let mut facts = model.facts.clone();
    let mut says = Says::Yes;
    for member in plan.group(at) {
        for (_, certain) in missing(&facts, plan, member) {
            says = says.and(certain.not());
        }
        facts.start(&plan.steps[member].spec);
    }
    says
}

/// Returns true if a false condition can be waited for: an earlier step that has not ended may make it true, or the sensor
/// timeout is not over.
pub fn can_wait(model: &Model, plan: &Plan, before: usize, reads: Reads) -> bool {
    let brings = |step: &Step| !step.is_over() && step.spec.writes(reads);
    let sensed = |step: &Step| {
        step.spec.senses(reads)
            && matches!(step.ended, Some((tick, true)) if model.tick < tick + model.grace)
    };
    plan.steps[..before]
        .iter()
        .any(|step| brings(step) || sensed(step))
}

/// Decides if a condition is false and cannot be waited for. The members of a group are checked in turn; the verdict on those
/// after a waiting one is open.
fn is_hopeless(model: &Model, plan: &Plan, at: usize) -> Says {
    let group = plan.group(at);
    let mut facts = model.facts.clone();
    let (mut says, mut waits) = (Says::No, false);
    for member in group.clone() {
        let behind = waits;
        for (reads, certain) in missing(&facts, plan, member) {
            if can_wait(model, plan, group.start, reads) {
                waits = true;
            } else if certain.must() && !behind {
                return Says::Yes;
            } else {
                says = Says::Either;
            }
        }
        facts.start(&plan.steps[member].spec);
    }
    says
}

/// Rules 1 to 3.
pub fn is_due(model: &Model, plan: &Plan, at: usize) -> bool {
    plan.status == Status::Live
        && !plan.steps[at].started
        && is_next(plan, at)
        && is_open(plan, at)
        && is_idle(model, plan, at)
}

/// Rules 1 to 5.
pub fn can_start(model: &Model, order: usize, at: usize) -> Says {
    let plan = &model.plans[order];
    if !is_due(model, plan, at) {
        return Says::No;
    }
    let free = super::claims::is_unclaimed(model, order, at);
    let room = Says::of(!model.facts.is_full_for(&plan.steps[at].spec));
    holds(model, plan, at).and(free).and(room)
}

/// Decides if a step that could start otherwise has failed: a condition is false and cannot be waited for, or the predicate
/// that the step adds to is full.
pub fn has_failed(model: &Model, order: usize, at: usize) -> Says {
    let plan = &model.plans[order];
    if !is_due(model, plan, at) {
        return Says::No;
    }
    let holds = holds(model, plan, at);
    if holds.may() && model.facts.is_full_for(&plan.steps[at].spec) {
        return holds
            .and(super::claims::is_unclaimed(model, order, at))
            .and(Says::Either);
    }
    is_hopeless(model, plan, at)
}
