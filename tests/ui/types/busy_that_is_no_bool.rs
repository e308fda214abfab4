use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Actor(u16);

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Place(u16);

htn_domain! {
    domain d;

    predicate at(who: Actor, place: Place);
    predicate home(Place);
    agent Actor;
    operator go(who: Actor) by who { busy who.0; }
}

fn main() {}
