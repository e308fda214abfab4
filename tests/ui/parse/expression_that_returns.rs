use squad_htn::prelude::*;

struct Game;
impl Game {
    fn half(&self, n: u32) -> Option<u32> {
        (n % 2 == 0).then_some(n / 2)
    }
}

htn_domain! {
    domain d(game: &Game);
    predicate p(u32);
    operator go(x: u32) { cost { return 1.0; 2.0 }; }
    method early() if p(x) && let y: u32 = ({ return 5; 3 }) { go(y); }
    method maybe() if p(x) && let y: u32 = game.half(x)? + 1 { go(y); }
    method test() if p(x) && game.half(x)? > 1 { go(x); }
    method inside() if p(x) && let y: u32 = [x].iter().map(|n| { return n + 1; }).sum() { go(y); }
    method option() if p(x) && let Some(y): Option<u32> = (|| Some(game.half(x)? + 1))() { go(y); }
}

fn main() {}
