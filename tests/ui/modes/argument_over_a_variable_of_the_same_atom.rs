use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Actor(u16);

htn_domain! {
    domain d;

    predicate pair(u16, u16);
    operator go(who: u16) {}
    method m() if pair(a, a + 1) { go(a); }
}

fn main() {}
