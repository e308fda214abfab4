//! Planners on many threads.

use std::thread;

use squad_htn::prelude::*;

use crate::errand::{Planner, State, Task, errand, row};

fn all(planner: &mut Planner, state: &State, slice: u64) -> Vec<Vec<Task>> {
    planner.start(state, Task::Collect { to: 9 });
    let mut plans = Vec::new();
    loop {
        match planner
            .resume(&(), Budget::steps(slice))
            .expect("within the limits")
        {
            Progress::Paused | Progress::Waiting => thread::yield_now(),
            Progress::Found => plans.push(planner.plan().expect("found").tasks().collect()),
            Progress::NoPlan => return plans,
        }
    }
}

#[test]
fn many_threads_find_the_same_plans() {
    let state = row(9);
    let expected = all(&mut Planner::new(), &state, u64::MAX);
    assert!(!expected.is_empty());
    thread::scope(|scope| {
        let search =
            |slice| move || all(&mut Planner::with_limits(Limits::compact()), &row(9), slice);
        let threads: Vec<_> = (0..8).map(|n| scope.spawn(search(10 + n))).collect();
        for thread in threads {
            assert_eq!(thread.join().expect("no panic"), expected);
        }
    });
}

#[test]
fn paused_planner_moves_to_another_thread() {
    let state = row(9);
    let expected = all(&mut Planner::new(), &state, u64::MAX);
    let mut planner = Planner::new();
    planner.start(&state, Task::Collect { to: 9 });
    assert_eq!(
        planner.resume(&(), Budget::steps(100)),
        Ok(Progress::Paused)
    );
    let (found, planner) = thread::spawn(move || {
        let mut planner = planner;
        assert_eq!(
            planner.resume(&(), Budget::unlimited()),
            Ok(Progress::Found)
        );
        (
            planner.plan().expect("found").tasks().collect::<Vec<_>>(),
            planner,
        )
    })
    .join()
    .expect("no panic");
    assert_eq!(found, expected[0]);
    assert!(planner.plan().is_some());
}

#[test]
fn everything_is_send_and_the_facts_are_sync() {
    fn is_send<T: Send>() {}
    fn is_sync<T: Sync>() {}
    is_send::<errand::State>();
    is_send::<errand::Planner>();
    is_send::<errand::Plan>();
    is_sync::<errand::State>();
    is_sync::<errand::Plan>();
}
