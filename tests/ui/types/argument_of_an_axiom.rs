use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Actor(u16);

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Place(u16);

htn_domain! {
    domain d;

    predicate at(who: Actor, place: Place);
    predicate home(Place);
    operator go(to: Place) {}
    axiom lives(who: Actor) { at(who, p) && home(p) }
    method m(p: Place) if lives(p) { go(p); }
}

fn main() {}
