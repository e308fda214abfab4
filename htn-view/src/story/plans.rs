//! Plans, from when to when, and how their steps stood meanwhile.

use crate::recording::{EventKind, PlanShape, StepMark, TextId};

/// A plan as it came, or as it was repaired, until it was repaired again or ended.
#[derive(Clone, Debug)]
pub(crate) struct Version {
    pub from: u64,
    pub to: u64,
    pub shape: PlanShape,
    /// When a step was another way than before: tick, step, how it stands, why.
    pub changes: Vec<(u64, u32, StepMark, Option<TextId>)>,
}

/// A plan.
#[derive(Clone, Debug)]
pub(crate) struct PlanSpan {
    pub plan: u64,
    pub from: u64,
    pub to: u64,
    /// How it ended: the event and the words for it. `None` while it goes on.
    pub ended: Option<(EventKind, String)>,
    pub versions: Vec<Version>,
    /// When it waited for a repair.
    pub repairs: Vec<(u64, u64)>,
    broken: Option<u64>,
}

impl PlanSpan {
    pub fn new(plan: u64, tick: u64) -> PlanSpan {
        PlanSpan {
            plan,
            from: tick,
            to: tick,
            ended: None,
            versions: Vec::new(),
            repairs: Vec::new(),
            broken: None,
        }
    }

    pub fn becomes(&mut self, tick: u64, shape: PlanShape) {
        if let Some(last) = self.versions.last_mut() {
            last.to = tick;
        }
        self.versions.push(Version {
            from: tick,
            to: tick,
            shape,
            changes: Vec::new(),
        });
    }

    pub fn step_is(&mut self, tick: u64, step: u32, mark: StepMark, why: Option<TextId>) {
        if let Some(last) = self.versions.last_mut() {
            last.changes.push((tick, step, mark, why));
        }
    }

    pub fn breaks(&mut self, tick: u64) {
        self.broken.get_or_insert(tick);
    }

    pub fn is_repaired(&mut self, tick: u64) {
        let broken = self.broken.take();
        self.repairs.extend(broken.map(|from| (from, tick)));
    }

    pub fn ends(&mut self, tick: u64, kind: EventKind, why: String) {
        self.to = tick;
        self.ended = Some((kind, why));
    }

    /// The last version goes to the end of the plan, and so does a repair that was not found.
    pub fn close(&mut self) {
        let to = self.to;
        self.is_repaired(to);
        if let Some(last) = self.versions.last_mut() {
            last.to = to;
        }
    }
}
