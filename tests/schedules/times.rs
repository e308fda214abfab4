//! Schedules with results computed by hand.

use squad_htn::{PlanTools, ScheduleError};

use crate::drill::{Executor, Fact, Man, State, Task, Times, plan_of};

const A: Man = Man(0);
const B: Man = Man(1);
const C: Man = Man(2);

fn spans(tasks: &[Task], times: &[f32]) -> Vec<(f32, f32)> {
    let times = Times(times.to_vec());
    let plan = plan_of(tasks, &times).unwrap();
    let schedule = plan.schedule(&State::new(), &times).unwrap();
    let steps = schedule.steps().iter();
    steps.map(|step| (step.start, step.end)).collect()
}

#[test]
fn agents_keep_their_order_and_work_in_parallel() {
    let tasks = [
        Task::Act { who: A, key: 0 },
        Task::Act { who: B, key: 1 },
        Task::Act { who: A, key: 1 },
        Task::Lift { a: A, b: B, key: 2 },
        Task::Act { who: B, key: 0 },
    ];
    let expected = [(0.0, 2.5), (0.0, 4.0), (2.5, 6.5), (6.5, 7.0), (7.0, 9.5)];
    assert_eq!(spans(&tasks, &[2.5, 4.0, 0.5]), expected);
}

#[test]
fn barriers_and_holds_delay_steps() {
    let tasks = [
        Task::Act { who: A, key: 0 },
        Task::BlockOn { a: B, b: A },
        Task::Act { who: B, key: 1 },
        Task::Act { who: C, key: 1 },
        Task::GlobalBlock { a: C },
        Task::Act { who: C, key: 1 },
        Task::Act { who: A, key: 1 },
    ];
    // B waits for A because of `block_on`, and the last two steps wait for C.
    let expected = [
        (0.0, 5.0),
        (0.0, 0.0),
        (5.0, 7.0),
        (0.0, 2.0),
        (0.0, 0.0),
        (2.0, 4.0),
        (5.0, 7.0),
    ];
    assert_eq!(spans(&tasks, &[5.0, 2.0]), expected);
}

#[test]
fn steps_wait_for_their_conditions() {
    let tasks = [
        Task::OpenUp { who: A, door: 0 },
        Task::GoIn { who: B, door: 0 },
        Task::Spot { who: C, thing: 1 },
        Task::Report { who: A, thing: 1 },
    ];
    let expected = [(0.0, 3.0), (3.0, 6.0), (0.0, 4.5), (4.5, 9.0)];
    assert_eq!(spans(&tasks, &[3.0, 4.5]), expected);
}

#[test]
fn endless_actions_run_until_they_are_ended() {
    let ended = [
        Task::Aim { who: A },
        Task::Act { who: B, key: 0 },
        Task::GlobalBlock { a: B },
        Task::FinishAction { a: A },
        Task::WaitABit { who: A },
    ];
    let expected = [(0.0, 2.0), (0.0, 2.0), (0.0, 0.0), (2.0, 2.0), (2.0, 3.0)];
    assert_eq!(spans(&ended, &[2.0]), expected);
    assert_eq!(
        spans(&ended[..2], &[2.0]),
        [(0.0, f32::INFINITY), (0.0, 2.0)]
    );

    let times = Times(vec![2.0]);
    let waits = [Task::Aim { who: A }, Task::WaitABit { who: A }];
    let plan = plan_of(&waits, &times).unwrap();
    let error = plan.schedule(&State::new(), &times).unwrap_err();
    assert!(matches!(&error, ScheduleError::Waits(waiting) if waiting.step == 1));
    assert_eq!(
        error.to_string(),
        "the plan never completes: wait_a_bit(Man(0)) until Man(0) has finished aim(Man(0)); help: end the action with `finish_action`"
    );
}

#[test]
fn actions_without_agents_run_in_parallel() {
    let tasks = [
        Task::Shout { who: A, key: 0 },
        Task::Act { who: A, key: 1 },
        Task::Note,
        Task::Act { who: A, key: 1 },
    ];
    let expected = [(0.0, 9.0), (0.0, 2.0), (0.0, 0.0), (2.0, 4.0)];
    // A step without agents waits until all earlier steps have started.
    assert_eq!(spans(&tasks, &[9.0, 2.0]), expected);
    let times = Times(vec![9.0, 2.0]);
    let schedule = plan_of(&tasks, &times)
        .unwrap()
        .schedule(&State::new(), &times)
        .unwrap();
    assert_eq!((schedule.waiting(A), schedule.end()), (0.0, 9.0));
    assert_eq!(schedule.agents(), [A]);
}

#[test]
fn durations_use_bindings_and_context() {
    assert_eq!(spans(&[Task::Pace { who: B }], &[0.0, 1.25]), [(0.0, 1.75)]);
    assert_eq!(spans(&[Task::WaitABit { who: B }], &[]), [(0.0, 1.0)]);
    assert_eq!(spans(&[], &[]), []);
    assert_eq!(
        spans(
            &[Task::Act { who: A, key: 0 }, Task::Act { who: A, key: 0 }],
            &[0.0]
        ),
        [(0.0, 0.0), (0.0, 0.0)]
    );
}

#[test]
fn invalid_input_is_an_error() {
    for wrong in [-1.0, f32::NAN] {
        let times = Times(vec![wrong]);
        let tasks = [Task::Note, Task::Act { who: A, key: 0 }];
        let plan = plan_of(&tasks, &times).unwrap();
        let error = plan.schedule(&State::new(), &times).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "step 1 (act(Man(0), 0)): `duration` is {wrong}; help: it must be 0 or greater"
            )
        );
    }
    // Facts for which the plan is invalid.
    let times = Times(vec![1.0]);
    let tasks = [
        Task::OpenUp { who: A, door: 0 },
        Task::GoIn { who: A, door: 0 },
    ];
    let plan = plan_of(&tasks, &times).unwrap();
    let tasks = [Task::Reserve { who: A }];
    assert!(plan.schedule(&State::new(), &times).is_ok());
    let reserved = State::from_facts([crate::drill::Fact::Reserved(A)]).unwrap();
    let error = plan_of(&tasks, &times)
        .unwrap()
        .schedule(&reserved, &times)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "step 0 (reserve(Man(0))) fails: `!reserved(who)` with who = Man(0) does not hold"
    );
}

#[test]
fn unknown_plans_and_steps_have_no_sensed_effects() {
    let times = Times(vec![]);
    let plan = plan_of(&[Task::Spot { who: A, thing: 1 }], &times).unwrap();
    let (mut state, mut executor) = (State::new(), Executor::with_limits(plan.limits()));
    let id = executor.submit(&plan, 0).unwrap();
    executor.apply_sensed(id, 1, &mut state, &times);
    executor.apply_sensed(id, usize::MAX, &mut state, &times);
    assert!(state.is_empty());
    executor.apply_sensed(id, 0, &mut state, &times);
    assert!(state.contains(Fact::Seen(1)));

    state.clear();
    executor.cancel(id);
    executor.tick(&mut state, &times);
    executor.apply_sensed(id, 0, &mut state, &times);
    assert!(state.is_empty());

    assert!(plan.is_busy(0, &times) && !plan.is_busy(1, &times));
    let shout = plan_of(&[Task::Shout { who: A, key: 0 }], &times).unwrap();
    assert!(!shout.is_busy(0, &times));
}
