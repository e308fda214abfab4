//! A game expression that panics. If the game catches the panic, the planner can be started again.

use std::panic::{AssertUnwindSafe, catch_unwind};

use squad_htn::prelude::*;

htn_domain! {
    domain fragile;

    predicate mark(u64);
    operator put(x: u64) { add mark(x); }
    method m(x: u64) if self::is_fine(x) { put(x); }
}

use fragile::{Planner, State, Task};

fn is_fine(x: u64) -> bool {
    assert!(x != 7, "the game's own");
    true
}

#[test]
fn planner_restarts_after_a_panic() {
    let (mut planner, state) = (Planner::new(), State::new());
    let mut find = |x| {
        let plan = AssertUnwindSafe(|| {
            planner
                .find(&state, &(), Task::M { x })
                .map(|plan| plan.is_some())
        });
        catch_unwind(plan).ok()
    };
    assert_eq!(find(7), None);
    assert_eq!(find(1), Some(Ok(true)));
}
