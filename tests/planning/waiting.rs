//! Searches that wait for answers of the game: `poll`.
//!
//! The plans and the statistics of a search do not depend on when the answers come: evaluating a pending expression again
//! takes no step.

use core::task::Poll;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use squad_htn::prelude::*;
use squad_htn::{AskError, Stats};

use crate::common::Random;

/// Answers each question after some frames.
struct Oracle {
    random: RefCell<Random>,
    /// The greatest delay in frames.
    delay: usize,
    frame: Cell<u64>,
    /// By question, the frame of its answer.
    asked: RefCell<BTreeMap<(u8, u32, u32), u64>>,
    calls: Cell<u64>,
}

impl Oracle {
    fn new(seed: u64, delay: usize) -> Oracle {
        Oracle {
            random: RefCell::new(Random::new(seed)),
            delay,
            frame: Cell::new(0),
            asked: RefCell::default(),
            calls: Cell::new(0),
        }
    }

    fn answer<T>(&self, question: (u8, u32, u32), answer: T) -> Poll<T> {
        self.calls.set(self.calls.get() + 1);
        let now = self.frame.get();
        let mut asked = self.asked.borrow_mut();
        let delay = || self.random.borrow_mut().below(self.delay + 1) as u64;
        let due = *asked.entry(question).or_insert_with(|| now + delay());
        if due > now {
            Poll::Pending
        } else {
            Poll::Ready(answer)
        }
    }

    fn is_odd(&self, x: u32) -> Poll<bool> {
        self.answer((0, x, 0), x % 2 == 1)
    }

    fn apart(&self, x: u32, y: u32) -> Poll<u32> {
        self.answer((1, x, y), x.abs_diff(y))
    }

    fn half(&self, x: u32) -> Poll<Option<u32>> {
        self.answer((2, x, 0), x.is_multiple_of(2).then_some(x / 2))
    }
}

htn_domain! {
    domain waiting(oracle: &Oracle);

    predicate item(u32) [16];
    predicate link(u32, u32) [32];
    predicate done(u32) [16];

    axiom odd(x: u32) { poll oracle.is_odd(x) }
    axiom near(x: u32, y: u32) { link(x, y) && let d: u32 = poll oracle.apart(x, y) && d < 3 }
    axiom reaches(x: u32, y: u32) { near(x, y) }
    axiom reaches(x: u32, y: u32) { near(x, z) && odd(z) && reaches(z, y) }

    operator a(x: u32) { if !done(x); add done(x); cost x as f32; }
    operator b(x: u32, y: u32) { if poll oracle.is_odd(x + y) || x == y; delete item(x); }

    method forms() {
        branch one
            if item(x) && let Some(h): Option<u32> = poll oracle.half(x) && !done(h)
                && forall(link(x, y) => let d: u32 = poll oracle.apart(x, y) && d > 0)
                && let n: usize = count(link(_, y) && odd(y)) && n > 0
                && let d: u32 = poll oracle.apart(h, 4)
            sort by d
        {
            a(x);
            forms();
        }
        branch two if item(x) && first(link(x, y) && !poll oracle.is_odd(y)) { b(x, y); }
        branch three {}
    }
    method recursive() if reaches(1, y) && item(z) && poll oracle.is_odd(y + z) { b(z, y); a(y); }
    method body() {
        let d: u32 = poll oracle.apart(7, 4);
        for item(x) && poll oracle.is_odd(x) { a(x); }
        while item(x) && let n: u32 = poll oracle.apart(x, d) && n > 0 sort by n { delete item(x); }
        unordered { choose(); { if odd(d) { a(100); } a(101); } }
    }
    method choose() if item(x) { a(x); }
    method choose() if link(x, y) && odd(x) { b(x, y); }
    pub method all() { forms(); body(); recursive(); }
    pub method some() if item(x) && odd(x) { a(x); }
    pub method bodies() { body(); }
    pub method chains() { recursive(); }
    pub method shapes() { forms(); }
}

use waiting::{Fact, Planner, State, Task, holds, solutions};

const TASKS: [Task; 5] = [
    Task::All,
    Task::Some,
    Task::Bodies,
    Task::Chains,
    Task::Shapes,
];

fn state(random: &mut Random) -> State {
    let mut state = State::new();
    for _ in 0..2 + random.below(5) {
        state
            .insert(Fact::Item(random.below(9) as u32))
            .expect("it fits");
    }
    for _ in 0..4 + random.below(8) {
        let (x, y) = (random.below(8) as u32, random.below(8) as u32);
        state.insert(Fact::Link(x, y)).expect("it fits");
    }
    state.insert(Fact::Link(1, 2)).expect("it fits");
    state
}

