use squad_htn::prelude::*;

htn_domain! {
    predicate enemy(u32);
}

fn main() {}
