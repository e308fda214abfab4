use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate holds(u8, Option<u16>);
    operator drop(who: u8, item: u16) {}
    method m(who: u8) if holds(who, Some(item)) { drop(who, item); }
}

fn main() {}
