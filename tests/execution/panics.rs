//! A game that panics in the n-th call of one of its expressions, for every n. Planning and execution must continue.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use squad_htn::ActionId;
use squad_htn::prelude::*;

use crate::squad::{A1, A2, Actor};

/// Counts the calls from the domain's expressions and panics in some of them.
#[derive(Default)]
pub struct Game {
    calls: Cell<usize>,
    /// The number of the call that panics.
    bad: Cell<Option<usize>>,
    /// Panics in every n-th call.
    often: Cell<Option<usize>>,
}

impl Game {
    fn call<T>(&self, value: T) -> T {
        let call = self.calls.get();
        self.calls.set(call + 1);
        let often = self.often.get();
        if self.bad.get() == Some(call) || often.is_some_and(|often| call % often == often - 1) {
            // Panics without printing a message.
            std::panic::resume_unwind(Box::new("the game"));
        }
        value
    }
}

htn_domain! {
    /// A domain with an expression in every place that allows one.
    domain fragile(game: &Game);
    agent Actor;

    predicate crew(Actor) [8];
    predicate task(u8) [8];
    predicate taken(u8) [8];
    predicate half(u8) [8];
    predicate acting(u8) [8];
    predicate done(u8) [16];
    predicate late(u8) [16];
    predicate lost(u8) [16];
    predicate ended(u8) [32];

    axiom open(n: u8) { task(n) && !taken(n) && game.call(true) }

    internal operator take(n: u8) {
        if !taken(n) && game.call(true);
        add taken(game.call(n));
        undo drop(game.call(n));
    }
    internal operator halve(n: u8) {
        if !half(n) && let m: u8 = game.call(n);
        add half(m);
        undo join(m);
    }
    internal operator drop(n: u8) { if game.call(true); delete taken(game.call(n)); }
    internal operator join(n: u8) { delete half(game.call(n)); }
    operator work(who: Actor, n: u8) by who {
        if let m: u8 = game.call(n) && game.call(true);
        while game.call(true);
        cost game.call(1.0);
        busy game.call(true);
        start add acting(game.call(m));
        finish delete acting(game.call(m));
        finish add ended(game.call(m));
        success add done(game.call(m));
        failure add lost(game.call(m));
    }
    operator shout(who: Actor, n: u8) by who {
        busy game.call(false);
        success add late(game.call(n));
    }

    pub method root() if open(n) && crew(who) && game.call(true) sort by game.call(n) {
        take(n);
        halve(n);
        tasks(who, n);
        global_block(who);
        join(n);
        drop(n);
    }
    method tasks(who: Actor, n: u8) {
        branch some
            if let c: usize = count(crew(x) && game.call(x != who)) && game.call(c < 9)
                && forall(crew(y) => game.call(y != Actor(99)))
        {
            shout(who, game.call(n));
            if game.call(true) { works(who, n); }
            for let i: u8 in game.call(0)..1 { add late(game.call(100 + i)); }
        }
    }
    method works(who: Actor, n: u8) {
        let m = number(n);
        work(who, m);
    }
    method number(n: u8) -> u8 { return game.call(n); }
}

use fragile::{Director, Executor, Fact, Planner, State, Task};

const TASKS: [u8; 2] = [1, 2];

fn facts() -> impl Iterator<Item = Fact> {
    let crew = [A1, A2].map(Fact::Crew).into_iter();
    crew.chain(TASKS.map(Fact::Task))
}

fn caught<T>(call: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(call)).ok()
}

/// Returns all plans, in order.
fn plans(planner: &mut Planner, game: &Game, slice: u64) -> Result<Vec<String>, SearchError> {
    let mut plans = Vec::new();
    loop {
        match planner.resume(game, Budget::steps(slice))? {
            Progress::Found => plans.push(planner.plan().expect("found").to_string()),
            Progress::Paused | Progress::Waiting => {}
            Progress::NoPlan => return Ok(plans),
        }
    }
}

