use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Actor(u16);

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Place(u16);

#[derive(Clone, Copy, PartialEq, Debug)]
struct Thing(u16);

htn_domain! {
    domain d;

    predicate at(who: Actor, place: Place);
    predicate home(Place);
    operator take(who: Actor, what: Thing) {}
}

fn main() {}
