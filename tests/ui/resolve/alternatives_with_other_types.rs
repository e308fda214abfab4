use squad_htn::prelude::*;

htn_domain! {
    domain d;

    method go(to: u8) {}
    method go(to: u32) {}
}

fn main() {}
