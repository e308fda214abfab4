use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate wide(u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8);
}

fn main() {}
