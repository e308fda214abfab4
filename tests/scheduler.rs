//! Squads that share a budget.

use squad_htn::prelude::*;
use squad_htn::{BudgetLeft, SquadId, Usage, Workers};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Guard(u16);

/// The number of values that a search examines before it finds a plan.
struct Game {
    numbers: u32,
}

htn_domain! {
    domain watch(game: &Game);
    agent Guard;

    predicate guard(Guard) [8];
    predicate busy(Guard) [8];
    predicate endless();

    internal operator reserve(who: Guard) { if !busy(who); add busy(who); undo free(who); }
    internal operator free(who: Guard) { delete busy(who); }
    operator walk(who: Guard) by who {}
    operator look(who: Guard) by who {}

    pub method duty() {
        branch for_ever if endless() && let n: u64 in 0..u64::MAX && n == u64::MAX {}
        branch round if guard(who) && !busy(who) && !think() {
            reserve(who);
            go_round(who);
            free(who);
        }
    }
    method go_round(who: Guard) { walk(who); look(who); global_block(who); }

    axiom think() { let n: u32 in 0..game.numbers && n == game.numbers }
}

use watch::{Action, Director, Domain, Fact, SquadScheduler, Task};

fn add_squad(scheduler: &mut SquadScheduler, interval: u32) -> SquadId {
    let id = scheduler.add_with_limits(Task::Duty, Limits::compact());
    let squad = scheduler.squad_mut(id).expect("it has just come");
    squad
        .state_mut()
        .insert(Fact::Guard(Guard(1)))
        .expect("it fits");
    squad.set_settings(squad.settings().interval(interval));
    id
}

/// Ends actions depending on the frame number, and returns the events as text.
fn play(squad: &mut Director, running: &mut Vec<(u64, ActionId)>, frame: u64) -> Vec<String> {
    for command in squad.commands() {
        match command {
            Command::Start { id, .. } => running.push((frame, id)),
            Command::Stop { id, .. } => running.retain(|(_, other)| *other != id),
        }
    }
    let told = squad.events().map(|event| event.to_string()).collect();
    running.retain(|&(since, id)| {
        let over = frame >= since + 3;
        if over {
            let outcome = match id.number() % 5 {
                0 => Outcome::Failure,
                _ => Outcome::Success,
            };
            squad.finish(id, outcome).expect("it runs");
        }
        !over
    });
    told
}

#[test]
fn squad_with_enough_budget_acts_as_if_alone() {
    let game = Game { numbers: 50 };
    let mut alone = Director::new(Task::Duty).interval(7);
    alone
        .state_mut()
        .insert(Fact::Guard(Guard(1)))
        .expect("it fits");
    let mut scheduler = SquadScheduler::new();
    let id = add_squad(&mut scheduler, 7);
    let (mut running, mut running_alone) = (Vec::new(), Vec::new());
    let mut told = 0;
    for frame in 0..300 {
        scheduler.tick(|_| &game, Budget::unlimited());
        alone.tick(&game, Budget::unlimited());
        let squad = scheduler.squad_mut(id).expect("an existing squad");
        let events = play(squad, &mut running, frame);
        assert_eq!(
            events,
            play(&mut alone, &mut running_alone, frame),
            "frame {frame}"
        );
        assert_eq!(squad.search_stats(), alone.search_stats(), "frame {frame}");
        told += events.len();
    }
    assert!(told > 300, "{told}");
}

/// Returns the events of several frames with this budget in steps.
fn story(
    scheduler: &mut SquadScheduler,
    frames: u64,
    mut tick: impl FnMut(&mut SquadScheduler),
) -> Vec<String> {
    let ids: Vec<SquadId> = scheduler.squads().map(|(id, _)| id).collect();
    let mut running = vec![Vec::new(); ids.len()];
    let mut told = Vec::new();
    for frame in 0..frames {
        tick(scheduler);
        for (id, running) in ids.iter().zip(&mut running) {
            let squad = scheduler.squad_mut(*id).expect("an existing squad");
            let events = play(squad, running, frame);
            told.extend(
                events
                    .into_iter()
                    .map(|event| format!("squad {id}, {event}")),
            );
        }
        told.extend(ids.iter().map(|id| format!("{:?}", scheduler.usage(*id))));
    }
    told
}

fn many(squads: usize) -> SquadScheduler {
    let mut scheduler = SquadScheduler::with_limits(Limits::compact()).turn(200);
    for number in 0..squads {
        add_squad(&mut scheduler, 2 + number as u32 % 5);
    }
    scheduler
}

