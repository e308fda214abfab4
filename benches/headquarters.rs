//! Many squads at a headquarters: memory, CPU time, the worst frame, and the longest wait.
//!
//! `cargo bench --bench headquarters` has 1,000, 10,000 and 100,000 squads; other numbers are arguments:
//! `cargo bench --bench headquarters -- 20000`. With `--features rayon` each is measured on two threads besides.
//!
//! Time is that of the processor where Linux tells it, so that it makes little difference what else the machine does; but
//! the worst frame is by the clock.

use std::time::{Duration, Instant};

use squad_htn::SquadId;
use squad_htn::prelude::*;

const OFFICERS: u8 = 4;
const SUSPECTS: u8 = 6;
const TICKS_A_SECOND: u32 = 60;
const SECONDS: u32 = 5;
/// The search steps that a frame has for each squad. They are enough for all, but not for all at once.
const STEPS_A_SQUAD: u64 = 4;

/// What a frame has for searches. That it is in steps makes everything but times the same in each run.
fn budget(squads: usize) -> Budget {
    Budget::steps(squads as u64 * STEPS_A_SQUAD)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Actor(u8);

/// Where everybody stands.
struct Game {
    places: [f32; (OFFICERS + SUSPECTS) as usize],
}

impl Game {
    fn distance(&self, a: Actor, b: Actor) -> f32 {
        (self.places[usize::from(a.0)] - self.places[usize::from(b.0)]).abs()
    }
}

htn_domain! {
    domain restraint(game: &Game);

    agent Actor;

    predicate squad_member(Actor) [4];
    predicate surrendered(Actor) [6];
    predicate restrained(Actor) [6];
    predicate reserved(Actor) [10];

    internal operator reserve(who: Actor) { if !reserved(who); add reserved(who); undo free(who); }
    internal operator free(who: Actor) { delete reserved(who); }

    operator restrain(squad: Actor, target: Actor) by squad { sensed add restrained(target); }
    operator cover(squad: Actor, target: Actor) by squad {}

    pub method squad_restrain() {
        branch nearest
            if surrendered(target) && squad_member(squad)
                && !restrained(target) && !reserved(target) && !reserved(squad)
            sort by game.distance(squad, target)
        {
            with_cover(squad, target);
        }
    }

    method with_cover(squad: Actor, target: Actor) {
        branch by_two
            if squad_member(partner) && squad != partner && !reserved(partner)
            sort by game.distance(partner, target)
        {
            reserve(squad); reserve(partner); reserve(target);
            restrain(squad, target);
            cover(partner, target);
            global_block(squad);
            finish_action(partner);
            free(squad); free(partner); free(target);
        }
        branch alone {
            reserve(squad); reserve(target);
            restrain(squad, target);
            global_block(squad);
            free(squad); free(target);
        }
    }
}

use restraint::{Action, Fact, Headquarters, Task};

/// What such a squad needs, with room to spare.
const LIMITS: Limits = Limits {
    depth: 16,
    steps: 24,
    bindings: 512,
    trail: 256,
    sort: 256,
    choices: 64,
    checks: 64,
    tasks: 48,
    plans: 2,
    events: 32,
};

struct Squads {
    hq: Headquarters,
    ids: Vec<SquadId>,
    games: Vec<Game>,
    /// By squad: what is restrained, and when that is over.
    running: Vec<Vec<(ActionId, Option<Actor>, u32)>>,
    now: u32,
}

impl Squads {
    fn new(count: usize) -> Squads {
        let mut squads = Squads {
            hq: Headquarters::with_limits(LIMITS),
            ids: Vec::with_capacity(count),
            games: Vec::with_capacity(count),
            running: (0..count).map(|_| Vec::new()).collect(),
            now: 0,
        };
        for number in 0..count as u32 {
            let place = |at: u32| ((at * 7_919 + number * 104_729) % 1_000) as f32;
            let mut at = 0;
            squads.games.push(Game {
                places: [(); (OFFICERS + SUSPECTS) as usize].map(|()| {
                    at += 1;
                    place(at)
                }),
            });
        }
        squads
    }

    fn enlist(&mut self, count: usize) -> Result<Duration, StateFull> {
        let begun = Instant::now();
        for number in 0..count as u32 {
            let id = self.hq.enlist(Task::SquadRestrain);
            self.ids.push(id);
            let Some(squad) = self.hq.squad_mut(id) else {
                continue;
            };
            squad.set_interval(TICKS_A_SECOND / 2 + number % 3);
            for officer in 0..OFFICERS {
                squad
                    .state_mut()
                    .insert(Fact::SquadMember(Actor(officer)))?;
            }
            for suspect in OFFICERS..OFFICERS + SUSPECTS {
                squad
                    .state_mut()
                    .insert(Fact::Surrendered(Actor(suspect)))?;
            }
        }
        Ok(begun.elapsed())
    }

    /// What the game does in a frame: ends actions, and has another suspect surrender in place of one who is led away.
    fn play(&mut self) -> Result<(), Box<dyn std::error::Error>> {
        self.now += 1;
        let now = self.now;
        for (id, running) in self.ids.iter().zip(&mut self.running) {
            // Who is only looked at can sleep on.
            let Some(squad) = self.hq.squad(*id) else {
                continue;
            };
            for command in squad.commands() {
                match command {
                    Command::Start { id, action, .. } => {
                        let restrained = match action {
                            Action::Restrain { target, .. } => Some(target),
                            Action::Cover { .. } => None,
                        };
                        let ticks = if restrained.is_some() {
                            50
                        } else {
                            u32::MAX - now
                        };
                        running.push((id, restrained, now + ticks));
                    }
                    Command::Stop { id, .. } => running.retain(|run| run.0 != id),
                }
            }
            let mut at = 0;
            while at < running.len() {
                let (action, restrained, until) = running[at];
                if until > now {
                    at += 1;
                    continue;
                }
                let Some(squad) = self.hq.squad_mut(*id) else {
                    break;
                };
                running.swap_remove(at);
                squad.finish(action, Outcome::Success)?;
                if let Some(target) = restrained {
                    squad.state_mut().insert(Fact::Restrained(target))?;
                    let next = Actor(OFFICERS + (target.0 - OFFICERS + 3) % SUSPECTS);
                    squad.state_mut().remove(Fact::Restrained(next));
                }
            }
        }
        Ok(())
    }
}

/// What the process has in memory, in bytes; `None` where the system does not tell.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1_024)
}

