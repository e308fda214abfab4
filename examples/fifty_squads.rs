//! Fifty fire crews on one budget: a scheduler owns the planners and divides each frame's search budget, so that no crew
//! starves. The same ten seconds are played with three budgets.

#[path = "kit/mod.rs"]
mod kit;
#[path = "shared/mod.rs"]
mod shared;

use kit::rng::Rng;
use squad_htn::SquadId;
use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Fighter(u8);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct House(u8);

/// The context of the conditions: the streets of one crew.
struct Streets {
    of_fighters: [u8; 6],
    of_houses: [u8; 16],
}

impl Streets {
    fn blocks(&self, who: Fighter, house: House) -> u32 {
        let from = self.of_fighters[usize::from(who.0)];
        u32::from(from.abs_diff(self.of_houses[usize::from(house.0)]))
    }
}

htn_domain! {
    domain brigade(streets: &Streets);

    agent Fighter;

    predicate on_duty(Fighter) [6];
    predicate burns(House) [16];

    use part shared::reservations<Fighter>;
    predicate assigned(House) [16];
    internal operator assign(house: House) {
        if !assigned(house);
        add assigned(house);
        undo dismiss(house);
    }
    internal operator dismiss(house: House) { delete assigned(house); }

    operator drive(who: Fighter, to: House) by who {}
    operator hold_hose(who: Fighter, at: House) by who {}
    operator pump(who: Fighter, at: House) by who { success delete burns(at); }

    /// Sends the two nearest firefighters to a fire.
    pub method fight_fire() {
        branch next
            if burns(house) && !assigned(house) && on_duty(first) && !reserved(first)
                && on_duty(second) && second != first && !reserved(second)
            sort by streets.blocks(first, house) + streets.blocks(second, house)
        {
            assign(house);
            reserve(first);
            reserve(second);
            drive(first, house);
            drive(second, house);
            hold_hose(first, house);
            pump(second, house);
            global_block(second);
            finish_action(first);
            free(first);
            free(second);
            dismiss(house);
        }
    }
}

use brigade::{Action, Fact, SquadScheduler, Task};

const CREWS: usize = 50;
const FRAMES: u32 = 600;
/// The crew that the player watches.
const IN_SIGHT: usize = 7;
/// The crew that loses a firefighter.
const UNLUCKY: usize = 31;

/// A crew with its actions in progress and the frames in which they end.
struct Crew {
    id: SquadId,
    streets: Streets,
    running: Vec<(ActionId, u32)>,
}

/// The city with all crews.
struct City {
    scheduler: SquadScheduler,
    crews: Vec<Crew>,
    rng: Rng,
    fires: u32,
}

impl City {
    fn new() -> Result<City, CapacityError> {
        let mut city = City {
            scheduler: SquadScheduler::with_limits(Limits::compact()),
            crews: Vec::new(),
            rng: Rng::new(7),
            fires: 0,
        };
        for _ in 0..CREWS {
            let mut block = |_| city.rng.below(40) as u8;
            let streets = Streets {
                of_fighters: core::array::from_fn(&mut block),
                of_houses: core::array::from_fn(&mut block),
            };
            let id = city.scheduler.add(Task::FightFire);
            if let Some(squad) = city.scheduler.squad_mut(id) {
                for who in 0..6 {
                    squad.state_mut().insert(Fact::OnDuty(Fighter(who)))?;
                }
            }
            city.crews.push(Crew {
                id,
                streets,
                running: Vec::new(),
            });
        }
        // A weight of four shortens this crew's deadline to a quarter.
        city.scheduler.set_weight(city.crews[IN_SIGHT].id, 4);
        Ok(city)
    }

