//! The history of a plan: its versions, repairs and the states of its steps.

use super::OPEN;
use crate::recording::{CallId, PlanShape, StepMark, TextId};

/// A version of a plan: as submitted, or after a repair, until the next repair or its end.
#[derive(Clone, Debug)]
pub(crate) struct Version {
    pub from: u64,
    pub to: u64,
    pub shape: PlanShape,
    /// The repair that led to this version; `None` for the first one.
    pub repaired: Option<Repaired>,
    /// Changes of step states: tick, step, state, reason.
    pub changes: Vec<(u64, u32, StepMark, Option<TextId>)>,
}

/// A repair that led to a new version.
#[derive(Clone, Default, Debug)]
pub(crate) struct Repaired {
    /// The task that was planned again; `None` for the whole plan.
    pub at: Option<CallId>,
    /// The steps of the previous version that are undone with their part of the plan.
    pub undoable: Vec<u32>,
}

impl Version {
    /// Returns the states of its steps before its last tick, in which a repair stops the steps that it replaces.
    pub fn marks(&self) -> Vec<StepMark> {
        let mut marks: Vec<StepMark> = self.shape.steps.iter().map(|step| step.mark).collect();
        let before = self.changes.iter().filter(|change| change.0 < self.to);
        for (_, step, mark, _) in before {
            if let Some(last) = marks.get_mut(*step as usize) {
                *last = *mark;
            }
        }
        marks
    }
}

/// A plan from its submission to its end.
#[derive(Clone, Debug)]
pub(crate) struct PlanSpan {
    pub plan: u64,
    pub from: u64,
    pub to: u64,
    /// A text about its end; `None` while it runs.
    pub ended: Option<String>,
    pub versions: Vec<Version>,
    /// The spans in which it waited for a repair.
    repairs: Vec<(u64, u64)>,
    /// The tick in which the present wait for a repair began.
    needs_repair_since: Option<u64>,
    /// The repair in progress, or the one that has just been adopted.
    repair: Option<Repaired>,
}

impl PlanSpan {
    pub fn new(plan: u64, tick: u64) -> PlanSpan {
        PlanSpan {
            plan,
            from: tick,
            to: OPEN,
            ended: None,
            versions: Vec::new(),
            repairs: Vec::new(),
            needs_repair_since: None,
            repair: None,
        }
    }

    /// Starts a new version of the plan.
    pub fn add_version(&mut self, tick: u64, shape: PlanShape) {
        if let Some(last) = self.versions.last_mut() {
            last.to = tick;
        }
        let repaired = self.repair.take().filter(|_| !self.versions.is_empty());
        self.versions.push(Version {
            from: tick,
            to: OPEN,
            shape,
            repaired,
            changes: Vec::new(),
        });
    }

    /// Records a new state of a step, with its reason.
    pub fn set_step(&mut self, tick: u64, step: u32, mark: StepMark, why: Option<TextId>) {
        if let Some(last) = self.versions.last_mut() {
            last.changes.push((tick, step, mark, why));
        }
    }

    /// Records that the plan waits for a repair from this tick on.
    pub fn begin_repair(&mut self, tick: u64, undoable: Vec<u32>) {
        self.needs_repair_since.get_or_insert(tick);
        self.repair = Some(Repaired { at: None, undoable });
    }

    /// Records a repair at a task: the next entry has the new version.
    pub fn end_repair(&mut self, tick: u64, at: Option<CallId>) {
        self.end_wait_for_repair(tick);
        self.repair.get_or_insert_default().at = at;
    }

    fn end_wait_for_repair(&mut self, tick: u64) {
        let since = self.needs_repair_since.take();
        self.repairs.extend(since.map(|from| (from, tick)));
    }

    pub fn ends(&mut self, tick: u64, why: String) {
        self.close(tick);
        self.ended = Some(why);
    }

    /// Ends the plan, its last version and an unfinished repair.
    pub fn close(&mut self, to: u64) {
        self.to = to;
        self.end_wait_for_repair(to);
        if let Some(last) = self.versions.last_mut() {
            last.to = to;
        }
    }

    /// Returns the spans in which it waited for a repair. The last one may be [`OPEN`].
    pub fn repairs(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let open = self.needs_repair_since.map(|from| (from, OPEN));
        self.repairs.iter().copied().chain(open)
    }
}
