use squad_htn::prelude::*;

htn_domain! {
    domain d;
    operator walk(to: u8) {}
    method patrol() { walk(1); laterr patrol(); }
}

fn main() {}
