use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Actor(u16);

htn_domain! {
    domain d;

    predicate enemy(Actor);
    predicate friend(Actor);
    operator go(who: Actor) {}
    method m(me: Actor) if enemy(a) && let a: Actor = me { go(a); }
}

fn main() {}
