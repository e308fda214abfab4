use squad_htn::prelude::*;

htn_domain! {
    domain d;

    method m(who: u32) { global_block(who); }
}

fn main() {}
