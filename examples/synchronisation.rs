//! The synchronisation operators: steps of a plan that make agents wait for one another when it is carried out.

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Actor(u8);

htn_domain! {
    domain entry;

    agent Actor;

    predicate team(Actor);
    predicate stacked(Actor);

    operator stack_up(who: Actor) by who { success add stacked(who); }
    operator hold_aim(who: Actor) by who {}
    operator breach(who: Actor) by who {}

    pub method go_in(lead: Actor) {
        for team(who) && who != lead { stack_up(who); block_on(who, lead); hold_aim(who); }
        breach(lead);
        // Nothing below starts until the breach is over.
        global_block(lead);
        for team(who) && who != lead { finish_action(who); }
    }
}

use entry::{Fact, Planner, State, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let state = State::from_facts([1, 2, 3].map(|n| Fact::Team(Actor(n))))?;
    let mut planner = Planner::new();
    let plan = planner
        .find(&state, &(), Task::GoIn { lead: Actor(1) })?
        .expect("a plan");
    print!("{plan}");
    println!(
        "{} steps, {} of them actions",
        plan.tasks().count(),
        plan.actions().count()
    );
    Ok(())
}
