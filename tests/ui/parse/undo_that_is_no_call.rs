use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate busy(u32);
    internal operator hold(who: u32) { if !busy(who); add busy(who); undo relase; }
    internal operator keep(who: u32) { if !busy(who); add busy(who); undo delete busy(who); }
    internal operator take(who: u32) { if !busy(who); add busy(who); undo { delete busy(who); } }
    internal operator release(who: u32) { delete busy(who); }
    method all(who: u32) { hold(who); keep(who); take(who); release(who); }
}

fn main() {}
