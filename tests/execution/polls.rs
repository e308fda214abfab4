//! Answers of the game that take frames: in the checks before steps, in `while`, in the searches of directors and schedulers.

use core::task::Poll;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use squad_htn::prelude::*;

/// Answers that tests set; all others are pending.
#[derive(Default)]
pub struct Sight {
    answers: RefCell<BTreeMap<u8, bool>>,
    asked: Cell<u32>,
}

impl Sight {
    fn sees(&self, door: u8) -> Poll<bool> {
        self.asked.set(self.asked.get() + 1);
        match self.answers.borrow().get(&door) {
            Some(answer) => Poll::Ready(*answer),
            None => Poll::Pending,
        }
    }

    fn set(&self, door: u8, answer: Option<bool>) {
        match answer {
            Some(answer) => self.answers.borrow_mut().insert(door, answer),
            None => self.answers.borrow_mut().remove(&door),
        };
    }
}

htn_domain! {
    domain doors(sight: &Sight);
    agent u8;

    predicate door(u8) [8];
    predicate weight(u8 => u32) [8];

    axiom seen(d: u8) { poll sight.sees(d) }

    operator enter(who: u8, d: u8) by who { if poll sight.sees(d); }
    operator guard(who: u8, d: u8) by who { while poll sight.sees(d); }
    operator walk(who: u8) by who {}
    operator knock(who: u8, d: u8) by who {}
    internal operator note(d: u8) { if seen(d); delete door(d); }

    pub method go_in(who: u8) if door(d) { enter(who, d); }
    pub method go_in_above(who: u8) if door(d) && seen(d) { walk(who); knock(who, d); }
    pub method watch(who: u8) if door(d) { guard(who, d); }
    pub method write_down() if door(d) { note(d); }
    pub method try_doors(who: u8) if door(d) && poll sight.sees(d) { knock(who, d); }
    pub method heaviest(who: u8)
        if door(d) && weight(d, w) && let seen: bool = poll sight.sees(d)
            && let n: u32 = w + u32::from(seen)
        sort by n desc
    {
        knock(who, d);
    }
    pub method rest(who: u8) { walk(who); }
}

use doors::{Director, Executor, Fact, Planner, State, Task};

fn doors(doors: impl IntoIterator<Item = u8>) -> State {
    State::from_facts(doors.into_iter().map(Fact::Door)).expect("they fit")
}

/// An executor with the plan for a task, found while door 1 is seen.
fn executor(task: Task) -> (Executor, State, Sight) {
    let (state, sight) = (doors([1]), Sight::default());
    sight.set(1, Some(true));
    let (mut planner, mut executor) = (Planner::new(), Executor::new());
    let plan = planner.find(&state, &sight, task).expect("it is answered");
    executor.submit(plan.expect("a plan"), 0).expect("it fits");
    (executor, state, sight)
}

fn tick(executor: &mut Executor, state: &mut State, sight: &Sight) -> (Vec<String>, Vec<String>) {
    let commands = executor.tick(state, sight);
    let commands = commands.map(|command| command.to_string()).collect();
    let events = executor.events().map(|event| event.to_string());
    (commands, events.collect())
}

const NOTHING: [String; 0] = [];

#[test]
fn step_waits_for_pending_precondition() {
    let (mut executor, mut state, sight) = executor(Task::GoIn { who: 1 });
    sight.set(1, None);
    let (commands, events) = tick(&mut executor, &mut state, &sight);
    assert_eq!(commands, NOTHING);
    let wait =
        "tick 1: plan 1 waits: enter(1, 1) until the game answers `poll sight.sees(d)` with d = 1";
    assert_eq!(events, [wait]);
    // The wait is reported once, and the expression is evaluated in each tick.
    let asked = sight.asked.get();
    assert_eq!(tick(&mut executor, &mut state, &sight).1, NOTHING);
    assert!(sight.asked.get() > asked);
    sight.set(1, Some(true));
    let (commands, _) = tick(&mut executor, &mut state, &sight);
    assert_eq!(commands, ["start action 1: enter(1, 1), for plan 1"]);
}

#[test]
fn step_fails_if_answer_is_false() {
    let (mut executor, mut state, sight) = executor(Task::GoIn { who: 1 });
    sight.set(1, None);
    tick(&mut executor, &mut state, &sight);
    sight.set(1, Some(false));
    let (commands, events) = tick(&mut executor, &mut state, &sight);
    assert_eq!(commands, NOTHING);
    assert!(events[0].contains("failed at enter(1, 1)"), "{events:?}");
}

