//! Traces of searches, step by step.

use std::collections::BTreeMap;

use squad_htn::explain::Explainer;
use squad_htn::trace::{Port, Ring, TraceEvent, TraceKind};

use crate::raid::raid::{Domain, Task};
use crate::raid::{Fact, Man, place};
use crate::{assert_text, raid, restraint};

fn told(task: Task, plans: usize) -> Vec<TraceEvent<Domain>> {
    let (game, state) = place();
    let mut told = Vec::new();
    let traced =
        Explainer::new(&state, &game).trace(task, plans, &mut |event: &TraceEvent<Domain>| {
            told.push(event.clone());
        });
    assert!(traced.expect("an existing task").stopped.is_none());
    told
}

#[test]
fn closure_gets_all_events_with_bindings() {
    let told = told(Task::Guess { target: 1 }, 1);
    let lines: Vec<String> = told.iter().map(TraceEvent::to_string).collect();
    assert_text("trace_guess", lines.join("\n"));
}

#[test]
fn redo_event_precedes_another_answer() {
    let told = told(Task::Enter { target: 1 }, 9);
    let lines = told
        .iter()
        .filter(|event| event.kind <= TraceKind::Operator);
    let lines: Vec<String> = lines.map(TraceEvent::to_string).collect();
    assert_text("trace_enter", lines.join("\n"));
}

/// Each box has the events call, exit, redo and fail in a valid order.
fn assert_boxes(told: &[TraceEvent<Domain>]) {
    let mut last: BTreeMap<u64, Port> = BTreeMap::new();
    for event in told {
        let before = last.insert(event.id, event.port);
        let fits = match event.port {
            Port::Call => before.is_none(),
            Port::Exit | Port::Fail => matches!(before, Some(Port::Call | Port::Redo)),
            Port::Redo => before == Some(Port::Exit),
        };
        assert!(fits, "{before:?} before {event}");
        let around = last.get(&event.parent);
        assert!(event.parent == 0 || around.is_some(), "{event}");
    }
}

#[test]
fn boxes_follow_the_byrd_model() {
    let tasks = [
        Task::Guess { target: 1 },
        Task::Enter { target: 1 },
        Task::Enter { target: 2 },
        Task::AllDoors,
        Task::Both,
        Task::Pick,
        Task::Choices,
    ];
    for task in tasks {
        let told = told(task, 1_000);
        assert_boxes(&told);
        let root = told.iter().filter(|event| event.parent == 0);
        let ports: Vec<Port> = root.map(|event| event.port).collect();
        assert_eq!(ports.first(), Some(&Port::Call));
        assert_eq!(ports.last(), Some(&Port::Fail), "all plans were asked for");
    }
}

#[test]
fn ring_counts_lost_events() {
    let (game, mut state) = place();
    state.insert(Fact::Man(Man(4))).expect("it fits");
    let task = Task::Choices;
    let mut all = Vec::new();
    let mut sink = |event: &TraceEvent<Domain>| all.push(event.to_string());
    let found = state
        .trace(&game, task, &mut sink)
        .expect("an existing task");
    assert!(found.plans.is_empty());
    for room in [0, 1, 7, 100_000] {
        let mut ring = Ring::new(room);
        let _ = state
            .trace(&game, task, &mut ring)
            .expect("an existing task");
        let kept: Vec<String> = ring.events().map(TraceEvent::to_string).collect();
        assert_eq!(kept.len(), room.min(all.len()));
        assert_eq!(ring.lost() as usize, all.len() - kept.len());
        assert_eq!(kept, all[all.len() - kept.len()..]);
        ring.clear();
        assert_eq!((ring.events().count(), ring.lost()), (0, 0));
    }
}

#[test]
fn traced_plans_equal_planner_plans() {
    use restraint::restraint::{Planner, Task};
    let (game, state) = restraint::readme();
    let mut planner = Planner::new();
    planner.start(&state, Task::RestrainNearest);
    let mut plans = Vec::new();
    while planner.resume(&game, squad_htn::Budget::unlimited()) == Ok(squad_htn::Progress::Found) {
        let plan = planner.plan().expect("it was found");
        plans.push(plan.tasks().collect::<Vec<_>>());
    }
    let explainer = Explainer::new(&state, &game);
    let nobody = &mut |_: &TraceEvent<restraint::restraint::Domain>| {};
    let traced = explainer.trace(Task::RestrainNearest, 1_000, nobody);
    assert!(plans.len() > 5);
    assert_eq!(traced.expect("an existing task").plans, plans);
    let step = raid::raid::Task::Add(Fact::Man(Man(1)));
    let (game, state) = place();
    assert!(state.trace(&game, step, &mut Ring::new(1)).is_err());
}
