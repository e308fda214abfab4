use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
enum Spot {
    Vehicle(u16),
    Open,
}

htn_domain! {
    domain d;

    predicate at(u16, Spot);
    operator go(who: u16) {}
    method variant(who: u16) if at(who, spot) && let Spot::Vehicle(v) = spot { go(v); }
    method typed(who: u16) if at(who, spot) && let Spot::Vehicle(v): Spot = spot && v > 3 { go(v); }
    method tuple(who: u16) if let (a, b): (u16, u16) = (who, who) { go(a); go(b); }
    method body(who: u16) if at(who, spot) { let Spot::Vehicle(v) = spot; go(v); }
    method reference(who: u16) if let &a: &u16 = &who { go(a); }
}

fn main() {}
