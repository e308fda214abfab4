use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    axiom enemy(x: u32) { x > 3 }
}

fn main() {}
