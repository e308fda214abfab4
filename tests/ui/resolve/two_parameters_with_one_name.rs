use squad_htn::prelude::*;

htn_domain! {
    domain d;

    internal operator go(a: u32, a: u32) {}
}

fn main() {}
