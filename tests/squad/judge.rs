//! A judge of what the director promises, who sees only what goes between it and the world.

use std::collections::{HashMap, HashSet};

use squad_htn::{AbandonReason, ActionId, Command, Event, FailureCause, Outcome, PlanId};

use crate::brain::Traffic;
use crate::domain::squad::Task;
use crate::sim::{OFFICERS, PersonId};

/// An action that runs.
struct Running {
    plan: PlanId,
    engages: Vec<PersonId>,
    speaker: PersonId,
}

/// What a plan has done so far.
#[derive(Default)]
struct Progress {
    /// The last step that named each agent.
    last_step: HashMap<PersonId, usize>,
    /// Who is held by a `block_on`, and until which action ends.
    holds: Vec<(PersonId, ActionId)>,
    /// `global_block`s that wait for an action, with their steps.
    barriers: Vec<(usize, ActionId)>,
    agents: HashSet<PersonId>,
}

/// Remembers what it needs to know.
#[derive(Default)]
pub struct Judge {
    running: HashMap<ActionId, Running>,
    /// Started last comes last.
    order: Vec<ActionId>,
    ever: HashSet<ActionId>,
    reported: HashMap<ActionId, Outcome>,
    plans: HashMap<PlanId, Progress>,
    /// Whether two plans at once have named one officer.
    pub shared_officer: bool,
}

type Verdict = Result<(), String>;

fn must(holds: bool, what: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(what()) }
}

impl Judge {
    /// One tick.
    pub fn judge(&mut self, traffic: &Traffic) -> Verdict {
        self.reported = traffic.finished.iter().copied().collect();
        must(self.reported.len() == traffic.finished.len(), || {
            "an end was accepted twice".to_owned()
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
                        || format!("action {action} failed, and counts as finished"),
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
                        || format!("action {action} was reported, and failed because {why}"),
                    )?;
                    self.ends(action, &mut ended_here)?;
                }
                Event::Repaired { plan, .. } => {
                    // Steps have new numbers; holds and barriers below the repair are open.
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
            format!("started {started:?}, and said {begun:?}")
        })?;
        must(ended_here == stopped, || {
            format!("stopped {stopped:?}, and ended {ended_here:?} itself")
        })?;
        for action in self.reported.keys() {
            must(!self.running.contains_key(action), || {
                format!("action {action} was reported and goes on")
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
                format!(
                    "plan {plan} starts {task} behind a block that waits for action {waits_for}"
                )
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

    /// The one that engages him, else the last one that he started without.
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
            format!("action {action} ends without having begun")
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
            format!("plan {plan} has ended, and an action of it goes on")
        })
    }

    fn look_for_shared_officers(&mut self) {
        let mut seen = HashSet::new();
        let mut named = self.plans.values().flat_map(|progress| &progress.agents);
        self.shared_officer |= named.any(|agent| !seen.insert(agent));
    }
}

/// Whom a step names, as its printed form says.
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

/// Whom an action engages, and who does it.
fn engaged(task: Task) -> (Vec<PersonId>, PersonId) {
    let named = agents(task);
    let first = named.first().copied().unwrap_or(PersonId(0));
    match task {
        Task::PlayVo { blocks: false, .. } => (Vec::new(), first),
        Task::Bandage { medic, patient } => (vec![medic, patient], medic),
        _ => (vec![first], first),
    }
}
