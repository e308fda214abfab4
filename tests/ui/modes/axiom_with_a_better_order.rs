use squad_htn::prelude::*;

htn_domain! {
    domain d;
    predicate p(u8);
    predicate q(u8);
    axiom a(x: u8) { !q(x) && p(x) }
    axiom b() { a(_) }
    axiom c(x: u8) { x > 3 && p(x) }
    operator go() { if b(); }
    method m() if b() { go(); }
    method n() if b() && p(_) { go(); }
    method o() if !b() && c(y) && y > 1 { go(); }
}

fn main() {}