#[test]
fn panic_ends_the_search_until_next_start() {
    let state = State::from_facts(facts()).expect("they fit");
    let game = Game::default();
    let mut planner = Planner::with_limits(Limits::compact());
    planner.start(&state, Task::Root);
    let whole = plans(&mut planner, &game, 1_000_000).expect("it fits");
    assert_eq!(whole.len(), 4);
    let calls = game.calls.get();
    assert!(calls > 60, "{calls}");
    for slice in [1, 7, 1_000_000] {
        for bad in 0..calls {
            let game = Game::default();
            game.bad.set(Some(bad));
            planner.start(&state, Task::Root);
            assert!(caught(|| plans(&mut planner, &game, slice)).is_none());
            // The planner stays in this state until the next `start`.
            for _ in 0..2 {
                let over = planner.resume(&game, Budget::steps(slice));
                assert_eq!(over, Err(SearchError::Panicked));
                assert!(planner.plan().is_none());
            }
            planner.start(&state, Task::Root);
            assert_eq!(plans(&mut planner, &game, slice).as_ref(), Ok(&whole));
        }
    }
}

#[test]
fn best_plan_is_found_after_a_panic() {
    let state = State::from_facts(facts()).expect("they fit");
    let (game, mut planner) = (Game::default(), Planner::with_limits(Limits::compact()));
    let best = |planner: &mut Planner, game: &Game| {
        let best = planner.find_best(&state, game, Task::Root, Budget::unlimited());
        best.map(|best| best.map(|best| (best.plan.to_string(), best.proven)))
    };
    let whole = best(&mut planner, &game);
    for bad in 0..game.calls.get() {
        let game = Game::default();
        game.bad.set(Some(bad));
        assert!(caught(|| best(&mut planner, &game)).is_none());
        assert_eq!(best(&mut planner, &game), whole);
    }
}

/// The running and the ended actions, as the game sees them.
#[derive(Default)]
struct Seen {
    running: BTreeMap<ActionId, String>,
    ended: Vec<ActionId>,
    story: Vec<String>,
}

impl Seen {
    #[track_caller]
    fn take<D: squad_htn::Domain>(&mut self, commands: impl Iterator<Item = Command<D>>) {
        for command in commands {
            match command {
                Command::Start { id, action, .. } => {
                    assert!(!self.ended.contains(&id), "{:#?}", self.story);
                    let twice = self.running.insert(id, action.to_string());
                    assert_eq!(twice, None, "{:#?}", self.story);
                }
                Command::Stop { id, .. } => {
                    assert!(self.running.remove(&id).is_some(), "{:#?}", self.story);
                    self.ended.push(id);
                }
            }
        }
    }

    /// Reports the end of every running action.
    fn end_all(&mut self, mut finish: impl FnMut(ActionId, Outcome)) {
        for (id, action) in std::mem::take(&mut self.running) {
            let well = !(action.starts_with("work") && id.to_string() == "2");
            let outcome = if well {
                Outcome::Success
            } else {
                Outcome::Failure
            };
            finish(id, outcome);
            self.ended.push(id);
        }
    }
}

/// Checks what must be true after each call, even if the game has panicked in it.
#[track_caller]
fn judge(state: &State, running: usize, story: &[String], panicked: bool) {
    for n in TASKS {
        let (taken, half) = (
            state.contains(Fact::Taken(n)),
            state.contains(Fact::Half(n)),
        );
        // Groups apply completely or not at all; undo steps apply one by one.
        assert!(taken || !half, "{n} is half taken: {story:#?}");
    }
    let acting = state.facts().filter(|fact| matches!(fact, Fact::Acting(_)));
    let lost = story
        .iter()
        .any(|line| line.contains("effects not applied"));
    if !panicked && !lost {
        assert!(acting.count() <= running, "{story:#?}");
    }
}

/// Runs a director until nothing is left to do. Finished tasks remove their facts.
fn direct(game: &Game, policy: Policy, slice: u64) -> (Vec<String>, State) {
    let mut director = Director::with_limits(Task::Root, Limits::compact())
        .interval(3)
        .policy(policy)
        .max_repairs(2);
    facts().for_each(|fact| _ = director.state_mut().insert(fact));
    let mut seen = Seen::default();
    let mut quiet = 0;
    for _ in 0..400 {
        let commands = caught(|| director.tick(game, Budget::steps(slice)));
        let panicked = commands.is_none();
        seen.take(commands.into_iter().flatten());
        if !panicked {
            seen.story
                .extend(director.events().map(|event| event.to_string()));
        }
        judge(director.state(), seen.running.len(), &seen.story, panicked);
        for n in TASKS {
            if director.state().contains(Fact::Done(n)) {
                director.state_mut().remove(Fact::Task(n));
            }
        }
        if panicked {
            continue;
        }
        quiet = if director.executor().plans().len() == 0 {
            quiet + 1
        } else {
            0
        };
        if quiet > 12 {
            break;
        }
        seen.end_all(|id, outcome| director.finish(id, outcome).expect("it runs"));
    }
    assert_eq!(director.executor().plans().len(), 0, "{:#?}", seen.story);
    assert!(
        !director.is_busy(A1) && !director.is_busy(A2),
        "{:#?}",
        seen.story
    );
    (seen.story, director.state().clone())
}