#[test]
fn step_waits_for_pending_condition_above() {
    let (mut executor, mut state, sight) = executor(Task::GoInAbove { who: 1 });
    sight.set(1, None);
    let (commands, events) = tick(&mut executor, &mut state, &sight);
    assert_eq!(commands, NOTHING);
    assert!(
        events[0].contains("walk(1) until the game answers `seen(d)`"),
        "{events:?}"
    );
    sight.set(1, Some(true));
    let (commands, _) = tick(&mut executor, &mut state, &sight);
    assert_eq!(commands, ["start action 1: walk(1), for plan 1"]);
}

#[test]
fn internal_step_waits_for_pending_precondition() {
    let (mut executor, mut state, sight) = executor(Task::WriteDown);
    sight.set(1, None);
    tick(&mut executor, &mut state, &sight);
    assert!(state.contains(Fact::Door(1)));
    sight.set(1, Some(true));
    tick(&mut executor, &mut state, &sight);
    assert!(!state.contains(Fact::Door(1)) && executor.plans().next().is_none());
}

#[test]
fn action_continues_while_answer_is_pending() {
    let (mut executor, mut state, sight) = executor(Task::Watch { who: 1 });
    assert_eq!(tick(&mut executor, &mut state, &sight).0.len(), 1);
    sight.set(1, None);
    for _ in 0..3 {
        assert_eq!(tick(&mut executor, &mut state, &sight).0, NOTHING);
    }
    sight.set(1, Some(false));
    let (commands, events) = tick(&mut executor, &mut state, &sight);
    assert_eq!(commands, ["stop action 1: guard(1, 1), for plan 1"]);
    assert!(
        events[0].contains("`while`: `poll sight.sees(d)`"),
        "{events:?}"
    );
}

fn director(task: Task, doors: impl IntoIterator<Item = u8>) -> Director {
    let mut director = Director::new(task).interval(5);
    for door in doors {
        director
            .state_mut()
            .insert(Fact::Door(door))
            .expect("it fits");
    }
    director
}

fn events(director: &Director) -> Vec<String> {
    director.events().map(|event| event.to_string()).collect()
}

#[test]
fn director_reports_answer_that_it_waits_for() {
    let sight = Sight::default();
    let mut director = director(Task::TryDoors { who: 1 }, [1, 2, 3]);
    let mut budget = Budget::steps(1_000);
    director.tick(&sight, budget.by_ref());
    assert_eq!(director.waits_for(), Some("sight.sees(d)"));
    let pending = "tick 1: no plan yet: the answer of `sight.sees(d)` is pending";
    assert_eq!(events(&director), [pending]);
    let left = budget.left();
    assert!(
        matches!(left, squad_htn::BudgetLeft::Steps(900..1_000)),
        "others get the rest: {left:?}"
    );
    // A wait for the same expression with another door is not reported again.
    for door in [1, 2] {
        director.tick(&sight, Budget::steps(1_000));
        sight.set(door, Some(false));
        director.tick(&sight, Budget::steps(1_000));
        assert!(director.is_searching() && events(&director).is_empty());
    }
    sight.set(3, Some(true));
    director.tick(&sight, Budget::steps(1_000));
    assert_eq!(
        (director.waits_for(), director.is_searching()),
        (None, false)
    );
    director.tick(&sight, Budget::steps(1_000));
    let command = director
        .commands()
        .next()
        .map(|command| command.to_string());
    assert_eq!(
        command.as_deref(),
        Some("start action 1: knock(1, 3), for plan 1")
    );
}

#[test]
fn director_gives_search_up_after_poll_timeout() {
    let sight = Sight::default();
    let mut director = director(Task::TryDoors { who: 1 }, [1])
        .poll_timeout(3)
        .interval(20);
    let mut story = Vec::new();
    for _ in 0..6 {
        director.tick(&sight, Budget::steps(1_000));
        story.extend(events(&director));
    }
    let expected = [
        "tick 1: no plan yet: the answer of `sight.sees(d)` is pending",
        "tick 4: search given up: the answer was pending for too long (`poll_timeout`)",
    ];
    assert_eq!(story, expected);
    assert!(!director.is_searching() && director.waits_for().is_none());
    // It searches again when the interval is over, and waits as long again.
    for _ in 0..16 {
        director.tick(&sight, Budget::steps(1_000));
    }
    assert_eq!(director.waits_for(), Some("sight.sees(d)"));
    // An answer in time resets the count; 0 disables the timeout.
    director.set_settings(director.settings().poll_timeout(0));
    for _ in 0..700 {
        director.tick(&sight, Budget::steps(1_000));
    }
    assert!(director.is_searching());
    sight.set(1, Some(true));
    director.tick(&sight, Budget::steps(1_000));
    assert!(
        events(&director)[0].contains("plan 1 found"),
        "{:?}",
        events(&director)
    );
}

