use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Actor(u16);

fn main() {
    htn_domain! {
        domain local;
        predicate p(u8);
        predicate q(Actor);
        operator go(a: Actor) {}
    }
}
