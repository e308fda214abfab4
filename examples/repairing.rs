//! A director that plans, executes, and repairs only the failed part of a plan: after a failed action, and after the death of
//! an agent.

#[path = "chart/mod.rs"]
mod chart;
#[path = "shared/mod.rs"]
mod shared;

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Actor(u8);

htn_domain! {
    domain rescue;

    agent Actor;

    predicate medic(Actor);
    predicate hurt(Actor);
    predicate door_works();

    // Reservations are undone if the plan is abandoned or if their part of it is replanned.
    use part shared::reservations<Actor>;

    operator open_door(who: Actor) by who {}
    operator break_window(who: Actor) by who {}
    operator walk(who: Actor, to: Actor) by who {}
    operator treat(who: Actor, patient: Actor) by who {
        success delete hurt(patient);
    }

    pub method treat_wounded() {
        branch somebody if hurt(patient) && !reserved(patient) && medic(who) && !reserved(who) {
            reserve(who);
            reserve(patient);
            reach(who, patient);
            treat(who, patient);
            global_block(who);
            free(who);
            free(patient);
        }
    }

    method reach(who: Actor, to: Actor) {
        branch by_the_door if door_works() { open_door(who); walk(who, to); }
        branch by_the_window { break_window(who); walk(who, to); }
    }
}

use rescue::{Action, Director, Fact, Task};

/// Returns the actor and the duration of an action in ticks.
fn actor_and_ticks(action: Action) -> (Actor, u32) {
    match action {
        Action::OpenDoor { who } => (who, 4),
        Action::BreakWindow { who } => (who, 7),
        Action::Walk { who, .. } => (who, 4),
        Action::Treat { who, .. } => (who, 8),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut director = Director::new(Task::TreatWounded).interval(30);
    let facts = [
        Fact::Medic(Actor(1)),
        Fact::Medic(Actor(2)),
        Fact::Hurt(Actor(3)),
        Fact::DoorWorks,
    ];
    for fact in facts {
        director.state_mut().insert(fact)?;
    }

    let mut chart = chart::Chart::default();
    let mut running: Vec<(ActionId, Action, u32)> = Vec::new();
    for tick in 1..=40 {
        chart.tick();
        for (id, action, until) in &running {
            if *until == tick {
                // The door is jammed: sensors report that, and the action fails.
                let works = !matches!(action, Action::OpenDoor { .. });
                if !works {
                    director.state_mut().remove(Fact::DoorWorks);
                }
                let outcome = if works {
                    Outcome::Success
                } else {
                    Outcome::Failure
                };
                director.finish(*id, outcome)?;
                chart.end(action, works);
            }
        }
        running.retain(|run| run.2 != tick);
        if tick == 20 {
            // Facts are updated before the director is notified.
            director.state_mut().remove(Fact::Medic(Actor(1)));
            director.agent_left(Actor(1));
        }

        // The budget of a tick. An unfinished search resumes in the next tick.
        for command in director.tick(&(), Budget::steps(100)) {
            match command {
                Command::Start { id, action, .. } => {
                    let (who, ticks) = actor_and_ticks(action);
                    chart.begin(format!("{who:?}"), action);
                    running.push((id, action, tick + ticks));
                }
                Command::Stop { id, action, .. } => {
                    chart.end(action, false);
                    running.retain(|run| run.0 != id);
                }
            }
        }
        for event in director.events() {
            println!("{event}");
        }
    }
    print!("\n{chart}");
    assert!(!director.state().contains(Fact::Hurt(Actor(3))));
    assert!(!director.state().contains(Fact::Reserved(Actor(1))));
    Ok(())
}
