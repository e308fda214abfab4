use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate at(u32, u8);
    operator walk(who: u32) {}
    method go() if at(who, _) && game.far(who) { walk(who); }
}

fn main() {}
