//! The facts after the failure of a step.

use squad_htn::{PlanTools, ScheduleError};

use crate::drill::{Fact, Man, State, Task, Times, plan_of};

const A: Man = Man(0);
const B: Man = Man(1);

#[test]
fn failure_keeps_effects_and_undoes_reservations() {
    let times = Times(vec![1.0, 5.0, 3.0]);
    let tasks = [
        Task::Reserve { who: A },
        Task::OpenUp { who: A, door: 0 },
        Task::Spot { who: B, thing: 0 },
        Task::OpenUp { who: A, door: 2 },
        Task::OpenUp { who: B, door: 1 },
        Task::Free { who: A },
    ];
    let plan = plan_of(&tasks, &times).unwrap();
    let state = State::from_facts([Fact::Seen(9)]).unwrap();
    let facts = |step| {
        let state = plan.facts_if_fails(step, &state, &times).unwrap();
        state.facts().collect::<Vec<_>>()
    };
    // The spotting ends at the same time, with success.
    assert_eq!(facts(1), [Fact::Seen(9), Fact::Seen(0)]);
    assert_eq!(facts(2), [Fact::Open(0), Fact::Seen(9)]);
    assert_eq!(facts(3), [Fact::Open(0), Fact::Seen(9), Fact::Seen(0)]);
    assert_eq!(
        facts(4),
        [Fact::Open(0), Fact::Open(2), Fact::Seen(9), Fact::Seen(0)]
    );
}

#[test]
fn only_actions_that_end_can_fail() {
    let times = Times(vec![1.0]);
    let tasks = [
        Task::Note,
        Task::Aim { who: A },
        Task::Act { who: B, key: 0 },
        Task::GlobalBlock { a: B },
        Task::FinishAction { a: A },
    ];
    let plan = plan_of(&tasks, &times).unwrap();
    for step in [0, 1, 3, 4, 5, usize::MAX] {
        let error = plan
            .facts_if_fails(step, &State::new(), &times)
            .unwrap_err();
        assert!(
            matches!(error, ScheduleError::NoEnd { step: named } if named == step),
            "{error}"
        );
    }
    assert!(plan.facts_if_fails(2, &State::new(), &times).is_ok());

    // A step that cannot start does not count as failed.
    let tasks = [
        Task::OpenUp { who: A, door: 0 },
        Task::Shut { who: B, door: 0 },
        Task::OpenUp { who: A, door: 0 },
        Task::GoIn { who: A, door: 0 },
    ];
    let plan = plan_of(&tasks, &Times(vec![1.0])).unwrap();
    assert!(plan.facts_if_fails(3, &State::new(), &times).is_ok());
    let closed = [Task::Reserve { who: A }, Task::Act { who: A, key: 0 }];
    let plan = plan_of(&closed, &times).unwrap();
    let reserved = State::from_facts([Fact::Reserved(A)]).unwrap();
    let error = plan.facts_if_fails(1, &reserved, &times).unwrap_err();
    assert!(
        matches!(error, ScheduleError::Fails { step: 0, .. }),
        "{error}"
    );
    let error = plan.facts_if_fails(0, &reserved, &times).unwrap_err();
    assert!(
        matches!(error, ScheduleError::Fails { step: 0, .. }),
        "{error}"
    );
}
