use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate at(who: u32, place: u8);
    method m() if at(_) {}
}

fn main() {}
