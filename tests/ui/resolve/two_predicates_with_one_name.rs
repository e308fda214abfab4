use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    predicate enemy(u8);
}

fn main() {}