#[test]
fn repair_waits_for_answer_and_is_given_up() {
    for answers in [true, false] {
        let sight = Sight::default();
        sight.set(1, Some(true));
        let mut director = director(Task::TryDoors { who: 1 }, [1, 2]).poll_timeout(4);
        director.tick(&sight, Budget::steps(1_000));
        let command = director.tick(&sight, Budget::steps(1_000)).next();
        let Some(Command::Start { id, .. }) = command else {
            panic!("{command:?}");
        };
        // The repair waits for the answer about the second door.
        sight.set(1, Some(false));
        director.finish(id, Outcome::Failure).expect("it runs");
        director.tick(&sight, Budget::steps(1_000));
        assert_eq!(director.waits_for(), Some("sight.sees(d)"));
        assert!(matches!(
            director.searching(),
            Some(squad_htn::Searching::Repair(_))
        ));
        if answers {
            sight.set(2, Some(true));
        }
        let mut story = Vec::new();
        for _ in 0..12 {
            director.tick(&sight, Budget::steps(1_000));
            story.extend(events(&director));
        }
        let has = |text: &str| story.iter().any(|line| line.contains(text));
        assert_eq!(has("plan 1 repaired"), answers, "{story:#?}");
        assert_eq!(has("search given up"), !answers, "{story:#?}");
        assert_eq!(has("plan 1 abandoned"), !answers, "{story:#?}");
    }
}

#[test]
fn restarted_search_waits_again() {
    let sight = Sight::default();
    let mut director = director(Task::TryDoors { who: 1 }, [1]);
    director.tick(&sight, Budget::steps(1_000));
    let mut copy = director.clone();
    copy.restart_search();
    assert_eq!(copy.waits_for(), None);
    for director in [&mut director, &mut copy] {
        director.tick(&sight, Budget::steps(1_000));
        assert_eq!(director.waits_for(), Some("sight.sees(d)"));
    }
}

/// A plan that runs is not replaced as long as a key is pending.
#[test]
fn running_plan_stays_while_key_is_pending() {
    for policy in [Policy::Replace, Policy::Preempt] {
        let sight = Sight::default();
        (1..3).for_each(|door| sight.set(door, Some(false)));
        let mut director = director(Task::Heaviest { who: 1 }, [1, 2])
            .policy(policy)
            .interval(1);
        let weigh = |director: &mut Director, door, weight| {
            director
                .state_mut()
                .insert(Fact::Weight(door, weight))
                .expect("it fits");
        };
        weigh(&mut director, 1, 5);
        weigh(&mut director, 2, 3);
        (0..3).for_each(|_| _ = director.tick(&sight, Budget::steps(1_000)));
        weigh(&mut director, 2, 9);
        sight.set(1, None);
        let commands = (0..5).map(|_| director.tick(&sight, Budget::steps(1_000)).count());
        assert_eq!(commands.sum::<usize>(), 0);
        sight.set(1, Some(false));
        let commands = (0..5).map(|_| director.tick(&sight, Budget::steps(1_000)).count());
        assert_eq!(commands.sum::<usize>(), 2, "one stops, another one starts");
    }
}

#[test]
fn waiting_squad_leaves_slice_to_others() {
    let sight = Sight::default();
    let mut hq = doors::SquadScheduler::with_limits(Limits::compact());
    let waiting: Vec<_> = (0..8).map(|_| hq.add(Task::TryDoors { who: 1 })).collect();
    let other = hq.add(Task::Rest { who: 1 });
    for (_, squad) in hq.squads_mut() {
        squad.state_mut().insert(Fact::Door(1)).expect("it fits");
    }
    let mut frames = 0;
    while hq
        .squad(other)
        .expect("it is here")
        .executor()
        .plans()
        .next()
        .is_none()
    {
        hq.tick(|_| &sight, Budget::steps(200));
        frames += 1;
        assert!(frames < 4, "the squads that wait use up the budget");
    }
    let steps = |hq: &doors::SquadScheduler| -> u64 {
        waiting
            .iter()
            .filter_map(|id| hq.usage(*id))
            .map(|usage| usage.steps)
            .sum()
    };
    // Each frame evaluates the expression again, which takes no steps.
    let (before, asked) = (steps(&hq), sight.asked.get());
    for _ in 0..10 {
        hq.tick(|_| &sight, Budget::steps(200));
    }
    assert_eq!(steps(&hq), before);
    assert_eq!(sight.asked.get(), asked + 80);
    for id in &waiting {
        assert_eq!(hq.usage(*id).map(|usage| usage.put_off), Some(0));
        assert!(
            hq.squad(*id)
                .is_some_and(|squad| squad.waits_for().is_some())
        );
    }
    sight.set(1, Some(true));
    hq.tick(|_| &sight, Budget::steps(5_000));
    for id in &waiting {
        assert!(hq.squad(*id).is_some_and(|squad| !squad.is_searching()));
    }
    assert_eq!(hq.planners(), 1, "they returned their planners");
}
