use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate named(u32, String);
}

fn main() {}
