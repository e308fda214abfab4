use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
pub enum Thing {
    Small(u8),
    Big(u64),
}

fn main() {}
