use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    predicate enemy(u32);
    internl operator forget(who: u32) { delete enemy(who); }
    external operator see(who: u32) by who { sensed add enemy(who); }
    method m(who: u32) { forget(who); see(who); }
}

fn main() {}
