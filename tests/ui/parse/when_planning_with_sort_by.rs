use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate job(u8);
    operator go() {}
    pub method work() if when_planning(job(n) sort by n) { go(); }
    pub method rest() if when_planning() { go(); }
}

fn main() {}
