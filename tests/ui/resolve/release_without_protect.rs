use squad_htn::prelude::*;

htn_domain! {
    domain museum;
    predicate lit(u8);
    predicate open(u8);
    operator look(n: u8) {}
    pub method visit() if lit(n) && open(n) { protect lit(n); look(n); release open(n); }
}

fn main() {}
