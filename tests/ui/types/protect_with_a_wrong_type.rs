use squad_htn::prelude::*;

htn_domain! {
    domain museum;
    predicate lit(u8);
    predicate big(u32);
    operator look(n: u8) {}
    pub method visit() if lit(n) { protect big(n); look(n); }
}

fn main() {}
