//! Each item has one mistake, which is seen in other places too, and is reported once.
use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate enemy(u32);
    predicate ammo(u32 u16);
    predicate alarm(_);
    predicate armour(u32 => );
    hidden(u32);
    axiom odd(a: u32 b: u32) { ammo(a, b) }
    internal operator note(who: u32, what: u32 { 3 }) { add enemy(who); }
    pub method commas(me: u32) if ammo(me, n) && odd(me, n) { note(me n); }
    method unknown_item(me: u32) if hidden(me) && alarm(me) { note(me, 3); }
    method called(me: u32) if armour(me, n) == true && n > 3 { note(me, n); }
    method missing(me u32) if odd(me, x) { note(me, x); }
    method near(me: u32) if enemy(target) && enemy(me) { note(targt, me); }
    method either(me: u32) if enemy(me) && (y == me || ammo(y, _)) && enemy(y) { note(me, y); }
    method elses(me: u32) { if enemy(me) { note(me, 1); } else fi ammo(me, _) { note(me, 2); } else { note(me, 3); } }
    method elifs(me: u32) { if enemy(me) { note(me, 1); } elif ammo(me, _) { note(me, 2); } }
    method keyword(me: u32) { note(me, in); }
}

fn main() {}
