//! Schedules compared with an executor that runs with the same durations.

use squad_htn::ScheduleError;
use squad_htn::prelude::*;

use crate::common::Random;
use crate::drill::{Executor, Fact, Plan, State, Task, Times, plan_of, rounds, steps};

/// The observed start and end of a step.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Seen {
    start: Option<u32>,
    end: Option<u32>,
}

/// Executes a plan in whole time steps, with further ticks while steps without a duration start or end. `Err` is the step that
/// failed.
fn drive(plan: &Plan, times: &Times) -> Result<Vec<Seen>, usize> {
    let mut state = State::new();
    let mut executor = Executor::with_limits(Limits::compact());
    executor.submit(plan, 0).unwrap();
    let mut seen = vec![
        Seen {
            start: None,
            end: None
        };
        plan.len()
    ];
    // Actions in progress, with their ends and the effects that sensors report then.
    let mut running: Vec<(u32, ActionId, Option<Fact>)> = Vec::new();
    for now in 0..400 {
        loop {
            let mut sensed = Vec::new();
            running.retain(|(end, id, tells)| {
                let ends = *end <= now;
                if ends {
                    executor.finish(*id, Outcome::Success).unwrap();
                    sensed.extend(*tells);
                }
                !ends
            });
            let mut moved = !sensed.is_empty();
            for command in executor.tick(&mut state, times) {
                moved = true;
                match command {
                    Command::Start { id, action, .. } => {
                        let task = Task::from(action);
                        let ends = now.saturating_add(length(task, times));
                        let tells = match task {
                            Task::Spot { thing, .. } => Some(Fact::Seen(thing)),
                            _ => None,
                        };
                        running.push((ends, id, tells));
                    }
                    Command::Stop { id, .. } => {
                        // `finish_action` ends an action with success, so its sensed effects are reported.
                        let at = running
                            .iter()
                            .position(|(_, other, _)| *other == id)
                            .unwrap();
                        sensed.extend(running.remove(at).2);
                    }
                }
            }
            if let Some(Event::Failed { step, .. }) = executor
                .events()
                .find(|event| matches!(event, Event::Failed { .. }))
            {
                return Err(step);
            }
            for fact in sensed {
                moved |= state.insert(fact).unwrap();
            }
            let alive = executor.plans().next();
            for (step, seen) in seen.iter_mut().enumerate() {
                let stands = alive.as_ref().and_then(|plan| plan.state(step));
                let (before, stands) = (*seen, stands.unwrap_or(StepState::Done));
                if stands != StepState::Waiting {
                    seen.start.get_or_insert(now);
                }
                if stands == StepState::Done {
                    seen.end.get_or_insert(now);
                }
                moved |= *seen != before;
            }
            if alive.is_none() {
                return Ok(seen);
            }
            if !moved {
                break;
            }
        }
    }
    Ok(seen)
}

fn length(task: Task, times: &Times) -> u32 {
    let key = match task {
        Task::Act { key, .. } | Task::Lift { key, .. } | Task::Shout { key, .. } => key,
        Task::OpenUp { door, .. } | Task::Shut { door, .. } | Task::GoIn { door, .. } => door,
        Task::Spot { thing, .. } | Task::Report { thing, .. } => thing,
        Task::Aim { .. } => return u32::MAX,
        Task::WaitABit { .. } => return 1,
        other => unreachable!("{other} has no length of whole steps"),
    };
    times.0[usize::from(key)] as u32
}

#[test]
fn random_plans_run_as_scheduled() {
    let (mut compared, mut endless, mut failing, mut stuck) = (0, 0, 0, 0);
    for seed in rounds(1_500) {
        let mut random = Random::new(seed);
        let times = Times((0..3).map(|_| random.below(5) as f32).collect());
        let mut tasks = steps(&mut random, 14, 3);
        tasks.retain(|task| !matches!(task, Task::Pace { .. }));
        let plan = plan_of(&tasks, &times).expect("what is made at random is possible");
        let driven = drive(&plan, &times);
        let about = || format!("seed {seed}: {tasks:?}, times {:?}", times.0);
        match plan.schedule(&State::new(), &times) {
            Ok(schedule) => {
                let driven =
                    driven.unwrap_or_else(|step| panic!("step {step} failed; {}", about()));
                for (step, (said, seen)) in schedule.steps().iter().zip(&driven).enumerate() {
                    let end = said.end.is_finite().then_some(said.end as u32);
                    let said = Seen {
                        start: Some(said.start as u32),
                        end,
                    };
                    assert_eq!(said, *seen, "step {step}; {}\n{schedule}", about());
                    endless += usize::from(end.is_none());
                }
                compared += 1;
            }
            Err(ScheduleError::Fails { step, .. }) => {
                assert_eq!(driven, Err(step), "{}", about());
                failing += 1;
            }
            Err(ScheduleError::Waits(waiting)) => {
                let driven =
                    driven.unwrap_or_else(|step| panic!("step {step} failed; {}", about()));
                // It is that step, or a step after the barrier that it is.
                let late = driven[waiting.step..].iter();
                assert!(late.clone().any(|seen| seen.start.is_none()), "{}", about());
                stuck += 1;
            }
            Err(other) => panic!("{other}; {}", about()),
        }
    }
    if std::env::var_os("HTN_SEED").is_none() {
        let counts = (compared, endless, failing, stuck);
        assert!(
            compared > 1_000 && endless > 50 && failing > 0 && stuck > 20,
            "{counts:?}"
        );
    }
}
