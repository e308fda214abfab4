use squad_htn::prelude::*;

pub struct Game;

htn_domain! {
    domain d(game: &Game);

    predicate enemy(u32);
    method m(game: u32) if enemy(game) {}
}

fn main() {}
