use squad_htn::prelude::*;

htn_domain! {
    domain d;

    internal operator add() {}
}

fn main() {}
