//! Whether plans are the same: step by step, with the same arguments.

use super::indices::{PlanSlot, StepIndex, Subtree};
use super::plans::Plans;
use super::simulate::new_steps;
use super::view::LivePlan;
use crate::model::domain::TaskCode;
use crate::model::plan::PlanData;

impl Plans {
    /// The first plan, but for this one, that has not ended and has the same steps, or will have them when its repair is adopted.
    pub fn same_as(&self, data: &PlanData, but_for: Option<PlanSlot>) -> Option<PlanSlot> {
        let mut plans = self.order().iter().copied();
        plans.find(|slot| {
            let record = &self[*slot];
            let mut blocks = core::iter::once(&record.block).chain(&record.replacement);
            let same = |block| is_same(self.view_of(*slot, block), data);
            but_for != Some(*slot) && blocks.any(same)
        })
    }

    /// Whether what was found to repair a plan has the steps of another one, which goes on.
    pub fn repairs_to_same(&mut self, slot: PlanSlot, data: &PlanData) -> bool {
        let same = self.same_as(data, Some(slot)).map(|same| self[same].id);
        let record = &mut self[slot];
        record.same = same.or(record.same);
        same.is_some()
    }

    /// Whether the actions of a plan that was found are just those that are left of this one, the running ones among them.
    pub fn is_rest_of(&self, slot: PlanSlot, data: &PlanData) -> bool {
        let plan = self.view(slot);
        let left = plan
            .all()
            .filter(|step| plan.info(*step).is_external() && !plan.state(*step).has_ended());
        let found = data.view();
        let external = found.all().filter(|step| found.info(*step).is_external());
        left.map(|step| plan.task(step))
            .eq(external.map(|step| found.task(step)))
    }

    /// Whether what was found to repair a plan begins with the very action whose failure the game has just reported.
    pub fn begins_with_failed(&self, slot: PlanSlot, data: &PlanData) -> bool {
        let plan = self.view(slot);
        let Some(failed) = plan.record.reported else {
            return false;
        };
        let new = match plan.record.repair_at {
            Subtree::Whole => 0..data.steps.len(),
            Subtree::Below(node) => match new_steps(plan, node, data) {
                Some(new) => new,
                None => return false,
            },
        };
        let (found, mut new) = (data.view(), new.map(StepIndex::new));
        let first = new.find(|step| found.info(*step).is_external());
        first.is_some_and(|step| found.task(step) == plan.task(failed))
    }

    /// The task that a director's plan was made for; `None` for a plan without steps.
    pub fn root_task(&self, slot: PlanSlot) -> Option<(TaskCode, &[u64])> {
        let plan = self.view(slot);
        let mut nodes = plan.nodes();
        match nodes.find(|(_, node)| node.parent().is_none()) {
            Some((_, root)) => Some(plan.node_task(root)),
            None => (!plan.steps().is_empty()).then(|| plan.task(StepIndex::FIRST)),
        }
    }
}

/// Whether a plan has the steps of one that was found.
fn is_same(plan: LivePlan<'_>, data: &PlanData) -> bool {
    plan.steps().len() == data.steps.len() && plan.tasks().eq(data.view().tasks())
}
