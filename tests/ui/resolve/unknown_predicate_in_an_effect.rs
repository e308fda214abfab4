use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    internal operator a(x: u32) { add enemi(x); }
}

fn main() {}
