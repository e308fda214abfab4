use squad_htn::prelude::*;

struct Game {
    speed: f32,
}

impl Game {
    fn far(&self, _: u32) -> bool {
        true
    }
    fn all(&self) -> [u32; 2] {
        [1, 2]
    }
}

htn_domain! {
    domain d(game: &Game);

    agent u32;
    predicate at(u32, u8);
    axiom away(who: u32) { at(who, _) && ship.far(who) }
    operator walk(who: u32) by who {
        if game.far(who) && away(who);
        cost world.speed;
    }
    method go() if at(who, _) && !context.far(who) { walk(who); }
    method near() if at(who, _) && gme.far(who) { walk(who); }
    method each() if let who: u32 in self.all() && away(who) { walk(who); }
}

fn main() {}
