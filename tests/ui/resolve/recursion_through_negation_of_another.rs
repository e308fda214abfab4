use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate next(u32, u32);
    axiom won(x: u32) { next(x, y) && lost(y) }
    axiom lost(x: u32) { x > 3 && !won(x) }
    method m(x: u32) if lost(x) {}
}

fn main() {}
