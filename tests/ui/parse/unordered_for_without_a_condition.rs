use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    operator a(x: u32) {}
    method no_condition() { unordered for { a(1); } }
    method no_block() { unordered for enemy(x) a(x); }
    method of_rust() { unordered for x in enemies { a(x); } }
    method other_word() { unordered while enemy(x) { a(x); } }
    method in_a_strand() { unordered { unordered for enemy(x) { a(x); } a(1); } }
}

fn main() {}
