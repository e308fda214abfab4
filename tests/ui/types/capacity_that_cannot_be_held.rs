//! Memory for all rows that a predicate may have is taken when a state is made.
use squad_htn::prelude::*;

htn_domain! {
    domain boundless;

    predicate near(u32, u32) [usize::MAX];
    operator meet(a: u32) {}
    method go() if near(a, _) { meet(a); }
}

fn main() {}
