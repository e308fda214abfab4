use squad_htn::prelude::*;

htn_domain! {
    domain d;

    method go(to: u8) {}
    method go(place: u8) {}
}

fn main() {}
