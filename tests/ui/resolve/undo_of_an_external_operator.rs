use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    operator free(a: u32) by a {}
    internal operator reserve(a: u32) { undo free(a); }
}

fn main() {}
