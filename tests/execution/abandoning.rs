//! Abandoned plans: stopped actions, undo steps, holds and barriers.

use squad_htn::prelude::*;

use crate::rig::Rig;
use crate::steps::{self, A1, A2, Actor, P1, Squad, block_on, global_block, reserve, take};

htn_domain! {
    domain undoing;
    agent Actor;

    predicate opened(u8) [8];
    predicate jammed(u8) [8];
    predicate log(u8) [8];
    predicate level(u8 => u8) [4];
    predicate marked(u8) [4];

    internal operator open(n: u8) { add opened(n); undo close(n); }
    internal operator close(n: u8) { if !jammed(n); delete opened(n); add log(n); }
    internal operator up(n: u8) {
        if level(n, height);
        add level(n, height + 1);
        undo down(n);
    }
    internal operator down(n: u8) {
        if level(n, height);
        add level(n, height - 1);
        undo up(n);
    }
    internal operator raise(n: u8) {
        if level(n, height);
        add level(n, height + 1);
        undo lower(n);
    }
    internal operator lower(n: u8) {
        if level(n, height);
        add level(n, height - 1);
    }
    internal operator mark(n: u8) { add marked(n); undo unmark(n); }
    internal operator unmark(n: u8) { delete marked(n); }
    operator act(who: Actor) by who { failure add log(99); }
}

use undoing::{Fact, Task};

const ACT: Task = Task::Act { who: A1 };

/// Runs the steps, then an action, then cancels while the action runs.
fn cancelled(facts: &[Fact], steps: &[Task]) -> Rig<undoing::Domain> {
    let mut rig = Rig::<undoing::Domain>::new(facts.iter().copied());
    let steps: Vec<Task> = steps.iter().copied().chain([ACT]).collect();
    let plan = rig.submit(&(), &steps, 0);
    rig.expect(&(), "+act(a1)");
    rig.executor.cancel(plan);
    rig.expect(&(), "-act(a1)");
    assert_eq!(rig.abandoned(plan), Some(AbandonReason::Cancelled));
    assert!(!rig.lives(plan));
    rig
}

fn logged(rig: &Rig<undoing::Domain>) -> Vec<u8> {
    let log = rig.state.facts().filter_map(|fact| match fact {
        Fact::Log(n) => Some(n),
        _ => None,
    });
    log.collect()
}

#[test]
fn abandoned_plan_undoes_steps_in_reverse() {
    let rig = cancelled(
        &[],
        &[
            Task::Open { n: 1 },
            Task::Open { n: 2 },
            Task::Open { n: 3 },
        ],
    );
    assert_eq!(logged(&rig), [99, 3, 2, 1], "actions are stopped before");
    assert!(
        !rig.state
            .facts()
            .any(|fact| matches!(fact, Fact::Opened(_)))
    );
}

#[test]
fn step_undone_by_its_plan_is_not_undone_again() {
    let rig = cancelled(
        &[],
        &[
            Task::Open { n: 1 },
            Task::Open { n: 2 },
            Task::Close { n: 1 },
        ],
    );
    assert_eq!(logged(&rig), [1, 99, 2]);
}

#[test]
fn failed_undo_changes_nothing_and_is_logged() {
    let mut rig = Rig::<undoing::Domain>::new([]);
    let plan = rig.submit(&(), &[Task::Open { n: 1 }, Task::Open { n: 2 }, ACT], 0);
    rig.expect(&(), "+act(a1)");
    rig.state.insert(Fact::Jammed(2)).unwrap();
    rig.executor.cancel(plan);
    rig.expect(&(), "-act(a1)");
    assert!(rig.holds(Fact::Opened(2)) && !rig.holds(Fact::Opened(1)));
    assert_eq!(logged(&rig), [99, 1]);
    let lines = rig.lines();
    assert!(
        lines.iter().any(|line| line.contains("close(2)")),
        "{lines:?}"
    );
}

