use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    operator a(x: u32) {}
    method in_a_body() {
        a(1);
        now a(2);
    }
    method in_a_block() {
        if enemy(x) { a(x); now a(x); }
    }
    method beside_a_block() {
        unordered { a(1); a(2); }
        now a(3);
    }
}

fn main() {}
