use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Actor(u16);

htn_domain! {
    domain d;

    agent Actor;
    predicate enemy(Actor);
    predicate friend(Actor);
    operator say(who: Actor) by who { if enemy(e); busy e != who; }
}

fn main() {}
