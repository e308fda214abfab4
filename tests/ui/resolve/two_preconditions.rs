use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    predicate dead(u32);
    internal operator forget(b: u32) { if enemy(b); if dead(b); delete enemy(b); }
}

fn main() {}
