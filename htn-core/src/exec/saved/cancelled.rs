//! The facts that cancelling every plan would leave.

use super::super::engine::Engine;
use super::super::world::QueryContext;
use crate::search::host::Host;
use crate::store::Store;

impl Engine {
    /// Returns the facts as they would be one tick after every plan was cancelled; `None` if there is no plan. It is
    /// worked out on copies, by the code that cancels plans.
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
        let mut asker = QueryContext { host, machine };
        let mut world = asker.over(&mut facts);
        // After a panic, the next call continues the tick: what panicked is left out.
        while !returns(|| engine.tick(&mut world)) {}
        Some(facts)
    }
}

/// Calls a function that may evaluate Rust expressions of the domain, and returns false if one of them panicked. Without
/// the feature `std` such a panic is passed on.
fn returns(call: impl FnOnce()) -> bool {
    #[cfg(feature = "std")]
    return std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).is_ok();
    #[cfg(not(feature = "std"))]
    {
        call();
        true
    }
}
