use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    method m(a: u32) { block_on(a); }
}

fn main() {}
