use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    predicate at(core::primitive::u32, u8);
}

fn main() {}