/// Plans as texts, the statistics, and the number of pauses for an answer.
type Found = (Vec<String>, Stats, u32);

fn find_all(state: &State, task: Task, oracle: &Oracle, mut slice: impl FnMut() -> u64) -> Found {
    let mut planner = Planner::with_limits(Limits::compact());
    planner.start(state, task);
    let (mut plans, mut waits) = (Vec::new(), 0);
    loop {
        let progress = planner.resume(oracle, Budget::steps(slice()));
        assert_eq!(
            progress == Ok(Progress::Waiting),
            planner.waits_for().is_some()
        );
        match progress.expect("nothing is full") {
            Progress::Paused => {}
            Progress::Waiting => {
                waits += 1;
                oracle.frame.set(oracle.frame.get() + 1);
                // A copy of a waiting search has the same result.
                if waits % 7 == 0 {
                    planner = planner.clone();
                }
            }
            Progress::Found => plans.push(planner.plan().expect("there is one").to_string()),
            Progress::NoPlan => return (plans, planner.stats(), waits),
        }
        if plans.len() == 300 {
            return (plans, planner.stats(), waits);
        }
    }
}

#[test]
fn answers_may_come_at_any_time() {
    let mut waited = 0;
    for seed in 0..60 {
        let random = &mut Random::new(seed);
        let state = state(random);
        let task = TASKS[seed as usize % TASKS.len()];
        let expected = find_all(&state, task, &Oracle::new(seed, 0), || u64::MAX);
        assert_eq!(expected.2, 0, "nothing is pending");
        for delay in [1, 3, 10] {
            let late = find_all(&state, task, &Oracle::new(seed, delay), || u64::MAX);
            assert_eq!((&late.0, late.1), (&expected.0, expected.1), "seed {seed}");
            let oracle = Oracle::new(seed, delay);
            let sliced = find_all(&state, task, &oracle, || 1 + random.below(5) as u64);
            assert_eq!(
                (&sliced.0, sliced.1),
                (&expected.0, expected.1),
                "seed {seed}"
            );
            waited += late.2 + sliced.2;
        }
    }
    assert!(waited > 1_000, "too few answers were late: {waited}");
}

#[test]
fn pending_answer_pauses_search_at_its_place() {
    let state = State::from_facts([Fact::Item(2), Fact::Item(3), Fact::Item(4)]).expect("it fits");
    let oracle = Oracle::new(1, 1);
    // Each answer takes a frame.
    for x in [2, 3, 4] {
        oracle.asked.borrow_mut().insert((0, x, 0), 1);
    }
    let mut planner = Planner::new();
    planner.start(&state, Task::Some);
    assert_eq!(planner.waits_for(), None);
    let mut budget = Budget::steps(1_000);
    assert_eq!(
        planner.resume(&oracle, budget.by_ref()),
        Ok(Progress::Waiting)
    );
    assert_eq!(planner.waits_for(), Some("oracle.is_odd(x)"));
    let text = planner.to_string();
    assert!(text.starts_with("waiting: waits for the answer of `oracle.is_odd(x)`; 3 steps"));
    let (left, stats) = (budget.left(), planner.stats());
    // To evaluate it again takes no step, and nothing else is evaluated.
    let calls = oracle.calls.get();
    assert_eq!(
        planner.resume(&oracle, budget.by_ref()),
        Ok(Progress::Waiting)
    );
    assert_eq!((budget.left(), planner.stats()), (left, stats));
    assert_eq!(oracle.calls.get(), calls + 1);
    // Without a budget, nothing is evaluated.
    assert_eq!(
        planner.resume(&oracle, Budget::steps(0)),
        Ok(Progress::Paused)
    );
    assert_eq!(oracle.calls.get(), calls + 1);
    oracle.frame.set(1);
    assert_eq!(
        planner.resume(&oracle, budget.by_ref()),
        Ok(Progress::Found)
    );
    assert_eq!(planner.waits_for(), None);
    assert_eq!(planner.plan().map(|plan| plan.len()), Some(1));
}

