use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    method m() if enemy(x) order by x { a(x); }
    internal operator a(x: u32) { delete enemy(x); }
}

fn main() {}
