use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
pub struct Name(pub &'static str);

fn main() {}
