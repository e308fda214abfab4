use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    agent u64;
}

fn main() {}
