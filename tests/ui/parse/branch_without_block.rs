use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    method m() {
        branch one if enemy(_);
        branch two {}
    }
}

fn main() {}
