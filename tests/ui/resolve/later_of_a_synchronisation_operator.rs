use squad_htn::prelude::*;

htn_domain! {
    domain d;
    agent u8;
    operator walk(who: u8) by who {}
    method patrol(who: u8) { walk(who); later global_block(who); }
}

fn main() {}