#[test]
fn frames_are_deterministic() {
    let game = Game { numbers: 100 };
    let told = || {
        story(&mut many(20), 100, |scheduler| {
            scheduler.tick(|_| &game, Budget::steps(700))
        })
    };
    let first = told();
    assert!(
        first
            .iter()
            .any(|line| line.contains("Repaired") || line.contains("repaired"))
    );
    assert_eq!(first, told());
}

/// Runs each portion in a thread of its own.
struct Scoped;

impl Workers for Scoped {
    fn share<T: Send>(&self, items: &mut [T], portion: usize, each: impl Fn(&mut [T]) + Sync) {
        std::thread::scope(|scope| {
            for portion in items.chunks_mut(portion) {
                scope.spawn(|| each(portion));
            }
        });
    }
}

#[test]
fn external_threads_give_same_results() {
    let game = Game { numbers: 100 };
    let alone = story(&mut many(20), 60, |scheduler| {
        scheduler.tick(|_| &game, Budget::steps(700))
    });
    let shared = story(&mut many(20), 60, |scheduler| {
        scheduler.tick_on(&Scoped, |_| &game, Budget::steps(700))
    });
    assert_eq!(alone, shared);
}

#[test]
fn paused_squad_gets_no_frames() {
    let game = Game { numbers: 300 };
    let mut scheduler = many(3);
    let ids: Vec<SquadId> = scheduler.squads().map(|(id, _)| id).collect();
    scheduler.tick(|_| &game, Budget::steps(600));
    let paused = ids[1];
    assert!(
        scheduler
            .squad(paused)
            .is_some_and(|squad| squad.is_searching())
    );
    assert_eq!(scheduler.is_paused(paused), Some(false));
    assert!(scheduler.set_paused(paused, true));
    // Pausing a paused squad changes nothing.
    assert!(scheduler.set_paused(ids[0], false));
    assert!(
        scheduler
            .squad(ids[0])
            .is_some_and(|squad| squad.is_searching())
    );
    let before = scheduler.usage(paused).expect("an existing squad");
    let planners = scheduler.planners();
    for frame in 2..40 {
        scheduler.tick(|_| &game, Budget::steps(5_000));
        let squad = scheduler.squad(paused).expect("an existing squad");
        assert!(!squad.is_searching() && squad.executor().ticks() == 1);
        let other = scheduler.squad(ids[0]).expect("an existing squad");
        assert_eq!(other.executor().ticks(), frame);
    }
    assert!(scheduler.planners() < planners, "it has none any more");
    let usage = scheduler.usage(paused).expect("an existing squad");
    assert_eq!(
        (usage.steps, usage.waits),
        (before.steps, 0),
        "it waits for nothing"
    );
    assert!(scheduler.set_paused(paused, false));
    for _ in 0..3 {
        scheduler.tick(|_| &game, Budget::steps(5_000));
    }
    let squad = scheduler.squad(paused).expect("an existing squad");
    assert!(squad.executor().ticks() == 4 && squad.answers() > 0);
    scheduler.remove(paused);
    assert!(!scheduler.set_paused(paused, true) && scheduler.is_paused(paused).is_none());
}

#[test]
fn all_squads_are_mutable() {
    let mut scheduler = many(3);
    for (_, squad) in scheduler.squads_mut() {
        squad.state_mut().clear();
    }
    assert!(
        scheduler
            .squads()
            .all(|(_, squad)| squad.state().is_empty())
    );
    let ids: Vec<SquadId> = scheduler.squads().map(|(id, _)| id).collect();
    assert!(scheduler.squads_mut().map(|(id, _)| id).eq(ids));
}

/// Tests the documented bound for squads that are always due.
#[test]
fn wait_of_due_squads_stays_below_bound() {
    for (squads, budget, numbers) in [(10, 500, 300), (40, 500, 300), (40, 100, 1_000), (7, 3, 50)]
    {
        let game = Game { numbers };
        let mut scheduler = SquadScheduler::with_limits(Limits::compact()).turn(250);
        let ids: Vec<SquadId> = (0..squads).map(|_| add_squad(&mut scheduler, 1)).collect();
        for (at, id) in ids.iter().enumerate() {
            scheduler.set_weight(*id, [1, 1, 4, 32][at % 4]);
        }
        story(&mut scheduler, 400, |scheduler| {
            scheduler.tick(|_| &game, Budget::steps(budget))
        });
        let turns = (budget / 250).max(1);
        for (at, id) in ids.iter().enumerate() {
            let usage = scheduler.usage(*id).expect("an existing squad");
            let bound = 32 / [1, 1, 4, 32][at % 4] + (squads as u64).div_ceil(turns);
            let longest = usage.longest_wait.max(usage.waits);
            assert!(
                longest <= bound,
                "squad {id} of {squads}: {usage:?}, the bound is {bound}"
            );
            assert!(usage.turns > 0, "squad {id}");
        }
    }
}

