use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    axiom big(x: u32) { enemy(x) && x > 3 }
    pub method m() if enemy(_) {}
}

fn main() {}
