use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate first(u32);
    axiom when_planning(n: u32) { n > 1 }
}

fn main() {}
