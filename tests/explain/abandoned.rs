//! Explanations of abandoned plans: the failure, and the repairs that were tried.

use squad_htn::explain::FailureLog;
use squad_htn::prelude::*;

use crate::assert_text;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Man(pub u8);

htn_domain! {
    domain way;
    agent Man;
    predicate man(Man);
    predicate key(Man);
    predicate window();
    operator open(who: Man) by who {}
    operator climb(who: Man) by who {}
    pub method go() {
        branch in_ if man(who) { pass(who); }
    }
    method pass(who: Man) { try_it(who); climb(who); }
    method try_it(who: Man) {
        branch door if key(who) { open(who); }
        branch window if window() { climb(who); }
    }
}
use way::{Director, Fact, Task};

#[test]
fn abandoned_plan_names_failure_and_failed_repairs() {
    let mut director = Director::new(Task::Go);
    director
        .state_mut()
        .insert(Fact::Man(Man(1)))
        .expect("it fits");
    director
        .state_mut()
        .insert(Fact::Key(Man(1)))
        .expect("it fits");
    let (mut log, mut text) = (FailureLog::new(), String::new());
    for _tick in 0..20 {
        for command in director.tick(&(), Budget::unlimited()) {
            // The key breaks.
            if let Command::Start { id, .. } = command {
                director.finish(id, Outcome::Failure).expect("it runs");
                director.state_mut().remove(Fact::Key(Man(1)));
            }
        }
        for lost in log.watch(director.events()) {
            text += &lost.to_string();
            for why in lost.explain(&director, &()).expect("they are tasks") {
                text += &why.to_string();
            }
        }
    }
    assert_text("abandoned", text);
    let why = director.explain(&()).expect("an existing task");
    assert_text("abandoned_root", why);
}
