//! Execution does not allocate: an executor or director allocates everything when it is created. A scheduler's squads grow on
//! demand, and allocate nothing while they stay within their previous size.

mod allocations;
#[path = "execution/squad.rs"]
mod squad;

use allocations::calls_during;
use squad_htn::prelude::*;
use squad_htn::{ActionId, SquadId};

use squad::squad::{Director, Domain, Executor, Fact, Planner, SquadScheduler, State, Task};
use squad::{A1, A2, A3, I1, Kind, LENIENT, Line, STRICT};

/// Preallocated list of the running actions.
struct Running {
    ids: Vec<ActionId>,
    started: usize,
    stopped: usize,
}

impl Running {
    fn new() -> Self {
        Running {
            ids: Vec::with_capacity(64),
            started: 0,
            stopped: 0,
        }
    }

    fn follow(&mut self, command: Command<Domain>) {
        match command {
            Command::Start { id, .. } => {
                assert!(self.ids.len() < self.ids.capacity());
                self.ids.push(id);
                self.started += 1;
            }
            Command::Stop { id, .. } => {
                self.ids.retain(|other| *other != id);
                self.stopped += 1;
            }
        }
    }
}

fn counters() -> [Fact; 4] {
    [
        Fact::Starts(0),
        Fact::Ends(0),
        Fact::Wins(0),
        Fact::Losses(0),
    ]
}

#[test]
fn allocation_counter_counts() {
    assert!(calls_during(|| drop(Box::new(1))) >= 2);
    assert_eq!(calls_during(|| ()), 0);
}

#[test]
fn executor_with_every_step_kind_does_not_allocate() {
    let mut state = State::from_facts(counters()).unwrap();
    let tasks = [
        Task::Reserve { who: A1 },
        Task::Reserve { who: A2 },
        Task::Act { tag: 1, who: A1 },
        Task::Shout { tag: 2, who: A2 },
        Task::BlockOn { a: A2, b: A1 },
        Task::Joint {
            tag: 3,
            a: A2,
            b: A3,
        },
        Task::Make {
            tag: 4,
            who: A1,
            item: I1,
        },
        Task::GlobalBlock { a: A1 },
        Task::Need {
            tag: 5,
            who: A3,
            item: I1,
        },
        Task::FinishAction { a: A3 },
        Task::StopAction { a: A3 },
        Task::Careful { tag: 6, who: A2 },
        Task::Note { tag: 7 },
        Task::Free { who: A1 },
        Task::Free { who: A2 },
    ];
    let mut planner = Planner::new();
    planner.start_all(&state, &tasks);
    planner.resume(&LENIENT, Budget::unlimited()).unwrap();
    let plan = planner.plan().unwrap();
    let mut executor = Executor::new().sensor_timeout(1).stall_timeout(40);
    let mut running = Running::new();
    let mut lines = 0;
    let calls = calls_during(|| {
        for tick in 0..200_u32 {
            if tick % 7 == 0 {
                let _ = executor.submit(plan, (tick % 3) as i32);
            }
            for command in executor.tick(&mut state, &STRICT) {
                running.follow(command);
            }
            lines += executor.events().count();
            let broken = executor.events().find_map(|event| match event {
                Event::NeedsRepair { plan, .. } => Some(plan),
                _ => None,
            });
            if let Some(id) = broken {
                if tick % 2 == 0 {
                    executor.replace(id, plan).unwrap();
                } else {
                    executor.cancel(id);
                }
            }
            if tick % 11 == 0 {
                executor.agent_left(A3);
            }
            if tick % 13 == 0 {
                let _ = state.insert(Fact::Danger);
            } else {
                state.remove(Fact::Danger);
            }
            if let Some(id) = running.ids.pop() {
                let outcome = if tick % 5 == 0 {
                    Outcome::Failure
                } else {
                    Outcome::Success
                };
                executor.finish(id, outcome).unwrap();
                assert!(executor.finish(id, outcome).is_err());
            }
        }
    });
    assert_eq!(calls, 0, "the allocator was called while executing");
    assert!(running.started > 50 && running.stopped > 5 && lines > 200);
}

