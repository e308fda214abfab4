//! Queries: the status of running plans and agents, and failed conditions.

use squad_htn::prelude::*;
use squad_htn::{FailureCause, WaitFor};

use crate::rig::Rig;
use crate::squad::{A1, A2, A3, Actor};

htn_domain! {
    domain watch;
    agent Actor;

    predicate member(Actor) [8];
    predicate post(u8) [8];
    predicate quiet(Actor) [8];
    predicate armed(Actor => u8) [8];
    predicate open();
    predicate seen(u8) [8];
    predicate relief(Actor) [8];

    internal operator take(who: Actor, n: u8) {
        if post(n) && quiet(who) && armed(who, rounds) && rounds > n;
        add seen(n);
        undo leave(n);
    }
    internal operator leave(n: u8) { delete seen(n); }
    operator stand(who: Actor, n: u8) by who {
        while open() && quiet(who);
        sensed add seen(n);
        cost 2.5;
    }
    operator report(who: Actor, n: u8) by who { if seen(n) && quiet(who); }
    operator rest(who: Actor) by who {}

    pub method guard(n: u8) {
        branch on_duty if member(who) && post(n) && relief(other) && other != who {
            take(who, n);
            standing(who, n);
            leave(n);
        }
    }
    method standing(who: Actor, n: u8) { stand(who, n); report(who, n); }
    pub method both(a: Actor, b: Actor) { rest(a); block_on(b, a); rest(b); }
}

use watch::{Action, Executor, Fact, Task};

const FACTS: [Fact; 6] = [
    Fact::Member(A1),
    Fact::Post(3),
    Fact::Quiet(A1),
    Fact::Armed(A1, 9),
    Fact::Open,
    Fact::Relief(A2),
];

fn rig() -> Rig<watch::Domain> {
    Rig::with(Executor::new(), FACTS)
}

/// Returns why a step failed in the last tick.
fn cause(rig: &Rig<watch::Domain>) -> FailureCause {
    let mut causes = rig.executor.events().filter_map(|event| match event {
        Event::Failed { why, .. } => Some(why),
        _ => None,
    });
    causes.next().expect("something failed")
}

#[test]
fn failed_precondition_names_the_conjunct() {
    for (gone, told) in [
        (Fact::Post(3), "`post(n)` with n = 3 does not hold"),
        (Fact::Quiet(A1), "`quiet(who)` with who = a1 does not hold"),
    ] {
        let mut rig = rig();
        rig.submit(&(), &[Task::Take { who: A1, n: 3 }], 0);
        rig.state.remove(gone);
        rig.expect(&(), "");
        assert_eq!(cause(&rig).to_string(), told);
    }
    let mut rig = rig();
    rig.submit(&(), &[Task::Take { who: A1, n: 3 }], 0);
    rig.state.insert(Fact::Armed(A1, 2)).unwrap();
    rig.expect(&(), "");
    let FailureCause::Condition(unmet) = cause(&rig) else {
        panic!("a condition does not hold");
    };
    // The planned value no longer exists, and no other satisfies the condition.
    assert_eq!(unmet.condition(), "armed(who, rounds)");
    let values: Vec<String> = unmet.bindings().map(|value| value.to_string()).collect();
    assert_eq!(values, ["who = a1", "rounds = 9"]);
    // Raw words, for a game that prints them with its own names.
    let words: Vec<_> = unmet
        .bindings()
        .map(|value| (value.type_name(), value.word()))
        .collect();
    assert_eq!(words, [("Actor", A1.to_word()), ("u8", 9)]);
    let plans: Vec<u64> = rig
        .executor
        .events()
        .filter_map(|event| Some(event.plan()?.number()))
        .collect();
    assert!(
        !plans.is_empty() && plans.iter().all(|plan| *plan == 1),
        "{plans:?}"
    );
}

#[test]
fn failed_while_names_the_conjunct() {
    for (gone, told) in [
        (Fact::Open, "`while`: `open()` no longer holds"),
        (
            Fact::Quiet(A1),
            "`while`: `quiet(who)` with who = a1 no longer holds",
        ),
    ] {
        let mut rig = rig();
        rig.submit(&(), &[Task::Stand { who: A1, n: 3 }], 0);
        rig.expect(&(), "+stand(a1, 3)");
        rig.state.remove(gone);
        rig.expect(&(), "-stand(a1, 3)");
        assert_eq!(cause(&rig).to_string(), told);
    }
}

