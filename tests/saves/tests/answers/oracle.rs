//! A game that answers at random, and a domain with every kind of expression that asks it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use squad_htn::prelude::*;
use squad_htn::{Planner, State};

/// What expressions ask.
pub struct Dice {
    seed: u64,
    rolls: AtomicU64,
    /// The same answer for a whole tick.
    tick: Option<u64>,
    /// The roll that the game does not survive.
    last: u64,
}

impl Clone for Dice {
    fn clone(&self) -> Dice {
        let rolls = AtomicU64::new(self.rolls());
        Dice { rolls, ..*self }
    }
}

impl Dice {
    /// A new answer each time.
    pub fn new(seed: u64) -> Dice {
        Dice {
            seed,
            rolls: AtomicU64::new(0),
            tick: None,
            last: u64::MAX,
        }
    }

    /// One that panics after so many rolls.
    #[allow(dead_code, reason = "not all who use these want that")]
    pub fn until(seed: u64, last: u64) -> Dice {
        Dice {
            last,
            ..Dice::new(seed)
        }
    }

    /// Other answers in each tick, and the same throughout that.
    #[allow(dead_code, reason = "not all who use these want that")]
    pub fn of_tick(seed: u64, tick: u64) -> Dice {
        let tick = Some(tick);
        Dice {
            tick,
            ..Dice::new(seed)
        }
    }

    /// How often it was asked.
    pub fn rolls(&self) -> u64 {
        self.rolls.load(Relaxed)
    }

    fn below(&self, n: u64) -> u64 {
        let roll = self.rolls.fetch_add(1, Relaxed);
        assert!(roll < self.last, "the table falls over");
        let mixed =
            (self.seed << 32 ^ self.tick.unwrap_or(roll)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 33) % n
    }

    pub fn place(&self) -> u8 {
        self.below(16) as u8
    }

    pub fn says(&self) -> bool {
        self.below(3) > 0
    }

    pub fn tires(&self) -> bool {
        self.below(3) == 0
    }

    pub fn places(&self) -> Vec<u8> {
        (0..self.below(4)).map(|_| self.place()).collect()
    }

    pub fn maybe(&self) -> Option<u8> {
        (self.below(2) > 0).then(|| self.place())
    }

    pub fn worth(&self) -> f32 {
        self.below(8) as f32 / 2.0
    }
}

htn_domain! {
    /// Every kind of expression that asks the game.
    pub domain dice(dice: &super::Dice);
    agent u8;
    predicate who(u8) [4];
    predicate at(u8 => u8) [4];
    predicate seen(u8) [16];

    operator walk(who: u8, to: u8) by who {
        if dice.says();
        while dice.says() && who(who);
        cost dice.worth();
        duration dice.worth() + 1.0;
        success add at(who, to);
    }
    operator look(who: u8, place: u8) by who { success add seen(place); cost 1.0; }
    internal operator mark(place: u8) {
        if !seen(place) && let other: u8 = dice.place() && other != place;
        add seen(place);
        undo forget(place);
    }
    internal operator forget(place: u8) { delete seen(place); }

    /// Recurs.
    axiom leads(from: u8, to: u8) { from == to || dice.says() && from < 12 && leads(from + 3, to) }
    axiom likes(who: u8, place: u8) { who(who) && seen(place) && dice.worth() > 1.0 }

    pub method live() {
        branch rest if seen(_) && dice.tires() {}
        branch items
            if who(who) && let place: u8 in dice.places() && !seen(place)
            sort by (dice.worth(), place) desc
        {
            mark(place);
            walk(who, place);
            live();
        }
        branch option if who(who) && let Some(place): Option<u8> = dice.maybe() && leads(who, place) {
            go(who, place);
            live();
        }
        branch numbers if let place: u8 in 1..dice.place() && dice.says() && !seen(place) && who(who) {
            look(who, place);
            live();
        }
        branch folds
            if let all: u16 = sum(dice.place() as u16; who(_)) && let most: u8 = max(dice.place(); seen(_))
                && let least: u8 = min(dice.place(); who(_)) && all > 12 && most > least
                && first(who(who) && dice.says() sort by dice.worth())
        {
            go(who, least);
        }
        branch otherwise {}
    }
    method go(who: u8, place: u8) {
        branch liked if likes(who, place) && forall(who(other) => other == who || dice.says()) {
            let there = choose(place);
            walk(who, there);
        }
        branch far if dice.says() {
            while !seen(dice.place()) && dice.says() { look(who, dice.place()); }
            for who(each) && dice.says() sort by dice.worth() { walk(each, place); }
            if dice.says() { walk(who, dice.place()); } else { add seen(place); }
        }
    }
    method choose(place: u8) -> u8 {
        branch here if dice.says() { return place; }
        branch there { return dice.place(); }
    }
}

use dice::{Domain, Fact};

pub fn limits() -> Limits {
    Limits {
        depth: 40,
        ..Limits::compact()
    }
}

/// One that keeps its answers.
#[allow(dead_code, reason = "not all who use these want that")]
pub fn planner() -> Planner<Domain> {
    let mut planner = Planner::with_limits(limits());
    planner.keep_answers(100_000);
    planner
}

#[allow(dead_code, reason = "not all who use these want that")]
pub fn state() -> State<Domain> {
    let facts = [Fact::Who(1), Fact::Who(2), Fact::At(1, 1), Fact::At(2, 2)];
    State::from_facts(facts).expect("there is room")
}
