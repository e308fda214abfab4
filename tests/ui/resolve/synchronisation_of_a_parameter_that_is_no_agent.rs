use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    method m(place: u8) { global_block(place); }
}

fn main() {}
