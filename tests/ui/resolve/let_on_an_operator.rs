use squad_htn::prelude::*;

htn_domain! {
    domain d;

    internal operator reserve() {}
    internal operator show(x: u32) {}
    method m() { let x = reserve(); show(x); }
}

fn main() {}
