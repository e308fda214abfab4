use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    operator go(who: u32) {}
    method m() {
        brnch near if enemy(x) { go(x); go(y); }
        branch far { go(3); }
    }
}

fn main() {}
