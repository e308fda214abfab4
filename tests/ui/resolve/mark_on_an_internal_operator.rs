use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    internal operator forget(b: u32) { start delete enemy(b); }
}

fn main() {}
