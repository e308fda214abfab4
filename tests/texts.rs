//! The texts of a domain that only people read, and builds without them.
//!
//! `cargo test --no-default-features --features std --test texts`

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Medic(u8);

htn_domain! {
    /// Help for the wounded.
    domain ward;
    agent Medic;
    /// A medic on duty.
    predicate medic(Medic);
    predicate tired(Medic);
    /// Takes some time.
    operator bandage(who: Medic) by who { while !tired(who); }
    /// Chooses a task.
    pub method help() {
        /// Uses any medic.
        branch at_once if medic(who) { bandage(who); }
    }
}
use ward::{Director, Fact, Task};

const TEXTS: bool = cfg!(feature = "texts");

fn text(text: &'static str) -> &'static str {
    if TEXTS { text } else { "" }
}

#[test]
fn doc_comments_are_in_plans() {
    let state = ward::State::from_facts([Fact::Medic(Medic(1))]).expect("it fits");
    let mut planner = ward::Planner::new();
    let plan = planner.find(&state, &(), Task::Help);
    let plan = plan.expect("within the limits").expect("a plan");
    let node = plan.tree().node(0).expect("a root node");
    // Names always exist, because events need them.
    assert_eq!((node.name(), node.branch()), ("help", "at_once"));
    assert_eq!(node.doc(), text("Uses any medic."));
}

/// Saves start with the identity of the domain, and may come from another build.
#[test]
fn domain_identity_is_independent_of_texts() {
    use squad_htn::Domain as _;
    assert_eq!(ward::Domain::HASH, 0x2015_e541_aea1_b542);
}

#[test]
fn conditions_are_quoted_in_events() {
    let mut director = Director::new(Task::Help);
    let medic = Fact::Medic(Medic(1));
    director.state_mut().insert(medic).expect("it fits");
    let mut failed = Vec::new();
    for tick in 0..6 {
        if tick == 3 {
            let tired = Fact::Tired(Medic(1));
            director.state_mut().insert(tired).expect("it fits");
        }
        let _ = director.tick(&(), Budget::steps(1_000));
        failed.extend(director.events().filter_map(|event| match event {
            Event::Failed { why, .. } => Some(why.to_string()),
            _ => None,
        }));
    }
    let why = failed.first().expect("it can't go on");
    let quoted = if TEXTS {
        "`!tired(who)`"
    } else {
        "a condition"
    };
    assert!(
        why.contains(quoted) && why.contains("who = Medic(1)"),
        "{why}"
    );
    assert_eq!(why.contains('`') && why.contains("!tired"), TEXTS, "{why}");
}