#[test]
fn endless_search_delays_no_other_squad() {
    let game = Game { numbers: 20 };
    let mut scheduler = SquadScheduler::with_limits(Limits::compact()).turn(500);
    let endless = add_squad(&mut scheduler, 1);
    let squad = scheduler.squad_mut(endless).expect("an existing squad");
    squad.state_mut().insert(Fact::Endless).expect("it fits");
    let others: Vec<SquadId> = (0..5).map(|_| add_squad(&mut scheduler, 3)).collect();
    let told = story(&mut scheduler, 100, |scheduler| {
        scheduler.tick(|_| &game, Budget::steps(1_000))
    });
    for id in others {
        let started = format!("squad {id}, tick");
        let lines = told.iter().filter(|line| line.starts_with(&started));
        assert!(
            lines.filter(|line| line.contains("started look")).count() > 5,
            "squad {id}"
        );
    }
    assert!(
        scheduler
            .squad(endless)
            .is_some_and(|squad| squad.is_searching())
    );
    assert_eq!(
        scheduler.planners(),
        1,
        "the one that searches without end has it"
    );
    assert!(scheduler.remove(endless).is_some());
    assert_eq!(scheduler.planners(), 1);
}

#[test]
fn frame_stays_within_budget() {
    let game = Game { numbers: 500 };
    let mut scheduler = many(30);
    let mut before = 0;
    let mut most = 0;
    for _ in 0..200 {
        let mut budget = Budget::steps(777);
        scheduler.tick(|_| &game, budget.by_ref());
        let used: u64 = scheduler
            .squads()
            .filter_map(|(id, _)| scheduler.usage(id))
            .map(|usage| usage.steps)
            .sum();
        assert!(used - before <= 777, "{}", used - before);
        assert_eq!(budget.left(), BudgetLeft::Steps(777 - (used - before)));
        most = most.max(used - before);
        before = used;
    }
    assert_eq!(most, 777);
}

#[test]
fn repair_runs_before_searches_that_can_wait() {
    let game = Game { numbers: 400 };
    let mut scheduler = SquadScheduler::with_limits(Limits::compact()).turn(100_000);
    let first = add_squad(&mut scheduler, 1_000);
    scheduler.tick(|_| &game, Budget::unlimited());
    scheduler.tick(|_| &game, Budget::unlimited());
    let squad = scheduler.squad_mut(first).expect("an existing squad");
    let ids: Vec<ActionId> = squad
        .commands()
        .map(|command| match command {
            Command::Start {
                id,
                action: Action::Walk { .. },
                ..
            } => id,
            other => panic!("{other}"),
        })
        .collect();
    // Twenty other squads are added, and then the action fails.
    for _ in 0..20 {
        add_squad(&mut scheduler, 1_000);
    }
    let squad = scheduler.squad_mut(first).expect("an existing squad");
    squad.finish(ids[0], Outcome::Failure).expect("it runs");
    scheduler.tick(|_| &game, Budget::steps(50));
    let turns = scheduler
        .squads()
        .filter(|(id, _)| scheduler.usage(*id).is_some_and(|usage| usage.turns > 0));
    let turns: Vec<SquadId> = turns.map(|(id, _)| id).collect();
    assert!(turns.contains(&first));
    let usage = scheduler.usage(first).expect("an existing squad");
    assert_eq!((usage.waits, usage.longest_wait), (0, 0));
}

