use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate self(u32);
}

fn main() {}
