//! The costs of a scheduler with squads of one kind: memory, CPU time, the worst frame, and the longest wait.

use std::time::{Duration, Instant};

use squad_htn::prelude::*;
use squad_htn::{Director, Domain, SquadId, SquadScheduler};

const TICKS_A_SECOND: u32 = 60;
/// Until all squads have joined and have the memory that they need.
const SECONDS_BEFORE: u32 = 5;
const SECONDS: u32 = 5;
/// The search steps that a frame has for each squad. They are enough for all, but not for all at once.
const STEPS_A_SQUAD: u64 = 4;

pub type Failure = Box<dyn std::error::Error>;

/// A kind of squad, and the game's side of it.
pub trait Workload: Sized {
    type Domain: for<'c> Domain<Context<'c> = Self::Game>;
    type Game: Sync + 'static;

    const LIMITS: Limits;

    /// The context of the game, and its data about a squad.
    fn new(number: u32) -> (Self::Game, Self);

    /// Returns the frame in which a squad joins.
    fn joins(number: u32) -> u32;

    fn task() -> <Self::Domain as Domain>::Task;

    /// Its settings and facts.
    fn enlisted(number: u32, squad: &mut Director<Self::Domain>) -> Result<(), Failure>;

    /// Begins an action. Returns true if it is the one that each plan has once.
    fn begin(&mut self, id: ActionId, action: <Self::Domain as Domain>::Action, now: u32) -> bool;

    fn stop(&mut self, id: ActionId);

    /// Returns true if there is something to report in this frame.
    fn has_news(&self, now: u32) -> bool;

    fn report(&mut self, squad: &mut Director<Self::Domain>, now: u32) -> Result<(), Failure>;
}

/// All squads of a scheduler.
struct Company<W: Workload> {
    hq: SquadScheduler<W::Domain>,
    /// Squads are numbered as they come, and none leaves.
    games: Vec<W::Game>,
    squads: Vec<(SquadId, W)>,
    /// Those who have yet to join, the first one last.
    recruits: Vec<(u32, W::Game, W)>,
    now: u32,
    enlisting: Duration,
    plans: u64,
}

impl<W: Workload> Company<W> {
    fn new(count: usize) -> Self {
        let recruits = (0..count as u32).map(|number| {
            let (game, squad) = W::new(number);
            (number, game, squad)
        });
        let mut recruits: Vec<_> = recruits.collect();
        recruits.sort_by_key(|(number, ..)| std::cmp::Reverse((W::joins(*number), *number)));
        Company {
            hq: SquadScheduler::with_limits(W::LIMITS),
            games: Vec::with_capacity(count),
            squads: Vec::with_capacity(count),
            recruits,
            now: 0,
            enlisting: Duration::ZERO,
            plans: 0,
        }
    }

    /// Those who join in this frame do so.
    fn add(&mut self) -> Result<(), Failure> {
        let now = self.now;
        let is_next = |(number, ..): &mut (u32, _, _)| W::joins(*number) <= now;
        while let Some((number, game, squad)) = self.recruits.pop_if(is_next) {
            let begun = Instant::now();
            let id = self.hq.add(W::task());
            self.enlisting += begun.elapsed();
            let director = self.hq.squad_mut(id).ok_or("it has just come")?;
            W::enlisted(number, director)?;
            self.games.push(game);
            self.squads.push((id, squad));
        }
        Ok(())
    }

    /// The game's part of a frame.
    fn play(&mut self) -> Result<(), Failure> {
        self.add()?;
        self.now += 1;
        for (id, director) in self.hq.awake() {
            let squad = &mut self.squads[id.index()].1;
            for command in director.commands() {
                match command {
                    Command::Start { id, action, .. } => {
                        self.plans += u64::from(squad.begin(id, action, self.now));
                    }
                    Command::Stop { id, .. } => squad.stop(id),
                }
            }
        }
        for (id, squad) in &mut self.squads {
            if squad.has_news(self.now) {
                let director = self.hq.squad_mut(*id).ok_or("nobody leaves")?;
                squad.report(director, self.now)?;
            }
        }
        Ok(())
    }