#[test]
fn squads_can_be_added_and_removed() {
    let game = Game { numbers: 1 };
    let mut scheduler = many(3);
    let ids: Vec<SquadId> = scheduler.squads().map(|(id, _)| id).collect();
    assert_eq!(scheduler.len(), 3);
    scheduler.tick(|_| &game, Budget::unlimited());
    let gone = scheduler.remove(ids[1]).expect("an existing squad");
    assert!(gone.state().contains(Fact::Guard(Guard(1))));
    assert!(scheduler.squad(ids[1]).is_none() && scheduler.squad_mut(ids[1]).is_none());
    assert!(
        scheduler.remove(ids[1]).is_none()
            && scheduler.usage(ids[1]).is_none()
            && !scheduler.set_weight(ids[1], 2)
    );
    let other = add_squad(&mut scheduler, 1);
    assert_ne!(other, ids[1], "numbers are given once");
    assert!(scheduler.squad(ids[1]).is_none());
    assert_eq!(
        scheduler.squads().map(|(id, _)| id).collect::<Vec<_>>(),
        [ids[0], other, ids[2]]
    );
    scheduler.tick(|_| &game, Budget::unlimited());
    assert_eq!(scheduler.usage(other).map(|usage| usage.turns), Some(1));
    assert_eq!(scheduler.frames(), 2);
}

#[test]
fn unused_planners_are_freed() {
    let game = Game { numbers: 1_000 };
    let mut scheduler = SquadScheduler::with_limits(Limits::compact())
        .turn(10)
        .keep_planners(2);
    let ids: Vec<SquadId> = (0..6).map(|_| add_squad(&mut scheduler, 1_000)).collect();
    assert_eq!(scheduler.planners(), 2);
    let small = scheduler.bytes();
    scheduler.tick(|_| &game, Budget::steps(60));
    assert_eq!(scheduler.planners(), 6, "all are in the middle of a search");
    assert!(scheduler.bytes() > small);
    scheduler.tick(|_| &game, Budget::unlimited());
    assert_eq!(scheduler.planners(), 2);
    let is_done = |id: &SquadId| {
        scheduler
            .squad(*id)
            .is_some_and(|squad| !squad.is_searching())
    };
    assert!(ids.iter().all(is_done));
}

/// The number of planners to keep is arbitrary, but only a few are created before they are needed.
#[test]
fn keeping_many_planners_creates_few() {
    let game = Game { numbers: 1_000 };
    let mut scheduler = SquadScheduler::with_limits(Limits::compact())
        .turn(10)
        .keep_planners(usize::MAX);
    assert_eq!(scheduler.planners(), 256);
    let id = add_squad(&mut scheduler, 1_000);
    scheduler.tick(|_| &game, Budget::steps(10));
    assert!(
        scheduler
            .squad(id)
            .is_some_and(|squad| squad.is_searching())
    );
    scheduler.tick(|_| &game, Budget::unlimited());
    assert!(
        scheduler
            .squad(id)
            .is_some_and(|squad| !squad.is_searching())
    );
    assert_eq!(scheduler.planners(), 256);
}

#[test]
fn quick_searches_share_one_planner() {
    let game = Game { numbers: 10 };
    let mut scheduler = many(32);
    for _ in 0..50 {
        scheduler.tick(|_| &game, Budget::unlimited());
        assert_eq!(scheduler.planners(), 1);
    }
}

/// A paused search that is no longer needed frees its planner.
#[test]
fn cancelled_plan_frees_planner_of_its_search() {
    let mut scheduler = SquadScheduler::with_limits(Limits::compact()).turn(5);
    let id = add_squad(&mut scheduler, 1_000);
    let squad = scheduler.squad_mut(id).expect("it has just come");
    squad.set_settings(squad.settings().when_idle(false));
    for _ in 0..20 {
        scheduler.tick(|_| &Game { numbers: 1 }, Budget::steps(5));
    }
    let squad = scheduler.squad_mut(id).expect("an existing squad");
    let plan = squad.executor().plans().next().expect("there is a plan").id;
    let mut running = Vec::new();
    play(squad, &mut running, 0);
    let doing = squad
        .executor()
        .doing(Guard(1))
        .and_then(|doing| doing.id)
        .expect("he walks");
    squad.finish(doing, Outcome::Failure).expect("it runs");
    // The repair needs more than one turn.
    scheduler.tick(|_| &Game { numbers: 10_000 }, Budget::steps(1));
    let squad = scheduler.squad_mut(id).expect("an existing squad");
    assert!(squad.is_searching());
    squad.cancel(plan);
    scheduler.tick(|_| &Game { numbers: 1 }, Budget::steps(0));
    let squad = scheduler.squad(id).expect("an existing squad");
    assert!(!squad.is_searching() && squad.planner().is_none());
    assert_eq!(scheduler.planners(), 1);
}

/// Returns a rule that ends a budget after this many calls, each after some dozens of steps: a deterministic clock.
fn grants(count: usize) -> impl FnMut() -> bool {
    let mut left = count;
    move || {
        let stop = left == 0;
        left = left.saturating_sub(1);
        stop
    }
}

