//! Tests of endless searches, observers and invalid rows.

use std::cell::RefCell;
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use super::build::*;
use crate::reference::rows::*;
use crate::reference::{
    Bounds, BoxEvent, BoxItem, ConditionPlace, Error, FactSets, Interpreter, Observer, Port,
    TaskCall,
};

#[test]
fn endless_recursion_of_tasks_is_too_deep() {
    let mut domain = Domain::new(vec![]);
    domain.method("go", method(0, vec![block(vec![], vec![call(0, &[])])]));
    assert_eq!(domain.plans(0), (vec![], Err(Error::TooDeep)));
    let mut domain = Domain::new(vec![]);
    let step = domain.operator("step", operator(0, vec![]));
    let go = block(vec![], vec![call(step, &[]), call(1, &[]), call(step, &[])]);
    let go = domain.method("go", method(0, vec![go]));
    assert_eq!(domain.plans(go), (vec![], Err(Error::TooDeep)));
}

#[test]
fn an_endless_loop_is_too_long() {
    let mut domain = Domain::new(vec![]).with(0, &[&[1]]);
    let round = |body| Stmt::While(block(vec![fact(0, &[Any])], body));
    let nothing = domain.method(
        "nothing",
        method(0, vec![block(vec![], vec![round(vec![])])]),
    );
    assert_eq!(domain.plans(nothing), (vec![], Err(Error::TooLong)));
    let step = domain.operator("step", operator(0, vec![]));
    let body = vec![round(vec![call(step, &[])])];
    let steps = domain.method("steps", method(0, vec![block(vec![], body)]));
    assert_eq!(domain.plans(steps), (vec![], Err(Error::TooLong)));
}

#[test]
fn work_has_a_bound() {
    let mut domain = Domain::new(vec![]).with(0, &[&[1], &[2], &[3], &[4]]);
    let many = (0..8).map(|var| fact(0, &[V(var)]));
    let never = fact(1, &[Any]);
    let guard = many.chain([never]).collect();
    let go = domain.method("go", method(0, vec![block(guard, vec![])]));
    domain.bounds = Bounds {
        work: 1_000,
        ..Bounds::default()
    };
    assert_eq!(domain.plans(go), (vec![], Err(Error::TooMuch)));
}

#[test]
fn numbers_that_stand_for_nothing_are_an_error() {
    let wrong = [
        (axiom_call(7, &[]), "axiom"),
        (fact(0, &[V(99)]), "variable"),
    ];
    for (form, what) in wrong {
        let mut domain = Domain::new(vec![]).with(0, &[&[1]]);
        let go = domain.method("go", method(0, vec![block(vec![form], vec![])]));
        assert_eq!(domain.plans(go), (vec![], Err(Error::Unknown(what))));
    }
    let mut domain = Domain::new(vec![]);
    let wrong = [
        (call(9, &[]), "task"),
        (Stmt::Effect(effect(true, 9, &[])), "predicate"),
        (Stmt::Effect(effect(true, 0, &[])), "column"),
        (Stmt::Effect(effect(true, 0, &[V(3)])), "value"),
    ];
    for (stmt, what) in wrong {
        let go = domain.method("go", method(0, vec![block(vec![], vec![stmt])]));
        assert_eq!(domain.plans(go), (vec![], Err(Error::Unknown(what))));
    }
    assert_eq!(FactSets::new(0).of(3), [] as [Vec<u64>; 0]);
}

/// Records the branches that are tried, the conjuncts that are called, and what holds or fails.
#[derive(Default)]
struct Witness(RefCell<Vec<String>>);

impl Observer for Witness {
    fn traces(&self) -> bool {
        true
    }
    fn event(&self, event: &BoxEvent<'_>) {
        self.0.borrow_mut().push(match (event.port, event.item) {
            (Port::Call, BoxItem::Condition(ConditionPlace::Branch { branch, .. }, _)) => {
                std::format!("branch {branch}")
            }
            (Port::Call, BoxItem::Conjunct(_, conjunct)) => {
                std::format!("{}, line {}", conjunct.text, conjunct.line)
            }
            (Port::Fail, BoxItem::Condition(..)) => "failed".to_string(),
            _ => return,
        });
    }
    fn held(&self, _: &ConditionPlace) {
        self.0.borrow_mut().push("held".to_string());
    }
}

#[test]
fn observer_receives_failed_conjunct_of_branch() {
    let mut domain = Domain::new(vec![|vars| u64::from(vars[0] > 5)]).with(0, &[&[1], &[2]]);
    let p = || fact(0, &[V(0)]);
    let branches = vec![
        block(vec![p(), fact(1, &[V(0)]), Form::Test(0)], vec![]),
        block(vec![p(), Form::Test(0), p()], vec![]),
        block(vec![fact(1, &[V(0)])], vec![]),
        block(vec![p()], vec![]),
        block(vec![], vec![]),
    ];
    let task = domain.method("go", method(0, branches));
    let witness = Witness::default();
    let interpreter = Interpreter::new(&domain.rows, &domain.rust).watched_by(&witness);
    let args = vec![];
    let plans = interpreter.plans(domain.facts.clone(), &[TaskCall { task, args }]);
    assert_eq!(plans.count(), 2);
    assert_eq!(
        *witness.0.borrow(),
        [
            "branch 0",
            "conjunct 0, line 1",
            "conjunct 1, line 2",
            "conjunct 1, line 2",
            "failed",
            "branch 1",
            "conjunct 0, line 1",
            "conjunct 1, line 2",
            "conjunct 1, line 2",
            "failed",
            "branch 2",
            "conjunct 0, line 1",
            "failed",
            "branch 3",
            "conjunct 0, line 1",
            "held",
            "failed",
        ]
    );
}

#[test]
fn the_default_depth_fits_the_stack_of_a_thread() {
    // An axiom that calls itself and nothing else takes the most of the stack for each level.
    let mut domain = Domain::new(vec![]);
    let same = domain.axiom(0, vec![vec![vec![axiom_call(0, &[])]]]);
    let go = block(vec![axiom_call(same, &[])], vec![]);
    let go = domain.method("go", method(0, vec![go]));
    assert_eq!(domain.plans(go), (vec![], Err(Error::TooDeep)));
}