#[test]
fn new_start_forgets_what_search_waits_for() {
    let state = State::from_facts([Fact::Item(2)]).expect("it fits");
    let (late, prompt) = (Oracle::new(1, 5), Oracle::new(1, 0));
    late.asked.borrow_mut().insert((0, 2, 0), 9);
    let mut planner = Planner::new();
    planner.start(&state, Task::Some);
    assert_eq!(
        planner.resume(&late, Budget::unlimited()),
        Ok(Progress::Waiting)
    );
    planner.start(&state, Task::Some);
    assert_eq!(planner.waits_for(), None);
    assert_eq!(
        planner.resume(&prompt, Budget::unlimited()),
        Ok(Progress::NoPlan)
    );
}

#[test]
fn find_reports_pending_answer_and_can_be_resumed() {
    let state = State::from_facts([Fact::Item(3)]).expect("it fits");
    let oracle = Oracle::new(1, 1);
    oracle.asked.borrow_mut().insert((0, 3, 0), 1);
    let pending = SearchError::Pending {
        expression: "oracle.is_odd(x)",
    };
    let mut planner = Planner::new();
    assert_eq!(
        planner.find(&state, &oracle, Task::Some).err(),
        Some(pending)
    );
    assert_eq!(
        pending.to_string(),
        "the answer of `oracle.is_odd(x)` is pending; \
         help: search with `Planner::start`, and call `Planner::resume` in each frame"
    );
    let best = planner.find_best(&state, &oracle, Task::Some, Budget::unlimited());
    assert_eq!(best.err(), Some(pending));
    assert_eq!(holds::odd(&state, &oracle, 3), Err(pending));
    let linked = State::from_facts([Fact::Link(1, 2)]).expect("it fits");
    oracle.asked.borrow_mut().insert((1, 1, 2), 1);
    let near = solutions::near(&linked, &oracle, Some(1), None);
    let expression = "oracle.apart(x, y)";
    let apart = SearchError::Pending { expression };
    assert_eq!(near, Err(AskError::Full(apart)));
    oracle.frame.set(1);
    assert_eq!(
        planner.resume(&oracle, Budget::unlimited()),
        Ok(Progress::Found)
    );
    assert_eq!(holds::odd(&state, &oracle, 3), Ok(true));
}

#[test]
fn find_best_keeps_plan_found_before_pending_answer() {
    let state = State::from_facts([Fact::Item(3), Fact::Item(1)]).expect("it fits");
    let oracle = Oracle::new(1, 0);
    oracle.asked.borrow_mut().insert((0, 1, 0), 9);
    let mut planner = Planner::new();
    let best = planner.find_best(&state, &oracle, Task::Some, Budget::unlimited());
    let best = best.expect("a plan was found before").expect("a plan");
    assert!(!best.proven && best.plan.cost() == 3.0);
}

mod rechecked {
    use super::*;

    htn_domain! {
        pub(super) domain crew(oracle: &Oracle);
        agent u8;
        predicate link(u32, u32) [8];
        internal operator cut(x: u32) { delete link(_, x); }
        operator go(who: u8, x: u32) by who {}
        pub method walk(who: u8) if link(x, y) && poll oracle.is_odd(y) { cut(3); go(who, x); }
    }
}

/// A plan is complete when it is known in which of its states its conditions hold, which may need further answers.
#[test]
fn completing_a_plan_waits_for_answers() {
    use rechecked::crew::{Fact, Planner, State, Task};

    let state = State::from_facts([Fact::Link(1, 3), Fact::Link(1, 5)]).expect("it fits");
    let oracle = Oracle::new(1, 0);
    oracle.asked.borrow_mut().insert((0, 5, 0), 2);
    let (mut planner, task) = (Planner::new(), Task::Walk { who: 1 });
    let pending = SearchError::Pending {
        expression: "oracle.is_odd(y)",
    };
    for budget in [Budget::unlimited(), Budget::steps(1_000)] {
        let best = planner.find_best(&state, &oracle, task, budget);
        assert_eq!(best.err(), Some(pending));
    }
    planner.start(&state, task);
    for _ in 0..3 {
        let progress = planner.resume(&oracle, Budget::unlimited());
        assert_eq!(progress, Ok(Progress::Waiting));
        assert!(planner.plan().is_none());
    }
    oracle.frame.set(2);
    let mut slices = 0;
    while planner.resume(&oracle, Budget::steps(1)) == Ok(Progress::Paused) {
        slices += 1;
    }
    assert!(slices > 0);
    let waited = (planner.plan().map(ToString::to_string), planner.stats());
    let prompt = Oracle::new(1, 0);
    planner
        .find(&state, &prompt, task)
        .expect("nothing is pending");
    let expected = (planner.plan().map(ToString::to_string), planner.stats());
    assert_eq!(waited, expected);
}
