use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Actor(u16);

htn_domain! {
    domain d(game: &u8);

    predicate enemy(Actor);
    predicate friend(Actor);
    operator go(who: Actor) {}
    method m(me: Actor) if let game: Actor = me { go(me); }
}

fn main() {}
