use squad_htn::prelude::*;

htn_domain! {
    domain d;
    operator walk(to: u8) { later walk(to); }
}

fn main() {}
