use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    internal operator forget(x: u32) { if enemy(x) { delete enemy(x); } }
}

fn main() {}
