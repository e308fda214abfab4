//! Many squads on several threads: with a budget of steps their number makes no difference.

use squad_htn::prelude::*;
use squad_htn::{SquadId, SquadScheduler};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Guard(u16);

/// A game whose conditions test `numbers` numbers before a squad has a plan.
struct Game {
    numbers: u32,
}

htn_domain! {
    domain watch(game: &Game);
    agent Guard;

    predicate guard(Guard) [8];

    operator walk(who: Guard) by who {}
    operator look(who: Guard) by who {}

    pub method duty() if guard(who) && !think() { go_round(who); }
    method go_round(who: Guard) { walk(who); look(who); global_block(who); }

    axiom think() { let n: u32 in 0..game.numbers && n == game.numbers }
}

use watch::{Domain, Fact, Task};

/// Returns the events of 120 frames of 50 squads. Every fifth action fails.
fn story(mut tick: impl FnMut(&mut SquadScheduler<Domain>)) -> Vec<String> {
    let mut hq = SquadScheduler::with_limits(Limits::compact()).turn(200);
    let mut squads: Vec<(SquadId, Vec<(u64, ActionId)>)> = Vec::new();
    for number in 0..50 {
        // Squads with two kinds of limits, so that machines of two sizes evaluate their conditions.
        let limits = [Limits::compact(), Limits::default()][number as usize % 2];
        let id = hq.add_with_limits(Task::Duty, limits);
        let squad = hq.squad_mut(id).expect("it has just come");
        squad.set_settings(squad.settings().interval(2 + number % 5));
        squad
            .state_mut()
            .insert(Fact::Guard(Guard(1)))
            .expect("it fits");
        squads.push((id, Vec::new()));
    }
    let mut told = Vec::new();
    for frame in 0..120 {
        tick(&mut hq);
        for (id, running) in &mut squads {
            let squad = hq.squad_mut(*id).expect("it is there");
            told.extend(squad.events().map(|event| format!("squad {id}, {event}")));
            for command in squad.commands() {
                match command {
                    Command::Start { id, .. } => running.push((frame, id)),
                    Command::Stop { id, .. } => running.retain(|(_, other)| *other != id),
                }
            }
            running.retain(|&(since, id)| {
                let goes_on = frame < since + 3;
                if !goes_on {
                    let fails = id.number() % 5 == 0;
                    let outcome = if fails {
                        Outcome::Failure
                    } else {
                        Outcome::Success
                    };
                    squad.finish(id, outcome).expect("it runs");
                }
                goes_on
            });
            told.push(format!("{:?}", hq.usage(*id)));
        }
    }
    told
}

#[test]
fn any_number_of_threads_does_the_same() {
    let game = Game { numbers: 100 };
    let alone = story(|hq| hq.tick(|_| &game, Budget::steps(2_000)));
    assert!(
        alone
            .iter()
            .any(|line| line.contains("repaired at go_round"))
    );
    for threads in [1, 2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().expect("there are threads");
        let tick = |hq: &mut SquadScheduler<Domain>| {
            hq.tick_parallel(|_| &game, Budget::steps(2_000));
        };
        let together = pool.install(|| story(tick));
        assert!(alone == together, "{threads} threads");
    }
}

/// Budgets of time and of a closure stop endless searches.
#[test]
fn budgets_of_all_kinds_end() {
    let game = Game { numbers: u32::MAX };
    let mut hq = SquadScheduler::<Domain>::with_limits(Limits::compact());
    for _ in 0..40 {
        let id = hq.add(Task::Duty);
        let squad = hq.squad_mut(id).expect("it has just come");
        squad
            .state_mut()
            .insert(Fact::Guard(Guard(1)))
            .expect("it fits");
    }
    for _ in 0..20 {
        hq.tick_parallel(|_| &game, Budget::micros(200));
        let mut left = 3;
        hq.tick_parallel(
            |_| &game,
            Budget::until(|| {
                left -= 1;
                left == 0
            }),
        );
    }
    let ids: Vec<SquadId> = hq.squads().map(|(id, _)| id).collect();
    let steps = ids
        .iter()
        .filter_map(|id| hq.usage(*id))
        .map(|usage| usage.steps);
    assert!(steps.min() > Some(0), "all have had a turn");
}