    fn frame(&mut self, now: u32, budget: Budget) -> Result<(), Box<dyn std::error::Error>> {
        for crew in &mut self.crews {
            // Only crews with new facts or ended actions are touched; the others keep sleeping.
            let fire = (self.rng.below(60) == 0).then(|| House(self.rng.below(16) as u8));
            if fire.is_none() && crew.running.iter().all(|(_, until)| *until > now) {
                continue;
            }
            let Some(squad) = self.scheduler.squad_mut(crew.id) else {
                continue;
            };
            if let Some(house) = fire {
                self.fires += u32::from(squad.state_mut().insert(Fact::Burns(house))?);
            }
            for (id, _) in crew.running.iter().filter(|(_, until)| *until <= now) {
                squad.finish(*id, Outcome::Success)?;
            }
            crew.running.retain(|(_, until)| *until > now);
        }
        if now == FRAMES / 2
            && let Some(squad) = self.scheduler.squad_mut(self.crews[UNLUCKY].id)
        {
            squad.state_mut().remove(Fact::OnDuty(Fighter(0)));
            squad.agent_left(Fighter(0));
        }

        // One call ticks all crews, each with its own context.
        let crews = &self.crews;
        let streets_of = |id: SquadId| {
            let crew = crews.iter().find(|crew| crew.id == id);
            &crew.unwrap_or(&crews[0]).streets
        };
        self.scheduler.tick(streets_of, budget);

        for crew in &mut self.crews {
            let commands = self.scheduler.squad(crew.id).map(|squad| squad.commands());
            for command in commands.into_iter().flatten() {
                match command {
                    Command::Start { id, action, .. } => {
                        crew.running
                            .push((id, now + frames_for(action, &crew.streets)));
                    }
                    Command::Stop { id, .. } => crew.running.retain(|(other, _)| *other != id),
                }
            }
        }
        Ok(())
    }
}

fn frames_for(action: Action, streets: &Streets) -> u32 {
    match action {
        Action::Drive { who, to } => 4 + 2 * streets.blocks(who, to),
        // Lasts until the plan stops it.
        Action::HoldHose { .. } => u32::MAX,
        Action::Pump { .. } => 45,
    }
}

/// Plays ten seconds and prints a line about them, and with `with_crews` a line for some of the crews.
fn play(steps: u64, with_crews: bool) -> Result<(), Box<dyn std::error::Error>> {
    let mut city = City::new()?;
    let mut most_planners = 0;
    for now in 0..FRAMES {
        city.frame(now, Budget::steps(steps))?;
        most_planners = most_planners.max(city.scheduler.planners());
    }
    let usages: Vec<_> = (city.crews.iter())
        .filter_map(|crew| Some((crew.id, city.scheduler.usage(crew.id)?)))
        .collect();
    let longest = usages.iter().map(|(_, usage)| usage.longest_wait).max();
    let put_off: u64 = usages.iter().map(|(_, usage)| usage.put_off).sum();
    let burning: usize = (city.scheduler.squads())
        .map(|(_, squad)| {
            let facts = squad.state().facts();
            facts.filter(|fact| matches!(fact, Fact::Burns(_))).count()
        })
        .sum();
    println!(
        "{steps:>6} {:>6} {:>6} {:>9.1} {:>12} {most_planners:>9} {:>8}",
        city.fires,
        city.fires as usize - burning,
        put_off as f32 / CREWS as f32,
        longest.unwrap_or(0),
        city.scheduler.bytes() / 1024,
    );
    if with_crews {
        println!("\n   crew    turns   steps  longest wait");
        for &number in &[0, IN_SIGHT, UNLUCKY, CREWS - 1] {
            let (id, usage) = usages[number];
            let remark = match number {
                IN_SIGHT => "watched by the player: weight 4",
                UNLUCKY => "lost a firefighter halfway",
                _ => "",
            };
            let (turns, steps, wait) = (usage.turns, usage.steps, usage.longest_wait);
            println!(
                "{:>7} {turns:>8} {steps:>7} {wait:>13}  {remark}",
                id.to_string()
            );
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "{CREWS} crews, {FRAMES} frames; a search budget in steps per frame for all crews together\n"
    );
    println!(" steps  fires    out  deferred  longest wait  planners       KB");
    println!("                      per crew      (frames)   maximum         ");
    play(5_000, false)?;
    play(500, false)?;
    play(100, true)
}
