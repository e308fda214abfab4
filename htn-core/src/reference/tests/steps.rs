//! Methods, operators and their effects.

use std::vec;
use std::vec::Vec;

use super::build::*;
use crate::reference::Error;
use crate::reference::rows::*;

fn domain() -> Domain {
    let rust: Vec<fn(&[u64]) -> u64> = vec![|vars| vars[0] + 10, |vars| vars[0], |_| 1];
    Domain::new(rust).with(0, &[&[1], &[2]])
}

fn p(var: Var) -> Form<'static> {
    fact(0, &[V(var)])
}

fn q(var: Var) -> Form<'static> {
    fact(1, &[V(var)])
}

#[test]
fn chosen_branch_excludes_later_ones_of_its_method_only() {
    let mut domain = domain();
    let show = domain.operator("show", operator(1, vec![]));
    let never = OperatorSource {
        requires: Some(sorted(vec![q(0)], None)),
        ..operator(1, vec![])
    };
    let never = domain.operator("never", never);
    let show_p = || block(vec![p(0)], vec![call(show, &[V(0)])]);
    let first = method(
        0,
        vec![
            block(vec![q(0)], vec![call(show, &[V(0)])]),
            block(vec![p(0)], vec![call(never, &[V(0)])]),
            show_p(),
        ],
    );
    let second = method(0, vec![show_p()]);
    let task = domain.task("go", DoneBy::Methods(vec![first, second].into()));
    assert_plans(&domain, task, &["show(1)", "show(2)"]);
}

#[test]
fn task_has_step_per_operator_and_solution() {
    let mut domain = domain();
    let each = OperatorSource {
        requires: Some(sorted(vec![p(0)], None)),
        effects: vec![(EffectMoment::Start, effect(true, 1, &[V(0)]))].into(),
        ..operator(0, vec![])
    };
    let still = OperatorSource {
        requires: Some(sorted(vec![p(0)], None)),
        during: Some(conjuncts(vec![not(q(0))])),
        ..operator(0, vec![])
    };
    let step = domain.task("step", DoneBy::Operators(vec![each, still].into()));
    let show = domain.operator("show", operator(1, vec![]));
    let body = vec![call(step, &[]), call(show_all(&mut domain, show), &[])];
    let task = domain.method("go", method(0, vec![block(vec![], body)]));
    assert_plans(
        &domain,
        task,
        &["step() show(1)", "step() show(2)", "step()", "step()"],
    );
}

/// A method that shows all facts of `q` in order.
fn show_all(domain: &mut Domain, show: u16) -> u16 {
    let round = block(vec![q(0)], vec![call(show, &[V(0)])]);
    domain.method(
        "all",
        method(0, vec![block(vec![], vec![Stmt::For(round)])]),
    )
}

#[test]
fn effects_come_moment_by_moment_and_deletes_before_adds() {
    let mut domain = domain();
    // Added and deleted at one moment: it is there then, at the end.
    let again = [
        (EffectMoment::Start, effect(true, 0, &[W(2)])),
        (EffectMoment::Start, effect(false, 0, &[W(2)])),
        (EffectMoment::Failure, effect(false, 0, &[Any])),
    ];
    // The condition of a `for` effect is solved before any effect of its moment, and after those of earlier moments.
    let each = |add, predicate, args: &[ArgSource]| Effect {
        each: Some(sorted(vec![p(1)], None)),
        ..effect(add, predicate, args)
    };
    let moved = [
        (EffectMoment::Finish, each(true, 1, &[V(1)])),
        (EffectMoment::Finish, each(false, 0, &[V(1)])),
        (EffectMoment::Sensed, each(true, 1, &[V(1)])),
    ];
    let effects = moved.into_iter().chain(again).collect::<Vec<_>>();
    let step = domain.operator("step", operator(0, effects));
    let show = domain.operator("show", operator(1, vec![]));
    let all = show_all(&mut domain, show);
    let body = vec![call(step, &[]), call(all, &[])];
    let task = domain.method("go", method(0, vec![block(vec![], body)]));
    assert_plans(&domain, task, &["step() show(2) show(1)"]);
}

#[test]
fn a_function_has_one_value_in_its_place() {
    let mut domain = domain().with(3, &[&[1, 5], &[2, 6], &[1, 7]]);
    assert_eq!(domain.facts.of(3), [[1, 7], [2, 6]]);
    let set = |args: &[ArgSource]| (EffectMoment::Start, effect(true, 3, args));
    let step = domain.operator("step", operator(0, vec![set(&[W(2), W(0)])]));
    let show = domain.operator("show", operator(2, vec![]));
    let round = block(
        vec![fact(3, &[V(0), V(1)])],
        vec![call(show, &[V(0), V(1)])],
    );
    let body = vec![call(step, &[]), Stmt::For(round)];
    let task = domain.method("go", method(0, vec![block(vec![], body)]));
    assert_plans(&domain, task, &["step() show(1,10) show(2,6)"]);
}

#[test]
fn full_predicate_is_an_error_after_deletes_are_applied() {
    let full: Vec<[u64; 1]> = (10..18).map(|word| [word]).collect();
    let full: Vec<&[u64]> = full.iter().map(|row| row.as_slice()).collect();
    let mut domain = domain().with(1, &full);
    let (add, delete) = (effect(true, 1, &[W(2)]), effect(false, 1, &[W(0)]));
    let grow = operator(0, vec![(EffectMoment::Start, add.clone())]);
    let grow = domain.operator("grow", grow);
    let swap = operator(
        0,
        vec![(EffectMoment::Start, add), (EffectMoment::Start, delete)],
    );
    let swap = domain.operator("swap", swap);
    assert_eq!(domain.plans(grow), (vec![], Err(Error::PredicateFull(1))));
    assert_plans(&domain, swap, &["swap()"]);
}

#[test]
fn step_has_cost_of_its_operator() {
    let mut domain = domain();
    let dear = OperatorSource {
        cost: Cost::Function(0),
        ..operator(0, vec![])
    };
    let dear = domain.operator("dear", dear);
    let interpreter = crate::reference::Interpreter::new(&domain.rows, &domain.rust);
    let call = crate::reference::TaskCall {
        task: dear,
        args: vec![],
    };
    let mut plans = interpreter.plans(domain.facts.clone(), &[call.clone(), call]);
    let plan = plans.next().expect("there is one").expect("it ends");
    let costs: Vec<f32> = plan.iter().map(|step| step.cost).collect();
    assert_eq!(costs, [10.0, 10.0]);
}
