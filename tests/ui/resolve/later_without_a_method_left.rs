use squad_htn::prelude::*;

htn_domain! {
    domain d;
    operator walk(to: u8) {}
    method patrol() { walk(1); later settle(2); }
    #[cfg(any())]
    method settle(at: u8) { walk(at); }
}

fn main() {}