#[test]
fn budgets_not_in_steps_starve_no_squad() {
    let game = Game { numbers: 20 };
    for (others, count) in [(1, 20), (40, 20), (40, 3)] {
        let mut scheduler = SquadScheduler::with_limits(Limits::compact()).turn(200);
        for _ in 0..others {
            let id = add_squad(&mut scheduler, 1);
            let squad = scheduler.squad_mut(id).expect("it has just come");
            squad.state_mut().insert(Fact::Endless).expect("it fits");
        }
        let last = add_squad(&mut scheduler, 1);
        for _ in 0..400 {
            scheduler.tick(|_| &game, Budget::until(grants(count)));
        }
        let squad = scheduler.squad(last).expect("an existing squad");
        assert!(squad.answers() > 0, "{others} others");
        for (id, _) in scheduler.squads() {
            let usage = scheduler.usage(id).expect("an existing squad");
            assert!(usage.steps > 0, "{id} of {others}: {usage:?}");
            let bound = 32 + others as u64 + 1;
            assert!(usage.longest_wait <= bound, "{id}: {usage:?}");
            // A frame without a turn counts as deferred.
            assert!(usage.turns + usage.put_off >= 399, "{id}: {usage:?}");
        }
    }
}

#[test]
fn urgent_squads_get_whole_turns() {
    let game = Game { numbers: 3_000 };
    let mut scheduler = SquadScheduler::with_limits(Limits::compact()).turn(4_000);
    let ids: Vec<SquadId> = (0..32).map(|_| add_squad(&mut scheduler, 1)).collect();
    let urgent = ids[20];
    for _ in 0..100 {
        scheduler
            .squad_mut(urgent)
            .expect("an existing squad")
            .replan_now();
        scheduler.tick(|_| &game, Budget::steps(4_000));
        assert!(
            scheduler
                .squad(urgent)
                .is_some_and(|squad| !squad.is_searching())
        );
    }
    let answers = scheduler.squad(urgent).map(|squad| squad.answers());
    assert_eq!(answers, Some(100));
}

#[test]
fn directors_move_with_their_plans() {
    let game = Game { numbers: 1 };
    let mut alone = Director::new(Task::Duty).interval(3);
    alone
        .state_mut()
        .insert(Fact::Guard(Guard(1)))
        .expect("it fits");
    alone.tick(&game, Budget::unlimited());
    alone.tick(&game, Budget::unlimited());
    let action = alone
        .executor()
        .doing(Guard(1))
        .and_then(|doing| doing.id)
        .expect("he walks");
    let mut scheduler = SquadScheduler::new();
    let id = scheduler.add_director(alone);
    let squad = scheduler.squad_mut(id).expect("it has just come");
    squad.finish(action, Outcome::Success).expect("it runs");
    scheduler.tick(|_| &game, Budget::unlimited());
    let squad = scheduler.remove(id).expect("an existing squad");
    assert!(squad.commands().any(|command| matches!(
        command,
        Command::Start {
            action: Action::Look { .. },
            ..
        }
    )));
    let mut other = SquadScheduler::new();
    let id = other.add_director(squad);
    other.tick(|_| &game, Budget::unlimited());
    assert!(
        other
            .squad(id)
            .is_some_and(|squad| squad.executor().ticks() == 4)
    );
}

/// A director with a paused search brings its planner, which the scheduler keeps if its limits match.
#[test]
fn added_director_resumes_its_search() {
    let game = Game { numbers: 200 };
    let mut alone = Director::with_limits(Task::Duty, Limits::compact()).interval(3);
    let guard = alone.state_mut().insert(Fact::Guard(Guard(1)));
    assert_eq!(guard, Ok(true));
    alone.tick(&game, Budget::steps(90));
    assert!(alone.is_searching());

    let limits = [Limits::compact(), Limits::default()];
    let mut hqs = limits.map(SquadScheduler::with_limits);
    let ids = hqs
        .each_mut()
        .map(|scheduler| scheduler.add_director(alone.clone()));
    let mut found = 0;
    for frame in 0..20 {
        alone.tick(&game, Budget::steps(90));
        let told = |squad: &Director| squad.events().map(|event| event.to_string()).collect();
        let expected: Vec<String> = told(&alone);
        found += expected.len();
        for (scheduler, id) in hqs.iter_mut().zip(ids) {
            scheduler.tick(|_| &game, Budget::steps(90));
            let squad = scheduler.squad(id).expect("an existing squad");
            let events: Vec<String> = told(squad);
            assert_eq!(events, expected, "frame {frame}");
            assert_eq!(squad.search_steps(), alone.search_steps(), "frame {frame}");
            assert!(scheduler.planners() <= 1);
        }
    }
    assert!(found > 0);
}

