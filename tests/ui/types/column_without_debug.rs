use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Term)]
struct Thing(u16);

htn_domain! {
    domain d;

    predicate has(u8, Thing);
    predicate lost(Thing);
    operator find(what: Thing) { delete lost(what); }
}

fn main() {}
