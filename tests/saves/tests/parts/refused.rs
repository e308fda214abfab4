//! Errors of saving and loading.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};
use squad_htn::prelude::*;

htn_domain! {
    pub domain guard(fuse: &bool);
    agent u8;
    predicate post(u8) [8];
    predicate on_guard() [1];
    internal operator take(post: u8) { if post(post); delete post(post); undo give(post); }
    internal operator give(post: u8) { add post(post); }
    operator walk(who: u8, to: u8) by who {}
    operator stand(who: u8, at: u8) by who { while self::is_quiet(*fuse); }
    pub method watch(who: u8) if post(p) {
        take(p);
        walk(who, p);
        stand(who, p);
        global_block(who);
        give(p);
    }
    pub method both(a: u8, b: u8) { watch(a); watch(b); block_on(a, b); }
}

fn is_quiet(fuse: bool) -> bool {
    assert!(!fuse, "the fuse is lit");
    true
}

use guard::{Director, Fact, Task};

fn director() -> Director {
    let mut director = Director::with_limits(Task::Both { a: 1, b: 2 }, Limits::compact());
    for post in 1..4 {
        director
            .state_mut()
            .insert(Fact::Post(post))
            .expect("there is room");
    }
    director
}

/// One with an action that runs for each of both.
fn at_work() -> Director {
    let mut director = director();
    for _ in 0..3 {
        director.tick(&false, Budget::unlimited());
    }
    assert!(director.is_busy(1));
    director
}

fn load(save: &Value, limits: Limits) -> Result<Director, String> {
    Director::deserialize_with_limits(save, limits).map_err(|error| error.to_string())
}

fn refusal(save: &Value, limits: Limits) -> String {
    load(save, limits).map(drop).expect_err("it is refused")
}

#[test]
fn save_beyond_a_limit_names_the_limit() {
    let save = serde_json::to_value(at_work()).expect("it can be saved");
    assert!(load(&save, Limits::compact()).is_ok());
    let cases = [
        (
            "steps",
            Limits {
                steps: 3,
                ..Limits::compact()
            },
        ),
        (
            "tasks",
            Limits {
                tasks: 1,
                ..Limits::compact()
            },
        ),
        (
            "bindings",
            Limits {
                bindings: 2,
                steps: 11,
                ..Limits::compact()
            },
        ),
        (
            "plans",
            Limits {
                plans: 0,
                ..Limits::compact()
            },
        ),
    ];
    for (limit, limits) in cases {
        let error = refusal(&save, limits);
        assert!(
            error.contains(&format!("`Limits::{limit}`")),
            "{limit}: {error}"
        );
    }
}

#[test]
fn save_of_another_kind_is_refused() {
    let save = serde_json::to_value(at_work().executor()).expect("it can be saved");
    assert_eq!(
        refusal(&save, Limits::compact()),
        "expected the save of a director, found an executor; help: load it as an executor"
    );
}

#[test]
fn unfinished_tick_is_not_saved() {
    let mut director = at_work();
    let running = director
        .executor()
        .plans()
        .flat_map(|plan| plan.steps())
        .find_map(|step| step.action);
    director
        .finish(running.expect("somebody walks"), Outcome::Success)
        .expect("it runs");
    // The guard is in place, and the fuse burns.
    director.tick(&false, Budget::unlimited());
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        drop(director.tick(&true, Budget::unlimited()))
    }));
    assert!(panicked.is_err());
    let error = serde_json::to_value(&director)
        .expect_err("it is in the middle")
        .to_string();
    assert!(error.contains("call `tick`"), "{error}");
    director.tick(&false, Budget::unlimited());
    let save = serde_json::to_value(&director).expect("it is over");
    assert!(load(&save, Limits::compact()).is_ok());
}

