use squad_htn::prelude::*;

htn_domain! {
    domain d;

    internal operator alone() {}
    pub method m() {}
}

fn main() {}