/// A removed director without a planner executes its plans, but does not search.
#[test]
fn director_without_planner_only_executes() {
    let game = Game { numbers: 1 };
    let mut scheduler = many(1);
    let id = scheduler
        .squads()
        .map(|(id, _)| id)
        .next()
        .expect("there is one");
    let squad = scheduler.squad_mut(id).expect("an existing squad");
    assert_eq!(squad.tick(&game, Budget::unlimited()).len(), 0);
    assert!(squad.is_due() && squad.planner().is_none());
    scheduler.tick(|_| &game, Budget::unlimited());
    scheduler.tick(|_| &game, Budget::unlimited());
    assert_eq!(
        scheduler.squad(id).map(|squad| squad.commands().len()),
        Some(1)
    );
}

#[test]
fn scheduler_is_send_and_clone() {
    fn is_shared<T: Send + Sync + Clone>() {}
    is_shared::<squad_htn::SquadScheduler<Domain>>();
    let game = Game { numbers: 30 };
    let mut scheduler = many(4);
    scheduler.tick(|_| &game, Budget::steps(90));
    let mut copy = scheduler.clone();
    let tick = |scheduler: &mut SquadScheduler| scheduler.tick(|_| &game, Budget::steps(90));
    assert_eq!(story(&mut scheduler, 50, tick), story(&mut copy, 50, tick));
}

/// The memory of a squad depends on its plans, not on the limits.
#[test]
fn squad_with_two_short_plans_needs_few_kilobytes() {
    let game = Game { numbers: 1 };
    let mut scheduler = SquadScheduler::new();
    let id = enlist_two(&mut scheduler, Limits::default());
    for _ in 0..10 {
        scheduler.tick(|_| &game, Budget::unlimited());
    }
    let squad = scheduler.squad(id).expect("an existing squad");
    assert_eq!(squad.executor().plans().len(), 2);
    assert_eq!(squad.executor().limits(), Limits::default());
    let (all, executor) = (squad.bytes(), squad.executor().bytes());
    assert!(executor < 8 * 1_024, "{executor} bytes");
    assert!(all < 16 * 1_024, "{all} bytes");
    // A director by itself reserves all memory that its limits allow.
    let alone = Director::new(Task::Duty);
    assert!(alone.executor().bytes() > 1_000 * executor);
}

fn enlist_two(scheduler: &mut SquadScheduler, limits: Limits) -> SquadId {
    let id = scheduler.add_with_limits(Task::Duty, limits);
    let squad = scheduler.squad_mut(id).expect("it has just come");
    squad.set_settings(squad.settings().interval(2));
    for number in [1, 2] {
        let guard = Fact::Guard(Guard(number));
        squad.state_mut().insert(guard).expect("it fits");
    }
    id
}

/// Limits hold without reserved memory, separately for each squad.
#[test]
fn growing_squads_stop_at_their_limits() {
    let game = Game { numbers: 1 };
    let mut scheduler = SquadScheduler::new();
    let short = Limits {
        steps: 4,
        ..Limits::default()
    };
    let single = Limits {
        plans: 1,
        ..Limits::default()
    };
    let ids = [Limits::default(), short, single].map(|limits| enlist_two(&mut scheduler, limits));
    let mut told = vec![Vec::new(); ids.len()];
    for _ in 0..10 {
        scheduler.tick(|_| &game, Budget::unlimited());
        for (id, told) in ids.iter().zip(&mut told) {
            let squad = scheduler.squad(*id).expect("an existing squad");
            told.extend(squad.events().filter_map(|event| match event {
                Event::NoPlan { reason, .. } => Some(reason.to_string()),
                _ => None,
            }));
        }
    }
    let refused = |at: usize, what: &str| told[at].iter().any(|reason| reason.contains(what));
    assert!(!refused(0, "Limits"), "{told:?}");
    assert!(refused(1, "`Limits::steps`"), "{told:?}");
    assert!(refused(2, "`Limits::plans`"), "{told:?}");
}

