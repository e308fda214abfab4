use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Place(u16);

htn_domain! {
    domain d;

    predicate home(Place);
    operator go(to: Place) { duration "long"; add home(to); }
}

fn main() {}
