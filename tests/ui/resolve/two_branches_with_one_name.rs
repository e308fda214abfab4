use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    method m() {
        branch one if enemy(_) {}
        branch one {}
    }
}

fn main() {}
