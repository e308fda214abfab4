use squad_htn::prelude::*;

htn_domain! {
    axiom here(who: u32) {
        at(who, _)

    pub domain d;

    predicate at(u32, u8);
    operator walk(who: u32) { if here(who); }
}
}

fn main() {
    let _ = d::Task::Walk { who: 1 };
}