/// A squad that has just added a plan is due in the next frame and does not sleep.
#[test]
fn accumulating_squad_adds_a_plan_each_frame() {
    let game = Game { numbers: 1 };
    let mut scheduler = SquadScheduler::with_limits(Limits::compact());
    let ids: Vec<SquadId> = (0..3).map(|_| add_squad(&mut scheduler, 30)).collect();
    for id in &ids {
        let squad = scheduler.squad_mut(*id).expect("an existing squad");
        for n in 2..=4 {
            squad
                .state_mut()
                .insert(Fact::Guard(Guard(n)))
                .expect("it fits");
        }
    }
    let squad = scheduler.squad_mut(ids[2]).expect("an existing squad");
    squad.set_settings(squad.settings().keep_searching(false));
    let mut starts = vec![Vec::new(); 3];
    for frame in 1..=40 {
        scheduler.tick(|_| &game, Budget::unlimited());
        for (starts, id) in starts.iter_mut().zip(&ids) {
            let squad = scheduler.squad(*id).expect("an existing squad");
            if scheduler.awake().any(|(awake, _)| awake == *id) {
                starts.extend(squad.commands().map(|_start| frame));
            }
        }
    }
    assert_eq!(starts, [vec![2, 3, 4, 5], vec![2, 3, 4, 5], vec![2, 32]]);
}

/// A sleeping squad counts all ticks, and wakes up for its search and for calls of the game.
#[test]
fn sleeping_squad_keeps_ticks_and_wakes_on_time() {
    let game = Game { numbers: 1 };
    let mut scheduler = SquadScheduler::with_limits(Limits::compact());
    let id = add_squad(&mut scheduler, 20);
    let squad =
        |scheduler: &SquadScheduler| scheduler.squad(id).expect("an existing squad").clone();
    let mut answers = Vec::new();
    for frame in 1..=70 {
        scheduler.tick(|_| &game, Budget::unlimited());
        let now = squad(&scheduler);
        assert_eq!(now.executor().ticks(), frame);
        if Some(now.answers()) != answers.last().map(|(_, count)| *count) {
            answers.push((frame, now.answers()));
        }
    }
    // It searches again after the plan of frame 1, and then at its interval.
    assert_eq!(answers, [(1, 1), (2, 2), (22, 3), (42, 4), (62, 5)]);
    // It waits for the end of an action and sleeps until the game reports it.
    let doing = squad(&scheduler).executor().doing(Guard(1));
    let walk = doing.and_then(|doing| doing.id).expect("he walks");
    scheduler
        .squad_mut(id)
        .expect("an existing squad")
        .finish(walk, Outcome::Success)
        .expect("it runs");
    scheduler.tick(|_| &game, Budget::unlimited());
    assert_eq!(squad(&scheduler).commands().len(), 1, "he looks");
    scheduler
        .squad_mut(id)
        .expect("an existing squad")
        .replan_now();
    scheduler.tick(|_| &game, Budget::unlimited());
    assert_eq!(squad(&scheduler).answers(), 6);
}

#[test]
fn usage_is_initially_zero() {
    let scheduler = many(1);
    let id = scheduler
        .squads()
        .map(|(id, _)| id)
        .next()
        .expect("there is one");
    assert_eq!(scheduler.usage(id), Some(Usage::default()));
}

mod panics {
    //! Expressions of the game that panic, and a game that catches the panics.

    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// The number of calls before one panics.
    struct Fragile {
        left: AtomicU32,
    }

    impl Fragile {
        fn answer(&self) -> bool {
            let left = self.left.load(Ordering::Relaxed);
            self.left.store(left.wrapping_sub(1), Ordering::Relaxed);
            assert!(left > 0, "as it was asked to");
            true
        }
    }

    htn_domain! {
        domain fragile(game: &Fragile);
        agent Guard;
        predicate guard(Guard) [8];
        operator walk(who: Guard) by who { while game.answer(); }
        pub method go() if guard(who) && game.answer() { walk(who); global_block(who); }
    }

    use fragile::{Fact, SquadScheduler, Task};

    type Tick = fn(&mut SquadScheduler, &Fragile);

    fn ticks() -> Vec<Tick> {
        vec![
            |scheduler, game| scheduler.tick(|_| game, Budget::steps(1_000)),
            #[cfg(feature = "rayon")]
            |scheduler, game| scheduler.tick_parallel(|_| game, Budget::steps(1_000)),
        ]
    }

