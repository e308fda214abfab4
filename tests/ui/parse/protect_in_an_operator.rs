use squad_htn::prelude::*;

htn_domain! {
    domain museum;
    predicate lit(u8);
    operator look(n: u8) { protect lit(n); }
    pub method visit() if lit(n) { look(n); }
}

fn main() {}