#[test]
fn each_undo_step_cancels_latest_matching_step() {
    let (raise, lower) = (Task::Raise { n: 1 }, Task::Lower { n: 1 });
    for steps in [
        &[raise, raise, lower][..],
        &[raise, lower],
        &[raise, lower, raise],
        &[raise, raise, lower, lower],
        &[raise, lower, raise, lower],
        &[raise, raise, raise, lower],
    ] {
        let rig = cancelled(&[Fact::Level(1, 5)], steps);
        assert!(rig.holds(Fact::Level(1, 5)), "{steps:?}: {:?}", rig.state);
    }
    let rig = cancelled(&[Fact::Level(1, 5)], &[raise, lower, lower]);
    assert!(
        rig.holds(Fact::Level(1, 4)),
        "the second one had nothing to take back"
    );
}

#[test]
fn undo_step_records_no_undo_of_its_own() {
    let rig = cancelled(
        &[Fact::Level(1, 5)],
        &[Task::Up { n: 1 }, Task::Down { n: 1 }],
    );
    assert!(rig.holds(Fact::Level(1, 5)));
    let rig = cancelled(&[Fact::Level(1, 5)], &[Task::Down { n: 1 }]);
    assert!(
        rig.holds(Fact::Level(1, 5)),
        "one that takes nothing back does"
    );
}

#[test]
fn undo_step_matches_equal_arguments_only() {
    let facts = [Fact::Level(1, 5), Fact::Level(2, 5)];
    let rig = cancelled(&facts, &[Task::Up { n: 1 }, Task::Down { n: 2 }]);
    assert!(rig.holds(Fact::Level(1, 5)) && rig.holds(Fact::Level(2, 5)));
}

#[test]
fn step_without_changes_records_no_undo() {
    let rig = cancelled(
        &[Fact::Marked(1)],
        &[Task::Mark { n: 1 }, Task::Mark { n: 2 }],
    );
    assert!(rig.holds(Fact::Marked(1)), "it was there before");
    assert!(!rig.holds(Fact::Marked(2)));
}

#[test]
fn undo_does_not_wait_for_busy_agents() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[reserve(A1), reserve(A2), steps::act(1, A1)]);
    squad.submit(&[steps::act(2, A2)]);
    squad.expect("+act(1, a1) +act(2, a2)");
    squad.0.executor.cancel(plan);
    squad.expect("-act(1, a1)");
    assert!(!squad.has(steps::Fact::Reserved(A1)) && !squad.has(steps::Fact::Reserved(A2)));
}

#[test]
fn abandoned_plan_opens_its_holds_and_barriers() {
    let mut squad = Squad::new();
    squad.submit(&[steps::act(1, A1)]);
    squad.expect("+act(1, a1)");
    let plan = squad.submit(&[block_on(A2, A1), global_block(A1), steps::note(2)]);
    squad.submit(&[steps::act(3, A2)]);
    squad.expect("");
    squad.0.executor.cancel(plan);
    squad.expect("+act(3, a2)");
    assert!(!squad.0.lives(plan));
    assert!(
        squad.is_busy(A1),
        "the action it waited for is another plan's"
    );
}

#[test]
fn hold_on_action_of_abandoned_plan_ends() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[steps::act(1, A1)]);
    squad.submit(&[block_on(A2, A1), steps::act(2, A2)]);
    squad.expect("+act(1, a1)");
    squad.0.executor.cancel(plan);
    squad.expect("-act(1, a1) +act(2, a2)");
}

#[test]
fn completed_plan_undoes_nothing() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[reserve(A1), take(P1)]);
    squad.expect("");
    assert!(squad.0.completed(plan));
    assert!(squad.has(steps::Fact::Reserved(A1)) && squad.has(steps::Fact::Taken(P1)));
}

#[test]
fn plan_without_steps_completes_at_once() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[]);
    squad.expect("");
    assert!(squad.0.completed(plan));
    assert!(!squad.0.lives(plan));
}

#[test]
fn plan_cancelled_before_start_changes_nothing() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[reserve(A1), steps::act(1, A1)]);
    squad.0.executor.cancel(plan);
    squad.expect("");
    assert_eq!(squad.0.abandoned(plan), Some(AbandonReason::Cancelled));
    assert!(!squad.has(steps::Fact::Reserved(A1)) && squad.has(steps::Fact::Starts(0)));
}
