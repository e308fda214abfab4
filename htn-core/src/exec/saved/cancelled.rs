//! The facts that cancelling every plan would leave.

use crate::exec::engine::Engine;
use crate::exec::evaluation::evaluator::GameCall;
use crate::exec::world::QueryContext;
use crate::search::host::Host;
use crate::store::Store;
use crate::tables::TaskId;

impl Engine {
    /// Returns the facts as they would be one tick after every plan was cancelled; `None` if there is no plan. They are
    /// computed on copies, by the code that cancels plans. The host records operators whose effects or `undo` panicked as
    /// skipped.
    pub fn facts_if_cancelled(&self, facts: &Store, host: &dyn Host) -> Option<Store> {
        if self.live.plans.order().is_empty() {
            return None;
        }
        let (mut engine, mut facts) = (self.clone(), facts.clone());
        for slot in self.live.plans.order() {
            engine.cancel(self.live.plans[*slot].id);
        }
        let mut machine = engine.machine();
        let machine = &mut machine;
        let mut queries = QueryContext { host, machine };
        let mut world = queries.over(&mut facts);
        // After a panic, the next call continues the tick without the part that panicked.
        while !returns(|| engine.tick(&mut world)) {
            if let Some(operator) = engine.called_operator() {
                host.skips(operator);
            }
        }
        Some(facts)
    }

    /// Returns the operator whose effects or `undo` were evaluated when the game panicked.
    fn called_operator(&self) -> Option<TaskId> {
        let operator = |plan, step| self.live.plans.view(plan).info(step).operator;
        match self.eval.interrupted() {
            (GameCall::Undo(plan, step), _) => Some(operator(plan, step)?.undo?.task),
            (_, ending) => {
                let action = self.live.actions[ending?.action];
                Some(operator(action.plan, action.step)?.task)
            }
        }
    }
}

/// Calls a function that may evaluate Rust expressions of the domain. Returns false if one of them panicked. Without the
/// feature `std` such a panic is passed on.
fn returns(call: impl FnOnce()) -> bool {
    #[cfg(feature = "std")]
    return std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).is_ok();
    #[cfg(not(feature = "std"))]
    {
        call();
        true
    }
}
