use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate home(u32);
    operator go(to: u32) { duration 2.0; add home(to); duration 3.0; }
}

fn main() {}
