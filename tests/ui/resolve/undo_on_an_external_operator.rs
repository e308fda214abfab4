use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    internal operator free(a: u32) {}
    operator go(a: u32) by a { undo free(a); }
}

fn main() {}
