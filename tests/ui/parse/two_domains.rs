use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);

    domain e;
}

fn main() {}
