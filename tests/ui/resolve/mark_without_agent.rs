use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate at(u8);
    operator go(to: u8) { start add at(to); }
}

fn main() {}
