//! The reference rows of a domain, and observers of the interpreter.
//!
//! `cargo test --features reference --test reference`
#![cfg(feature = "reference")]

use std::cell::RefCell;
use std::collections::BTreeMap;

use squad_htn::prelude::*;
use squad_htn::reference::rows::DoneBy;
use squad_htn::reference::{
    BoxEvent, BoxItem, Compiled, ConditionPlace, FactSets, Interpreter, Observer, Port,
    ReferenceDomain,
};
use squad_htn::{Domain, State};

/// A person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Actor(pub u16);

/// The distances between people.
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
fn rows_have_source_positions() {
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

/// Records the furthest conjunct of each branch that has no solution.
#[derive(Default)]
struct Reasons {
    /// The furthest conjunct of a condition, by the condition's box.
    furthest: RefCell<BTreeMap<u64, (usize, String)>>,
    failed: RefCell<Vec<String>>,
}

impl Observer for Reasons {
    fn traces(&self) -> bool {
        true
    }

    fn event(&self, event: &BoxEvent<'_>) {
        let mut furthest = self.furthest.borrow_mut();
        match (event.port, event.item) {
            (Port::Call, BoxItem::Conjunct(number, conjunct)) => {
                let reached = (number, conjunct.text.to_string());
                let last = furthest.entry(event.parent).or_default();
                *last = reached.max(last.clone());
            }
            (Port::Exit, BoxItem::Condition(..)) => _ = furthest.remove(&event.id),
            (Port::Fail, BoxItem::Condition(ConditionPlace::Branch { branch, .. }, _)) => {
                if let Some((number, text)) = furthest.remove(&event.id) {
                    let failed = format!("branch {branch}, conjunct {number}: {text}");
                    self.failed.borrow_mut().push(failed);
                }
            }
            _ => {}
        }
    }
}

/// Returns the plans in a world of this size, and the reasons of failed branches.
fn planned(size: f32) -> (Vec<String>, Vec<String>) {
    let (reference, facts) = reference();
    let (game, reasons) = (Game(size), Reasons::default());
    let host = Compiled {
        expressions: reference.expressions,
        context: &game,
    };
    let interpreter = Interpreter::new(reference.rows, &host).watched_by(&reasons);
    let go = reference.call(arrest::Task::Go).expect("an existing task");
    let plans = interpreter.plans(facts, &[go]).map(|plan| {
        let steps = plan.expect("it ends");
        let steps = steps.iter().map(|step| reference.task(step).to_string());
        steps.collect::<Vec<_>>().join("; ")
    });
    let plans = plans.collect();
    (plans, reasons.failed.take())
}

#[test]
fn interpreter_plans_with_context() {
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
fn observer_gets_reason_of_failed_branch() {
    let (plans, reasons) = planned(1_000.0);
    assert_eq!(plans, [""]);
    assert_eq!(reasons, ["branch 0, conjunct 4: d < 400.0"]);
}