/// Writes tasks to plan for, with a part that can be repaired alone.
fn write_tasks(director: &mut Director) {
    let lines = [
        Line::new(1, Kind::Reserve, A1, A1, 0),
        Line::new(2, Kind::Make, A1, A1, 1),
        Line::new(9, Kind::Node, A1, A1, 1),
        Line::new(3, Kind::GlobalBlock, A1, A1, 0),
        Line::new(4, Kind::Free, A1, A1, 0),
    ];
    let below = [
        Line::new(5, Kind::Careful, A2, A2, 0),
        Line::new(6, Kind::Need, A2, A2, 1),
    ];
    let lines = lines.map(|line| Fact::Child(0, line)).into_iter();
    let below = below.map(|line| Fact::Child(9, line));
    for fact in counters().into_iter().chain(lines).chain(below) {
        director.state_mut().insert(fact).unwrap();
    }
}

#[test]
fn planning_and_repairing_director_does_not_allocate() {
    let ways = [
        (Policy::Accumulate, Retry::Same),
        (Policy::Accumulate, Retry::Other),
        (Policy::Replace, Retry::Other),
        (Policy::Preempt, Retry::Other),
    ];
    for (policy, retry) in ways {
        let mut director = Director::new(Task::Node { node: 0 })
            .interval(3)
            .retry(retry)
            .retry_after(5)
            .policy(policy);
        write_tasks(&mut director);
        let mut running = Running::new();
        let mut repaired = 0;
        let calls = calls_during(|| {
            for tick in 0..400_u32 {
                for command in director.tick(&STRICT, Budget::steps(200)) {
                    running.follow(command);
                }
                let is_repair = |event: &Event<Domain>| matches!(event, Event::Repaired { .. });
                repaired += director.events().filter(is_repair).count();
                if tick % 3 == 0
                    && let Some(id) = running.ids.pop()
                {
                    let outcome = if tick % 4 == 0 {
                        Outcome::Failure
                    } else {
                        Outcome::Success
                    };
                    director.finish(id, outcome).unwrap();
                }
                if tick % 50 == 49 {
                    director.agent_left(A1);
                    director.replan_now();
                }
            }
        });
        assert_eq!(calls, 0, "the allocator was called while directing");
        assert!(
            running.started > 20 && repaired > 0,
            "{} starts, {repaired} repairs",
            running.started
        );
    }
}

/// Runs these ticks of a scheduler's squads with their game.
fn play(
    scheduler: &mut SquadScheduler,
    squads: &mut [(SquadId, Running)],
    ticks: std::ops::Range<u32>,
) {
    for tick in ticks {
        scheduler.tick(|_| &STRICT, Budget::steps(2_000));
        for (id, running) in squads.iter_mut() {
            let squad = scheduler.squad_mut(*id).unwrap();
            squad.commands().for_each(|command| running.follow(command));
            if tick % 3 == 0
                && let Some(id) = running.ids.pop()
            {
                let outcome = match tick % 4 {
                    0 => Outcome::Failure,
                    _ => Outcome::Success,
                };
                squad.finish(id, outcome).unwrap();
            }
            if tick % 50 == 49 {
                squad.agent_left(A1);
                squad.replan_now();
            }
        }
    }
}

#[test]
fn warmed_up_scheduler_does_not_allocate() {
    let mut scheduler = SquadScheduler::new().keep_planners(4);
    let mut squads = Vec::new();
    for policy in [Policy::Accumulate, Policy::Replace, Policy::Preempt] {
        let id = scheduler.add(Task::Node { node: 0 });
        let squad = scheduler.squad_mut(id).unwrap();
        squad.set_settings(
            squad
                .settings()
                .interval(3)
                .retry(Retry::Other)
                .retry_after(5)
                .policy(policy),
        );
        write_tasks(squad);
        squads.push((id, Running::new()));
    }
    let growing = calls_during(|| play(&mut scheduler, &mut squads, 0..400));
    let calls = calls_during(|| play(&mut scheduler, &mut squads, 400..1_200));
    assert!(growing > 0, "they had nothing at first");
    assert_eq!(calls, 0, "the allocator was called while directing");
    // A clone has the same capacity, so it needs no more either.
    let mut copy = scheduler.clone();
    let calls = calls_during(|| play(&mut copy, &mut squads, 1_200..1_600));
    assert_eq!(calls, 0, "the allocator was called after copying");
    for (id, running) in &squads {
        assert!(running.started > 100, "squad {id}: {}", running.started);
    }
}
