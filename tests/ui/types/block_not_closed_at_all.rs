use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate at(u32, u8);
    operator walk(who: u32) {
        if at(who, r) && r > 0;

    method go() if at(who, _) { walk(who); }
}

fn main() {
    let _ = d::Task::Go;
}
