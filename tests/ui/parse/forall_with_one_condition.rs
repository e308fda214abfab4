use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    method m() if forall(enemy(x)) {}
}

fn main() {}
