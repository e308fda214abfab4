//! `later`: a watchman whose plan has no end. Each leg of the round is planned when its turn comes, from the facts of that
//! moment, and the plan does not grow.

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Watchman(u8);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
enum Room {
    Lobby,
    Vault,
    Yard,
}

htn_domain! {
    domain museum;

    agent Watchman;

    predicate next(from: Room => to: Room) [8];
    predicate locked(Room) [8];
    predicate alarm(Room) [8];

    operator walk(who: Watchman, to: Room) by who {}
    operator look_around(who: Watchman, at: Room) by who {}
    operator search(who: Watchman, at: Room) by who { success delete alarm(at); }

    /// One leg of the round. The rest of it is left for later.
    pub method round(who: Watchman, at: Room) {
        branch alarm if alarm(room) { walk(who, room); search(who, room); later round(who, room); }
        branch on if next(at, room) && !locked(room) {
            walk(who, room);
            look_around(who, room);
            later round(who, room);
        }
        branch past_a_locked_door if next(at, room) { later round(who, room); }
    }
}

use museum::{Director, Fact, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let task = Task::Round {
        who: Watchman(1),
        at: Room::Lobby,
    };
    let mut director = Director::new(task).keep_searching(false).interval(600);
    let ways = [
        (Room::Lobby, Room::Vault),
        (Room::Vault, Room::Yard),
        (Room::Yard, Room::Lobby),
    ];
    for (from, to) in ways {
        director.state_mut().insert(Fact::Next(from, to))?;
    }
    let mut running = None;
    for tick in 1..=24 {
        match tick {
            9 => drop(director.state_mut().insert(Fact::Locked(Room::Yard))?),
            16 => drop(director.state_mut().insert(Fact::Alarm(Room::Yard))?),
            _ => {}
        }
        // Each action takes a tick.
        if let Some(id) = running.take() {
            director.finish(id, Outcome::Success)?;
        }
        for command in director.tick(&(), Budget::steps(1_000)) {
            if let Command::Start { id, action, .. } = command {
                println!("{tick:2}  {action}");
                running = Some(id);
            }
        }
    }
    for plan in director.executor().plans() {
        println!("\nThe plan at the end:\n{}", plan.plan());
    }
    Ok(())
}
