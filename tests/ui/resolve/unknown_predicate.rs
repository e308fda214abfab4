use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate squad_member(u32);
    method m() if squad_membr(_) {}
}

fn main() {}
