//! Checks the guarantees of the director, by its exchange with the world alone.

use std::collections::{HashMap, HashSet};

use squad_htn::{AbandonReason, ActionId, Command, Event, FailureCause, Outcome, PlanId};

use crate::brain::Traffic;
use crate::domain::squad::Task;
use crate::sim::{OFFICERS, PersonId};

/// An action in progress.
struct Running {
    plan: PlanId,
    engages: Vec<PersonId>,
    speaker: PersonId,
}

/// The progress of a plan.
#[derive(Default)]
struct Progress {
    /// The last started step that names each agent.
    last_step: HashMap<PersonId, usize>,
    /// Agents held by a `block_on`, with the action that releases them.
    holds: Vec<(PersonId, ActionId)>,
    /// Steps of `global_block`s, with the action that each waits for.
    barriers: Vec<(usize, ActionId)>,
    agents: HashSet<PersonId>,
}

/// The state of the checks.
#[derive(Default)]
pub struct Judge {
    running: HashMap<ActionId, Running>,
    /// Actions in progress, in the order of their starts.
    order: Vec<ActionId>,
    ever: HashSet<ActionId>,
    reported: HashMap<ActionId, Outcome>,
    plans: HashMap<PlanId, Progress>,
    /// True if two plans have named the same officer at the same time.
    pub shared_officer: bool,
}

type Verdict = Result<(), String>;

fn must(holds: bool, what: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(what()) }
}

impl Judge {
    /// Checks one tick.
    pub fn judge(&mut self, traffic: &Traffic) -> Verdict {
        self.reported = traffic.finished.iter().copied().collect();
        must(self.reported.len() == traffic.finished.len(), || {
            "the end of an action was accepted twice".to_owned()
        })?;
        let (mut started, mut stopped) = (HashSet::new(), HashSet::new());
        for command in &traffic.commands {
            let (set, id) = match command {
                Command::Start { id, .. } => (&mut started, *id),
                Command::Stop { id, .. } => (&mut stopped, *id),
            };
            must(set.insert(id), || {
                format!("action {id} is started or stopped twice")
            })?;
        }
        let (mut begun, mut ended_here) = (HashSet::new(), HashSet::new());
        for event in &traffic.events {
            match *event {
                Event::Started {
                    plan,
                    step,
                    task,
                    action,
                    ..
                } => {
                    begun.extend(action);
                    self.starts(plan, step, task, action)?;
                }
                Event::Finished {
                    action: Some(action),
                    ..
                } => {
                    must(
                        self.reported.get(&action) != Some(&Outcome::Failure),
                        || format!("action {action} failed, but counts as finished"),
                    )?;
                    self.ends(action, &mut ended_here)?;
                }
                Event::Failed {
                    action: Some(action),
                    why,
                    ..
                } => {
                    must(
                        (why == FailureCause::Reported) == self.reported.contains_key(&action),
                        || {
                            format!(
                                "action {action} was reported as finished, but failed because {why}"
                            )
                        },
                    )?;
                    self.ends(action, &mut ended_here)?;
                }
                Event::Repaired { plan, .. } => {
                    // The repair renumbered the steps and released its holds and barriers.
                    let progress = self.plans.entry(plan).or_default();
                    progress.last_step.clear();
                    progress.barriers.clear();
                    progress.holds.clear();
                }
                Event::Completed { plan, .. } => self.plan_ends(plan)?,
                Event::Abandoned { plan, reason, .. } => {
                    must(
                        !matches!(reason, AbandonReason::Deadlock | AbandonReason::Stuck),
                        || format!("plan {plan}: {reason}"),
                    )?;
                    self.plan_ends(plan)?;
                }
                _ => {}
            }
        }
        must(begun == started, || {
            format!("commands started {started:?}, but events started {begun:?}")
        })?;
        must(ended_here == stopped, || {
            format!("commands stopped {stopped:?}, but events ended {ended_here:?}")
        })?;
        for action in self.reported.keys() {
            must(!self.running.contains_key(action), || {
                format!("action {action} was reported as ended, but continues")
            })?;
        }
        self.look_for_shared_officers();
        Ok(())
    }

