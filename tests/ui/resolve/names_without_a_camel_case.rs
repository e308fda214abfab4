use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate __(u8);
    predicate _1(u8);
    predicate self_(u8);
    operator _self(x: u8) {}
    method _1st() {}
    method m() if p(1) {}
}

fn main() {}
