//! Less common forms of the language in the executor, and the traits of its types.

use squad_htn::prelude::*;

use crate::rig::Rig;
use crate::squad::{A1, A2, Actor};
use crate::stage::Stage;
use crate::steps::{Squad, act, free, reserve, squad};

htn_domain! {
    domain odd;
    agent Actor;

    predicate seen(Actor) [1];
    predicate log(u8) [8];
    predicate target(u8) [8];
    predicate path(u8, u8) [8];

    axiom reachable(a: u8, b: u8) { path(a, b) }
    axiom reachable(a: u8, b: u8) { path(a, c) && reachable(c, b) }

    operator go(who: Actor) by who {}
    /// Engages `who` only if `wait` is set.
    operator say(who: Actor, wait: bool) by who { busy wait; }
    operator sing(a: Actor, b: Actor) by a, b { busy false; }
    operator either(who: Actor) by who { if target(1); start add log(1); }
    operator either(who: Actor) by who { if target(2); start add log(2); }

    method notes(who: Actor) { go(who); add seen(who); delete seen(who); add log(1); }
    method crowd() if let n: usize = count(target(_)) && n >= 2 { go(A1); }
    method all_marked() if forall(target(n) => log(n)) { go(A1); }
    method travel(from: u8, to: u8) if reachable(from, to) { go(A1); }
    method in_turn() { while target(n) && !log(n) { go(A1); add log(n); } }
    method side_by_side() { unordered { go(A1); { go(A2); add log(1); } } }
}

use odd::{Fact, Task};

fn rig(facts: &[Fact]) -> Rig<odd::Domain> {
    Rig::new(facts.iter().copied())
}

#[test]
fn busy_is_an_expression_over_the_parameters() {
    for (wait, commands) in [(true, "+say(a1, true)"), (false, "+say(a1, false) +go(a1)")] {
        let mut rig = rig(&[]);
        rig.submit(&(), &[Task::Say { who: A1, wait }, Task::Go { who: A1 }], 0);
        rig.expect(&(), commands);
        assert!(rig.executor.is_busy(A1));
    }
}

#[test]
fn joint_voice_line_is_the_current_action_of_both() {
    for who in [A1, A2] {
        let mut rig = rig(&[]);
        let steps = [Task::Sing { a: A1, b: A2 }, Task::FinishAction { a: who }];
        rig.submit(&(), &steps, 0);
        rig.expect(&(), "+sing(a1, a2) -sing(a1, a2)");
    }
}

#[test]
fn add_and_delete_in_body_wait_for_named_agents() {
    let mut rig = rig(&[]);
    let plan = rig.submit(&(), &[Task::Notes { who: A1 }], 0);
    rig.expect(&(), "+go(a1)");
    assert!(
        !rig.holds(Fact::Log(1)),
        "without an agent, it waits for all before it"
    );
    rig.succeed("go(a1)");
    rig.expect(&(), "");
    assert!(!rig.holds(Fact::Seen(A1)) && rig.holds(Fact::Log(1)));
    assert!(rig.completed(plan));
}

#[test]
fn add_in_body_fails_if_predicate_is_full() {
    let mut rig = rig(&[]);
    let plan = rig.submit(&(), &[Task::Notes { who: A1 }], 0);
    rig.state.insert(Fact::Seen(A2)).unwrap();
    rig.expect(&(), "+go(a1)");
    rig.succeed("go(a1)");
    rig.expect(&(), "");
    assert!(rig.needs_repair(plan));
    assert!(rig.holds(Fact::Seen(A2)) && !rig.holds(Fact::Seen(A1)));
}

#[test]
fn aggregate_is_computed_again() {
    for (left, starts) in [(2, true), (1, false)] {
        let mut rig = rig(&[Fact::Target(1), Fact::Target(2), Fact::Target(3)]);
        let plan = rig.submit(&(), &[Task::Crowd], 0);
        for n in left + 1..=3 {
            rig.state.remove(Fact::Target(n));
        }
        rig.expect(&(), if starts { "+go(a1)" } else { "" });
        assert_eq!(rig.needs_repair(plan), !starts);
    }
}

#[test]
fn forall_is_checked_again() {
    let mut rig = rig(&[Fact::Target(1), Fact::Log(1)]);
    let plan = rig.submit(&(), &[Task::AllMarked], 0);
    rig.state.insert(Fact::Target(2)).unwrap();
    rig.expect(&(), "");
    assert!(rig.needs_repair(plan));
}

#[test]
fn recursive_axiom_is_checked_again() {
    for (cut, starts) in [((9, 9), true), ((2, 3), false)] {
        let mut rig = rig(&[Fact::Path(1, 2), Fact::Path(2, 3)]);
        let plan = rig.submit(&(), &[Task::Travel { from: 1, to: 3 }], 0);
        rig.state.remove(Fact::Path(cut.0, cut.1));
        rig.expect(&(), if starts { "+go(a1)" } else { "" });
        assert_eq!(rig.needs_repair(plan), !starts);
    }
}

#[test]
fn cycle_in_recursive_axiom_does_not_panic() {
    // The condition exceeds a limit, which counts as false.
    let mut rig = rig(&[Fact::Path(1, 2), Fact::Path(2, 3)]);
    let plan = rig.submit(&(), &[Task::Travel { from: 1, to: 3 }], 0);
    rig.state = odd::State::from_facts([Fact::Path(1, 2), Fact::Path(2, 1)]).unwrap();
    rig.expect(&(), "");
    assert!(rig.needs_repair(plan));
}

