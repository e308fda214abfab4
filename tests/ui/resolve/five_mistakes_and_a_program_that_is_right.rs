use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Actor(pub u16);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Place {
    Lobby,
    Roof,
}

htn_domain! {
    pub domain patrol;

    agent Actor;

    predicate guard(Actor) [8];
    predicat at(who: Actor, place: Place) [8];
    predicate next_to(Place, Place);

    axiom reachable(a: Place, b: Place) { next_too(a, b) }

    internal operator reserve(who: Actor) { start add guard(who); }

    operator go(who: Actor, to: Place) by who {
        if at(who, from) && reachable(from, to)
        start delete at(who, from);
        sensed add at(who, to);
    }

    pub method patrol_all() {
        for guard(who) {
            reserve(who);
            go(who);
        }
    }
}

fn main() {
    let mut state = patrol::State::new();
    state.insert(patrol::Fact::Guard(Actor(1))).unwrap();
    state.insert(patrol::Fact::At(Actor(1), Place::Lobby)).unwrap();
    state.insert(patrol::Fact::NextTo(Place::Lobby, Place::Roof)).unwrap();
    let mut planner = patrol::Planner::new();
    let plan = planner.find(&state, &(), patrol::Task::PatrolAll).unwrap().unwrap();
    for action in plan.actions() {
        match action {
            patrol::Action::Go { who, to } => println!("{who:?} goes to {to:?}"),
        }
    }
    for task in plan.tasks() {
        if let patrol::Task::Reserve { who } = task {
            println!("{who:?} is reserved");
        }
    }
}
