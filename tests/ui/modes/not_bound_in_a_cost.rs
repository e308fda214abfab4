use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Actor(u16);

htn_domain! {
    domain d;

    predicate enemy(Actor);
    predicate friend(Actor);
    operator go(who: Actor) { cost weight * 2.0; add enemy(who) for friend(other) && let weight: f32 = f32::from(other.0) && weight > 1.0; }
}

fn main() {}
