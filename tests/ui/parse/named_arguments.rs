use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    predicate at(who: u32, room: u8);
    predicate busy(u32);
    internal operator hold(who: u32) {
        if !busy(it: who);
        add busy(who);
        undo free(who: who);
    }
    internal operator free(who: u32) { delete busy(who); }
    operator walk(who: u32, to: u8) by who {
        if at(who: who, room: r) && r != to;
        start delete at(room: r, who: who);
        finish add at(who, room: to);
    }
    method go(who: u32) if at(who, r) {
        walk(to: r + 1, who: who);
        let x = pick(who: who);
        walk(who = x, to = r);
        walk { who: x, to: r };
        hold(x);
        free(x);
    }
    method pick(who: u32) -> u32 { return who; }
}

fn main() {}