    fn starts(
        &mut self,
        plan: PlanId,
        step: usize,
        task: Task,
        action: Option<ActionId>,
    ) -> Verdict {
        let agents = agents(task);
        let progress = self.plans.entry(plan).or_default();
        for (at, waits_for) in &progress.barriers {
            must(step < *at || !self.running.contains_key(waits_for), || {
                format!("plan {plan} starts {task} after a block that waits for action {waits_for}")
            })?;
        }
        for &agent in &agents {
            let before = progress.last_step.insert(agent, step);
            must(before.is_none_or(|before| before < step), || {
                format!("plan {plan} starts {task} out of turn")
            })?;
        }
        progress.agents.extend(
            agents
                .iter()
                .copied()
                .filter(|agent| agent.index() < OFFICERS),
        );
        match task {
            Task::GlobalBlock { a } => {
                let current = self.current_action(a);
                if let (Some(current), Some(progress)) = (current, self.plans.get_mut(&plan)) {
                    progress.barriers.push((step, current));
                }
                return Ok(());
            }
            Task::BlockOn { a, b } => {
                let current = self.current_action(b);
                if let (Some(current), Some(progress)) = (current, self.plans.get_mut(&plan)) {
                    progress.holds.push((a, current));
                }
                return Ok(());
            }
            Task::FinishAction { .. } => return Ok(()),
            _ => {}
        }
        for agent in agents {
            let busy = self
                .running
                .values()
                .any(|running| running.engages.contains(&agent));
            let held = self.plans.values().flat_map(|progress| &progress.holds);
            let held =
                held.filter(|(who, until)| *who == agent && self.running.contains_key(until));
            must(held.count() == 0, || {
                format!("plan {plan} starts {task} while {agent} is held")
            })?;
            must(!busy, || {
                format!("plan {plan} starts {task} while {agent} is busy")
            })?;
        }
        let Some(id) = action else { return Ok(()) };
        must(self.ever.insert(id), || format!("action {id} starts twice"))?;
        let (engages, speaker) = engaged(task);
        self.order.push(id);
        self.running.insert(
            id,
            Running {
                plan,
                engages,
                speaker,
            },
        );
        Ok(())
    }

    /// Returns the action that keeps the agent busy, or else his last action that does not.
    fn current_action(&self, agent: PersonId) -> Option<ActionId> {
        let of = |id: &&ActionId| {
            self.running
                .get(id)
                .is_some_and(|running| running.speaker == agent)
        };
        let engaging = self
            .running
            .iter()
            .find(|(_, running)| running.engages.contains(&agent));
        engaging
            .map(|(id, _)| *id)
            .or_else(|| self.order.iter().rev().find(of).copied())
    }

    fn ends(&mut self, action: ActionId, by_itself: &mut HashSet<ActionId>) -> Verdict {
        must(self.running.remove(&action).is_some(), || {
            format!("action {action} ends without a start")
        })?;
        self.order.retain(|id| *id != action);
        if !self.reported.contains_key(&action) {
            by_itself.insert(action);
        }
        Ok(())
    }

    fn plan_ends(&mut self, plan: PlanId) -> Verdict {
        self.plans.remove(&plan);
        let left = self
            .running
            .iter()
            .find(|(_, running)| running.plan == plan);
        must(left.is_none(), || {
            format!("plan {plan} has ended, but one of its actions continues")
        })
    }

    fn look_for_shared_officers(&mut self) {
        let mut seen = HashSet::new();
        let mut named = self.plans.values().flat_map(|progress| &progress.agents);
        self.shared_officer |= named.any(|agent| !seen.insert(agent));
    }
}

/// Returns the officers that a step names, parsed from its printed form.
fn agents(task: Task) -> Vec<PersonId> {
    let text = task.to_string();
    let arguments = text
        .split_once('(')
        .map_or("", |(_, arguments)| arguments.trim_end_matches(')'));
    let officers = arguments.split(", ").filter_map(|argument| {
        let everybody = (0..32).map(PersonId);
        everybody
            .into_iter()
            .find(|who| who.to_string() == argument)
    });
    let mut named: Vec<PersonId> = officers.collect();
    named.dedup();
    named
}

/// Returns the agents that an action engages, and the one who performs it.
fn engaged(task: Task) -> (Vec<PersonId>, PersonId) {
    let named = agents(task);
    let first = named.first().copied().unwrap_or(PersonId(0));
    match task {
        Task::PlayVo { blocks: false, .. } => (Vec::new(), first),
        Task::Bandage { medic, patient } => (vec![medic, patient], medic),
        _ => (vec![first], first),
    }
}
