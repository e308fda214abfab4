use squad_htn::prelude::*;

htn_domain! {
    domain d;

    method pick() -> u32 { return 1; }
    method pick() {}
}

fn main() {}
