use squad_htn::prelude::*;

htn_domain! {
    domain d;

    operator go(who: u32) by who {}
}

fn main() {}
