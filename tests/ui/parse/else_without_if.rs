use squad_htn::prelude::*;

htn_domain! {
    domain d;

    method m() { else { a(); } }
    internal operator a() {}
}

fn main() {}
