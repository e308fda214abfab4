use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicat enemy(u32);
    predicate dead(u32);
    method m() if enemy(x) && dead(x) {}
}

fn main() {}
