use squad_htn::prelude::*;

htn_domain! {
    domain d;

    internal operator forget() { duration 2.0; }
}

fn main() {}
