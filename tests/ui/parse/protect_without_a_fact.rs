use squad_htn::prelude::*;

htn_domain! {
    domain museum;
    predicate lit(u8);
    operator look(n: u8) {}
    pub method visit() if lit(n) { protect n; look(n); release; }
}

fn main() {}
