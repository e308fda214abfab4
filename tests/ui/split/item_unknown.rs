use squad_htn::prelude::*;

htn_domain! {
    domain d;

    fact enemy(u32);
    method m() if enemy(_) {}
}

fn main() {}
