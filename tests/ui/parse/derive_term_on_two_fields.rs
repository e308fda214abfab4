use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
pub struct Pair(pub u16, pub u16);

fn main() {}
