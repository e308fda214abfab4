use squad_htn::prelude::*;

htn_domain! {
    domain museum;
    predicate lit(u8);
    operator release(n: u8) {}
    pub method visit() if lit(n) { protect lit(n); release(n); release lit(n); }
}

fn main() {}
