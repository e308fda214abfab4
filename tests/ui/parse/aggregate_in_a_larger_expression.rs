use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    method m() if let n: usize = count(enemy(_)) + 1 && n > 3 {}
}

fn main() {}
