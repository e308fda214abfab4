use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    predicate at(u32, u8);
    method m() if at(who, place) { block_on(who, place); }
}

fn main() {}
