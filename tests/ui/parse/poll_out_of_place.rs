use core::task::Poll;

use squad_htn::prelude::*;

struct Game;

impl Game {
    fn length(&self, n: u8) -> Poll<f32> {
        Poll::Ready(f32::from(n))
    }
}

htn_domain! {
    domain d(game: &Game);

    predicate job(u8);
    operator see_to(n: u8) { cost poll game.length(n); }
    pub method sorted() if job(n) sort by poll game.length(n) { see_to(n); }
    pub method argument() { see_to(poll game.length(2)); }
    pub method items() if let n: u8 in poll game.length(2) { see_to(n); }
    pub method compared() if job(n) && poll game.length(n) < 3.0 && 4.0 > poll game.length(n) { see_to(n); }
    pub method bound() if job(n) && poll let x: f32 = game.length(n) { see_to(n); }
}

fn main() {}
