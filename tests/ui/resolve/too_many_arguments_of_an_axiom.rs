use squad_htn::prelude::*;

htn_domain! {
    domain d;

    axiom different(a: u32, b: u32) { a != b }
    method m(a: u32) if different(a, a, a) {}
}

fn main() {}
