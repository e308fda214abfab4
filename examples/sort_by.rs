//! `sort by`: solutions in order of a value; if the best one fails, the next one is tried.

use squad_htn::prelude::*;

struct Game;

impl Game {
    fn distance(&self, from: u8, to: u8) -> f32 {
        f32::from(from.abs_diff(to))
    }
}

htn_domain! {
    domain medic(game: &Game);

    predicate medic_at(u8);
    predicate wounded(place: u8, health: u8);
    predicate mined(u8);

    operator treat(place: u8) { if !mined(place); }

    // The most seriously hurt first; among equals, the nearest.
    pub method help()
        if medic_at(here) && wounded(place, health)
        sort by (health, game.distance(here, place))
    {
        treat(place);
    }
}

use medic::{Fact, Planner, State, Task};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let state = State::from_facts([
        Fact::MedicAt(10),
        Fact::Wounded(11, 80),
        Fact::Wounded(40, 20),
        Fact::Wounded(12, 20),
        Fact::Mined(12),
    ])?;
    let mut planner = Planner::new();
    let plan = planner.find(&state, &Game, Task::Help)?.expect("a plan");
    print!("{plan}");
    assert_eq!(plan.tasks().next(), Some(Task::Treat { place: 40 }));
    Ok(())
}
