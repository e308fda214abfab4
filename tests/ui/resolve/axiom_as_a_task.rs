use squad_htn::prelude::*;

htn_domain! {
    domain d;

    axiom big(x: u32) { x > 3 }
    method m(x: u32) { big(x); }
}

fn main() {}
