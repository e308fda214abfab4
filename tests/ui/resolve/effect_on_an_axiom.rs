use squad_htn::prelude::*;

htn_domain! {
    domain d;

    axiom big(x: u32) { x > 3 }
    internal operator grow(x: u32) { add big(x); }
}

fn main() {}
