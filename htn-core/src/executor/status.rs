//! From words to the domain's types: plans as they stand, and events.

use core::fmt;

use super::engine::Engine;
use super::live::Stage;
use super::notes::{Happened, Note, Notes, Said};
use super::shelf::Status;
use super::wait::Wait;
use crate::domain::Domain;
use crate::event::{Event, PlanId, Until, Waiting};
use crate::term::Term;

/// A plan that an executor holds.
pub struct PlanStatus<'a, D: Domain> {
    /// The plan.
    pub id: PlanId,
    /// Its priority.
    pub priority: i32,
    /// Whether it starts nothing until it is repaired.
    pub needs_repair: bool,
    /// What it waits for; `None` where it enters at the next tick.
    pub waits: Option<Waiting<D>>,
    engine: &'a Engine,
    place: usize,
}

impl<'a, D: Domain> PlanStatus<'a, D> {
    pub(super) fn new(engine: &'a Engine, place: usize) -> Self {
        let live = engine.live(place);
        let (step, wait) = engine.waits_for(place);
        let waits = until(engine, place, wait).and_then(|until| {
            let task = task_of::<D>(engine, place, step)?;
            Some(Waiting { step, task, until })
        });
        PlanStatus {
            id: live.id,
            priority: live.priority,
            needs_repair: live.stage == Stage::Repairing,
            waits,
            engine,
            place,
        }
    }

    /// Its steps, in order, as it was last repaired: those that are carried out, too.
    pub fn tasks(&self) -> impl ExactSizeIterator<Item = D::Task> + use<'a, D> {
        let (engine, place) = (self.engine, self.place);
        let steps = 0..engine.live(place).block.steps.len();
        steps.map(move |step| {
            let (code, row) = engine.code(place, step);
            D::task_from_row(code, row)
        })
    }

    /// Whether a step has started: it is carried out, or its action runs or has ended.
    pub fn has_started(&self, step: usize) -> bool {
        let steps = self.engine.live(self.place).block.steps.len();
        step < steps && self.engine.step(self.place, step).status != Status::Waiting
    }

    /// How many of its steps have not started.
    pub fn steps_left(&self) -> usize {
        self.engine.live(self.place).course.unstarted as usize
    }
}

impl<D: Domain> fmt::Display for PlanStatus<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "plan {}, priority {}: ", self.id, self.priority)?;
        match &self.waits {
            Some(waiting) => write!(f, "{waiting}"),
            None => f.write_str("waits for nothing"),
        }
    }
}

impl<D: Domain> fmt::Debug for PlanStatus<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn task_of<D: Domain>(engine: &Engine, place: usize, step: usize) -> Option<D::Task> {
    (step < engine.live(place).block.steps.len()).then(|| {
        let (code, row) = engine.code(place, step);
        D::task_from_row(code, row)
    })
}

/// What a step of a live plan waits for.
fn until<D: Domain>(engine: &Engine, place: usize, wait: Wait) -> Option<Until<D>> {
    let doing = match wait {
        Wait::Engaged { action, .. } | Wait::Held { action, .. } | Wait::Action(action) => {
            let (place, step) = engine.whose(action)?;
            task_of::<D>(engine, place, step)
        }
        Wait::Effect { step, .. } => task_of::<D>(engine, place, step as usize),
        _ => None,
    };
    typed(wait, doing)
}

/// What is waited for; `on` where that is a step.
fn typed<D: Domain>(wait: Wait, on: Option<D::Task>) -> Option<Until<D>> {
    let agent = <D::Agent as Term>::from_word;
    Some(match wait {
        Wait::None => return None,
        Wait::Engaged {
            agent: word,
            action,
        } => Until::Finished {
            agent: agent(word),
            action,
            doing: on?,
        },
        Wait::Held {
            agent: word,
            action,
        } => Until::Released {
            agent: agent(word),
            action,
            doing: on?,
        },
        Wait::Action(action) => Until::Ended { action, doing: on? },
        Wait::Effect { condition, .. } => Until::Holds {
            condition,
            after: on?,
        },
        Wait::Sensors { until, condition } => Until::Sensed {
            condition,
            tick: until,
        },
        Wait::Claim { agent: word, plan } => Until::Yielded {
            agent: agent(word),
            plan,
        },
        Wait::Repair => Until::Repaired,
    })
}

/// An event, in the domain's types.
pub(super) fn event<D: Domain>(notes: &Notes, note: &Note) -> Event<D> {
    let Note { tick, plan, what } = *note;
    let task = |said: Said| -> D::Task {
        let words = notes.words(said);
        D::task_from_row(said.code, words)
    };
    match what {
        Happened::Planned { steps, cost } => Event::Planned {
            tick,
            plan,
            steps,
            cost,
        },
        Happened::NoPlan { keeps, full } => Event::NoPlan { tick, keeps, full },
        Happened::Started {
            step,
            task: said,
            action,
        } => Event::Started {
            tick,
            plan,
            step: step as usize,
            task: task(said),
            action,
        },
        Happened::Finished {
            step,
            task: said,
            action,
            lost,
        } => {
            let (step, action) = (step as usize, Some(action));
            Event::Finished {
                tick,
                plan,
                step,
                task: task(said),
                action,
                lost,
            }
        }
        Happened::Failed {
            step,
            task: said,
            action,
            why,
            lost,
        } => Event::Failed {
            tick,
            plan,
            step: step as usize,
            task: task(said),
            action,
            why,
            lost,
        },
        Happened::Waits {
            step,
            task: said,
            wait,
            on,
        } => {
            let until = typed(wait, on.map(task)).unwrap_or(Until::Repaired);
            let waiting = Waiting {
                step: step as usize,
                task: task(said),
                until,
            };
            Event::Waits {
                tick,
                plan,
                waiting,
            }
        }
        Happened::NeedsRepair { at } => Event::NeedsRepair {
            tick,
            plan,
            at: at.map(task),
        },
        Happened::Repaired { at } => Event::Repaired {
            tick,
            plan,
            at: at.map(task),
        },
        Happened::Replaced { by } => Event::Replaced { tick, plan, by },
        Happened::Completed => Event::Completed { tick, plan },
        Happened::Abandoned(reason) => Event::Abandoned { tick, plan, reason },
    }
}