#[test]
fn director_continues_after_panic_in_any_call() {
    for policy in [Policy::Accumulate, Policy::Replace] {
        for slice in [20, 1_000_000] {
            let game = Game::default();
            direct(&game, policy, slice);
            let calls = game.calls.get();
            assert!(calls > 100, "{calls}");
            for bad in 0..calls {
                let game = Game::default();
                game.bad.set(Some(bad));
                let (story, state) = direct(&game, policy, slice);
                // Every task is done in the end: failed steps are repaired or done by a later plan.
                for n in TASKS {
                    assert!(state.contains(Fact::Done(n)), "call {bad}: {story:#?}");
                    let left = [Fact::Half(n), Fact::Acting(n)];
                    let lost = story.iter().any(|line| line.contains("panicked"));
                    let left = left.iter().any(|fact| state.contains(*fact));
                    assert!(!left || lost, "call {bad}: {story:#?}");
                }
            }
        }
    }
}

/// Runs plans without a director, cancelled or not, until all have ended.
fn execute(game: &Game, cancels: bool) -> (Vec<String>, State) {
    let calm = Game::default();
    let mut state = State::from_facts(facts()).expect("they fit");
    let mut planner = Planner::with_limits(Limits::compact());
    let plan = planner.find(&state, &calm, Task::Root).expect("it fits");
    let plan = plan.expect("there is one");
    let mut executor = Executor::with_limits(Limits::compact());
    let id = executor.submit(plan, 0).expect("it fits");
    let mut seen = Seen::default();
    for tick in 0..60 {
        let commands = caught(|| executor.tick(&mut state, game));
        let panicked = commands.is_none();
        seen.take(commands.into_iter().flatten());
        if !panicked {
            seen.story
                .extend(executor.events().map(|event| event.to_string()));
        }
        judge(&state, seen.running.len(), &seen.story, panicked);
        if panicked {
            continue;
        }
        let needs_repair = executor.plans().any(|plan| plan.needs_repair);
        if (cancels && tick >= 1) || needs_repair {
            executor.cancel(id);
        } else {
            seen.end_all(|id, _| executor.finish(id, Outcome::Success).expect("it runs"));
        }
        if executor.plans().len() == 0 {
            break;
        }
    }
    assert_eq!(executor.plans().len(), 0, "{:#?}", seen.story);
    assert!(seen.running.is_empty(), "{:#?}", seen.story);
    (seen.story, state)
}

#[test]
fn executor_continues_after_panic_in_any_call() {
    for cancels in [false, true] {
        let game = Game::default();
        let (whole, _) = execute(&game, cancels);
        for bad in 0..game.calls.get() {
            let game = Game::default();
            game.bad.set(Some(bad));
            let (story, state) = execute(&game, cancels);
            // An undo is tried again after a panic; other panics are reported.
            let told = story.iter().filter(|line| line.contains("panicked"));
            let undoes = cancels && story.len() >= whole.len();
            assert!(told.count() == 1 || undoes, "call {bad}: {story:#?}");
            for n in TASKS {
                let reserved = [Fact::Taken(n), Fact::Half(n)];
                let left = reserved.iter().any(|fact| state.contains(*fact));
                assert!(!left, "call {bad}: {story:#?}");
            }
        }
    }
}