    /// The budget counts steps, so that all results but times are the same in each run. A profiler can select this
    /// function by its name.
    #[inline(never)]
    fn tick(&mut self, threads: usize) {
        let budget = Budget::steps(self.squads.len() as u64 * STEPS_A_SQUAD);
        let games = &self.games;
        let game = |id: SquadId| &games[id.index()];
        match threads {
            1 => self.hq.tick(game, budget),
            #[cfg(feature = "rayon")]
            _ => self.hq.tick_parallel(game, budget),
            #[cfg(not(feature = "rayon"))]
            _ => {}
        }
    }

    fn answers(&self) -> u64 {
        self.hq.squads().map(|(_, squad)| squad.answers()).sum()
    }
}

/// The heading of the table that `measure` prints the rows of.
pub const HEADING: &str = "\
| workload | squads | threads | CPU a squad and second | searches, plans | worst frame: CPU | by the clock | longest wait | to enlist one | memory |
|---|--:|--:|--:|---|--:|--:|--:|--:|---|";

/// Prints the row for a number of squads.
pub fn measure<W: Workload>(name: &str, count: usize, threads: usize) -> Result<(), Failure> {
    let mut company = Company::<W>::new(count);
    let before = resident();
    let asking = Ran::asking();
    for _ in 0..SECONDS_BEFORE * TICKS_A_SECOND {
        company.play()?;
        company.tick(threads);
    }
    let (answers, plans) = (company.answers(), company.plans);
    let (mut worst, mut worst_by_clock, mut all) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    for _ in 0..SECONDS * TICKS_A_SECOND {
        company.play()?;
        let ran = Ran::now();
        company.tick(threads);
        let (took, by_clock) = ran.since();
        let took = took.saturating_sub(asking);
        all += took;
        worst = worst.max(took);
        worst_by_clock = worst_by_clock.max(by_clock);
    }
    let usage = company.squads.iter();
    let usage = usage.filter_map(|(id, _)| company.hq.usage(*id));
    let longest = usage.map(|usage| usage.longest_wait).max().unwrap_or(0);
    let memory = match resident().zip(before) {
        Some((after, before)) => {
            let bytes = after.saturating_sub(before);
            let each = bytes / 1_024 / count as u64;
            format!("{} MB, {each} KB a squad", bytes >> 20)
        }
        None => "not told".to_owned(),
    };
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let a_second = count as f64 * f64::from(SECONDS);
    println!(
        "| {name} | {count} | {threads} | {:.2} us | {:.1}, {:.1} | {:.2} ms | {:.2} ms | {longest} frames | {:.1} us | {memory} |",
        micros(all) / a_second,
        (company.answers() - answers) as f64 / a_second,
        (company.plans - plans) as f64 / a_second,
        micros(worst) / 1e3,
        micros(worst_by_clock) / 1e3,
        micros(company.enlisting) / count as f64,
    );
    Ok(())
}

/// Returns the memory of the process in bytes, or `None` if the system does not report it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1_024)
}

/// The running time of the process at one moment.
struct Ran {
    processor: Option<Duration>,
    clock: Instant,
}

impl Ran {
    fn now() -> Ran {
        Ran {
            processor: processor_time(),
            clock: Instant::now(),
        }
    }

    /// The CPU time if the system reports it, and the time on the clock.
    fn since(&self) -> (Duration, Duration) {
        let by_clock = self.clock.elapsed();
        let now = processor_time();
        let processor = now.zip(self.processor).map(|(now, then)| now - then);
        (processor.unwrap_or(by_clock), by_clock)
    }

    /// The cost of reading the time.
    fn asking() -> Duration {
        let each = (0..100).map(|_| Ran::now().since().0);
        each.min().unwrap_or_default()
    }
}

/// Returns the CPU time of the threads of the process, or `None` if the system does not report it.
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
