use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate next(u32, u32);
    axiom lost(x: u32) { let n: usize = count(next(x, y) && lost(y)) && n > 0 }
    method m(x: u32) if lost(x) {}
}

fn main() {}
