use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate Enemy(u32);
}

fn main() {}
