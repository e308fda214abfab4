use squad_htn::prelude::*;

htn_domain! {
    domain d;

    method m() {
        a()
        a();
    }
    internal operator a() {}
}

fn main() {}
