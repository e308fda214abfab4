use squad_htn::prelude::*;

htn_domain! {
    domain d;
    operator walk(to: u8) {}
    method patrol() { let n = later pick(); walk(n); }
    method pick() -> u8 { walk(1); return 1; }
}

fn main() {}
