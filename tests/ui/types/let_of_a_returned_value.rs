use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Actor(u16);

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Place(u16);

htn_domain! {
    domain d;

    predicate at(who: Actor, place: Place);
    predicate home(Place);
    operator act(who: Actor) {}
    method pick() -> Place { return Place(1); }
    method m() { let a: Actor = pick(); act(a); }
}

fn main() {}
