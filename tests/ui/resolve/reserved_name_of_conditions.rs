use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate first(u32);
}

fn main() {}
