//! Bodies.

use std::vec;
use std::vec::Vec;

use super::build::*;
use crate::reference::rows::*;

fn domain() -> Domain {
    let rust: Vec<fn(&[u64]) -> u64> = vec![|vars| vars[0] + 1, |_| 0];
    Domain::new(rust).with(0, &[&[1], &[2]])
}

fn p(var: Var) -> Form<'static> {
    fact(0, &[V(var)])
}

/// A domain with operators a, b, c, d, and a method with this body.
fn with_body(body: impl FnOnce(&mut Domain, [u16; 4]) -> Vec<Stmt<'static>>) -> (Domain, u16) {
    let mut domain = domain();
    let tasks = ["a", "b", "c", "d"].map(|name| domain.operator(name, operator(0, vec![])));
    let body = body(&mut domain, tasks);
    let task = domain.method("go", method(0, vec![block(vec![], body)]));
    (domain, task)
}

#[test]
fn effects_are_a_step_for_each_fact() {
    let (domain, task) = with_body(|_, _| {
        let each = Effect {
            each: Some(sorted(vec![p(0)], None)),
            ..effect(true, 1, &[W(0)])
        };
        let any = effect(false, 0, &[Any]);
        let nothing = effect(false, 0, &[Any]);
        [each, any, nothing].map(Stmt::Effect).to_vec()
    });
    assert_plans(&domain, task, &["+q(2) +q(3) -p(1) -p(2)"]);
}

#[test]
fn an_if_tries_further_solutions_but_no_later_blocks() {
    let (domain, task) = with_body(|domain, [a, ..]| {
        let show = domain.operator("show", operator(1, vec![]));
        let blocks = vec![
            block(vec![fact(1, &[V(0)])], vec![call(a, &[])]),
            block(vec![p(0)], vec![call(show, &[V(0)])]),
            block(vec![], vec![call(a, &[])]),
        ];
        vec![Stmt::If(blocks.into())]
    });
    assert_plans(&domain, task, &["show(1)", "show(2)"]);
    // With no block that holds it succeeds with no step.
    let (domain, task) = with_body(|_, [a, b, ..]| {
        let block = block(vec![fact(1, &[V(0)])], vec![call(a, &[])]);
        vec![Stmt::If(vec![block].into()), call(b, &[])]
    });
    assert_plans(&domain, task, &["b()"]);
}

#[test]
fn a_while_asks_anew_each_time_and_a_for_once() {
    let round = |[a, ..]: [u16; 4]| {
        let delete = Stmt::Effect(effect(false, 0, &[V(0)]));
        block(vec![p(0)], vec![delete, call(a, &[])])
    };
    let (domain, task) = with_body(|_, tasks| vec![Stmt::While(round(tasks))]);
    assert_plans(
        &domain,
        task,
        &["-p(1) a() -p(2) a()", "-p(2) a() -p(1) a()"],
    );
    let (domain, task) = with_body(|_, tasks| {
        let empty = Stmt::Effect(effect(false, 0, &[Any]));
        let mut round = round(tasks);
        round.body = [vec![empty], round.body.to_vec()].concat().into();
        vec![Stmt::For(round)]
    });
    assert_plans(&domain, task, &["-p(1) -p(2) -p(1) a() -p(2) a()"]);
}

#[test]
fn values_are_returned_and_arguments_computed_in_order() {
    let (domain, task) = with_body(|domain, _| {
        let show = domain.operator("show", operator(1, vec![]));
        let pick = block(vec![p(0)], vec![Stmt::Return(0, SourceText::default())]);
        let pick = domain.method("pick", method(0, vec![pick]));
        let returned = Stmt::Task {
            task: pick,
            args: vec![].into(),
            returned: Some(3),
            written: SourceText::default(),
        };
        vec![returned, call(show, &[V(3)])]
    });
    assert_plans(&domain, task, &["show(2)", "show(3)"]);
}

#[test]
fn a_let_without_a_value_fails() {
    let (domain, task) = with_body(|_, [a, ..]| {
        let value = LetSource::Best(0, conjuncts(vec![fact(1, &[V(0)])]));
        vec![
            call(a, &[]),
            Stmt::Let {
                var: 1,
                value,
                written: SourceText::default(),
            },
        ]
    });
    assert_plans(&domain, task, &[]);
}

#[test]
fn strands_interleave_and_keep_their_own_order() {
    let (domain, task) = with_body(|_, [a, b, c, _]| {
        let strands = vec![
            vec![call(a, &[])].into(),
            vec![call(b, &[]), call(c, &[])].into(),
        ];
        vec![Stmt::Unordered(strands.into())]
    });
    assert_plans(
        &domain,
        task,
        &["a() b() c()", "b() a() c()", "b() c() a()"],
    );
}

#[test]
fn search_stays_in_decomposition_until_its_first_step() {
    let (domain, task) = with_body(|domain, [a, b, c, _]| {
        let two = block(vec![], vec![call(a, &[]), call(b, &[])]);
        let two = domain.method("two", method(0, vec![two]));
        let outer = block(vec![], vec![call(two, &[])]);
        let outer = domain.method("outer", method(0, vec![outer]));
        let strands = vec![vec![call(outer, &[])].into(), vec![call(c, &[])].into()];
        vec![Stmt::Unordered(strands.into())]
    });
    assert_plans(
        &domain,
        task,
        &["a() b() c()", "a() c() b()", "c() a() b()"],
    );
}

#[test]
fn body_without_steps_counts_like_a_step() {
    // The strand without steps completes when it is chosen, before or after the other.
    let (domain, task) = with_body(|domain, [a, b, ..]| {
        let nothing = domain.method("nothing", method(0, vec![block(vec![], vec![])]));
        let strands = vec![
            vec![call(nothing, &[]), call(a, &[])].into(),
            vec![call(b, &[])].into(),
        ];
        vec![Stmt::Unordered(strands.into())]
    });
    assert_plans(&domain, task, &["a() b()", "b() a()", "b() a()"]);
}

#[test]
fn a_let_goes_with_the_statement_behind_it() {
    // Between a `let` and its statement no other strand can come, so there are two plans and not three.
    let (domain, task) = with_body(|_, [a, b, ..]| {
        let one = Stmt::Let {
            var: 0,
            value: LetSource::Word(1),
            written: SourceText::default(),
        };
        let strands = vec![
            vec![one.clone(), call(a, &[])].into(),
            vec![call(b, &[])].into(),
            vec![one].into(),
        ];
        vec![Stmt::Unordered(strands.into())]
    });
    assert_plans(&domain, task, &["a() b()", "b() a()"]);
}