#[test]
fn rounds_of_loop_are_executed_in_order() {
    let mut rig = rig(&[Fact::Target(1), Fact::Target(2)]);
    let plan = rig.submit(&(), &[Task::InTurn], 0);
    rig.expect(&(), "+go(a1)");
    rig.expect(&(), "");
    rig.succeed("go(a1)");
    rig.expect(&(), "+go(a1)");
    assert!(rig.holds(Fact::Log(1)));
    rig.succeed("go(a1)");
    rig.expect(&(), "");
    assert!(rig.holds(Fact::Log(2)) && rig.completed(plan));
}

#[test]
fn strands_run_side_by_side() {
    let mut rig = rig(&[]);
    let plan = rig.submit(&(), &[Task::SideBySide], 0);
    rig.expect(&(), "+go(a1) +go(a2)");
    assert!(rig.holds(Fact::Log(1)));
    rig.succeed("go(a2)");
    rig.succeed("go(a1)");
    rig.expect(&(), "");
    assert!(rig.completed(plan));
}

#[test]
fn step_keeps_the_planned_alternative() {
    let mut rig = rig(&[Fact::Target(2)]);
    rig.submit(&(), &[Task::Either { who: A1 }], 0);
    rig.state.insert(Fact::Target(1)).unwrap();
    rig.expect(&(), "+either(a1)");
    assert!(rig.holds(Fact::Log(2)) && !rig.holds(Fact::Log(1)));
}

htn_domain! {
    domain nobody;
    predicate done(u8) [8];
    operator paint(n: u8) { add done(n); }
    internal operator check(n: u8) { if done(n); }
    method all() { paint(1); paint(2); check(1); }
}

#[test]
fn domain_without_agents_can_be_executed() {
    let mut rig = Rig::<nobody::Domain>::new([]);
    let plan = rig.submit(&(), &[nobody::Task::All], 0);
    let commands = rig.tick(&());
    assert!(commands.contains(&"+paint(1)".to_string()), "{commands:?}");
    for _ in 0..4 {
        for (id, ..) in std::mem::take(&mut rig.running) {
            rig.executor.finish(id, Outcome::Success).unwrap();
        }
        rig.tick(&());
        if !rig.lives(plan) {
            break;
        }
    }
    assert!(!rig.lives(plan), "{:?}", rig.lines());
    assert!(rig.holds(nobody::Fact::Done(1)) && rig.holds(nobody::Fact::Done(2)));
}

#[test]
fn executor_and_director_are_send_clone_and_debug() {
    fn is_free<T: Send + Sync + Clone + std::fmt::Debug>() {}
    is_free::<squad::Executor>();
    is_free::<squad::Director>();
    is_free::<Event<squad::Domain>>();
    is_free::<Command<squad::Domain>>();
    fn prints<T: std::fmt::Display>() {}
    prints::<squad::Executor>();
    prints::<squad::Director>();
    fn is_copy<T: Copy + PartialEq>() {}
    is_copy::<Command<squad::Domain>>();
    is_copy::<Outcome>();
    is_copy::<AbandonReason>();

    let mut squad = Squad::new();
    squad.submit_at(3, &[reserve(A1), act(7, A1), free(A1)]);
    squad.expect("+act(7, a1)");
    let shown = squad.0.executor.to_string();
    assert!(
        shown.contains("free(a1)") && shown.contains("act(7, a1)"),
        "{shown}"
    );
    let status = squad.0.executor.plans().next().unwrap();
    assert_eq!(status.priority, 3);
    assert_eq!(
        status.tasks().collect::<Vec<_>>(),
        [reserve(A1), act(7, A1), free(A1)]
    );
    let started: Vec<bool> = (0..4).map(|step| status.has_started(step)).collect();
    assert_eq!(started, [true, true, false, false]);
    let waiting = status.waits.unwrap();
    assert_eq!(
        waiting.to_string(),
        "free(a1) until a1 has finished act(7, a1)"
    );
}

#[test]
fn commands_may_be_answered_inside_the_loop() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1), act(2, A1), act(3, A2)]);
    let mut started = 0;
    for _ in 0..4 {
        let rig = &mut squad.0;
        let commands: Vec<_> = rig
            .executor
            .tick(&mut rig.state, &crate::squad::STRICT)
            .collect();
        for command in commands {
            if let Command::Start { id, .. } = command {
                rig.executor.finish(id, Outcome::Success).unwrap();
                started += 1;
            }
        }
    }
    assert_eq!(started, 3);
    assert!(!squad.0.lives(plan));
}

#[test]
fn unrepairable_plan_names_agent_that_left() {
    let director = odd::Director::new(Task::Notes { who: A1 })
        .interval(1_000_000)
        .repair(Repair::Abandon);
    let mut stage = Stage::<odd::Domain>::new(director, []);
    stage.expect_within(3, &(), "+go(a1)");
    stage.director.agent_left(A1);
    stage.expect(&(), "-go(a1)");
    assert_eq!(stage.abandoned(), [AbandonReason::AgentLeft]);
    assert_eq!(stage.plans(), 0);
}
