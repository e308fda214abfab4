//! Operators: the times of effects, conditions during an action, costs, and undo.

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Actor(u8);

htn_domain! {
    domain breaching;

    agent Actor;

    predicate charge(Actor => u8);
    predicate reserved(u8);
    predicate breaching(Actor, u8);
    predicate open(u8);
    predicate under_fire(Actor);

    internal operator reserve(door: u8) {
        if !reserved(door);
        add reserved(door);
        undo release(door);
    }
    internal operator release(door: u8) { delete reserved(door); }

    /// Blows a door open.
    operator breach(who: Actor, door: u8) by who {
        if charge(who, n) && n > 0;
        while !under_fire(who);
        start add breaching(who, door), charge(who, n - 1);
        finish delete breaching(who, door);
        sensed add open(door);
        cost 4.0;
    }

    /// A voice line, which keeps no agent busy.
    operator shout(who: Actor) by who { busy false; cost 0.0; }

    pub method open_door(who: Actor, door: u8) {
        branch is_open if open(door) {}
        branch with_a_bang {
            reserve(door);
            shout(who);
            breach(who, door);
            release(door);
        }
    }
}

use breaching::{Fact, Planner, State, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut state = State::from_facts([Fact::Charge(Actor(1), 1)])?;
    let mut planner = Planner::new();
    let open = |door| Task::OpenDoor {
        who: Actor(1),
        door,
    };

    let plan = planner
        .find(&state, &(), open(7))?
        .expect("there is a charge");
    println!("{plan}costs {}", plan.cost());
    for action in plan.actions() {
        println!("action: {action}");
    }

    // One charge is not enough for two doors, and charges are not set under fire.
    planner.start_all(&state, &[open(7), open(8)]);
    assert_eq!(planner.resume(&(), Budget::unlimited())?, Progress::NoPlan);
    state.insert(Fact::UnderFire(Actor(1)))?;
    assert!(planner.find(&state, &(), open(7))?.is_none());
    Ok(())
}
