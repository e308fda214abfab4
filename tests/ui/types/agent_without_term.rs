use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug)]
struct Thing(u16);

htn_domain! {
    domain d;

    agent Thing;
    predicate enemy(Thing);
    operator go(who: Thing) by who {}
}

fn main() {}
