use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    axiom odd(x: u32) { enemy(x) && if x > 3 { true } else { false } }
}

fn main() {}
