//! `why_not` agrees with the planner: it distinguishes "no", "an error" and "not reached within the bound".

use squad_htn::explain::{Answer, Stage, WhyNot, given};
use squad_htn::prelude::*;

htn_domain! {
    domain cases;
    predicate p(u8);
    predicate q(u8);
    predicate r(u8);
    predicate full(u8) [1];
    predicate edge(u32, u32) [600];

    axiom either(x: u8) { p(x) } else { r(x) }
    axiom path(a: u32, b: u32) { edge(a, b) }
    axiom path(a: u32, b: u32) { edge(a, c) && path(c, b) }

    operator check(x: u8) { if q(x); }
    operator act(x: u8) {}
    operator fill(x: u8) { add full(x); }

    pub method alternative() { branch b if either(x) { act(x); } }
    pub method least() {
        branch b if first(p(x) sort by x) { act(x); }
        branch c if r(x) { act(x); }
    }
    pub method unsorted() { branch b if p(x) { check(x); } }
    pub method sorted() {
        branch b if p(x) sort by x desc { check(x); }
        branch c {}
    }
    pub method pairs() { branch b if p(x) && p(y) && x != y sort by y { check(y); } }
    pub method endless() { branch b if p(x) { deep(0); act(x); } }
    method deep(n: u64) { branch go { deep(n + 1); } }
    pub method far() {
        branch b if path(0, 599) { act(1); }
        branch c { act(2); }
    }
    pub method overfull() { branch b if p(x) { fill(x); fill(x + 1); } }
    // Two methods with a branch of the same name.
    pub method twice() { branch b if q(x) && x > 2 { act(x); } }
    pub method twice() { branch b if p(y) { act(y); } }
    predicate pair(u8, u8);
    axiom paired(a: u8, b: u8) { pair(a, b) }
    pub method same() { branch b if pair(x, x) { act(x); } }
    pub method same_axiom() { branch b if paired(x, x) { act(x); } }
    pub method overtaken() { branch a if p(x) { fill(x); fill(x + 1); } }
    pub method overtaken() { branch b { act(1); } }
}

use cases::{Domain, Fact, Planner, State, Task};

fn state() -> State {
    let p = [1, 2, 3].map(Fact::P);
    let others = [Fact::Q(2), Fact::R(7)];
    State::from_facts(p.into_iter().chain(others)).expect("they fit")
}

#[track_caller]
fn asked(task: Task, branch: &str, values: &[(&str, u8)]) -> WhyNot<Domain> {
    let values = values.iter().map(|(name, value)| given(name, *value));
    let why = state().why_not(&(), task, branch, values);
    why.expect("the task has such a branch")
}

fn is_taken(why: &WhyNot<Domain>) -> bool {
    matches!(why.answers[..], [Answer::Taken])
}

#[test]
fn else_of_axiom_is_evaluated_without_given_values() {
    assert!(is_taken(&asked(Task::Alternative, "b", &[("x", 1)])));
    let why = asked(Task::Alternative, "b", &[("x", 7)]);
    assert!(matches!(
        why.answers[..],
        [Answer::OtherSolutions { solutions: 3, .. }]
    ));
    assert_eq!(
        why.to_string(),
        "b with x = 7: its condition has 3 solutions, but none with these values: the first is x = 1"
    );
}

#[test]
fn first_is_evaluated_without_given_values() {
    assert!(is_taken(&asked(Task::Least, "b", &[("x", 1)])));
    let why = asked(Task::Least, "b", &[("x", 2)]);
    assert_eq!(
        why.to_string(),
        "b with x = 2: its condition has 1 solution, but none with these values: it is x = 1"
    );
    let why = asked(Task::Least, "b", &[("x", 7)]);
    assert!(matches!(why.answers[..], [Answer::Condition(_)]));
}

