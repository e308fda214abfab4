use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Actor(u16);

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Place(u16);

#[derive(Clone, Copy, PartialEq, Debug)]
struct Thing(u16);

htn_domain! {
    domain d;

    predicate has(Actor, Thing);
    predicate at(Actor, Place);

}

fn main() {}
