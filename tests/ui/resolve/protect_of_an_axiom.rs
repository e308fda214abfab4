use squad_htn::prelude::*;

htn_domain! {
    domain museum;
    predicate lit(u8);
    axiom bright(n: u8) { lit(n) }
    operator look(n: u8) {}
    pub method visit() if bright(n) { protect bright(n); look(n); }
}

fn main() {}
