use squad_htn::prelude::*;

htn_domain! {
    domain d;

    operator go() {}
    pub method work() { priority; go(); }
    pub method rest() { prioritty 3; go(); }
}

fn main() {}
