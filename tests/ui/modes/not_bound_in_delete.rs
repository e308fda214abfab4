use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Actor(u16);

htn_domain! {
    domain d;

    predicate enemy(Actor);
    predicate friend(Actor);
    predicate at(Actor, u8);
    operator leave(who: Actor) { delete at(who, place); }
}

fn main() {}
