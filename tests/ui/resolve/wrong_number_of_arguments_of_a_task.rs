use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    operator go(who: u32, to: u8) by who {}
    method m(a: u32) { go(a); }
}

fn main() {}
