use core::task::Poll;

use squad_htn::prelude::*;

struct Game;

impl Game {
    fn can_see(&self, n: u8) -> bool {
        n > 1
    }

    fn length(&self, n: u8) -> Poll<f64> {
        Poll::Ready(f64::from(n))
    }

    fn path(&self, n: u8) -> Poll<u8> {
        Poll::Ready(n)
    }
}

htn_domain! {
    domain d(game: &Game);

    predicate job(u8);
    operator see_to(n: u8) {}
    pub method test() if job(n) && poll game.can_see(n) { see_to(n); }
    pub method value() if job(n) && let x: f32 = poll game.length(n) && x > 1.0 { see_to(n); }
    pub method some() if job(n) && let Some(m): Option<u8> = poll game.path(n) { see_to(m); }
    pub method forgotten() if job(n) && let x: u8 = game.path(n) { see_to(x); }
}

fn main() {}