/// Changes a value of a save, and returns the error of loading it.
fn with(place: &str, value: Value) -> String {
    let mut save = serde_json::to_value(at_work()).expect("it can be saved");
    let saved = &mut save["saved"];
    let within = match saved["director"].pointer(place) {
        Some(_) => &mut saved["director"],
        None => saved,
    };
    let at = within.pointer_mut(place);
    *at.unwrap_or_else(|| panic!("there is no {place}")) = value;
    refusal(&save, Limits::compact())
}

#[test]
fn contradictory_snapshots_are_refused() {
    let save = serde_json::to_value(at_work()).expect("it can be saved");
    let executor = &save["saved"]["director"]["executor"];
    let actions = executor["actions"].as_array().expect("a list");
    assert!(!actions.is_empty());
    let twice = json!([actions[0], actions[0]]);
    let cases = [
        (
            "/executor/actions",
            json!([]),
            "1 steps are running, but the save has 0 actions",
        ),
        (
            "/executor/actions",
            twice,
            "action ids and free slots must cover each slot exactly once",
        ),
        (
            "/executor/actions/0/step",
            json!(0),
            "action 1: step 0 is not running, or already belongs to another action",
        ),
        (
            "/executor/actions/0/plan",
            json!(9),
            "action 1: plan slot 9 is free or out of range",
        ),
        (
            "/executor/actions/0/since",
            json!(900),
            "action 1: start tick 900 is later than the current tick 3",
        ),
        (
            "/executor/actions/0/engages",
            json!(false),
            "action 1: marked as not engaging its agents, but its operator has no `busy` condition",
        ),
        (
            "/executor/action_slots/next",
            json!(1),
            "action id 1 is 0 or not below the next action id 1",
        ),
        (
            "/executor/plan_slots/next",
            json!(1),
            "plan id 1 is 0 or not below the next plan id 1",
        ),
        (
            "/executor/plan_slots/next",
            json!(u64::MAX),
            "tick or next id 18446744073709551615 is out of range (limit 25769803776)",
        ),
        (
            "/executor/plans/0/record/id",
            json!([1, 3]),
            "plan ids and free slots must cover each slot exactly once",
        ),
        (
            "/executor/plans/0/record/wake",
            json!([99, 0]),
            "plan 1: last change at tick 99 is later than the current tick 3",
        ),
        (
            "/executor/plans/0/record/stage",
            json!("free"),
            "plan 1: stage `free` is not possible for a plan",
        ),
        (
            "/executor/plans/0/plan/nodes/1/parent",
            json!(1),
            "plan 1: node 1: its parent, node 1, does not come before it",
        ),
        (
            "/executor/plans/0/plan/nodes/0/branch",
            json!(999),
            "plan 1: node 0: unknown branch 999",
        ),
        (
            "/executor/plans/0/plan/steps/1/node",
            json!(77),
            "plan 1: step 1: parent node 77 does not exist: the plan has 3 nodes",
        ),
        (
            "/executor/plans/0/plan/steps/0/operator",
            json!(1),
            "plan 1: step 0: operator 1 is not an operator of `take`",
        ),
        (
            "/executor/plans/0/progress/0/status",
            json!("running"),
            "plan 1: step 0: status `running` is not possible for an internal step",
        ),
        (
            "/executor/plans/0/progress/0/ended",
            json!(77),
            "plan 1: step 0: end tick 77 is later than the current tick 3",
        ),
        (
            "/executor/plans/0/progress",
            json!([]),
            "plan 1: it has 11 steps, but the progress of 0",
        ),
        (
            "/executor/plans/0/undo/0",
            json!([1, []]),
            "plan 1: step 1: listed for undo, but is not finished",
        ),
        (
            "/executor/plans/0/undo",
            json!([[0, [1]], [0, [1]]]),
            "plan 1: step 0: listed for undo twice",
        ),
        (
            "/executor/plans/0/record/repair/part",
            json!({"below": 0}),
            "plan 1: has a repair request but is not in stage `repairing`",
        ),
        (
            "/executor/plans/0/record/footprint/barrier",
            json!({"step": 0, "action": 0, "unreported": false}),
            "plan 1: barrier refers to step 0, which is not a finished `global_block`",
        ),
        (
            "/executor/holds",
            json!([{"plan": 0, "step": 0, "action": 0}]),
            "hold refers to step 0, which is not a finished `block_on`",
        ),
        (
            "/executor/reports",
            json!([[7, "success"]]),
            "action slot 7 is free or out of range",
        ),
        (
            "/executor/requests",
            json!([{"enter": 0}]),
            "plan 1 has a pending submit but has already entered",
        ),
        (
            "/executor/requests",
            json!([{"cancel": 0}, {"cancel": 0}]),
            "duplicate pending call in `requests`",
        ),
        (
            "/executor/requests",
            json!([{"plan_lost_agent": 0}]),
            "plan 1 has a pending loss of an agent, but none of its tasks",
        ),
        (
            "/next_search",
            json!(10_000),
            "`next_search` is tick 10000, but an interval after the save is tick 33",
        ),
    ];
    for (place, value, why) in cases {
        assert_eq!(with(place, value.clone()), why, "{place}: {value}");
    }
}

