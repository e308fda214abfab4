use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate at(u32, u8);
    operator walk(who: u32) {
        if at(who, r) && r > 0;

    /// Goes somewhere.
    pub method go() {
        branch here if at(who, 1) {
            if at(who, 2) { walk(who);
        }
        branch there {}
    }

    internal operator note(who: u32) { add at(who, 1); }
    pub method more(who: u32) { note(who); }
}
}
}

fn main() {
    let _ = d::Task::More { who: 1 };
}
