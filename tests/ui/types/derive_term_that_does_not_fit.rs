use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
pub enum Thing {
    Small(u8),
    Big(u64),
}

#[derive(Clone, Copy, PartialEq, Debug, Term)]
pub struct Pos {
    pub x: i32,
    pub y: i32,
    pub level: u8,
}

#[derive(Clone, Copy, PartialEq, Debug, Term)]
pub enum Order {
    Go { x: u32, y: u32 },
    Stay,
}

fn main() {}
