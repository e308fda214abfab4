//! The start of a search for a repair.

use crate::exec::{QueryContext, Subtree};
use crate::model::domain::Domain;
use crate::model::event::PlanId;
use crate::search::host::Bound;
use crate::squads::director::Director;
use crate::store::state::State;

/// A part of a plan that is to be planned again. [`Director::broken_part`](crate::Director::broken_part) returns it, for
/// [`Explanation`](super::Explanation)s of its task.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/explain/) has an example.
pub struct BrokenPart<D: Domain> {
    /// The task.
    pub task: D::Task,
    /// The facts at the start of its search: everything below the task is stopped and undone, and the plan's other actions are assumed
    /// to have succeeded.
    pub state: State<D>,
}

impl<D: Domain> Director<D> {
    /// Returns the part of a plan that must be planned again, for [`State::explain`]. Call it in the tick of
    /// [`Event::NeedsRepair`](crate::Event::NeedsRepair). `None` if the plan needs no repair.
    pub fn broken_part(&self, plan: PlanId, context: &D::Context<'_>) -> Option<BrokenPart<D>> {
        let mut engine = self.executor().engine.clone();
        let slot = engine.live.plans.find(plan)?;
        let repair = &engine.live.plans[slot].repair;
        let view = engine.live.plans.view(slot);
        let (code, args) = match (repair.part, repair.later) {
            (_, Some(later)) => view.task(later),
            (Subtree::Whole, None) => view.root_task()?,
            (Subtree::Below(node), None) => view.node_task(view.node(Some(node))?),
        };
        let task = D::task_from_row(code, args);
        let mut state = self.state().clone();
        let scope = &mut QueryContext {
            host: &Bound::<D>::new(engine.cx.tables(), context),
            machine: &mut engine.machine(),
        };
        let world = &mut scope.over(state.store_mut());
        engine.repair_search(slot).simulate(world);
        Some(BrokenPart { task, state })
    }
}
