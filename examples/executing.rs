//! Executing a plan: which steps start when, which steps wait, and the exchange between executor and game.

#[path = "chart/mod.rs"]
mod chart;

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Officer(u8);

htn_domain! {
    domain entry;

    agent Officer;

    predicate at_door(Officer);
    predicate door_is_open();
    predicate sweeping(Officer);

    /// Walks to the door.
    operator stack_up(who: Officer) by who {
        success add at_door(who);
    }

    /// A voice line. It keeps no agent busy and blocks no later step.
    operator call_out(who: Officer) by who { busy false; }

    /// Kicks the door. Whether it opens is reported by sensors.
    operator kick_door(who: Officer, other: Officer) by who {
        if at_door(who) && at_door(other);
        sensed add door_is_open();
    }

    operator sweep(who: Officer) by who {
        if door_is_open();
        start add sweeping(who);
        finish delete sweeping(who);
    }

    pub method enter(lead: Officer, second: Officer) {
        stack_up(lead);
        stack_up(second);
        call_out(second);
        kick_door(lead, second);
        sweep(lead);
        sweep(second);
    }
}

use entry::{Action, Executor, Fact, Planner, State, Task};

/// Returns the officer and the duration of an action in ticks.
fn actor_and_ticks(action: Action) -> (Officer, u32) {
    match action {
        Action::StackUp { who } => (who, 6 + 8 * u32::from(who.0 - 1)),
        Action::CallOut { who } => (who, 4),
        Action::KickDoor { who, .. } => (who, 10),
        Action::Sweep { who } => (who, 9),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut state = State::new();
    let task = Task::Enter {
        lead: Officer(1),
        second: Officer(2),
    };
    let mut planner = Planner::new();
    let plan = planner.find(&state, &(), task)?.expect("a plan");
    print!("{plan}");
    println!();

    let mut executor = Executor::new();
    executor.submit(plan, 0)?;
    let mut chart = chart::Chart::default();
    let mut running = Vec::new();
    while executor.plans().len() > 0 {
        chart.tick();
        // The game reports ended actions, and its sensors insert facts.
        for (id, action, left) in &mut running {
            *left -= 1;
            if *left == 0 {
                executor.finish(*id, Outcome::Success)?;
                chart.end(*action, true);
                if let Action::KickDoor { .. } = action {
                    state.insert(Fact::DoorIsOpen)?;
                }
            }
        }
        running.retain(|(_, _, left)| *left > 0);

        for command in executor.tick(&mut state, &()) {
            // No action fails here, so none is stopped.
            if let Command::Start { id, action, .. } = command {
                let (who, ticks) = actor_and_ticks(action);
                let row = match action {
                    Action::CallOut { .. } => format!("{who:?}, voice"),
                    _ => format!("{who:?}"),
                };
                chart.begin(row, action);
                running.push((id, action, ticks));
            }
        }
        for event in executor.events() {
            println!("{event}");
        }
    }
    print!("\n{chart}");
    assert!(
        state.contains(Fact::AtDoor(Officer(2))) && !state.contains(Fact::Sweeping(Officer(1)))
    );
    Ok(())
}
