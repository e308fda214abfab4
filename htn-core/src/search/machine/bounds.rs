//! Lower bounds of costs: what the rest of a plan costs at least.
//!
//! Once for a planner, when it first searches for a best plan, each place in the code gets the least cost of the steps from there to the end of its body, over all
//! choices, as far as the tables know the costs. During a search for the best plan, each frame has the least cost of what
//! remains after its task. A task is refused if the plan would reach the cost of the best one by these bounds.
//!
//! # Rounding
//!
//! The cost of a plan is a sum of `f32`s, and rounding depends on their order. If all costs are known multiples of 1/256, no
//! sum that is smaller than [`EXACT`] is rounded. Otherwise the bounds are compared with a margin that is larger than the
//! rounding of any plan.

use alloc::boxed::Box;
use alloc::vec;

use super::builder::{Frame, ReturnTo};
use super::roots::{Roots, task_at};
use super::{Machine, NONE, SearchState};
use crate::model::domain::TaskCode;
use crate::model::limits::Limits;
use crate::model::plan::NodeRecord;
use crate::model::pool::Pool;
use crate::tables::{CostKind, Op, OperatorId, Pc, Tables, TaskId};

/// Sums of multiples of 1/256 are exact below this.
const EXACT: f64 = 65_536.0;

/// The part of a sum that each of its additions may change by rounding, at most.
const ROUNDING: f64 = 1.0 / (1 << 23) as f64;

/// The least costs of a domain, and of what remains after the tasks of a plan.
#[derive(Clone, Debug)]
pub(super) struct CostBounds {
    /// By place in the code: the least cost of the steps from there to the end of the body or of the operator. Infinite if
    /// no choice of methods comes to an end.
    rest: Box<[f64]>,
    /// True if `rest` and `is_exact` are computed.
    is_computed: bool,
    /// True if all costs are known and sums of them are exact.
    is_exact: bool,
    /// The part of other sums that rounding may change.
    margin: f64,
    /// By frame: the least cost of what remains after it. Frames of the plan that are not here yet follow.
    after: Pool<f64>,
}

/// The parts of a search that bounds are computed from.
#[derive(Clone, Copy)]
pub(super) struct BoundedPlan<'a> {
    pub frames: &'a [Frame],
    pub roots: Roots,
    pub slots: &'a [u64],
    pub tables: &'static Tables,
}

impl CostBounds {
    /// Allocates the memory for bounds of that many places.
    pub fn new(places: usize, limits: &Limits) -> CostBounds {
        CostBounds {
            rest: vec![f64::INFINITY; places].into(),
            is_computed: false,
            is_exact: false,
            margin: limits.steps as f64 * ROUNDING,
            after: Pool::new(limits.tasks),
        }
    }

