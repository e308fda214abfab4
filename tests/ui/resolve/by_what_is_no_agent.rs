use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    operator go(who: u32, to: u8) by to {}
}

fn main() {}
