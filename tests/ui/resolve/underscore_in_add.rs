use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    internal operator recall() { add enemy(_); }
}

fn main() {}
