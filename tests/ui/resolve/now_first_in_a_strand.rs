use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    operator a(x: u32) {}
    method alone() {
        unordered { now a(1); a(2); }
    }
    method after_a_let() {
        unordered {
            { let x: u32 = 1; now a(x); a(2); }
            a(3);
        }
    }
    method first_in_a_block() {
        unordered {
            { a(1); if enemy(x) { now a(x); } }
            a(3);
        }
    }
}

fn main() {}
