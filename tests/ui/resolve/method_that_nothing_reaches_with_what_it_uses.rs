use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    axiom alive(a: u32) { enemy(a) }
    operator go(who: u32) {}
    method main(who: u32) if alive(who) { go(who); }
    pub method idle() {}
}

fn main() {}
