use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate position(u32 => u8);
    internal operator a(x: u32) { add position(x); }
}

fn main() {}