#[test]
fn failed_condition_above_shows_kept_values() {
    let mut rig = rig();
    rig.submit(&(), &[Task::Guard { n: 3 }], 0);
    rig.state.remove(Fact::Relief(A2));
    rig.expect(&(), "");
    // Any agent would have satisfied it, so `other` has no value to show.
    let told = "`relief(other) && other != who` with who = a1 does not hold";
    assert_eq!(cause(&rig).to_string(), told);
    let structure = format!("{:?}", cause(&rig));
    assert_eq!(
        structure,
        "Condition(Unmet { condition: \"relief(other) && other != who\", who: a1 })"
    );
}

#[test]
fn waiting_event_shows_condition_and_values() {
    let mut rig = rig();
    rig.state.insert(Fact::Quiet(A2)).unwrap();
    let tasks = [
        Task::Stand { who: A1, n: 3 },
        Task::Report { who: A2, n: 3 },
    ];
    rig.submit(&(), &tasks, 0);
    rig.expect(&(), "+stand(a1, 3)");
    let waits = "waits: report(a2, 3) until stand(a1, 3) has ended, which may establish `seen(n)` with n = 3";
    assert!(rig.lines()[1].ends_with(waits), "{:#?}", rig.lines());
    let plan = rig.executor.plans().next().unwrap();
    let WaitFor::Holds { condition, .. } = plan.waits.unwrap().until else {
        panic!("it waits for an effect");
    };
    assert_eq!(condition.to_string(), "`seen(n)` with n = 3");
    rig.succeed("stand(a1, 3)");
    rig.expect(&(), "");
    let waits = "until the sensors report `seen(n)` with n = 3 (timeout at tick 4)";
    assert!(rig.lines()[1].ends_with(waits), "{:#?}", rig.lines());
}

#[test]
fn running_plan_view_has_everything_of_a_plan() {
    let mut rig = rig();
    let found = crate::rig::plan(&rig.state, &(), &[Task::Guard { n: 3 }]);
    rig.executor.submit(&found, 0).unwrap();
    rig.expect(&(), "+stand(a1, 3)");
    let status = rig.executor.plans().next().unwrap();
    let plan = status.plan();
    assert!(plan.tasks().eq(found.tasks()) && plan.actions().eq(found.actions()));
    assert_eq!(plan.cost(), 3.5);
    assert_eq!(plan.to_string(), found.to_string());
    for step in 0..found.len() {
        assert!(plan.expected(step).eq(found.expected(step)), "step {step}");
        assert!(
            status.expected(step).eq(found.expected(step)),
            "step {step}"
        );
    }
    assert!(status.expected(1).count() > 0);
    let tree = status.tree();
    assert_eq!(tree.len(), found.tree().len());
    for (live, found) in tree.nodes().zip(found.tree().nodes()) {
        assert_eq!(live.task(), found.task());
        assert_eq!(
            (live.branch(), live.method()),
            (found.branch(), found.method())
        );
        assert_eq!(
            (live.parent(), live.steps()),
            (found.parent(), found.steps())
        );
        assert!(live.bindings().eq(found.bindings()));
    }

    use squad_htn::StepState::*;
    let states = status.steps().map(|step| step.state);
    assert_eq!(
        states.collect::<Vec<_>>(),
        [Done, Running, Waiting, Waiting]
    );
    assert_eq!(status.state(1), Some(Running));
    assert_eq!(status.state(4), None);
    let running = status.steps().nth(1).unwrap();
    assert_eq!(running.task, Task::Stand { who: A1, n: 3 });
    assert_eq!(running.action, Some(rig.id("stand(a1, 3)")));

    // A plan copied from one executor can be run by another.
    let copy = status.plan().to_plan();
    rig.fail("stand(a1, 3)");
    rig.expect(&(), "");
    let status = rig.executor.plans().next().unwrap();
    assert_eq!(status.state(1), Some(Failed));
    let mut other = self::rig();
    other.executor.submit(&copy, 0).unwrap();
    other.expect(&(), "+stand(a1, 3)");
}

