//! `Policy::Replace`: one plan at a time, which a better one replaces. A plan is better if it uses an earlier branch or, with
//! the same branches, a lower value of `sort by`.

#[path = "chart/mod.rs"]
mod chart;

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Guard(u8);

htn_domain! {
    domain post;

    agent Guard;

    predicate guard(Guard);
    predicate alarm();
    predicate noise(place: u8 => distance: u8);

    operator sound_horn(who: Guard) by who { success delete alarm(); }
    operator look_into(who: Guard, place: u8) by who { success delete noise(place, _); }
    operator patrol(who: Guard) by who {}

    pub method watch() {
        branch raise_alarm if alarm() && guard(who) { sound_horn(who); }
        branch investigate if noise(place, distance) && guard(who) sort by distance {
            look_into(who, place);
        }
        branch nothing_special if guard(who) { patrol(who); }
    }
}

use post::{Action, Director, Fact, Task};

/// Returns the duration of an action in ticks.
fn ticks(action: Action) -> u32 {
    match action {
        Action::SoundHorn { .. } => 4,
        Action::LookInto { .. } => 6,
        Action::Patrol { .. } => 20,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut director = Director::new(Task::Watch)
        .policy(Policy::Replace)
        .interval(2);
    director.state_mut().insert(Fact::Guard(Guard(1)))?;

    let mut chart = chart::Chart::default();
    let mut running: Vec<(ActionId, Action, u32)> = Vec::new();
    let mut begun = Vec::new();
    for tick in 1..=40 {
        chart.tick();
        for (id, action, _) in running.extract_if(.., |run| run.2 == tick) {
            director.finish(id, Outcome::Success)?;
            chart.end(action, true);
        }
        match tick {
            6 => director.state_mut().insert(Fact::Noise(1, 30))?,
            9 => director.state_mut().insert(Fact::Noise(2, 10))?,
            20 => director.state_mut().insert(Fact::Alarm)?,
            _ => false,
        };
        for command in director.tick(&(), Budget::steps(100)) {
            match command {
                Command::Start { id, action, .. } => {
                    chart.begin("guard", action);
                    running.push((id, action, tick + ticks(action)));
                    begun.push(action.to_string());
                }
                Command::Stop { id, action, .. } => {
                    chart.end(action, false);
                    running.retain(|run| run.0 != id);
                }
            }
        }
        for event in director.events() {
            println!("{event}");
        }
    }
    print!("\n{chart}");
    assert_eq!(
        begun,
        [
            "patrol(Guard(1))",
            "look_into(Guard(1), 1)",
            "look_into(Guard(1), 2)", // it is nearer
            "look_into(Guard(1), 1)",
            "sound_horn(Guard(1))",
            "look_into(Guard(1), 1)",
            "patrol(Guard(1))",
        ]
    );
    Ok(())
}
