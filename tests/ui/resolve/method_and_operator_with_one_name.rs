use squad_htn::prelude::*;

htn_domain! {
    domain d;

    internal operator go() {}
    method go() {}
}

fn main() {}
