use squad_htn::prelude::*;

htn_domain! {
    domain d;

    internal operator reserve() { undo release(); }
    internal operator releas() {}
}

fn main() {}
