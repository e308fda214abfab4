use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32) [8]
    /// Those who do not move.
    predicate dead(u32);
}

fn main() {}