    fn compute(&mut self, code: &[Op], tables: &Tables) {
        self.is_exact = has_exact_costs(code, tables);
        // Each pass finds the least costs of at least one more task, from its end to its beginning.
        while self.pass(code, tables) {}
        self.is_computed = true;
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.rest) + self.after.bytes()
    }

    /// Computes the least cost of each place from those of the places after it. Returns true if any became smaller.
    fn pass(&mut self, code: &[Op], tables: &Tables) -> bool {
        let mut changed = false;
        for (pc, op) in code.iter().enumerate().rev() {
            let least = self.least(pc, *op, tables);
            changed |= least < self.rest[pc];
            self.rest[pc] = least;
        }
        changed
    }

    fn at(&self, pc: Pc) -> f64 {
        self.rest.get(pc.0 as usize).copied().unwrap_or(0.0)
    }

    fn least(&self, pc: usize, op: Op, tables: &Tables) -> f64 {
        let next = |by: usize| self.at(Pc((pc + by) as u32));
        match op {
            Op::Fail => f64::INFINITY,
            // The ends of bodies, of strands, of operators and of checks.
            Op::RootCall
            | Op::RootNext
            | Op::Done
            | Op::Return(_)
            | Op::StrandEnd
            | Op::Applied
            | Op::Holds => 0.0,
            Op::Solve { on_fail, .. } => next(2).min(self.at(on_fail)),
            Op::SolveNext { on_fail, .. } | Op::Fact { on_fail, .. } | Op::Test { on_fail, .. } => {
                next(1).min(self.at(on_fail))
            }
            Op::Row { done, .. } | Op::RowAt { done, .. } => next(1).min(self.at(done)),
            Op::Try(other) => next(1).min(self.at(other)),
            Op::Jump(to) => self.at(to),
            Op::Task { of, .. } | Op::Begin { of, .. } => self.at(of.entry) + next(1),
            // The next round replaces the present one.
            Op::Again { of, .. } | Op::Round { of, .. } => self.at(of.entry),
            Op::Do { entry, .. } => self.at(entry) + next(1),
            Op::Step { id, cost, .. } | Op::StepIf { id, cost, .. } => {
                least_price(tables, id, cost) + next(1)
            }
            Op::ApplyAll { id, cost, .. } => least_price(tables, id, cost),
            Op::Apply { id, cost } => least_price(tables, id, cost) + next(1),
            Op::Unordered(run) => {
                let strands = &tables.strands[run.at as usize..][..usize::from(run.len)];
                strands.iter().map(|strand| self.at(*strand)).sum::<f64>() + next(1)
            }
            // Without a row, the next op follows.
            Op::UnorderedRows { strand, .. } => next(1).min(self.at(strand) + next(2)),
            Op::Let { .. }
            | Op::Copy { .. }
            | Op::Zero(_)
            | Op::Method(_)
            | Op::Unchosen
            | Op::Branch(_)
            | Op::Moment
            | Op::Change { .. }
            | Op::ChangeEach { .. }
            | Op::DeleteGuarded { .. }
            | Op::Guard { .. }
            | Op::StepFact { .. }
            | Op::Stepped
            | Op::Stay
            | Op::Later { .. }
            | Op::StrandNumber(_) => next(1),
        }
    }

    /// Removes the frames of a search.
    pub fn clear(&mut self) {
        self.after.clear();
    }

    /// Removes the newest frames. `frames` are left.
    pub fn truncate(&mut self, frames: usize) {
        self.after.truncate(frames);
    }

    /// Adds the frames that have begun since the last call.
    fn catch_up(&mut self, plan: BoundedPlan<'_>) {
        while let Some(frame) = plan.frames.get(self.after.len()) {
            let after = match frame.node.task {
                NodeRecord::ROOT => self.after_root(frame, plan),
                // The other strands, and what follows the block, cost nothing at least.
                NodeRecord::STRAND => self.after(frame.node.parent),
                _ => self.after(frame.node.parent) + self.at(Pc(frame.ret_pc)),
            };
            if !self.after.take(after) {
                return;
            }
        }
    }

    /// Returns the least cost of what remains after a frame.
    fn after(&self, frame: u32) -> f64 {
        self.after.get(frame as usize).copied().unwrap_or(0.0)
    }

    /// Returns the least cost of the tasks after one that the game set.
    fn after_root(&self, frame: &Frame, plan: BoundedPlan<'_>) -> f64 {
        if frame.strand != NONE {
            return 0.0;
        }
        let next = |fp: &u32| plan.roots.after(*fp, plan.tables, plan.slots);
        let others = core::iter::successors(next(&frame.node.words), next);
        let costs = others.map(|fp| match task_at(fp, plan.tables, plan.slots).0.code() {
            TaskCode::Task(task) => self.of_task(task, plan.tables),
            TaskCode::Fact(..) => 0.0,
        });
        costs.sum()
    }

    /// Returns the least cost of a task.
    fn of_task(&self, task: TaskId, tables: &Tables) -> f64 {
        self.at(tables.tasks[usize::from(task.0)].entry)
    }

    /// Returns true if a plan of this cost so far reaches the bound at least, once it has done a task that begins at
    /// `entry`, and all that remains after it.
    pub fn refuses_task(
        &mut self,
        (so_far, bound): (f32, f32),
        entry: Pc,
        to: ReturnTo,
        plan: BoundedPlan<'_>,
    ) -> bool {
        self.catch_up(plan);
        let remains = self.at(entry) + self.at(Pc(to.pc)) + self.after(to.parent);
        self.reaches(so_far, bound, remains)
    }

    fn reaches(&self, so_far: f32, bound: f32, remains: f64) -> bool {
        let total = f64::from(so_far) + remains;
        if self.is_exact && total < EXACT {
            total >= f64::from(bound)
        } else {
            total * (1.0 - self.margin) >= f64::from(bound)
        }
    }
}

/// Returns the least price of an operator, as far as the tables know it.
fn least_price(tables: &Tables, id: OperatorId, cost: CostKind) -> f64 {
    match cost {
        CostKind::Nothing => 0.0,
        CostKind::One => 1.0,
        CostKind::Function => {
            let known = tables.operators[usize::from(id.0)].fixed_cost;
            known.map_or(0.0, |cost| f64::from(cost).max(0.0))
        }
    }
}

/// Returns true if all costs are known multiples of 1/256.
fn has_exact_costs(code: &[Op], tables: &Tables) -> bool {
    code.iter().all(|op| match op {
        Op::Step { id, cost, .. }
        | Op::StepIf { id, cost, .. }
        | Op::Apply { id, cost }
        | Op::ApplyAll { id, cost, .. } => {
            let fixed = tables.operators[usize::from(id.0)].fixed_cost;
            *cost != CostKind::Function
                || fixed.is_some_and(|cost| {
                    let parts = f64::from(cost) * 256.0;
                    (0.0..EXACT).contains(&parts) && parts % 1.0 == 0.0
                })
        }
        _ => true,
    })
}

impl Machine {
    /// Allocates the memory of bounds, so that a search for a best plan does not.
    pub fn reserve_bounds(&mut self) {
        let bounds = CostBounds::new(self.code.len(), &self.limits);
        self.state.bounds = Some(Box::new(bounds));
    }

    /// Enables or disables bounds, if memory is reserved for them. They are computed when they are first enabled.
    pub fn use_bounds(&mut self, on: bool) {
        let state = &mut self.state;
        if let Some(bounds) = state.bounds.as_mut().filter(|of| on && !of.is_computed) {
            bounds.compute(&self.code, state.tables);
        }
        state.uses_bounds = on;
        state.update_hooks();
    }
}

impl SearchState {
    /// Returns true if the cheapest plan that begins like the present one and continues with a task costs as much as the
    /// bound.
    pub(super) fn is_too_costly(&mut self, task: TaskId, to: ReturnTo) -> bool {
        let (so_far, bound) = self.plan.cost_and_bound();
        let Some(bounds) = self.bounds.as_mut().filter(|_| self.uses_bounds) else {
            return false;
        };
        let plan = BoundedPlan {
            frames: self.plan.frames(),
            roots: self.roots,
            slots: &self.slots,
            tables: self.tables,
        };
        let entry = self.tables.tasks[usize::from(task.0)].entry;
        bounds.refuses_task((so_far, bound), entry, to, plan)
    }
}
