use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate next(u32, u32);
    axiom lost(x: u32) { forall(next(x, y) => lost(y)) }
    method m(x: u32) if lost(x) {}
}

fn main() {}