    /// Repeats a frame until it completes, and returns the number of attempts.
    fn frame(scheduler: &mut SquadScheduler, game: &Fragile, tick: Tick) -> u32 {
        for calls in 1..20 {
            let tick = AssertUnwindSafe(|| tick(scheduler, game));
            if catch_unwind(tick).is_ok() {
                return calls;
            }
            game.left.store(u32::MAX, Ordering::Relaxed);
        }
        panic!("the frame does not end");
    }

    /// At any panic: a repeated frame counts once, no action starts twice, and all squads continue.
    #[test]
    fn frame_resumes_after_panic() {
        for (tick, first) in ticks()
            .into_iter()
            .flat_map(|tick| (0..60).map(move |first| (tick, first)))
        {
            let game = Fragile {
                left: AtomicU32::new(first),
            };
            let mut scheduler = SquadScheduler::with_limits(Limits::compact());
            let ids: Vec<SquadId> = (0..5).map(|_| scheduler.add(Task::Go)).collect();
            for id in &ids {
                let squad = scheduler.squad_mut(*id).expect("it has just come");
                squad.set_settings(squad.settings().interval(3));
                let fact = Fact::Guard(Guard(1));
                squad.state_mut().insert(fact).expect("it fits");
            }
            let mut begun = vec![Vec::new(); ids.len()];
            let mut calls = 0;
            for number in 1..=8 {
                calls += frame(&mut scheduler, &game, tick);
                assert_eq!(scheduler.frames(), number, "{first}");
                for (id, begun) in ids.iter().zip(&mut begun) {
                    let squad = scheduler.squad(*id).expect("an existing squad");
                    assert_eq!(squad.executor().ticks(), number, "{first}, squad {id}");
                    begun.extend(squad.commands().filter_map(|command| match command {
                        Command::Start { id, .. } => Some(id),
                        Command::Stop { .. } => None,
                    }));
                }
            }
            assert!(calls <= 9, "{first}: it panics once");
            for begun in begun {
                let mut once = begun.clone();
                once.dedup();
                assert!(!begun.is_empty() && begun == once, "{first}: {begun:?}");
            }
        }
    }

    /// A squad whose search always panics does not block the others.
    #[test]
    fn squad_that_always_panics_blocks_no_other() {
        let calm = Fragile {
            left: AtomicU32::new(u32::MAX),
        };
        let torn = Fragile {
            left: AtomicU32::new(0),
        };
        let mut scheduler = SquadScheduler::with_limits(Limits::compact());
        let ids: Vec<SquadId> = (0..3).map(|_| scheduler.add(Task::Go)).collect();
        for id in &ids {
            let squad = scheduler.squad_mut(*id).expect("it has just come");
            let fact = Fact::Guard(Guard(1));
            squad.state_mut().insert(fact).expect("it fits");
        }
        for _ in 0..40 {
            torn.left.store(0, Ordering::Relaxed);
            let of = |id| if id == ids[1] { &torn } else { &calm };
            let tick = AssertUnwindSafe(|| scheduler.tick(of, Budget::steps(1_000)));
            let _ = catch_unwind(tick);
        }
        for id in [ids[0], ids[2]] {
            let squad = scheduler.squad(id).expect("an existing squad");
            assert!(
                squad.executor().ticks() > 15,
                "{}",
                squad.executor().ticks()
            );
            assert!(squad.executor().plans().count() > 0);
        }
    }

    /// A squad that is removed after a panic in its search restarts the search elsewhere.
    #[test]
    fn squad_removed_after_panic_has_no_search() {
        let torn = Fragile {
            left: AtomicU32::new(0),
        };
        let mut scheduler = SquadScheduler::with_limits(Limits::compact());
        let id = scheduler.add(Task::Go);
        let squad = scheduler.squad_mut(id).expect("it has just come");
        let fact = Fact::Guard(Guard(1));
        squad.state_mut().insert(fact).expect("it fits");
        let tick = AssertUnwindSafe(|| scheduler.tick(|_| &torn, Budget::steps(1_000)));
        assert!(catch_unwind(tick).is_err());
        let director = scheduler.remove(id).expect("an existing squad");
        assert!(!director.is_searching());
        let calm = Fragile {
            left: AtomicU32::new(u32::MAX),
        };
        let mut scheduler = SquadScheduler::with_limits(Limits::compact());
        let id = scheduler.add_director(director);
        (0..2).for_each(|_| scheduler.tick(|_| &calm, Budget::steps(1_000)));
        let squad = scheduler.squad(id).expect("an existing squad");
        assert!(squad.executor().plans().count() > 0);
    }
}
