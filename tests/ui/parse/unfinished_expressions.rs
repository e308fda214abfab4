use squad_htn::prelude::*;

struct Game;
impl Game {
    fn distance(&self, a: u32, b: u32) -> f32 {
        a as f32 - b as f32
    }
}

htn_domain! {
    domain d(game: &Game);
    predicate p(u32);
    operator after_dot(x: u32) { cost game.; }
    operator inside(x: u32) { cost (1.0 + game.); }
    operator argument(x: u32) { cost game.distance(x, game.); }
    operator comma(x: u32) { cost game.distance(x,, 1); }
    operator operand(x: u32) { cost game.distance(x, 1 +); }
    operator path(x: u32) { cost f32::; }
    operator cast(x: u32) { cost x as; }
    operator block(x: u32) { cost if x > 1; }
    method test() if p(x) && game. { after_dot(x); }
    method key() if p(x) sort by game. { inside(x); }
    method value() if p(x) && let y: f32 = game. && y > 1.0 { argument(x); }
    method task() if p(x) { comma(x.); }
    method effect() if p(x) { add p(x.); }
    method items() if let x: u32 in game. { operand(x); }
    method aggregate() if let n: f32 = sum(game.; p(x)) && n > 0.0 { path(1); }
    method arm() if p(x) && let y: u32 = (match x { 1 => }) { cast(y); block(y); }
}

fn main() {
    let _: d::Task = d::Task::AfterDot { x: 1 };
}
