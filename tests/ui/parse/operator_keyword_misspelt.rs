use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    internal operator forget(x: u32) { delte enemy(x); }
}

fn main() {}
