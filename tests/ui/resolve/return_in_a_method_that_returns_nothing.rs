use squad_htn::prelude::*;

htn_domain! {
    domain d;

    method pick() { return 3; }
}

fn main() {}
