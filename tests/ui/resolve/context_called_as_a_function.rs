use squad_htn::prelude::*;

htn_domain! {
    domain d(sees: &dyn Fn(u32) -> bool);

    predicate enemy(u32);
    operator go(who: u32) { if enemy(who) && sees(who); }
    operator run(who: u32) { if enemy(who) && (sees)(who); }
}

fn main() {}