/// How long the threads of the process have run; `None` where the system does not tell.
fn processor_time() -> Option<Duration> {
    // It is up to date after this.
    std::thread::yield_now();
    let tasks = std::fs::read_dir("/proc/self/task").ok()?;
    let times = tasks.map(|task| {
        let times = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        times.split_whitespace().next()?.parse::<u64>().ok()
    });
    let nanos: Option<u64> = times.sum();
    Some(Duration::from_nanos(nanos?))
}

fn measure(count: usize, threads: usize) -> Result<(), Box<dyn std::error::Error>> {
    let mut squads = Squads::new(count);
    let before = resident();
    let ran = processor_time();
    let enlisting = squads.enlist(count)?;
    let enlisting = processor_time()
        .zip(ran)
        .map_or(enlisting, |(now, then)| now - then);
    let (mut worst, mut all) = (Duration::ZERO, Duration::ZERO);
    for frame in 0..SECONDS * TICKS_A_SECOND {
        squads.play()?;
        let (ran, begun) = (processor_time(), Instant::now());
        let games = &squads.games;
        // Squads are numbered as they come, and none leaves.
        let game = |id: SquadId| &games[id.index()];
        match threads {
            1 => squads.hq.tick(game, budget(count)),
            #[cfg(feature = "rayon")]
            _ => squads.hq.tick_parallel(game, budget(count)),
            #[cfg(not(feature = "rayon"))]
            _ => {}
        }
        let took = begun.elapsed();
        let ran = processor_time().zip(ran).map(|(now, then)| now - then);
        // The first second is for getting under way.
        if frame >= TICKS_A_SECOND {
            worst = worst.max(took);
            all += ran.unwrap_or(took);
        }
    }
    let after = resident();
    let usage = squads.ids.iter().filter_map(|id| squads.hq.usage(*id));
    let longest = usage.map(|usage| usage.longest_wait).max().unwrap_or(0);
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let memory = after
        .zip(before)
        .map(|(after, before)| after.saturating_sub(before));
    let memory = match memory {
        Some(bytes) => format!(
            "{} MB, {} KB a squad",
            bytes >> 20,
            bytes / 1_024 / count as u64
        ),
        None => "not told".to_owned(),
    };
    println!(
        "| {count} | {threads} | {:.2} us | {:.2} ms | {longest} frames | {:.1} us | {memory} |",
        micros(all) / count as f64 / f64::from(SECONDS - 1),
        micros(worst) / 1e3,
        micros(enlisting) / count as f64,
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // What cargo passes on begins with a dash.
    let words = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'));
    let counts: Result<Vec<usize>, _> = words.map(|word| word.parse()).collect();
    let counts = match counts {
        Ok(counts) if counts.is_empty() => vec![1_000, 10_000, 100_000],
        Ok(counts) if counts.iter().all(|count| *count > 0) => counts,
        _ => return Err("numbers of squads, each at least 1".into()),
    };
    // Each in a process of its own: memory that one has given back would be had by the next.
    if let Ok(threads) = std::env::var("HTN_THREADS") {
        return measure(counts[0], threads.parse()?);
    }
    println!(
        "| squads | threads | CPU a squad and second | worst frame | longest wait | to enlist one | memory |"
    );
    println!("|---|---|---|---|---|---|---|");
    for count in counts {
        for threads in 1..=if cfg!(feature = "rayon") { 2 } else { 1 } {
            let mut one = std::process::Command::new(std::env::current_exe()?);
            one.arg(count.to_string())
                .env("HTN_THREADS", threads.to_string());
            if !one
                .env("RAYON_NUM_THREADS", threads.to_string())
                .status()?
                .success()
            {
                return Err(format!("{count} squads on {threads} threads: it failed").into());
            }
        }
    }
    Ok(())
}