#[test]
fn repaired_plan_view_has_everything_of_a_plan() {
    let mut director = watch::Director::new(Task::Guard { n: 3 }).interval(1_000);
    for fact in FACTS {
        director.state_mut().insert(fact).unwrap();
    }
    let mut begun = Vec::new();
    for _ in 0..5 {
        for command in director.tick(&(), Budget::unlimited()) {
            let Command::Start { id, action, .. } = command else {
                continue;
            };
            if begun.is_empty() {
                director.finish(id, Outcome::Failure).unwrap();
            }
            begun.push(action);
        }
    }
    assert_eq!(begun, [Action::Stand { who: A1, n: 3 }; 2]);
    let status = director.executor().plans().next().unwrap();
    let lines = "guard(3) [on_duty]: who = a1, other = a2
  take(a1, 3)
  standing(a1, 3)
    stand(a1, 3)
    report(a1, 3)
  leave(3)
";
    assert_eq!(status.plan().to_string(), lines);
    assert_eq!(status.plan().cost(), 3.5);
    let above = status.tree().above(1).unwrap();
    assert_eq!(above.task(), Some(Task::Standing { who: A1, n: 3 }));
    let expected: Vec<&str> = status.expected(1).collect();
    assert_eq!(
        expected,
        ["member(who)", "post(n)", "relief(other) && other != who"]
    );
    assert!(status.plan().expected(1).eq(expected));
}

#[test]
fn agent_activity_can_be_queried() {
    let mut rig = rig();
    assert!(rig.executor.doing(A1).is_none());
    let plan = rig.submit(&(), &[Task::Both { a: A1, b: A2 }], 0);
    assert!(rig.executor.doing(A1).is_none(), "nothing has begun");
    rig.expect(&(), "+rest(a1)");
    rig.expect(&(), "");
    let doing = rig.executor.doing(A1).expect("it rests");
    assert_eq!(doing.action, Some(Action::Rest { who: A1 }));
    assert_eq!(doing.id, Some(rig.id("rest(a1)")));
    assert_eq!((doing.plan, doing.since), (plan, 1));
    assert!(doing.waits.is_none());
    assert_eq!(doing.to_string(), "rest(a1) for plan 1 since tick 1");

    let held = rig.executor.doing(A2).expect("it is held");
    assert_eq!((held.action, held.plan, held.since), (None, plan, 1));
    let waits = "rest(a2) until rest(a1) has ended (`block_on` holds a2)";
    assert_eq!(held.waits.unwrap().to_string(), waits);
    assert_eq!(
        held.to_string(),
        format!("waits for plan 1 since tick 1: {waits}")
    );
    assert!(rig.executor.doing(A3).is_none());
    rig.succeed("rest(a1)");
    rig.expect(&(), "+rest(a2)");
    assert!(rig.executor.doing(A1).is_none());
    assert_eq!(rig.executor.doing(A2).unwrap().since, 3);
}

/// Keeps borrowed parts of a plan, as a debugging tool would.
struct Shown<'a> {
    tasks: squad_htn::Tasks<'a, watch::Domain>,
    actions: squad_htn::Actions<'a, watch::Domain>,
    nodes: squad_htn::Nodes<'a, watch::Domain>,
}

#[test]
fn iterators_are_named_and_debug() {
    let mut rig = rig();
    let plan = crate::rig::plan(&rig.state, &(), &[Task::Guard { n: 3 }]);
    let shown = Shown {
        tasks: plan.tasks(),
        actions: plan.actions(),
        nodes: plan.tree().nodes(),
    };
    assert_eq!(shown.tasks.len(), 4);
    assert_eq!(shown.tasks.clone().last(), Some(Task::Leave { n: 3 }));
    assert_eq!(
        format!("{:?}", shown.actions),
        "[Stand { who: a1, n: 3 }, Report { who: a1, n: 3 }]"
    );
    let root = shown.nodes.clone().next().unwrap();
    let bindings: squad_htn::Bindings<'_> = root.bindings();
    assert_eq!(format!("{bindings:?}"), "[who = a1, other = a2]");
    assert!(format!("{:?}", shown.nodes).contains("branch: \"on_duty\""));
    rig.executor.submit(&plan, 0).unwrap();
    rig.expect(&(), "+stand(a1, 3)");
    let events: squad_htn::Events<'_, watch::Domain> = rig.executor.events();
    assert!(format!("{events:?}").starts_with("[Started { tick: 1, "));
    let plans: squad_htn::Plans<'_, watch::Domain> = rig.executor.plans();
    let steps: squad_htn::Steps<'_, watch::Domain> = plans.clone().next().unwrap().steps();
    assert_eq!((plans.len(), steps.len()), (1, 4));
}
