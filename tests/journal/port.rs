//! A port: boats, cargo, and predicates of every kind; and a game that does everything at random that a game can do.

use squad_htn::journal::{JournalOptions, Replay};
use squad_htn::prelude::*;

use crate::common::Random;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Boat(pub u16);

/// The context of the expressions.
#[derive(Clone, Default, Debug)]
pub struct Sea {
    /// The roughness of the sea, and the number of numbers that a condition tests before a boat sails.
    pub waves: u16,
}

htn_domain! {
    /// Boats carry cargo.
    pub domain port(sea: &Sea);
    agent Boat;

    predicate boat(Boat) [8];
    predicate afloat(Boat) [8];
    predicate moored(Boat) [8];
    predicate cargo(u32) [12];
    predicate far(u64) [6];
    predicate at(Boat => place: u8) [8];
    predicate route(u8, u8) [16];
    predicate tide(=> level: i16);
    predicate storm();
    predicate taken(u32) [12];

    axiom think() { let n: u16 in 0..sea.waves && n == sea.waves }

    internal operator take(c: u32) { if !taken(c); add taken(c); undo release(c); }
    internal operator release(c: u32) { delete taken(c); }
    operator load(who: Boat, c: u32) by who {
        if boat(who);
        success delete cargo(c);
        success add afloat(who);
        failure add far(9_000_000_000);
    }
    operator sail(who: Boat, to: u8) by who {
        while !storm();
        success add at(who, to);
        sensed add moored(who);
    }
    operator unload(who: Boat) by who { if moored(who); success delete moored(who); }
    operator wait(who: Boat) by who {}

    pub method work() {
        branch ship if cargo(c) && !taken(c) && boat(who) && !think() {
            take(c);
            ship(who, c);
            release(c);
        }
        branch idle if boat(who) && at(who, here) && route(here, there) { sail(who, there); }
    }
    method ship(who: Boat, c: u32) {
        branch calm if !storm() { load(who, c); global_block(who); sail_on(who); }
        branch rough { wait(who); }
    }
    method sail_on(who: Boat) {
        branch near if at(who, here) && route(here, there) && sea.waves < 40 {
            sail(who, there);
            unload(who);
        }
        branch stay {}
    }
    pub method rest() { for boat(who) { wait(who); } drift(); }
    // Endless, unless loops are detected.
    method drift() {
        branch on if storm() { drift(); }
        branch ashore {}
    }
}

pub use port::{Director, Domain, Fact, Task};

/// The outcome of a tick.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    pub events: Vec<String>,
    pub commands: Vec<String>,
    pub facts: Vec<Fact>,
    pub steps: u64,
}

impl Seen {
    pub fn of(director: &Director) -> Seen {
        Seen {
            events: director.events().map(|event| event.to_string()).collect(),
            commands: director
                .commands()
                .map(|command| command.to_string())
                .collect(),
            facts: director.state().facts().collect(),
            steps: director.search_steps().all(),
        }
    }
}

/// Plays a game of `ticks` ticks.
pub struct Game {
    random: Random,
    pub director: Director,
    pub sea: Sea,
    running: Vec<ActionId>,
    pub seen: Vec<Seen>,
}

impl Game {
    pub fn new(seed: u64) -> Game {
        let mut random = Random::new(seed ^ 0x90_47);
        let limits = Limits {
            plans: 1 + random.below(6),
            ..Limits::compact()
        };
        let director = Director::with_limits(Task::Work, limits)
            .interval([1, 2, 9][random.below(3)])
            .policy([Policy::Accumulate, Policy::Replace, Policy::Preempt][random.below(3)])
            .priority([0, -7, 1_000][random.below(3)])
            .repair([Repair::Subtree, Repair::Replan, Repair::Abandon][random.below(3)])
            .max_repairs(random.below(5) as u32)
            .sensor_timeout(random.below(4) as u32)
            .stall_timeout([0, 9][random.below(2)])
            .detect_loops(random.below(3) == 0)
            .duplicates(random.below(3) == 0)
            .when_idle(random.below(3) > 0)
            .keep_searching(random.below(3) > 0)
            .retry([Retry::Same, Retry::Other][random.below(2)]);
        let mut game = Game {
            random,
            director,
            sea: Sea::default(),
            running: Vec::new(),
            seen: Vec::new(),
        };
        for n in 0..3 {
            game.put(Fact::Boat(Boat(n)), true);
            game.put(Fact::At(Boat(n), n as u8), true);
            game.put(Fact::Route(n as u8, (n as u8 + 1) % 3), true);
        }
        game
    }

    fn put(&mut self, fact: Fact, there: bool) {
        let state = self.director.state_mut();
        match there {
            // A fact beyond the capacity is refused and changes nothing.
            true => _ = state.insert(fact),
            false => _ = state.remove(fact),
        }
    }

    fn some_fact(&mut self) -> Fact {
        let (a, b) = (self.random.below(5) as u8, self.random.below(40) as u8);
        let boat = Boat(u16::from(a) * [1, 12_000][self.random.below(2)]);
        match self.random.below(10) {
            0 => Fact::Boat(boat),
            1 => Fact::Afloat(boat),
            2 => Fact::Cargo(u32::from(b) << (a * 6)),
            3 => Fact::Far(u64::from(b) << (a * 12)),
            4 => Fact::At(boat, b),
            5 => Fact::Route(a, b % 5),
            6 => Fact::Tide(i16::from(b) - 20),
            7 => Fact::Storm,
            8 => Fact::Moored(Boat(u16::from(a) % 3)),
            _ => Fact::Taken(u32::from(b)),
        }
    }

