//! A day of each kind of character: a director per character, in which a plan for a weightier goal replaces the current one.

use squad_htn::prelude::*;

use crate::bodies::{Bodies, Span, actor};
use crate::cast::alone;
use crate::domain::fear::{Action, Director, Fact, Task, get};
use crate::level::{Level, Node};
use crate::terms::{Goal, Kind, SOLDIERS_GOALS, Who};

/// An event of the day.
pub struct Hour {
    pub tick: u32,
    pub what: &'static str,
    facts: fn(Who) -> Vec<Fact>,
    /// The facts that no longer hold.
    gone: fn(Who) -> Vec<Fact>,
}

const NOTHING: fn(Who) -> Vec<Fact> = |_| Vec::new();

pub const DAY: [Hour; 8] = [
    Hour {
        tick: 1,
        what: "nothing special",
        facts: NOTHING,
        gone: NOTHING,
    },
    Hour {
        tick: 9,
        what: "a noise behind the barrier",
        facts: |_| vec![Fact::Disturbance(Node::Barrier)],
        gone: NOTHING,
    },
    Hour {
        tick: 17,
        what: "the player is seen in the office",
        facts: |who| {
            vec![
                Fact::PlayerNearby,
                Fact::PlayerAt(Node::Office),
                Fact::SeesPlayer(who),
            ]
        },
        gone: NOTHING,
    },
    Hour {
        tick: 26,
        what: "he shoots",
        facts: |who| vec![Fact::UnderFire(who)],
        gone: NOTHING,
    },
    Hour {
        tick: 31,
        what: "he stops",
        facts: NOTHING,
        gone: |who| vec![Fact::UnderFire(who)],
    },
    Hour {
        tick: 36,
        what: "Patrol weighs 0.95 now",
        facts: |who| vec![Fact::Goal(who, Goal::Patrol, 0.95)],
        gone: NOTHING,
    },
    Hour {
        tick: 46,
        what: "KillEnemy weighs 0.99",
        facts: |who| vec![Fact::Goal(who, Goal::KillEnemy, 0.99)],
        gone: NOTHING,
    },
    Hour {
        tick: 54,
        what: "all goals are removed",
        facts: NOTHING,
        gone: NOTHING,
    },
];

/// From this tick on, the characters have no goals.
pub const NO_GOALS: u32 = DAY[DAY.len() - 1].tick;

/// The last tick of the day.
pub const EVENING: u32 = 62;

/// Plays the day of a character and returns his log.
pub fn live(kind: Kind, seed: u64) -> Result<Vec<Span>, String> {
    let who = kind.who();
    let mut director = Director::new(Task::Live { who })
        .policy(Policy::Preempt)
        .interval(1);
    let mut bodies = Bodies::new(seed);
    for fact in alone(kind, SOLDIERS_GOALS) {
        director
            .state_mut()
            .insert(fact)
            .map_err(|full| full.to_string())?;
    }
    for tick in 1..=EVENING {
        for (id, action) in bodies.tick() {
            director
                .finish(id, Outcome::Success)
                .map_err(|error| error.to_string())?;
            if is_dodge(action) {
                director.state_mut().remove(Fact::UnderFire(who));
            }
        }
        for hour in DAY.iter().filter(|hour| hour.tick == tick) {
            for fact in (hour.facts)(who) {
                director
                    .state_mut()
                    .insert(fact)
                    .map_err(|full| full.to_string())?;
            }
            for fact in (hour.gone)(who) {
                director.state_mut().remove(fact);
            }
        }
        if tick == NO_GOALS {
            director
                .state_mut()
                .retain(|fact| !matches!(fact, Fact::Goal(..)));
        }
        for command in director.tick(&Level, Budget::steps(10_000)) {
            match command {
                Command::Start { id, action, .. } => {
                    let there = get::at(director.state(), actor(action));
                    bodies.begin(id, action, there);
                }
                Command::Stop { id, .. } => bodies.stop(id, false),
            }
        }
    }
    Ok(bodies.spans)
}

fn is_dodge(action: Action) -> bool {
    matches!(
        action,
        Action::DodgeRoll { .. }
            | Action::DodgeShuffle { .. }
            | Action::DodgeCovered { .. }
            | Action::DodgeRollParanoid { .. }
    )
}
