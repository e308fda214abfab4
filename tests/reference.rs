//! A domain in the shape of its source, and one who watches the interpreter at work on it.
//!
//! `cargo test --features reference --test reference`
#![cfg(feature = "reference")]

use std::cell::RefCell;

use squad_htn::prelude::*;
use squad_htn::reference::rows::{Conjunct, DoneBy};
use squad_htn::reference::{
    Compiled, ConditionPlace, FactSets, Interpreter, Observer, ReferenceDomain,
};
use squad_htn::{Domain, State};

/// A person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Actor(pub u16);

/// How far people are from one another.
pub struct Game(f32);

impl Game {
    fn distance(&self, a: Actor, b: Actor) -> f32 {
        self.0 * f32::from(a.0.abs_diff(b.0))
    }
}

/// The line above the domain.
const ABOVE: u32 = line!();
htn_domain! {
    pub domain arrest(game: &Game);
    agent Actor;
    predicate member(Actor) [8];
    predicate suspect(Actor);
    predicate dead(Actor);
    internal operator reserve(who: Actor) { add dead(who); }
    operator cuff(who: Actor, target: Actor) by who {
        if suspect(target);
        cost game.distance(who, target);
    }
    pub method go() {
        branch nearest
            if suspect(target) && member(who)
                && !dead(target)
                && let d: f32 = game.distance(who, target) && d < 400.0
            sort by d
        {
            cuff(who, target);
            reserve(who);
        }
        branch nobody {}
    }
}

fn facts() -> State<arrest::Domain> {
    use arrest::Fact;
    let members = [1, 5].map(|who| Fact::Member(Actor(who)));
    let suspects = [2, 8].map(|who| Fact::Suspect(Actor(who)));
    State::from_facts(members.into_iter().chain(suspects)).expect("they fit")
}

fn reference() -> (ReferenceDomain<arrest::Domain>, FactSets) {
    let reference = arrest::Domain::reference().expect("the macro has emitted it");
    let facts = reference.facts(facts().facts()).expect("they fit");
    (reference, facts)
}

#[test]
fn rows_say_where_they_are_from() {
    let (reference, _) = reference();
    assert_eq!(reference.rows.name, "arrest");
    assert_eq!(reference.rows.file, file!());
    assert_eq!(reference.rows.predicates[0].capacity, 8);
    assert_eq!(reference.rows.predicates[1].capacity, 64);
    let go = reference.rows.tasks.iter().find(|task| task.name == "go");
    let Some(DoneBy::Methods(methods)) = go.map(|go| &go.done_by) else {
        panic!("`go` is done by methods");
    };
    let nearest = &methods[0].branches[0];
    assert_eq!((&*nearest.name, nearest.line), ("nearest", ABOVE + 13));
    let guard = nearest.guard.as_ref().expect("it has a condition");
    let conjuncts = guard.condition.iter();
    let conjuncts: Vec<_> = conjuncts
        .map(|one| (&*one.text, one.line - ABOVE))
        .collect();
    assert_eq!(
        conjuncts,
        [
            ("suspect(target)", 14),
            ("member(who)", 14),
            ("!dead(target)", 15),
            ("let d: f32 = game.distance(who, target)", 16),
            ("d < 400.0", 16),
        ]
    );
}

/// Writes down why branches failed.
#[derive(Default)]
struct Reasons(RefCell<Vec<String>>);

impl Observer for Reasons {
    fn failed(&self, place: &ConditionPlace, number: usize, conjunct: &Conjunct<'_>) {
        if let ConditionPlace::Branch { branch, .. } = place {
            let text = &conjunct.text;
            let told = format!("branch {branch}, conjunct {number}: {text}");
            self.0.borrow_mut().push(told);
        }
    }
}

/// The plans in a world of this size, and why branches failed.
fn planned(size: f32) -> (Vec<String>, Vec<String>) {
    let (reference, facts) = reference();
    let (game, reasons) = (Game(size), Reasons::default());
    let host = Compiled {
        expressions: reference.expressions,
        context: &game,
    };
    let interpreter = Interpreter::new(reference.rows, &host).watched_by(&reasons);
    let go = reference.call(arrest::Task::Go).expect("it is a task");
    let plans = interpreter.plans(facts, &[go]).map(|plan| {
        let steps = plan.expect("it ends");
        let steps = steps.iter().map(|step| reference.task(step).to_string());
        steps.collect::<Vec<_>>().join("; ")
    });
    let plans = plans.collect();
    (plans, reasons.0.take())
}

#[test]
fn it_plans_with_the_context() {
    let (plans, reasons) = planned(1.0);
    assert_eq!(
        plans,
        [
            "cuff(Actor(1), Actor(2)); reserve(Actor(1))",
            "cuff(Actor(5), Actor(2)); reserve(Actor(5))",
            "cuff(Actor(5), Actor(8)); reserve(Actor(5))",
            "cuff(Actor(1), Actor(8)); reserve(Actor(1))",
        ]
    );
    assert_eq!(reasons, [] as [&str; 0]);
}

#[test]
fn one_who_watches_is_told_why_a_branch_failed() {
    let (plans, reasons) = planned(1_000.0);
    assert_eq!(plans, [""]);
    assert_eq!(reasons, ["branch 0, conjunct 4: d < 400.0"]);
}
