use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate at(a: u32, a: u8);
}

fn main() {}
