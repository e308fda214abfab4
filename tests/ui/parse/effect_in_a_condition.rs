use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    predicate at(u32, u8);
    predicate busy(u32);
    axiom taken(who: u32) { at(who, _) && add busy(who) }
    operator wait(who: u32) by who { if at(who, r) && r > 0 && start add busy(who); }
    method first_free() if at(who, _) && !busy(who) && add busy(who) { wait(who); }
    method called() if at(who, _) && delete(busy(who)) { wait(who); }
    method other_word() { if at(who, _) && remove busy(who) { wait(who); } }
    method looped() { for taken(who) && add busy(who), at(who, 1) { wait(who); } }
}

fn main() {}
