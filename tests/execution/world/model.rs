//! A model of the world built from the events: plans, actions, holds, barriers and facts.

use std::ops::Range;

use squad_htn::{ActionId, PlanId};

use super::specs::{Facts, Guard, Spec, Sync, spec};
use crate::squad::Actor;
use crate::squad::squad::Task;

/// A condition above a step in the plan's tree.
#[derive(Clone, Debug)]
pub struct Above {
    pub guard: Guard,
    /// For each number of steps done, true if the condition holds in the planned state after them.
    pub planned: Vec<bool>,
}

#[derive(Clone)]
pub struct Step {
    pub task: Task,
    pub spec: Spec,
    pub above: Vec<Above>,
    pub started: bool,
    /// For an ended action, its tick, and true if it succeeded. Other steps end as they start.
    pub ended: Option<(u64, bool)>,
}

impl std::fmt::Debug for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let above: Vec<_> = self.above.iter().map(|above| above.guard.fact).collect();
        write!(
            f,
            "{} {} {:?} {above:?}",
            self.task, self.started, self.ended
        )
    }
}

impl Step {
    /// Returns true if the step has started and ended.
    pub fn is_over(&self) -> bool {
        self.started && (!self.spec.external || self.ended.is_some())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Live,
    Repair,
}

#[derive(Clone, Debug)]
pub struct Hold {
    /// The index of the plan's `block_on`.
    pub step: usize,
    pub agent: Actor,
    pub action: ActionId,
}

#[derive(Clone, Debug)]
pub struct Plan {
    pub id: PlanId,
    pub priority: i32,
    pub status: Status,
    pub steps: Vec<Step>,
    pub holds: Vec<Hold>,
    /// The step of each closed `global_block`, and the action that it waits for.
    pub barriers: Vec<(usize, ActionId)>,
    /// The undo steps to run if the plan is abandoned, in order: the index of the step and its undo.
    pub undos: Vec<(usize, Task)>,
    /// The tick of the last progress.
    pub moved: u64,
}

impl Plan {
    /// Returns the steps of the group of this one, which start together or not at all.
    pub fn group(&self, at: usize) -> Range<usize> {
        let undoable = |step: &Step| step.spec.undo.is_some() && !step.started;
        if !undoable(&self.steps[at]) {
            return at..at + 1;
        }
        let before = self.steps[..at]
            .iter()
            .rev()
            .take_while(|step| undoable(step))
            .count();
        let after = self.steps[at..]
            .iter()
            .take_while(|step| undoable(step))
            .count();
        at - before..at + after
    }
}

#[derive(Clone, Debug)]
pub struct Running {
    pub id: ActionId,
    pub plan: PlanId,
    pub step: usize,
    pub spec: Spec,
}

/// The expected world after the events seen so far.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub tick: u64,
    pub grace: u64,
    pub facts: Facts,
    /// Ordered by priority; older plans precede newer ones of the same priority.
    pub plans: Vec<Plan>,
    /// In the order of their starts.
    pub running: Vec<Running>,
    /// Actions that the executor ended in this tick. Each must have its `Stop`.
    pub stopped: Vec<ActionId>,
    /// Plans that ended in this tick, with true for success.
    pub over: Vec<(PlanId, bool)>,
}

impl Model {
    pub fn plan(&self, id: PlanId) -> Option<usize> {
        self.plans.iter().position(|plan| plan.id == id)
    }

    pub fn submit(&mut self, id: PlanId, priority: i32, steps: Vec<Step>) {
        let at = self
            .plans
            .iter()
            .take_while(|plan| plan.priority >= priority)
            .count();
        let plan = Plan {
            id,
            priority,
            status: Status::Live,
            steps,
            holds: Vec::new(),
            barriers: Vec::new(),
            undos: Vec::new(),
            moved: self.tick,
        };
        self.plans.insert(at, plan);
    }

