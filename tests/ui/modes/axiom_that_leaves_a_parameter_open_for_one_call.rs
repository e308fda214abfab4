use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Actor(u16);

htn_domain! {
    domain d;

    predicate enemy(Actor);
    predicate friend(Actor);
    operator go(who: Actor) {}
    axiom near(a: Actor, b: Actor) { enemy(a) }
    method m(me: Actor) if near(me, me) && near(me, other) { go(other); }
}

fn main() {}
