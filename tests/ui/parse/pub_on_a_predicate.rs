use squad_htn::prelude::*;

htn_domain! {
    domain d;

    pub predicate enemy(u32);
}

fn main() {}
