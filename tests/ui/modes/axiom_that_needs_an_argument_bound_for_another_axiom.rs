use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Actor(u16);

htn_domain! {
    domain d;

    predicate enemy(Actor);
    predicate friend(Actor);
    operator go(who: Actor) {}
    axiom different(a: Actor, b: Actor) { a != b }
    axiom rival(a: Actor, b: Actor) { different(a, b) && enemy(b) }
    method m(me: Actor) if rival(me, other) { go(other); }
}

fn main() {}
