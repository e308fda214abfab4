//! A domain with an operator of each kind, and random plans.

use squad_htn::prelude::*;

use crate::common::Random;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Man(pub u8);

/// Durations, indexed by the last argument of an action.
pub struct Times(pub Vec<f32>);

impl Times {
    fn of(&self, key: u8) -> f32 {
        self.0.get(usize::from(key)).copied().unwrap_or(1.0)
    }
}

htn_domain! {
    pub domain drill(times: &Times);
    agent Man;

    predicate open(u8);
    predicate seen(u8);
    predicate reserved(Man);

    operator act(who: Man, key: u8) by who { duration times.of(key); }
    operator wait_a_bit(who: Man) by who {}
    operator open_up(who: Man, door: u8) by who { duration times.of(door); success add open(door); }
    operator shut(who: Man, door: u8) by who { duration times.of(door); start delete open(door); }
    operator go_in(who: Man, door: u8) by who { if open(door); duration times.of(door); }
    operator spot(who: Man, thing: u8) by who { duration times.of(thing); sensed add seen(thing); }
    operator report(who: Man, thing: u8) by who { if seen(thing); duration times.of(thing); }
    operator lift(a: Man, b: Man, key: u8) by a, b { if a != b; duration times.of(key); }
    operator shout(who: Man, key: u8) by who { busy false; duration times.of(key); }
    operator aim(who: Man) by who { duration f32::INFINITY; }
    /// A duration that uses a variable of the condition.
    operator pace(who: Man) by who {
        if let length: f32 = times.of(who.0) && length >= 0.0;
        duration length + 0.5;
    }

    internal operator reserve(who: Man) { if !reserved(who); add reserved(who); undo free(who); }
    internal operator free(who: Man) { delete reserved(who); }
    internal operator note() {}
}

pub use drill::{Executor, Fact, Plan, Planner, State, Task};

/// Returns the plan with these steps.
pub fn plan_of(tasks: &[Task], times: &Times) -> Option<Plan> {
    let mut planner = Planner::with_limits(Limits::compact());
    planner.start_all(&State::new(), tasks);
    planner.resume(times, Budget::unlimited()).unwrap();
    planner.plan().cloned()
}

/// Returns random steps for this many agents, in a possible order.
pub fn steps(random: &mut Random, most: usize, men: usize) -> Vec<Task> {
    let (mut open, mut seen) = ([false; 3], [false; 3]);
    let mut steps = Vec::new();
    for _ in 0..random.below(most + 1) {
        let who = Man(random.below(men) as u8);
        let other = Man(random.below(men) as u8);
        let key = random.below(3);
        let door = key as u8;
        steps.push(match random.below(18) {
            0 | 1 => Task::Act { who, key: door },
            2 => Task::WaitABit { who },
            3 => {
                open[key] = true;
                Task::OpenUp { who, door }
            }
            4 => {
                open[key] = false;
                Task::Shut { who, door }
            }
            5 | 6 if open[key] => Task::GoIn { who, door },
            7 => {
                seen[key] = true;
                Task::Spot { who, thing: door }
            }
            8 | 9 if seen[key] => Task::Report { who, thing: door },
            10 if who != other => Task::Lift {
                a: who,
                b: other,
                key: door,
            },
            11 => Task::Shout { who, key: door },
            12 if random.below(3) == 0 => Task::Aim { who },
            13 => Task::BlockOn { a: who, b: other },
            14 => Task::GlobalBlock { a: who },
            15 => Task::FinishAction { a: who },
            16 => Task::Note,
            17 => Task::Pace { who },
            _ => continue,
        });
    }
    steps
}

/// Returns the number of cases; `HTN_FULL` increases it.
pub fn rounds(few: u64) -> std::ops::Range<u64> {
    match std::env::var("HTN_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
    {
        Some(seed) => seed..seed + 1,
        None if std::env::var_os("HTN_FULL").is_some() => 0..few * 50,
        None => 0..few,
    }
}
