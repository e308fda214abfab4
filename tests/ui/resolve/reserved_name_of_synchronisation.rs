use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    operator block_on(who: u32) by who {}
}

fn main() {}
