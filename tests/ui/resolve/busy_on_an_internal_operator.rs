use squad_htn::prelude::*;

htn_domain! {
    domain d;

    internal operator forget() { busy false; }
}

fn main() {}
