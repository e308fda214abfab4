//! A thousand squads in one thread: each has its own facts, planner and executor, plans twice a second and ticks sixty
//! times. Beside them the same squads as state machines written by hand.

use std::hint::black_box;

use squad_htn::prelude::*;

use crate::domains::restrain::restraint::{Action, Executor, Fact, Planner, State, Task};
use crate::domains::restrain::{Game, member, read, suspect};
use crate::generate;
use crate::hand::squads::{self as hand, Begin};
use crate::measure::{Pair, Side, compare, compare_typical};
use crate::restraining::{
    COMPLEMENT_TICKS, Duty, LIMITS, OFFICERS, RESTRAIN_TICKS, RESTRAINED_TICKS, Report, TARGETS,
    TICKS_A_SECOND, TICKS_BETWEEN_PLANS, index, joins,
};
use crate::work::Work;

pub const SQUADS: usize = 1_000;

/// A squad and what it does at present.
pub struct Squad {
    game: Game,
    pub state: State,
    pub planner: Planner,
    pub executor: Executor,
    duty: Duty,
    plans: u32,
    /// Other data of a game between its squads. Without it they are at equal distances in memory, which changes the
    /// times by up to a third because of the caches.
    _game: Vec<u8>,
}

impl Squad {
    fn new(seed: u64) -> Squad {
        let (state, game) = read(&generate::restrain(OFFICERS, TARGETS, seed));
        Squad {
            game,
            state,
            planner: Planner::with_limits(LIMITS),
            executor: Executor::with_limits(LIMITS),
            duty: Duty::new(),
            plans: 0,
            _game: vec![0; (seed * 1_237 % 4_096) as usize],
        }
    }

    fn plan(&mut self) {
        self.planner.start(&self.state, Task::SquadRestrain);
        let progress = self.planner.resume(&self.game, Budget::unlimited());
        assert!(progress.is_ok());
        if let Some(plan) = self.planner.plan() {
            self.plans += 1;
            assert!(self.executor.submit(plan, 0).is_ok());
        }
    }

    /// Reports the actions that have ended.
    fn report(&mut self, now: u32) {
        let (executor, state) = (&mut self.executor, &mut self.state);
        self.duty.report(now, |report| match report {
            Report::Finished(id) => assert_eq!(executor.finish(id, Outcome::Success), Ok(())),
            Report::Seen(fact, true) => assert!(state.insert(fact).is_ok()),
            Report::Seen(fact, false) => assert!(state.remove(fact)),
        });
    }

    fn frame(&mut self, now: u32, plans: bool, mut begun: impl FnMut(Begin)) {
        self.report(now);
        if plans {
            self.plan();
        }
        for command in self.executor.tick(&mut self.state, &self.game) {
            let Command::Start { id, action, .. } = command else {
                continue;
            };
            begun(match action {
                Action::Restrain { squad, target } => Begin::Restrain {
                    officer: squad.0 as u8 - 1,
                    target: index(target) as u8,
                },
                Action::RestrainComplement { squad, target } => Begin::Complement {
                    officer: squad.0 as u8 - 1,
                    target: index(target) as u8,
                },
            });
            self.duty.begin(id, action, now);
        }
    }

    fn tick_only(&mut self) {
        black_box(self.executor.tick(&mut self.state, &self.game).count());
    }
}

/// Returns true if that squad searches for a plan in that tick. Squads do so in different ticks.
fn plans_in(tick: u32, number: u32) -> bool {
    let joins = joins(number);
    tick > joins && (tick - joins).is_multiple_of(TICKS_BETWEEN_PLANS)
}

/// The hand-written side of a squad.
struct ByHand {
    game: hand::Game,
    squad: hand::Squad,
    /// By suspect: when he is in cuffs, and when he is led away.
    cuffed: [u32; TARGETS],
    led_away: [u32; TARGETS],
}

impl ByHand {
    fn new(seed: u64) -> ByHand {
        let (state, game) = read(&generate::restrain(OFFICERS, TARGETS, seed));
        let mut squad = hand::Squad::default();
        for fact in state.facts() {
            match fact {
                Fact::Surrendered(target) => squad.surrendered[index(target)] = true,
                Fact::Dead(target) => squad.dead[index(target)] = true,
                Fact::FollowingOrder(who) => squad.following_order[usize::from(who.0) - 1] = true,
                _ => {}
            }
        }
        let distance = |officer: usize, target: usize| {
            game.distance(member(officer as u16 + 1), suspect(target as u16 + 1))
        };
        ByHand {
            game: hand::Game {
                distances: std::array::from_fn(|officer| {
                    std::array::from_fn(|target| distance(officer, target))
                }),
                limit: game.limit,
                restrain_ticks: RESTRAIN_TICKS,
                complement_ticks: COMPLEMENT_TICKS,
            },
            squad,
            cuffed: [0; TARGETS],
            led_away: [0; TARGETS],
        }
    }

    fn frame(&mut self, now: u32, plans: bool, mut begun: impl FnMut(Begin)) {
        for target in 0..TARGETS {
            if self.cuffed[target] == now {
                self.squad.restrained[target] = true;
                self.led_away[target] = now + RESTRAINED_TICKS;
            }
            if self.led_away[target] == now {
                self.squad.restrained[target] = false;
            }
        }
        if plans {
            black_box(self.squad.plan(&self.game));
        }
        let cuffed = &mut self.cuffed;
        self.squad.tick(now, &self.game, |begin| {
            if let Begin::Restrain { target, .. } = begin {
                cuffed[usize::from(target)] = now + RESTRAIN_TICKS;
            }
            begun(begin);
        });
    }

