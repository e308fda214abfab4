use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    operator go(who: u32) {}
}

fn main() {}
