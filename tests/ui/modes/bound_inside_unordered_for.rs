use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    operator a(x: u32) {}
    method after() {
        unordered for enemy(x) { a(x); }
        a(x);
    }
    method unused() {
        unordered for enemy(x) { a(1); }
    }
    method of_a_strand() -> u32 {
        unordered for enemy(x) { return x; }
    }
}

fn main() {}
