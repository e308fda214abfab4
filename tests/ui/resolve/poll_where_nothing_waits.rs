use core::task::Poll;

use squad_htn::prelude::*;

struct Game;

impl Game {
    fn can_see(&self, n: u8) -> Poll<bool> {
        Poll::Ready(n > 1)
    }
}

htn_domain! {
    domain d(game: &Game);

    predicate job(u8);
    predicate done(u8);
    axiom seen(n: u8) { poll game.can_see(n) }
    axiom known(n: u8) { done(n) || seen(n) }
    internal operator take(n: u8) { if poll game.can_see(n); add done(n); undo leave(n); }
    internal operator leave(n: u8) { if done(n) && !known(n); delete done(n); }
    internal operator clear() { delete done(n) for done(n) && poll game.can_see(n); }
    pub method work() if job(n) { take(n); clear(); }
}

fn main() {}
