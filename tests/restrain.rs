//! The example of the language reference, from the domain to the plan.
#![allow(
    dead_code,
    missing_docs,
    reason = "the tests of execution use more of the domain's module"
)]

#[path = "common/restraint_domain.rs"]
mod restraint_domain;

use restraint_domain::{Actor, Game, O1, O2, O3, T7, T8, restraint, scene};

use restraint::{Action, Fact, State, Task};

#[test]
fn nearest_two_restrain_nearest_suspect() {
    let mut state = State::from_facts(scene(3)).expect("the facts fit");
    state.insert(Fact::Surrendered(T8)).expect("the fact fits");
    let mut planner = restraint::Planner::new();
    let plan = planner
        .find(&state, &Game, Task::SquadRestrain)
        .unwrap()
        .expect("a plan");
    let (squad, partner, target) = (O3, O2, T7);
    let tasks: Vec<Task> = plan.tasks().collect();
    assert_eq!(
        tasks,
        [
            Task::Reserve { who: squad },
            Task::Reserve { who: partner },
            Task::Reserve { who: target },
            Task::Restrain { squad, target },
            Task::RestrainComplement {
                squad: partner,
                target
            },
            Task::GlobalBlock { a: squad },
            Task::Free { who: squad },
            Task::Free { who: partner },
            Task::Free { who: target },
        ]
    );
    let actions: Vec<Action> = plan.actions().collect();
    assert_eq!(
        actions,
        [
            Action::Restrain { squad, target },
            Action::RestrainComplement {
                squad: partner,
                target
            }
        ]
    );
    assert_eq!(actions[0].to_string(), "restrain(o3, t7)");
}

#[test]
fn single_officer_restrains_alone() {
    let state = State::from_facts(scene(1)).expect("the facts fit");
    let mut planner = restraint::Planner::new();
    let plan = planner
        .find(&state, &Game, Task::SquadRestrain)
        .unwrap()
        .expect("a plan");
    assert_eq!(plan.actions().count(), 1);
    assert_eq!(
        plan.tree()
            .nodes()
            .map(|node| node.branch())
            .collect::<Vec<_>>(),
        ["nearest", "alone"]
    );
}

#[test]
fn no_officer_in_range_means_no_plan() {
    let far_away = Actor(60);
    let facts = [
        Fact::SquadMember(O1),
        Fact::Enemy(far_away),
        Fact::Surrendered(far_away),
    ];
    let state = State::from_facts(facts).expect("the facts fit");
    let mut planner = restraint::Planner::new();
    let plan = planner.find(&state, &Game, Task::SquadRestrain).unwrap();
    assert!(plan.is_none());
}
