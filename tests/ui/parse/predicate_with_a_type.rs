use squad_htn::prelude::*;

htn_domain! {
    domain d;
    predicate alarm: bool;
    predicate ammo: u16 => u8;
    predicate score: u32;
    operator go() {}
    method m() if alarm() && score(n) && n > 3 { go(); }
}

fn main() {}
