use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Place(u16);

htn_domain! {
    domain d;

    predicate at(Place);
    operator go() {}
    method block() if { let x = 1; x == 1 } { go(); }
    method literal() if at(p) && p == Place { 0: 3 } && at(p) { go(); }
    method matching() if at(p) && match p { _ => true } sort by p.0 { go(); }
    method branches() {
        branch equal if at(p) && p == { Place(1) } { go(); }
        branch other { if at(p) && Place { 0: 3 } == p { go(); } while { false } { go(); } }
    }
    method references() if at(p) && &&p == &&Place(1) { go(); }
}

fn main() {}
