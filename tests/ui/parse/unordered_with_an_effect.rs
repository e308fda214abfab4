use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    method m(x: u32) { unordered { add enemy(x); a(); } }
    internal operator a() {}
}

fn main() {}
