use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    + 3
    predicate dead(u32);
}

fn main() {}
