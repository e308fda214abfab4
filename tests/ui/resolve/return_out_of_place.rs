use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    method pick() -> u32 {
        if enemy(x) { return x; }
        return 0;
    }
}

fn main() {}
