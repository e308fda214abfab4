use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    operator go(a: u32) by a {}
    internal operator go(a: u32) {}
}

fn main() {}
