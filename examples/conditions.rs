//! Conditions: atoms, Rust expressions, `let`, `!`, `||`, `first` and `forall`, with a context that the game passes.

use squad_htn::prelude::*;

struct Level {
    cover: Vec<(u8, f32)>,
}

impl Level {
    fn cover(&self) -> impl Iterator<Item = u8> + '_ {
        self.cover.iter().map(|(place, _)| *place)
    }

    fn height(&self, place: u8) -> Option<f32> {
        self.cover
            .iter()
            .find(|(at, _)| *at == place)
            .map(|(_, height)| *height)
    }
}

htn_domain! {
    domain cover(level: &Level);

    predicate seen_from(u8, u8);
    predicate enemy_at(u8);
    predicate taken(u8);

    operator hide(place: u8, height: f32) {}

    pub method take_cover() {
        branch safe
            if let place: u8 in level.cover()
                && let Some(height): Option<f32> = level.height(place)
                && height > 0.5
                && !taken(place)
                && forall(enemy_at(e) => !seen_from(place, e))
        {
            hide(place, height);
        }
        branch anything if first(let place: u8 in level.cover() && (!taken(place) || place == 0)) {
            hide(place, 0.0);
        }
    }
}

use cover::{Fact, Planner, State, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let level = Level {
        cover: vec![(1, 0.2), (2, 1.0), (3, 1.5), (4, 2.0)],
    };
    let mut state = State::from_facts([
        Fact::EnemyAt(9),
        Fact::EnemyAt(8),
        Fact::SeenFrom(2, 8),
        Fact::Taken(3),
    ])?;
    let mut planner = Planner::new();
    let plan = planner
        .find(&state, &level, Task::TakeCover)?
        .expect("place 4 is safe");
    println!("{plan}");
    state.insert(Fact::SeenFrom(4, 9))?;
    let plan = planner
        .find(&state, &level, Task::TakeCover)?
        .expect("place 1 is better than nothing");
    println!("{plan}");
    Ok(())
}
