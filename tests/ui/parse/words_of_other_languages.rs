use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    predicate at(u32 => u8);
    internal operator note(who: u32) { remove enemy(who); }
    internal operator mark(who: u32) { set at(who, 3); }
    internal operator both(who: u32) { add !enemy(who); }
    method negated(me: u32) if not enemy(me) { note(me); }
    method called(me: u32) if enemy(me) && not(at(me, 3)) { note(me); }
    method joined(me: u32) if enemy(me) and at(me, 3) { note(me); }
    method single(me: u32) if enemy(me) & at(me, 3) { note(me); }
    method listed(me: u32) if enemy(me), at(me, 3) { note(me); }
    method some(me: u32) if exists(enemy(t)) { note(me); }
    method every(me: u32) if forall t in enemy(t) { note(me); }
    method first_one() if first enemy(t) { note(t); }
    method ordered() if enemy(t) sort t { note(t); }
    method falling() if enemy(t) sort by t descending { note(t); }
    method else_if(me: u32) { if enemy(me) { note(me); } otherwise { mark(me); } }
    predicate arrow(u32 -> u32);
    method before() sort by t if enemy(t) { note(t); }
    method looped() { for t in enemy(t) { note(t); } }
    method items(me: u32) { unordered { note(me), note(me) } }
    method parallel(me: u32) { parallel { note(me); note(me); } }
    method blockless(me: u32) { unordered note(me); }
    method assigned(me: u32) { me = 3; note(me); }
    method early(me: u32) { note(me); return; }
    method value(me: u32) -> u32 { note(me); me + 1 }
    axiom returned(a: u32) { return enemy(a); }
    axiom listed_too(a: u32) { enemy(a); at(a, _) }
    axiom function(a: u32) -> bool { enemy(a) }
}

fn main() {}
