use squad_htn::prelude::*;

#[derive(Term)]
pub struct Id(pub u16);

fn main() {}