    /// Does anything.
    fn input(&mut self) {
        let number = self.random.below(6) as u32;
        match self.random.below(40) {
            0..=12 => {
                let fact = self.some_fact();
                let there = self.random.below(3) > 0;
                self.put(fact, there);
            }
            // Removed and added again, the fact is the last one.
            13..=15 => {
                let facts: Vec<Fact> = self.director.state().facts().collect();
                if !facts.is_empty() {
                    let fact = facts[self.random.below(facts.len())];
                    self.put(fact, false);
                    self.put(fact, true);
                }
            }
            16 if number == 0 => {
                let facts: Vec<Fact> = self.director.state().facts().collect();
                self.director.state_mut().clear();
                facts
                    .into_iter()
                    .rev()
                    .for_each(|fact| self.put(fact, true));
            }
            17..=28 => {
                if !self.running.is_empty() {
                    let at = self.random.below(self.running.len());
                    let id = self.running.swap_remove(at);
                    let outcome = match self.random.below(4) {
                        0 => Outcome::Failure,
                        _ => Outcome::Success,
                    };
                    // It may have ended in the meantime: then it is refused.
                    let _ = self.director.finish(id, outcome);
                }
            }
            29 => {
                let who = Boat(number as u16 % 3);
                self.put(Fact::Boat(who), number < 3);
                self.director.agent_left(who);
            }
            30 => {
                let plan = self.director.executor().plans().map(|plan| plan.id).next();
                plan.map(|plan| self.director.cancel(plan));
            }
            31 if number == 0 => self.director.restart_search(),
            31 => self.director.replan_now(),
            33 => {
                let task = [
                    Task::Work,
                    Task::Work,
                    Task::Rest,
                    Task::Wait { who: Boat(1) },
                ];
                self.director.set_task(task[number as usize % 4]);
            }
            kind @ (32 | 34..=38) => self.change_settings(kind, number),
            _ => self.sea.waves = self.random.below(60) as u16,
        }
    }

    /// Changes one of the settings.
    fn change_settings(&mut self, kind: usize, number: u32) {
        let settings = self.director.settings();
        let settings = match (kind, number) {
            (32, _) => settings.interval(number),
            (34, 0) => settings.policy(Policy::Replace),
            (34, 1) => settings.policy(Policy::Accumulate),
            (34, 2) => settings.policy(Policy::Preempt),
            (34, 3) => settings.repair(Repair::Replan),
            (34, 4) => settings.repair(Repair::Subtree),
            (34, _) => settings.repair(Repair::Abandon),
            (35, _) => settings.priority(number as i32 - 3),
            (36, 0..2) => settings.max_repairs(8),
            (36, 2..4) => settings.sensor_timeout(number),
            (36, _) => settings.stall_timeout(number * 4),
            (37, 0..2) => settings.duplicates(number == 0),
            (37, 2..4) => settings.when_idle(number == 2),
            (37, 4) => settings.keep_searching(self.random.below(2) == 0),
            (37, _) => settings.retry(Retry::Other),
            _ if number < 3 => settings.retry_after(number),
            _ => settings.detect_loops(number == 3),
        };
        self.director.set_settings(settings);
    }

    /// A tick on a budget of any kind. Every third or so, nothing is done before it.
    pub fn tick(&mut self) {
        for _ in 0..self.random.below(4) {
            self.input();
        }
        let waves = self.sea.waves.to_le_bytes();
        if let Some(journal) = self.director.journal_mut() {
            journal.note(&waves);
        }
        let most = [0, 1, 5, 40, 2_000][self.random.below(5)];
        let (director, sea) = (&mut self.director, &self.sea);
        let commands = match self.random.below(5) {
            0 => director.tick(sea, Budget::unlimited()),
            1 => director.tick(sea, Budget::micros(most % 7)),
            2 => {
                let mut asked = 0;
                director.tick(
                    sea,
                    Budget::until(|| {
                        asked += 1;
                        asked > most % 7
                    }),
                )
            }
            3 => {
                let mut shared = Budget::steps(most);
                director.tick(sea, shared.by_ref())
            }
            _ => director.tick(sea, Budget::steps(most)),
        };
        for command in commands {
            match command {
                Command::Start { id, .. } => self.running.push(id),
                Command::Stop { id, .. } => self.running.retain(|other| *other != id),
            }
        }
        self.seen.push(Seen::of(&self.director));
    }

    /// Returns the journal of `ticks` ticks, and their outcomes.
    pub fn kept(seed: u64, ticks: usize, options: JournalOptions) -> (Vec<u8>, Vec<Seen>) {
        let mut game = Game::new(seed);
        game.director
            .keep_journal(options)
            .expect("it has not ticked");
        let mut bytes = Vec::new();
        for tick in 0..ticks {
            game.tick();
            // Taken now and then.
            if tick % 3 == 0 {
                bytes.extend(game.director.journal_mut().expect("it is kept").take());
            }
        }
        bytes.extend(game.director.end_journal().expect("it is kept").take());
        (bytes, game.seen)
    }
}

/// Returns the state of the sea in the note of the next tick.
pub fn sea(replay: &Replay<'_, Domain>, sea: &mut Sea) {
    for note in replay.notes() {
        if let Some(waves) = note.first_chunk() {
            sea.waves = u16::from_le_bytes(*waves);
        }
    }
}
