use squad_htn::prelude::*;

pub struct Game;

impl Game {
    pub fn near(&self, x: u32) -> bool {
        x < 3
    }
}

htn_domain! {
    domain d(game: Game);

    predicate enemy(u32);
    method m() if enemy(x) && game.near(x) {}
}

fn main() {}
