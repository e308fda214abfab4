use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    predicate enemy(u32);
    operator shoot(a: u32, b: u32) by a { delete enemy(b); }
}

fn main() {}
