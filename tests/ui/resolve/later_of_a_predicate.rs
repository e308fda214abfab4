use squad_htn::prelude::*;

htn_domain! {
    domain d;
    predicate calm(u8);
    operator walk(to: u8) {}
    method patrol() { walk(1); later calm(2); }
}

fn main() {}
