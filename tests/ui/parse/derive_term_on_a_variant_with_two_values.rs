use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
pub enum Thing {
    One(u16),
    Two(u16, u16),
}

fn main() {}
