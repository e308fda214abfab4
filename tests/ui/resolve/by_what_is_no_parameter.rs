use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    operator go(squad: u32) by sqad {}
}

fn main() {}
