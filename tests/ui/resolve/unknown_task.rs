use squad_htn::prelude::*;

htn_domain! {
    domain d;

    internal operator reserve() {}
    method m() { resreve(); }
}

fn main() {}
