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
    method m() if let p: Place = sum(q; home(q)) { go(p); }
}

fn main() {}
