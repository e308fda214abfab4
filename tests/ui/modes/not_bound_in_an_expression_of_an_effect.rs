use squad_htn::prelude::*;

htn_domain! {
    domain d;

    agent u32;
    predicate ammo(u32 => u16);
    predicate at(u32, u8);
    operator shoot(who: u32) by who { start add ammo(who, n - 1); }
    method all(who: u32) {
        shoot(who);
        add at(who, 2 * place);
        add at(who, place);
        delete ammo(who, k - 1);
    }
}

fn main() {}
