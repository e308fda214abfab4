use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate position(u32 => u8 => u8);
}

fn main() {}
