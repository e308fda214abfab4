//! A plan that is carried out, put together as a plan again: for those who look at it.

use super::engine::Engine;
use super::indices::{NodeIndex, PlanSlot, StepIndex};
use super::view::PlanView;
use crate::limits::Limits;
use crate::machine::{Frame, NONE};
use crate::plan::{Mark, PlanData, Step, truth};

impl Engine {
    /// A copy of a plan as it was last repaired, with the steps that were carried out. Takes memory.
    pub fn copy_out(&self, slot: PlanSlot) -> PlanData {
        let plan = self.plans.view(slot);
        let words = plan.record.block.words.len();
        let mut data = PlanData::new(
            self.cx.tables(),
            &Limits {
                steps: plan.steps().len(),
                tasks: plan.nodes().len(),
                bindings: words,
                ..Limits::zero()
            },
        );
        copy_nodes(plan, &mut data);
        copy_steps(plan, &mut data);
        self.copy_expected(slot, &mut data);
        data
    }

    /// Writes down which conditions are expected before which step.
    fn copy_expected(&self, slot: PlanSlot, data: &mut PlanData) {
        let plan = self.plans.view(slot);
        if !self.cx.has_agents() {
            return;
        }
        for node in plan.nodes() {
            let checks = plan.branch(node).map_or(0, |branch| branch.checks.len);
            data.truth.reserve(usize::from(checks));
            let truth = truth::add_rows(&mut data.truth, usize::from(checks));
            data.marks.push(Mark {
                truth: truth.unwrap_or(NONE),
                ..Mark::NONE
            });
        }
        // From the last state back to the first. What is asked of a node is asked before the steps below it.
        for step in plan.all().rev() {
            for (node, check) in self.checks_above(slot, step) {
                let holds = self.is_planned(slot, step, node, check);
                let row = data.marks[node.index()].truth as usize + check;
                data.truth.reserve(1);
                truth::answer(&mut data.truth, row, step.index(), holds);
            }
        }
    }

    /// The conditions of the branches above an external step: the node, and the number of the check.
    pub(super) fn checks_above(
        &self,
        slot: PlanSlot,
        step: StepIndex,
    ) -> impl Iterator<Item = (NodeIndex, usize)> + '_ {
        let plan = self.plans.view(slot);
        let external = self.cx.has_agents() && plan.info(step).is_external();
        let from = plan.step(step).node.filter(|_| external);
        plan.upwards(from).flat_map(move |(node, row)| {
            let checks = plan.branch(row).map_or(0, |branch| branch.checks.len);
            (0..usize::from(checks)).map(move |check| (node, check))
        })
    }

    /// Whether the planner expected a check to hold before a step. Nobody knows of those that had started when the plan was
    /// repaired.
    pub(super) fn is_planned(
        &self,
        slot: PlanSlot,
        step: StepIndex,
        node: NodeIndex,
        check: usize,
    ) -> bool {
        let plan = self.plans.view(slot);
        let (row, node) = (plan.step(step), &plan.nodes()[node.index()]);
        let (arena, block) = (&self.plans.arena, &plan.record.block);
        !row.absorbed && arena.holds_after(self.cx.tables(), block, node, check, row.rank as usize)
    }
}

fn copy_nodes(plan: PlanView<'_>, data: &mut PlanData) {
    // A node begins where the first step below it is, or where the next node begins.
    let mut begins = alloc::vec![plan.steps().len(); plan.nodes().len()];
    for step in plan.all().rev() {
        for (node, _) in plan.upwards(plan.step(step).node) {
            begins[node.index()] = step.index();
        }
    }
    let mut next = plan.steps().len();
    for begin in begins.iter_mut().rev() {
        next = next.min(*begin);
        *begin = next;
    }
    for (node, begin) in plan.nodes().iter().zip(begins) {
        let fp = data.words.len() as u32;
        data.words.extend_from_slice(plan.node_frame(node));
        data.frames.push(Frame {
            task: node.task,
            method: node.method,
            branch: node.branch,
            ret: node.ret,
            parent: number(node.parent),
            ret_pc: 0,
            fp,
            depth: 0,
            strand: NONE,
            chosen: begin as u32,
        });
    }
}

fn copy_steps(plan: PlanView<'_>, data: &mut PlanData) {
    let mut cost = 0.0;
    for step in plan.all() {
        let (row, fp) = (plan.step(step), data.words.len() as u32);
        data.words.extend_from_slice(plan.frame(step));
        cost += row.cost;
        data.steps.push(Step {
            kind: row.kind,
            fp,
            frame: number(row.node),
            trail: 0,
            cost,
        });
    }
}

fn number(node: Option<NodeIndex>) -> u32 {
    node.map_or(NONE, |node| node.index() as u32)
}
