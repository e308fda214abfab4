use squad_htn::prelude::*;

htn_domain! {
    domain d;
    operator walk(to: u8) {}
    method patrol(to: u8) { walk(to); later patrol(to, 2); }
}

fn main() {}
