use squad_htn::prelude::*;

htn_domain! {
    domain d;

    method pick() {}
    internal operator show(x: u32) {}
    method m() { let x = pick(); show(x); }
}

fn main() {}