    /// Returns the actions that keep an agent busy.
    pub fn busy_by(&self, agent: Actor) -> impl Iterator<Item = ActionId> + '_ {
        let engaged = self
            .running
            .iter()
            .filter(move |run| run.spec.engaged().contains(&agent));
        let held = self.plans.iter().flat_map(|plan| &plan.holds);
        engaged.map(|run| run.id).chain(
            held.filter(move |hold| hold.agent == agent)
                .map(|hold| hold.action),
        )
    }

    pub fn is_busy(&self, agent: Actor) -> bool {
        self.busy_by(agent).next().is_some()
    }

    /// Returns the action that engages the agent, or else the last one still running that it started without being engaged.
    pub fn current(&self, agent: Actor) -> Option<ActionId> {
        let by = |run: &&Running| run.spec.doers.contains(&agent);
        let engaged = self
            .running
            .iter()
            .find(|run| run.spec.engaged().contains(&agent));
        engaged
            .or_else(|| self.running.iter().rev().find(by))
            .map(|run| run.id)
    }

    pub fn owner(&self, action: ActionId) -> Option<PlanId> {
        self.running
            .iter()
            .find(|run| run.id == action)
            .map(|run| run.plan)
    }

    /// Ends an action and everything that waits for it.
    pub fn end(&mut self, action: ActionId, well: bool) -> Option<Running> {
        let at = self.running.iter().position(|run| run.id == action)?;
        let run = self.running.remove(at);
        self.facts.end(&run.spec, well);
        for plan in &mut self.plans {
            plan.holds.retain(|hold| hold.action != action);
            plan.barriers.retain(|barrier| barrier.1 != action);
            if plan.id == run.plan {
                plan.steps[run.step].ended = Some((self.tick, well));
                plan.moved = self.tick;
            }
        }
        Some(run)
    }

    /// Ends an action on behalf of the executor.
    pub fn stop(&mut self, action: ActionId, well: bool) -> Option<Running> {
        let run = self.end(action, well)?;
        self.stopped.push(action);
        Some(run)
    }

    /// Starts a step.
    pub fn start(&mut self, at: usize, step: usize, action: Option<ActionId>) {
        let plan = self.plans[at].id;
        let Step { task, spec, .. } = self.plans[at].steps[step].clone();
        self.plans[at].steps[step].started = true;
        self.plans[at].moved = self.tick;
        match spec.sync {
            Some(Sync::BlockOn(agent, other)) => {
                if let Some(action) = self.current(other).filter(|_| agent != other) {
                    self.plans[at].holds.push(Hold {
                        step,
                        agent,
                        action,
                    });
                }
            }
            Some(Sync::GlobalBlock(agent)) => {
                if let Some(action) = self.current(agent) {
                    self.plans[at].barriers.push((step, action));
                }
            }
            Some(Sync::FinishAction(agent)) => {
                if let Some(action) = self.current(agent) {
                    self.stop(action, true);
                }
            }
            Some(Sync::StopAction(agent)) => {
                if let Some(action) = self.current(agent) {
                    // A voice line is only cut short.
                    let stopped = self.stop(action, false).filter(|run| run.spec.engages);
                    self.fail(stopped.map(|run| run.plan));
                }
            }
            None => {
                let changed = self.facts.start(&spec);
                if let Some(id) = action {
                    self.running.push(Running {
                        id,
                        plan,
                        step,
                        spec,
                    });
                    return;
                }
                let undos = &mut self.plans[at].undos;
                if let Some(latest) = undos.iter().rposition(|undo| undo.1 == task) {
                    undos.remove(latest);
                } else if let Some(undo) = spec.undo.filter(|_| changed) {
                    undos.push((step, undo));
                }
            }
        }
    }

    /// Stops the actions of a plan, opens its barriers and undoes its steps.
    fn clear(&mut self, at: usize) {
        self.clear_range(at, 0..usize::MAX);
    }

    /// Stops the actions of some steps of a plan, opens their barriers and undoes them.
    fn clear_range(&mut self, at: usize, range: Range<usize>) {
        let id = self.plans[at].id;
        let here = |run: &&Running| run.plan == id && range.contains(&run.step);
        let actions: Vec<_> = self.running.iter().filter(here).map(|run| run.id).collect();
        for action in actions {
            self.stop(action, false);
        }
        let plan = &mut self.plans[at];
        plan.holds.retain(|hold| !range.contains(&hold.step));
        plan.barriers.retain(|barrier| !range.contains(&barrier.0));
        let undos: Vec<_> = plan
            .undos
            .extract_if(.., |undo| range.contains(&undo.0))
            .collect();
        for (_, undo) in undos.into_iter().rev() {
            self.facts.start(&spec(undo));
        }
    }

    /// Repairs some steps. Started steps that stay get new indices, in the same order.
    pub fn graft(&mut self, at: usize, range: Range<usize>, steps: Vec<Step>) {
        self.clear_range(at, range.clone());
        let plan = &mut self.plans[at];
        let old = std::mem::replace(&mut plan.steps, steps);
        let stays = |step: &usize| old[*step].started && !range.contains(step);
        let stay: Vec<usize> = (0..old.len()).filter(stays).collect();
        let places: Vec<usize> = (0..plan.steps.len())
            .filter(|step| plan.steps[*step].started)
            .collect();
        let moved = |step: usize| {
            places[stay
                .iter()
                .position(|other| *other == step)
                .expect("it stays")]
        };
        for step in &stay {
            plan.steps[moved(*step)].ended = old[*step].ended;
        }
        plan.holds
            .iter_mut()
            .for_each(|hold| hold.step = moved(hold.step));
        plan.barriers
            .iter_mut()
            .for_each(|barrier| barrier.0 = moved(barrier.0));
        plan.undos
            .iter_mut()
            .for_each(|undo| undo.0 = moved(undo.0));
        for run in self.running.iter_mut().filter(|run| run.plan == plan.id) {
            run.step = moved(run.step);
        }
        plan.status = Status::Live;
        plan.moved = self.tick;
    }

    pub fn abandon(&mut self, at: usize) {
        self.clear(at);
        let plan = self.plans.remove(at);
        self.over.push((plan.id, false));
    }

    /// Repairs a plan at the root.
    pub fn replace(&mut self, at: usize, steps: Vec<Step>) {
        self.clear(at);
        let plan = &mut self.plans[at];
        plan.steps = steps;
        plan.status = Status::Live;
        plan.moved = self.tick;
    }

    pub fn leave(&mut self, agent: Actor) {
        let engaged = self
            .running
            .iter()
            .filter(|run| run.spec.engaged().contains(&agent));
        let actions: Vec<_> = engaged.map(|run| run.id).collect();
        for action in actions {
            let lost = self.stop(action, false).map(|run| run.plan);
            self.fail(lost);
        }
        for plan in &mut self.plans {
            plan.holds.retain(|hold| hold.agent != agent);
            let mut open = plan.steps.iter().filter(|step| !step.started);
            if open.any(|step| step.spec.agents.contains(&agent)) {
                plan.status = Status::Repair;
            }
        }
    }

    pub fn fail(&mut self, plan: Option<PlanId>) {
        if let Some(at) = plan.and_then(|id| self.plan(id)) {
            self.plans[at].status = Status::Repair;
        }
    }

    /// Removes the plans that have succeeded.
    pub fn complete(&mut self) {
        let running = &self.running;
        let is_over = |plan: &Plan| {
            plan.status == Status::Live
                && plan.steps.iter().all(|step| step.started)
                && plan.holds.is_empty()
                && plan.barriers.is_empty()
                && running.iter().all(|run| run.plan != plan.id)
        };
        let ended: Vec<_> = self.plans.iter().filter(|plan| is_over(plan)).collect();
        self.over.extend(ended.iter().map(|plan| (plan.id, true)));
        let over: Vec<_> = ended.iter().map(|plan| plan.id).collect();
        self.plans.retain(|plan| !over.contains(&plan.id));
    }
}
