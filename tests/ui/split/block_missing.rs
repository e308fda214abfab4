use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    axiom alive(x: u32)
    method m() if enemy(x) && alive(x) {}
}

fn main() {}
