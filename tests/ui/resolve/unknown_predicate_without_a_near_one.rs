use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate squad_member(u32);
    method m(x: u32) if near(x) && squad_member(x) {}
}

fn main() {}
