//! Comparisons of running plans with plans that were found.

use crate::exec::indices::{PlanSlot, StepIndex, Subtree};
use crate::exec::plans::Plans;
use crate::exec::plans::view::LivePlan;
use crate::exec::repairs::repair_search::new_steps;
use crate::model::domain::TaskCode;
use crate::model::plan::PlanData;

impl Plans {
    /// Returns the first plan with the same steps, now or when its repair is adopted. Leaves out `except`.
    pub fn same_as(&self, data: &PlanData, except: Option<PlanSlot>) -> Option<PlanSlot> {
        let mut plans = self.order().iter().copied();
        plans.find(|slot| {
            let record = &self[*slot];
            let mut blocks = core::iter::once(&record.block).chain(&record.repair.replacement);
            let same = |block| is_same(self.view_of(*slot, block), data);
            except != Some(*slot) && blocks.any(same)
        })
    }

    /// Returns true if another plan has the same steps as a repair that was found, and records which.
    pub fn repairs_to_same(&mut self, slot: PlanSlot, data: &PlanData) -> bool {
        let same = self.same_as(data, Some(slot)).map(|same| self[same].id);
        let record = &mut self[slot];
        record.repair.same = same.or(record.repair.same);
        same.is_some()
    }
}

impl<'a> LivePlan<'a> {
    /// Returns true if the actions of a plan that was found are exactly those that are left of this one, including the
    /// running ones.
    pub fn has_left(self, data: &PlanData) -> bool {
        let left = self
            .all()
            .filter(|step| self.info(*step).is_external() && !self.state(*step).has_ended());
        let found = data.view();
        let external = found.all().filter(|step| found.info(*step).is_external());
        left.map(|step| self.task(step))
            .eq(external.map(|step| found.task(step)))
    }

    /// Returns true if a plan that was found for a repair begins with the action whose failure the game has just reported.
    pub fn begins_with_failed(self, data: &PlanData) -> bool {
        let repair = &self.record.repair;
        let Some(failed) = repair.reported else {
            return false;
        };
        let new = match repair.part {
            Subtree::Whole => 0..data.steps.len(),
            Subtree::Below(node) => match new_steps(self, node, data) {
                Some(new) => new,
                None => return false,
            },
        };
        let (found, mut new) = (data.view(), new.map(StepIndex::new));
        let first = new.find(|step| found.info(*step).is_external());
        first.is_some_and(|step| found.task(step) == self.task(failed))
    }

    /// Returns the task that a director's plan was made for; `None` for a plan without steps.
    pub fn root_task(self) -> Option<(TaskCode, &'a [u64])> {
        match self.nodes().find(|(_, node)| node.parent().is_none()) {
            Some((_, root)) => Some(self.node_task(root)),
            None => (!self.steps().is_empty()).then(|| self.task(StepIndex::FIRST)),
        }
    }
}

/// Returns true if a plan has the steps of one that was found.
fn is_same(plan: LivePlan<'_>, data: &PlanData) -> bool {
    plan.steps().len() == data.steps.len() && plan.tasks().eq(data.view().tasks())
}
