//! Bad input returns an error or has a defined result, and changes nothing else.

use squad_htn::SubmitError;
use squad_htn::prelude::*;

use crate::restraint::{Game, restraint, scene};
use crate::rig::{Rig, plan};
use crate::steps::*;

fn limited(limits: Limits) -> Squad {
    Squad::with(squad::Executor::with_limits(limits), [])
}

#[test]
fn finished_action_cannot_be_finished_again() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), act(2, A1)]);
    squad.expect("+act(1, a1)");
    let id = squad.0.id("act(1, a1)");
    squad.succeed("act(1, a1)");
    let again = squad.0.executor.finish(id, Outcome::Failure);
    assert!(again.is_err(), "already reported");
    assert!(
        again.unwrap_err().to_string().contains(&id.to_string()),
        "names the id"
    );
    squad.expect("+act(2, a1)");
    assert!(squad.has(Fact::Wins(1)) && squad.has(Fact::Losses(0)));
    assert!(
        squad.0.executor.finish(id, Outcome::Failure).is_err(),
        "ended"
    );
    squad.expect("");
    assert!(squad.has(Fact::Wins(1)) && squad.has(Fact::Losses(0)));
}

#[test]
fn finish_rejects_action_ended_by_executor() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1), finish_action(A1), careful(2, A2)]);
    squad.expect("+act(1, a1) -act(1, a1) +careful(2, a2)");
    squad.put(Fact::Danger);
    squad.expect("-careful(2, a2)");
    for action in ["act(1, a1)", "careful(2, a2)"] {
        let id = squad.0.id(action);
        assert!(
            squad.0.executor.finish(id, Outcome::Success).is_err(),
            "{action}"
        );
    }
    squad.expect("");
    assert!(squad.has(Fact::Wins(1)) && squad.has(Fact::Losses(1)));
}

#[test]
fn action_id_of_another_executor_is_unknown() {
    let mut other = Squad::new();
    for tag in 0..9 {
        other.submit(&[act(tag, Actor(tag as u8))]);
    }
    other.0.tick(&STRICT);
    let id = other.0.id("act(8, a8)");
    let mut squad = Squad::new();
    assert!(squad.0.executor.finish(id, Outcome::Success).is_err());
    squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    assert!(squad.0.executor.finish(id, Outcome::Success).is_err());
    squad.expect("");
    assert!(squad.is_busy(A1));
}

#[test]
fn submit_rejects_plan_over_steps_limit() {
    let mut squad = limited(Limits {
        steps: 4,
        ..Limits::compact()
    });
    let long = plan(
        &squad.0.state,
        &LENIENT,
        &[note(1), note(2), note(3), note(4), note(5)],
    );
    let error = squad.0.executor.submit(&long, 0).unwrap_err();
    assert!(error.to_string().contains("steps"), "{error}");
    let fits = squad.submit(&[note(1), note(2), note(3), note(4)]);
    squad.expect("");
    assert!(squad.0.completed(fits));
}

#[test]
fn submit_rejects_plan_over_checks_limit() {
    let state = restraint::State::from_facts(scene(2)).expect("they fit");
    let plan = plan(&state, &Game, &[restraint::Task::SquadRestrain]);
    // The plan reserves and frees three actors and restrains one.
    for (checks, fits) in [(6, false), (7, true)] {
        let mut executor = restraint::Executor::with_limits(Limits {
            checks,
            ..Limits::compact()
        });
        match executor.submit(&plan, 0) {
            Ok(_) => assert!(fits, "{checks}"),
            Err(error) => {
                assert!(!fits && error.to_string().contains("checks"), "{error}");
            }
        }
    }
}

htn_domain! {
    /// A domain in which only operators have conditions.
    domain shelf;

    agent u8;

    predicate held(u8) [4];

    operator look(who: u8) by who { if held(who); }
    internal operator hold(who: u8) { if !held(who); add held(who); }

    pub method all() { hold(1); hold(2); look(1); look(2); }
}

#[test]
fn changes_without_checks_use_no_check_capacity() {
    let state = shelf::State::new();
    let plan = plan(&state, &(), &[shelf::Task::All]);
    let mut executor = shelf::Executor::with_limits(Limits {
        checks: 0,
        ..Limits::compact()
    });
    assert!(executor.submit(&plan, 0).is_ok());
}

#[test]
fn replace_rejects_plan_over_steps_limit() {
    let mut squad = limited(Limits {
        steps: 2,
        ..Limits::compact()
    });
    let id = squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    squad.fail("act(1, a1)");
    squad.expect("");
    let long = plan(&squad.0.state, &LENIENT, &[note(1), note(2), note(3)]);
    assert!(squad.0.executor.replace(id, &long).is_err());
    squad.expect("");
    assert!(squad.0.lives(id), "it still waits for an answer");
    squad.replace(id, &[note(1)]);
    squad.expect("");
    assert!(squad.0.completed(id));
}

#[test]
fn submit_rejects_plans_over_limit_until_one_ends() {
    let mut squad = limited(Limits {
        plans: 2,
        ..Limits::compact()
    });
    squad.submit(&[act(1, A1)]);
    let second = squad.submit(&[act(2, A2)]);
    let third = plan(&squad.0.state, &LENIENT, &[act(3, A3)]);
    let error = squad.0.executor.submit(&third, 0).unwrap_err();
    assert!(error.to_string().contains("plans"), "{error}");
    squad.expect("+act(1, a1) +act(2, a2)");
    assert!(squad.0.executor.submit(&third, 0).is_err());
    squad.0.executor.cancel(second);
    squad.expect("-act(2, a2)");
    squad.0.executor.submit(&third, 0).unwrap();
    squad.expect("+act(3, a3)");
}

