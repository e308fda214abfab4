use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    method m(a: u32, b: u32) if let n: u32 = max(a, b) && enemy(n) {}
}

fn main() {}
