use squad_htn::prelude::*;

htn_domain! {
    domain d;

    internal operator reserve(x: u32) {}
    method m(x: u32) if reserve(x) {}
}

fn main() {}
