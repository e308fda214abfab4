use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
enum Locatable {
    Vehicle(u16),
    Person(u16),
}

htn_domain! {
    domain d;

    predicate at(Locatable, u8);
    operator drive(vehicle: u16, to: u8) {}
    method m() if at(Locatable::Vehicle(v), l) { drive(v, l); }
}

fn main() {}
