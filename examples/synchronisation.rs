//! The synchronisation operators, which make agents wait for each other during execution.

#[path = "chart/mod.rs"]
mod chart;

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Actor(u8);

htn_domain! {
    domain entry;

    agent Actor;

    predicate team(Actor);

    operator stack_up(who: Actor) by who {}
    /// Lasts until it is stopped.
    operator hold_aim(who: Actor) by who {}
    operator breach(who: Actor) by who {}
    operator move_in(who: Actor) by who {}

    pub method go_in(lead: Actor) {
        for team(who) && who != lead { stack_up(who); hold_aim(who); }
        breach(lead);
        // Later steps do not start before the breach has ended.
        global_block(lead);
        for team(who) && who != lead {
            finish_action(who);
            move_in(who);
            // The lead stays busy until the others are inside, so he goes last.
            block_on(lead, who);
        }
        move_in(lead);
    }
}

use entry::{Action, Executor, Fact, Planner, State, Task};

/// Returns the actor and the duration of an action in ticks, `None` if it lasts until it is stopped.
fn actor_and_ticks(action: Action) -> (Actor, Option<u32>) {
    match action {
        Action::StackUp { who } => (who, Some(3 * u32::from(who.0))),
        Action::HoldAim { who } => (who, None),
        Action::Breach { who } => (who, Some(14)),
        Action::MoveIn { who } => (who, Some(4 + u32::from(who.0))),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut state = State::from_facts([1, 2, 3].map(|n| Fact::Team(Actor(n))))?;
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

    let mut executor = Executor::new();
    executor.submit(plan, 0)?;
    let mut chart = chart::Chart::default();
    let mut running = Vec::new();
    for tick in 1.. {
        chart.tick();
        for (id, action, until) in &running {
            if *until == Some(tick) {
                executor.finish(*id, Outcome::Success)?;
                chart.end(action, true);
            }
        }
        running.retain(|(_, _, until)| *until != Some(tick));
        for command in executor.tick(&mut state, &()) {
            match command {
                Command::Start { id, action, .. } => {
                    let (who, ticks) = actor_and_ticks(action);
                    chart.begin(format!("{who:?}"), action);
                    running.push((id, action, ticks.map(|ticks| tick + ticks)));
                }
                Command::Stop { id, action, .. } => {
                    chart.end(action, true);
                    running.retain(|run| run.0 != id);
                }
            }
        }
        if executor.plans().len() == 0 {
            break;
        }
    }
    print!("\n{chart}");
    Ok(())
}