mod voices {
    use squad_htn::prelude::*;

    htn_domain! {
        pub domain voices(loud: &bool);
        agent u8;
        operator say(who: u8, line: u8) by who { busy (line > 2 || who == 7) && who != 9; }
        operator call(who: u8, line: u8) by who { busy line > 2 && *loud; }
        operator number(who: u8, line: u8) by who { busy 12 / line > 2; }
    }
}

/// A save can't contradict a `busy` whose value follows from the parameters, and whose evaluation can't panic.
#[test]
fn action_that_contradicts_its_busy_is_refused() {
    use voices::voices::{Executor, Planner, SquadScheduler, State, Task};
    let who = 1;
    let cases = [
        (Task::Say { who, line: 9 }, true, true),
        (Task::Say { who, line: 1 }, false, true),
        (Task::Say { who: 9, line: 9 }, false, true),
        (Task::Call { who, line: 9 }, true, false),
        (Task::Call { who, line: 1 }, false, false),
        (Task::Number { who, line: 3 }, true, false),
    ];
    for (task, engages, is_checked) in cases {
        let mut planner = Planner::with_limits(Limits::compact());
        let mut state = State::new();
        let plan = planner.find(&state, &true, task).expect("it fits");
        let mut executor = Executor::with_limits(Limits::compact());
        let plan = plan.expect("there is one");
        executor.submit(plan, 0).expect("it fits");
        assert_eq!(executor.tick(&mut state, &true).count(), 1, "{task}");
        let mut scheduler = SquadScheduler::with_limits(Limits::compact());
        scheduler.add(task);
        (0..3).for_each(|_| scheduler.tick(|_| &true, Budget::unlimited()));

        let saves = [
            (
                serde_json::to_value(&executor).expect("it can be saved"),
                "/saved/executor/actions/0/engages",
            ),
            (
                serde_json::to_value(&scheduler).expect("it can be saved"),
                "/saved/directors/0/director/executor/actions/0/engages",
            ),
        ];
        for (at, (mut save, path)) in saves.into_iter().enumerate() {
            let load = |save: &Value| match at {
                0 => Executor::deserialize_with_limits(save, Limits::compact()).map(drop),
                _ => SquadScheduler::deserialize_with_limits(save, Limits::compact()).map(drop),
            };
            assert!(load(&save).is_ok(), "{task}");
            let changed = save.pointer_mut(path).expect("an action runs");
            assert_eq!(*changed, json!(engages), "{task}");
            *changed = json!(!engages);
            let loaded = load(&save).map_err(|error| error.to_string());
            assert_eq!(loaded.is_err(), is_checked, "{task}: {loaded:?}");
            if let Err(why) = loaded {
                assert!(why.contains("its `busy` condition says otherwise"), "{why}");
            }
        }
    }
}
