//! `protect`: a burglar who needs light in one room while he takes fuses from the others. The search avoids what would
//! delete a protected fact, and the plan fails if the world deletes it.

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Burglar(u8);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
enum Room {
    Hall,
    Study,
    Cellar,
}

htn_domain! {
    domain villa;

    agent Burglar;

    predicate lit(Room) [4];
    predicate opened(Room) [4];

    /// A fuse for the alarm. The room that it comes from is dark then.
    operator take_fuse(who: Burglar, from: Room) by who { if lit(from); success delete lit(from); }
    operator bridge_alarm(who: Burglar) by who {}
    operator open_safe(who: Burglar, at: Room) by who { if lit(at); success add opened(at); }

    pub method burgle(who: Burglar, at: Room) {
        protect lit(at);
        silence(who);
        open_safe(who, at);
        release lit(at);
    }
    /// The first room with a light will do, if its light is not needed.
    method silence(who: Burglar) if lit(room) { take_fuse(who, room); bridge_alarm(who); }
}

use villa::{Director, Fact, Planner, State, Task};

const WHO: Burglar = Burglar(1);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rooms = [Room::Hall, Room::Study, Room::Cellar];
    for at in rooms {
        let state = State::from_facts(rooms.map(Fact::Lit))?;
        let mut planner = Planner::new();
        let task = Task::Burgle { who: WHO, at };
        let plan = planner
            .find(&state, &(), task)?
            .ok_or("there are other rooms")?;
        println!("{plan}");
    }

    // The owner switches the light off before the safe is open.
    let task = Task::Burgle {
        who: WHO,
        at: Room::Hall,
    };
    let mut director = Director::new(task).keep_searching(false).interval(600);
    director.state_mut().insert(Fact::Lit(Room::Hall))?;
    director.state_mut().insert(Fact::Lit(Room::Cellar))?;
    let mut running = None;
    for tick in 1..=5 {
        if tick == 4 {
            director.state_mut().remove(Fact::Lit(Room::Hall));
        }
        if let Some(id) = running.take() {
            director.finish(id, Outcome::Success)?;
        }
        for command in director.tick(&(), Budget::steps(1_000)) {
            if let Command::Start { id, action, .. } = command {
                println!("{tick}  {action}");
                running = Some(id);
            }
        }
        for event in director.events() {
            if let Event::Failed { .. } | Event::Abandoned { .. } = event {
                println!("{tick}  {event}");
            }
        }
    }
    Ok(())
}
