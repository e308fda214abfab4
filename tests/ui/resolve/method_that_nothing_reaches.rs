use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    method alone() if enemy(_) {}
    pub method m() if enemy(_) {}
}

fn main() {}
