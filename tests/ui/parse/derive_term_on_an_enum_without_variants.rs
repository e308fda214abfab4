use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
pub enum Never {}

fn main() {}
