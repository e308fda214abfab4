use squad_htn::prelude::*;

htn_domain! {
    domain d;

    operator go(n: u8) {}
    method m(n: u8) if let Some(x): Option<u8> = n + 1 && let y: u8 in 0..n.checked_add(1) { go(x + y); }
}

fn main() {}
