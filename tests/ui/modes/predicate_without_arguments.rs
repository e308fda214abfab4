use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate alarm();
    predicate enemy(u32);
    axiom quiet() { !alarm() }
    operator go() {}
    method m() if alarm && !enemy || quiet { go(); }
}

fn main() {}
