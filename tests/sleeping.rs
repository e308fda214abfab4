//! Sleeping squads of a scheduler are indistinguishable from directors by themselves: at any time their observable state
//! is the same.

use std::collections::BTreeMap;

use squad_htn::SquadId;
use squad_htn::prelude::*;

#[path = "domains/random.rs"]
#[allow(dead_code, reason = "the benchmarks use more of it")]
mod random;
use random::Random;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Guard(u16);

htn_domain! {
    domain watch;
    agent Guard;

    predicate guard(Guard) [4];
    predicate tired(Guard) [4];
    predicate noise();

    operator walk(who: Guard) by who { sensed add tired(who); }
    operator listen(who: Guard) by who { while !noise(); success delete tired(who); }

    pub method duty() if guard(who) && !tired(who) {
        walk(who);
        listen(who);
        global_block(who);
    }
}

use watch::{Director, Domain, Fact, SquadScheduler, Task};

/// A squad of a scheduler and an equal director by itself, with the actions in progress.
struct Twins {
    alone: Director,
    running: Vec<ActionId>,
    paused: bool,
}

/// The observable state of a squad in a frame.
fn seen(squad: &Director) -> (u64, Vec<String>, Vec<Command<Domain>>, String, bool, bool) {
    (
        squad.executor().ticks(),
        squad.events().map(|event| event.to_string()).collect(),
        squad.commands().collect(),
        squad.to_string(),
        squad.is_due(),
        squad.is_searching(),
    )
}

/// Calls the same method of both.
fn both(
    scheduler: &mut SquadScheduler,
    id: SquadId,
    twins: &mut Twins,
    call: impl Fn(&mut Director),
) {
    call(scheduler.squad_mut(id).expect("an existing squad"));
    call(&mut twins.alone);
}

fn add_squad(scheduler: &mut SquadScheduler, squads: &mut BTreeMap<SquadId, Twins>, interval: u32) {
    let id = scheduler.add(Task::Duty);
    let mut twins = Twins {
        alone: Director::with_limits(Task::Duty, Limits::compact()),
        running: Vec::new(),
        paused: false,
    };
    both(scheduler, id, &mut twins, |squad| {
        squad.set_settings(squad.settings().interval(interval));
        let added = squad.state_mut().insert(Fact::Guard(Guard(1)));
        assert_eq!(added, Ok(true));
    });
    squads.insert(id, twins);
}

/// A call of the game.
fn meddle(
    scheduler: &mut SquadScheduler,
    squads: &mut BTreeMap<SquadId, Twins>,
    id: SquadId,
    random: &mut Random,
) {
    let Some(twins) = squads.get_mut(&id) else {
        return;
    };
    match random.below(8) {
        0 => {
            twins.paused = !twins.paused;
            assert!(scheduler.set_paused(id, twins.paused));
        }
        1 => both(scheduler, id, twins, Director::replan_now),
        2 => both(scheduler, id, twins, |squad| squad.agent_left(Guard(1))),
        3 => both(scheduler, id, twins, |squad| {
            let noise = squad.state_mut().remove(Fact::Noise);
            assert!(noise || squad.state_mut().insert(Fact::Noise) == Ok(true));
        }),
        4 => both(scheduler, id, twins, |squad| {
            squad.set_settings(squad.settings().interval(3))
        }),
        5 => both(scheduler, id, twins, |squad| {
            squad.state_mut().remove(Fact::Tired(Guard(1)));
        }),
        // The squad is removed and added again.
        6 if !twins.paused => {
            let director = scheduler.remove(id).expect("an existing squad");
            let twins = squads.remove(&id).expect("an existing squad");
            assert_eq!(director.executor().ticks(), twins.alone.executor().ticks());
            squads.insert(scheduler.add_director(director), twins);
        }
        // The test continues with a clone of the scheduler.
        _ => *scheduler = scheduler.clone(),
    }
}

fn play(seed: u64) -> (usize, usize) {
    let mut random = Random(seed);
    let mut scheduler = SquadScheduler::with_limits(Limits::compact());
    let mut squads = BTreeMap::new();
    let (mut slept, mut told) = (0, 0);
    for frame in 0..200 {
        if squads.len() < 6 && random.below(4) == 0 {
            add_squad(&mut scheduler, &mut squads, 5 + random.below(40) as u32);
        }
        scheduler.tick(|_| &(), Budget::unlimited());
        let awake: Vec<SquadId> = scheduler.awake().map(|(id, _)| id).collect();
        for (id, twins) in &mut squads {
            if !twins.paused {
                twins.alone.tick(&(), Budget::unlimited());
            }
            let now = seen(scheduler.squad(*id).expect("an existing squad"));
            assert_eq!(now, seen(&twins.alone), "seed {seed}, frame {frame}");
            if !awake.contains(id) && !twins.paused {
                let nothing = now.1.is_empty() && now.2.is_empty();
                assert!(nothing, "seed {seed}, frame {frame}: it slept");
                slept += 1;
            }
            told += now.1.len();
            for command in now.2.iter().filter(|_| !twins.paused) {
                match *command {
                    Command::Start { id, .. } => twins.running.push(id),
                    Command::Stop { id, .. } => twins.running.retain(|other| *other != id),
                }
            }
            if !twins.running.is_empty() && random.below(6) == 0 {
                let action = twins.running.remove(0);
                let outcome = match random.below(4) {
                    0 => Outcome::Failure,
                    _ => Outcome::Success,
                };
                both(&mut scheduler, *id, twins, |squad| {
                    assert_eq!(squad.finish(action, outcome), Ok(()));
                });
            }
        }
        if random.below(5) == 0 && !squads.is_empty() {
            let nth = random.below(squads.len());
            let id = squads.keys().nth(nth).copied();
            id.into_iter()
                .for_each(|id| meddle(&mut scheduler, &mut squads, id, &mut random));
        }
    }
    (slept, told)
}

#[test]
fn sleeping_squad_looks_like_awake_one() {
    let seeds = if std::env::var_os("HTN_FULL").is_some() {
        1_000
    } else {
        20
    };
    let (mut slept, mut told) = (0, 0);
    for seed in 0..seeds {
        let (more_slept, more_told) = play(seed);
        slept += more_slept;
        told += more_told;
    }
    assert!(slept > 100 * seeds as usize, "{slept}");
    assert!(told > 50 * seeds as usize, "{told}");
}

#[test]
fn long_sleeping_squad_counts_every_frame() {
    let mut scheduler = SquadScheduler::with_limits(Limits::compact());
    let id = scheduler.add(Task::Duty);
    let squad = scheduler.squad_mut(id).expect("it has just come");
    squad.set_settings(squad.settings().interval(u32::MAX));
    for frame in 1..=500 {
        scheduler.tick(|_| &(), Budget::unlimited());
        let squad = scheduler.squad(id).expect("an existing squad");
        assert_eq!(squad.executor().ticks(), frame);
    }
    assert_eq!(scheduler.awake().count(), 0);
    let copy = scheduler.squad(id).expect("an existing squad").clone();
    scheduler.tick(|_| &(), Budget::unlimited());
    assert_eq!(copy.executor().ticks(), 500, "a copy is on its own");
    let squad = scheduler.remove(id).expect("an existing squad");
    assert_eq!(squad.executor().ticks(), 501);
}