#[test]
fn unknown_agent_may_leave() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1), act(2, A1)]);
    squad.expect("+act(1, a1)");
    squad.0.executor.agent_left(Actor(250));
    squad.expect("");
    assert!(squad.0.lives(plan) && !squad.0.needs_repair(plan));
    assert!(!squad.is_busy(Actor(250)));
    squad.succeed("act(1, a1)");
    squad.expect("+act(2, a1)");
}

#[test]
fn plan_may_be_cancelled_twice_and_after_its_end() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[reserve(A1), act(1, A1)]);
    squad.expect("+act(1, a1)");
    squad.0.executor.cancel(plan);
    squad.0.executor.cancel(plan);
    squad.expect("-act(1, a1)");
    squad.put(Fact::Reserved(A1));
    squad.0.executor.cancel(plan);
    squad.expect("");
    assert!(
        squad.has(Fact::Reserved(A1)),
        "an ended plan takes nothing back"
    );

    let done = squad.submit(&[note(1)]);
    squad.expect("");
    assert!(squad.0.completed(done));
    squad.0.executor.cancel(done);
    squad.expect("");
    assert_eq!(squad.0.abandoned(done), None);
}

#[test]
fn agent_may_leave_twice() {
    let mut squad = Squad::new();
    squad.submit(&[act(1, A1)]);
    squad.expect("+act(1, a1)");
    squad.0.executor.agent_left(A1);
    squad.0.executor.agent_left(A1);
    squad.expect("-act(1, a1)");
    assert!(squad.has(Fact::Losses(1)));
}

#[test]
fn finish_in_tick_of_a_cancel_counts() {
    for cancel_first in [true, false] {
        let mut squad = Squad::new();
        let plan = squad.submit(&[act(1, A1)]);
        squad.expect("+act(1, a1)");
        if cancel_first {
            squad.0.executor.cancel(plan);
        }
        squad.succeed("act(1, a1)");
        if !cancel_first {
            squad.0.executor.cancel(plan);
        }
        squad.expect("");
        assert!(squad.has(Fact::Wins(1)) && squad.has(Fact::Losses(0)) && squad.has(Fact::Ends(1)));
        assert!(!squad.0.lives(plan));
    }
}

#[test]
fn limits_of_zero_reject_every_plan() {
    let none = Limits {
        depth: 0,
        steps: 0,
        bindings: 0,
        trail: 0,
        sort: 0,
        choices: 0,
        tasks: 0,
        checks: 0,
        plans: 0,
        ..Limits::compact()
    };
    let mut squad = limited(none);
    let some = plan(&squad.0.state, &LENIENT, &[reserve(A1), act(1, A1)]);
    assert!(squad.0.executor.submit(&some, 0).is_err());
    squad.expect("");
    squad.0.executor.agent_left(A1);
    squad.expect("");
    let mut director = squad::Director::with_limits(Task::Note { tag: 1 }, none);
    for _ in 0..5 {
        assert_eq!(director.tick(&STRICT, Budget::unlimited()).count(), 0);
    }
}

#[test]
fn limits_beyond_memory_are_an_error() {
    let absurd = usize::MAX / 3;
    let compact = Limits::compact();
    let all = [
        Limits {
            depth: absurd,
            ..compact
        },
        Limits {
            steps: absurd,
            ..compact
        },
        Limits {
            bindings: absurd,
            ..compact
        },
        Limits {
            tasks: absurd,
            ..compact
        },
        Limits {
            checks: absurd,
            ..compact
        },
        Limits {
            plans: absurd,
            ..compact
        },
        Limits {
            events: absurd,
            ..compact
        },
    ];
    let note = Task::Note { tag: 1 };
    for limits in all {
        let mut squad = limited(limits);
        assert_eq!(squad.0.executor.limits(), limits);
        let some = plan(&squad.0.state, &LENIENT, &[reserve(A1), act(1, A1)]);
        let full = squad.0.executor.submit(&some, 0).unwrap_err();
        assert!(matches!(full, SubmitError::OutOfMemory { .. }), "{full:?}");
        assert!(full.to_string().contains("help: lower"), "{full}");
        squad.expect("");
        squad.0.executor.agent_left(A1);
        squad.expect("");

        let mut director = squad::Director::with_limits(note, limits);
        let mut scheduler = squad::SquadScheduler::with_limits(limits).keep_planners(2);
        let id = scheduler.add(note);
        let other = scheduler.add_with_limits(note, compact);
        let mut told = [const { Vec::new() }; 3];
        for _ in 0..3 {
            assert_eq!(director.tick(&STRICT, Budget::unlimited()).count(), 0);
            scheduler.tick(|_| &STRICT, Budget::unlimited());
            let squads = [id, other].map(|id| scheduler.squad(id).expect("it was enlisted"));
            for (told, squad) in told.iter_mut().zip([&director].into_iter().chain(squads)) {
                told.extend(squad.events().map(|event| event.to_string()));
            }
        }
        for told in told {
            let memory = told
                .iter()
                .any(|event| event.contains("the memory for the limits"));
            assert!(memory, "{limits:?}: {told:?}");
        }
    }
}

#[test]
fn executors_of_one_domain_are_independent() {
    let mut one = Rig::<squad::Domain>::new(counters());
    let mut two = Rig::<squad::Domain>::new(counters());
    one.submit(&LENIENT, &[act(1, A1)], 0);
    one.expect(&STRICT, "+act(1, a1)");
    two.submit(&LENIENT, &[act(2, A1)], 0);
    two.expect(&STRICT, "+act(2, a1)");
    assert!(one.executor.is_busy(A1) && two.executor.is_busy(A1));
}
