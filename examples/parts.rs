//! Parts: items shared by several domains, each with its own types; and conditionally compiled items.

#[path = "shared/mod.rs"]
mod shared;

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Actor(u8);

htn_part! {
    /// Items of every domain with actors. `Actor` is the type of that name in the domain's module.
    part crew {
        predicate crew(Actor);
        operator walk(who: Actor, to: u8) by who {}
    }
}

htn_domain! {
    domain patrol;
    agent Actor;
    use part crew;
    use part shared::reservations<Actor>;

    pub method go(to: u8) if crew(who) && !reserved(who) {
        reserve(who);
        walk(who, to);
        free(who);
    }
}

htn_domain! {
    domain doors;
    agent Actor;
    use part crew;
    use part shared::reservations<u8>;

    predicate locked(u8);

    operator unlock(who: Actor, door: u8) by who { sensed delete locked(door); }

    /// Exists in debug builds only.
    #[cfg(debug_assertions)]
    operator report(who: Actor, door: u8) by who {}

    pub method open(door: u8) if crew(who) && !reserved(door) {
        reserve(door);
        walk(who, door);
        if locked(door) { unlock(who, door); }
        tell(who, door);
        free(door);
    }

    #[cfg(debug_assertions)]
    method tell(who: Actor, door: u8) { report(who, door); }
    #[cfg(not(debug_assertions))]
    method tell(who: Actor, door: u8) {}
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let state = patrol::State::from_facts([
        patrol::Fact::Crew(Actor(1)),
        patrol::Fact::Crew(Actor(2)),
        patrol::Fact::Reserved(Actor(1)),
    ])?;
    let mut planner = patrol::Planner::new();
    let plan = planner.find(&state, &(), patrol::Task::Go { to: 7 })?;
    print!("{}", plan.expect("the other actor is free"));

    let state = doors::State::from_facts([doors::Fact::Crew(Actor(1)), doors::Fact::Locked(3)])?;
    let mut planner = doors::Planner::new();
    let plan = planner.find(&state, &(), doors::Task::Open { door: 3 })?;
    print!("{}", plan.expect("a plan"));
    Ok(())
}
