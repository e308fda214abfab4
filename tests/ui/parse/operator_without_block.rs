use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    operator wave(who: u32) by who;
}

fn main() {}