    fn tick_only(&mut self, now: u32) {
        self.squad.tick(black_box(now), &self.game, |begin| {
            black_box(begin);
        });
    }
}

/// All of them.
pub struct Company {
    pub ours: Vec<Squad>,
    by_hand: Vec<ByHand>,
    /// The last tick of each side.
    now: [u32; 2],
}

impl Company {
    pub fn new() -> Company {
        let mut company = Company {
            ours: (0..SQUADS as u64).map(Squad::new).collect(),
            by_hand: (0..SQUADS as u64).map(ByHand::new).collect(),
            now: [0; 2],
        };
        company.compare_seconds(10);
        company
    }

    /// Lets both sides play, and sees to it that they begin the same actions in the same ticks.
    fn compare_seconds(&mut self, seconds: u32) {
        let (mut ours, mut hand) = (Vec::new(), Vec::new());
        for _ in 0..seconds {
            ours.clear();
            hand.clear();
            self.second(Side::Ours, |squad, now, begin| {
                ours.push((now, squad, begin))
            });
            self.second(Side::Hand, |squad, now, begin| {
                hand.push((now, squad, begin))
            });
            assert_eq!(ours, hand, "squads: the actions differ");
        }
        assert!(!ours.is_empty());
    }

    /// A second of game time on one side.
    pub fn second(&mut self, side: Side, mut begun: impl FnMut(usize, u32, Begin)) {
        for _ in 0..TICKS_A_SECOND {
            self.tick(side, &mut begun);
        }
    }

    /// A tick on one side.
    fn tick(&mut self, side: Side, mut begun: impl FnMut(usize, u32, Begin)) {
        self.now[side as usize] += 1;
        let now = self.now[side as usize];
        let plans = |number: usize| plans_in(now, number as u32);
        match side {
            Side::Ours => {
                for (number, squad) in self.ours.iter_mut().enumerate() {
                    squad.frame(now, plans(number), |begin| begun(number, now, begin));
                }
            }
            Side::Hand => {
                for (number, squad) in self.by_hand.iter_mut().enumerate() {
                    squad.frame(now, plans(number), |begin| begun(number, now, begin));
                }
            }
        }
    }

    /// Returns the time of one squad for a second of game time.
    pub fn time(&mut self) -> Pair {
        let tick = compare_typical(TICKS_A_SECOND, |side| {
            self.tick(side, |_, _, begin| {
                black_box(begin);
            });
        });
        let ticks = f64::from(TICKS_A_SECOND);
        let second = Pair {
            ours: tick.ours * ticks,
            hand: tick.hand * ticks,
        };
        a_squad(second, SQUADS)
    }

    /// Plans that our side found, for one squad and second.
    pub fn plans_a_second(&self) -> f64 {
        let plans: u32 = self.ours.iter().map(|squad| squad.plans).sum();
        let seconds = self.now[Side::Ours as usize] / TICKS_A_SECOND;
        f64::from(plans) / f64::from(seconds) / SQUADS as f64
    }

    /// Returns the time of a tick of one squad in which nothing happens.
    fn time_ticks(&mut self) -> Pair {
        let now = self.now[Side::Hand as usize];
        let count = self.ours.len();
        let pair = compare(|side, ticks| {
            for _ in 0..ticks {
                match side {
                    Side::Ours => self.ours.iter_mut().for_each(Squad::tick_only),
                    Side::Hand => self
                        .by_hand
                        .iter_mut()
                        .for_each(|squad| squad.tick_only(now)),
                }
            }
        });
        a_squad(pair, count)
    }
}

/// A second of game time for all of them.
impl Work for Company {
    fn plan(&mut self) {
        self.second(Side::Ours, |_, _, begin| {
            black_box(begin);
        });
    }

    fn by_hand(&mut self) {
        self.second(Side::Hand, |_, _, begin| {
            black_box(begin);
        });
    }

    /// Those of the plan that the first squad found last.
    fn steps(&self) -> Vec<String> {
        let plan = self.ours[0].planner.plan();
        plan.map_or(Vec::new(), |plan| {
            plan.tasks().map(|task| task.to_string()).collect()
        })
    }
}

fn a_squad(pair: Pair, count: usize) -> Pair {
    Pair {
        ours: pair.ours / count as f64,
        hand: pair.hand / count as f64,
    }
}

/// The time of a tick in which nothing happens: without a plan, and with a running plan for each squad.
pub fn idle() -> [(&'static str, Pair); 2] {
    let mut company = Company {
        ours: (0..SQUADS as u64).map(Squad::new).collect(),
        by_hand: (0..SQUADS as u64).map(ByHand::new).collect(),
        now: [1; 2],
    };
    let none = company.time_ticks();
    for squad in &mut company.ours {
        squad.frame(1, true, |_| ());
    }
    for squad in &mut company.by_hand {
        squad.frame(1, true, |_| ());
    }
    // A few have no suspect in reach.
    company.ours.retain(|squad| !squad.duty.is_idle());
    company.by_hand.retain(|by_hand| by_hand.squad.is_active());
    assert_eq!(company.ours.len(), company.by_hand.len());
    [
        ("no plan", none),
        ("a plan that runs", company.time_ticks()),
    ]
}
