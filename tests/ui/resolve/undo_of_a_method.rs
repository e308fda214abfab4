use squad_htn::prelude::*;

htn_domain! {
    domain d;

    method free() {}
    internal operator reserve() { undo free(); }
}

fn main() {}
