use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    predicate ammo(u32 => u16);
    predicate level(=> u16);
    predicate near(u32, u32);
    operator shoot(who: u32) by who { start ammo(who) -= 1; }
    internal operator load(who: u32) { ammo(who) = 30; }
    internal operator find(who: u32) { if ammo(who, n); add ammo(who, n) += 5; }
    internal operator rise() { level += 1; }
    internal operator raise() { level()++; }
    internal operator meet(n: u32, b: u32) { near(n) = b; }
    method all(who: u32) {
        shoot(who);
        ammo(who) -= 1;
        ammo -= 1;
        load(who);
        find(who);
        rise();
        raise();
        meet(who, who);
    }
    method fewer(who: u32) if ammo(who, n) {
        n -= 1;
        all(who);
    }
}

fn main() {}