#[test]
fn every_solution_that_matches_is_tried() {
    assert!(is_taken(&asked(Task::Unsorted, "b", &[])));
    assert!(is_taken(&asked(Task::Unsorted, "b", &[("x", 2)])));
    let failed = asked(Task::Unsorted, "b", &[("x", 1)]);
    assert!(matches!(failed.answers[..], [Answer::Body(_)]));
    assert!(is_taken(&asked(Task::Sorted, "b", &[])));
    assert!(is_taken(&asked(Task::Pairs, "b", &[])));
    assert!(is_taken(&asked(Task::Pairs, "b", &[("y", 2)])));
    assert!(is_taken(&asked(Task::Pairs, "b", &[("x", 1)])));
    let others = asked(Task::Pairs, "b", &[("x", 3)]);
    let [Answer::EarlierSolution { bindings, .. }] = &others.answers[..] else {
        panic!("{others}");
    };
    assert_eq!(bindings.len(), 2);
}

#[test]
fn body_without_end_is_not_a_plan() {
    assert!(Planner::new().find(&state(), &(), Task::Endless).is_err());
    let why = asked(Task::Endless, "b", &[]);
    let [Answer::Stopped { at, error }] = &why.answers[..] else {
        panic!("{why}");
    };
    assert!(matches!(at, Stage::Body(_)));
    assert!(error.is_bound());
    assert_eq!(
        why.to_string(),
        "b: not known: the search of its body with x = 1 did not end within the bound: \
         too many tasks, axioms and conjuncts are open at once"
    );
}

#[test]
fn condition_beyond_the_bound_is_not_a_refusal() {
    let mut state = state();
    for from in 0..599 {
        state.insert(Fact::Edge(from, from + 1)).expect("it fits");
    }
    let plan = Planner::new()
        .find(&state, &(), Task::Far)
        .map(|plan| plan.is_some());
    assert_eq!(plan, Ok(true));
    for branch in ["b", "c"] {
        let why = state
            .why_not(&(), Task::Far, branch, [])
            .expect("there is such a branch");
        let [
            Answer::Stopped {
                at: Stage::Condition("b"),
                error,
            },
        ] = &why.answers[..]
        else {
            panic!("{why}");
        };
        assert!(error.is_bound());
    }
}

#[test]
fn full_predicate_is_an_error_as_for_the_planner() {
    assert!(Planner::new().find(&state(), &(), Task::Overfull).is_err());
    let why = asked(Task::Overfull, "b", &[]);
    let [Answer::Stopped { error, .. }] = &why.answers[..] else {
        panic!("{why}");
    };
    assert!(!error.is_bound());
    assert_eq!(
        why.to_string(),
        "b: the search of its body with x = 1 ends with an error: predicate `full` is full: it holds 1 fact; \
         help: raise its capacity in the domain: `predicate full(..) [n];`"
    );
}

#[test]
fn error_in_earlier_method_stops_the_search() {
    assert!(Planner::new().find(&state(), &(), Task::Overtaken).is_err());
    let why = asked(Task::Overtaken, "b", &[]);
    assert_eq!(
        why.to_string(),
        "b: the search of method 1 of that name, which comes first, ends with an error: predicate `full` is full: it holds 1 fact; \
         help: raise its capacity in the domain: `predicate full(..) [n];`"
    );
}

#[test]
fn branch_name_in_several_methods_means_the_one_taken() {
    let plan = Planner::new()
        .find(&state(), &(), Task::Twice)
        .map(|plan| plan.is_some());
    assert_eq!(plan, Ok(true));
    assert!(is_taken(&asked(Task::Twice, "b", &[])));
    assert!(is_taken(&asked(Task::Twice, "b", &[("y", 1)])));
    let why = asked(Task::Twice, "b", &[("x", 2)]);
    assert!(matches!(why.answers[..], [Answer::Condition(_)]));
}

#[test]
fn repeated_variable_is_visible_in_missing_fact() {
    let state = State::from_facts([Fact::Pair(1, 2), Fact::Pair(1, 5)]).expect("they fit");
    let told = |task| {
        let why = state.why_not(&(), task, "b", []);
        why.expect("there is such a branch").to_string()
    };
    let text = told(Task::Same);
    assert!(
        text.ends_with("there is no pair(x, x) among 2 facts pair"),
        "{text}"
    );
    let text = told(Task::SameAxiom);
    assert!(
        text.contains("`paired(x, x)`") && !text.contains('_'),
        "{text}"
    );
}
