use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    axiom alive(a: u32) { enemy(a) }
    internal operator note(who: u32) { add enemy(who); undo forget(who); }
    internal operator forget_it(who: u32) { delete enemy(who); }
    pub method m(me: u32) if aliv(me) { nte(me); forgetit(me); }
}

fn main() {}
