use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    internal operator reserve(who: u32) { undo relase(who); }
    operator release(who: u32) by who {}
    internal operator hold(who: u32) { undo forget(who); }
    method all(who: u32) { reserve(who); release(who); hold(who); }
}

fn main() {}
