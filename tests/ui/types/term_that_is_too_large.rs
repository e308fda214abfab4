use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
struct Place {
    x: f64,
    y: f64,
}

htn_domain! {
    domain d(game: &Game);
    agent u8;

    predicate at(u8 => Place);
    predicate safe(Place);
    axiom hidden(place: Place) { safe(place) && game.is_dark(place) }
    operator go(who: u8, to: Place) by who { if at(who, from) && from != to; success add at(who, to); }
    method hide(who: u8) if safe(place) && hidden(place) { go(who, place); }
}

struct Game;

impl Game {
    fn is_dark(&self, place: Place) -> bool {
        place.x > place.y
    }
}

fn main() {
    let mut state = d::State::new();
    let place = Place { x: 1.0, y: 2.0 };
    let _ = state.insert(d::Fact::Safe(place));
}
