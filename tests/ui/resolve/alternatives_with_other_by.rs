use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    operator lift(a: u32, b: u32) by a {}
    operator lift(a: u32, b: u32) by a, b {}
}

fn main() {}
