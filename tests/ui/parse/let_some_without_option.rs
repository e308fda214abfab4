use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    method m() if enemy(x) && let Some(d): u32 = x.checked_add(1) && d > 3 {}
}

fn main() {}
