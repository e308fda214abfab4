use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    method pick() -> u32 {
        branch one if enemy(x) { return x; }
        branch none {}
    }
}

fn main() {}
