use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    operator go(who: u32) {}
    method m(me: u32) if enemy(target) && targt > 3 { go(me); }
}

fn main() {}
