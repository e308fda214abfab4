use squad_htn::prelude::*;

htn_domain! {
    domain museum;
    predicate lit(u8);
    operator look() {}
    pub method visit() { protect lit(room); look(); release lit(room); }
}

fn main() {}