#[test]
fn panic_in_effect_loses_it_but_ends_action() {
    let calm = Game::default();
    let mut state = State::from_facts(facts()).expect("they fit");
    let mut planner = Planner::with_limits(Limits::compact());
    let task = Task::Work { who: A1, n: 1 };
    let plan = planner
        .find(&state, &calm, task)
        .expect("it fits")
        .expect("one");
    let mut executor = Executor::with_limits(Limits::compact());
    executor.submit(plan, 0).expect("it fits");
    let mut seen = Seen::default();
    seen.take(executor.tick(&mut state, &calm));
    seen.end_all(|id, _| executor.finish(id, Outcome::Success).expect("it runs"));

    // The effects of `finish` make three calls before that of `success`.
    let game = Game::default();
    game.bad.set(Some(2));
    assert!(caught(|| executor.tick(&mut state, &game)).is_none());
    assert!(state.contains(Fact::Ended(1)) && !state.contains(Fact::Done(1)));
    assert!(!state.contains(Fact::Acting(1)));
    executor.tick(&mut state, &game);
    let lines: Vec<_> = executor.events().map(|event| event.to_string()).collect();
    assert_eq!(
        lines,
        [
            "tick 2: plan 1 finished work(a1, 1); effects not applied: a game expression panicked; \
             help: see the panic message for the location",
            "tick 2: plan 1 completed",
        ]
    );
    assert!(!state.contains(Fact::Done(1)), "they are lost");
}

/// The game reports the end of the action before it calls `tick` again. The step has already failed, so the report is rejected
/// and changes nothing.
#[test]
fn while_panic_is_reported_despite_finish() {
    let calm = Game::default();
    let mut state = State::from_facts(facts()).expect("they fit");
    let mut planner = Planner::with_limits(Limits::compact());
    let task = Task::Work { who: A1, n: 1 };
    let plan = planner.find(&state, &calm, task).expect("it fits");
    let mut executor = Executor::with_limits(Limits::compact());
    executor.submit(plan.expect("one"), 0).expect("it fits");
    let mut seen = Seen::default();
    seen.take(executor.tick(&mut state, &calm));

    let game = Game::default();
    game.bad.set(Some(0));
    assert!(caught(|| executor.tick(&mut state, &game)).is_none());
    seen.running.keys().for_each(|id| {
        let refused = executor.finish(*id, Outcome::Success);
        assert_eq!(refused, Err(squad_htn::FinishError::Ended(*id)));
    });
    seen.take(executor.tick(&mut state, &game));
    let lines: Vec<_> = executor.events().map(|event| event.to_string()).collect();
    assert_eq!(
        lines,
        [
            "tick 2: plan 1 failed at work(a1, 1): a game expression panicked",
            "tick 2: plan 1 needs a repair from the root",
        ]
    );
    assert!(state.contains(Fact::Lost(1)) && !state.contains(Fact::Done(1)));
    assert!(seen.running.is_empty(), "the command says `Stop`");
}

#[test]
fn undo_that_keeps_panicking_is_abandoned() {
    let calm = Game::default();
    let mut state = State::from_facts(facts()).expect("they fit");
    let mut planner = Planner::with_limits(Limits::compact());
    let plan = planner.find(&state, &calm, Task::Root).expect("it fits");
    let mut executor = Executor::with_limits(Limits::compact());
    let id = executor.submit(plan.expect("one"), 0).expect("it fits");
    let mut seen = Seen::default();
    seen.take(executor.tick(&mut state, &calm));
    executor.cancel(id);
    let bad = Game::default();
    bad.often.set(Some(1));
    let mut calls = 0;
    while caught(|| seen.take(executor.tick(&mut state, &bad))).is_none() {
        calls += 1;
        assert!(calls < 20);
    }
    let lines: Vec<_> = executor.events().map(|event| event.to_string()).collect();
    for undo in ["join", "drop"] {
        let told = format!("tick 2: plan 1 failed at {undo}(1): a game expression panicked");
        assert!(lines.contains(&told), "{lines:#?}");
    }
    assert!(seen.running.is_empty() && executor.plans().len() == 0);
}

#[test]
fn director_works_while_game_panics_often() {
    for often in 1..40 {
        let game = Game::default();
        game.often.set(Some(often));
        let mut director = Director::with_limits(Task::Root, Limits::compact())
            .interval(3)
            .max_repairs(2);
        facts().for_each(|fact| _ = director.state_mut().insert(fact));
        let mut seen = Seen::default();
        for tick in 0..400 {
            if tick == 300 {
                game.often.set(None);
            }
            let commands = caught(|| director.tick(&game, Budget::steps(1_000)));
            let panicked = commands.is_none();
            seen.take(commands.into_iter().flatten());
            if !panicked {
                seen.end_all(|id, outcome| director.finish(id, outcome).expect("it runs"));
            }
        }
        assert!(seen.ended.len() > 20, "{often}");
    }
}
