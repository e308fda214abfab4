use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    method m(x u32) if enemy(x) {}
}

fn main() {}
