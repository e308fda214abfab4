//! Predicates: relations, functions, flags, and capacities.

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
enum Room {
    Lobby,
    Vault,
}

htn_domain! {
    domain heist;

    predicate alarm();
    predicate door(from: Room, to: Room) [8];
    predicate position(u8 => Room) [4];
    predicate moves(=> u32);

    operator walk(who: u8, to: Room) {
        if !alarm() && position(who, here) && door(here, to) && moves(n);
        add position(who, to), moves(n + 1);
    }

    pub method gather(to: Room) {
        for position(who, here) && here != to { walk(who, to); }
    }
}

use heist::{Fact, Planner, State, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut state = State::from_facts([
        Fact::Door(Room::Lobby, Room::Vault),
        Fact::Position(1, Room::Lobby),
        Fact::Position(2, Room::Vault),
        Fact::Moves(0),
    ])?;
    // A second value for a key replaces the first.
    state.insert(Fact::Position(2, Room::Lobby))?;
    assert!(!state.contains(Fact::Position(2, Room::Vault)));

    let mut planner = Planner::new();
    let plan = planner
        .find(&state, &(), Task::Gather { to: Room::Vault })?
        .expect("a plan");
    println!("{plan}");
    assert_eq!(plan.tasks().count(), 2);

    state.insert(Fact::Alarm)?;
    assert!(
        planner
            .find(&state, &(), Task::Gather { to: Room::Vault })?
            .is_none()
    );
    println!("with the alarm on, there is no plan");
    Ok(())
}
