//! Actions that run, the agents they engage, and what ends with them.

use super::agents::Words;
use super::engine::{Engine, World};
use super::kind::{FAILURE, FINISH, SENSED, SUCCESS};
use super::live::Stage;
use super::notes::{Happened, Order};
use super::shelf::Status;
use crate::domain::TaskCode;
use crate::error::PlannerFull;
use crate::event::{ActionId, Outcome, Why};
use crate::machine::NONE;

/// An action that runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Action {
    pub id: ActionId,
    /// The plan's place, and the step.
    pub place: u32,
    pub step: u32,
    /// Whether it engages its agents.
    pub engages: bool,
    /// Whether it has a `while` condition.
    pub watched: bool,
    /// The game has said how it ended.
    pub reported: bool,
    /// The call by which an agent that it engages left; 0 for none.
    pub left: u64,
}

/// An agent that a `block_on` holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hold {
    pub agent: u64,
    pub action: ActionId,
    /// The plan's place, and the step.
    pub place: u32,
    pub step: u32,
    /// The call by which the agent left; 0 for none.
    pub left: u64,
}

/// What keeps an agent busy.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Busy {
    /// The action that engages it.
    pub action: Option<ActionId>,
    pub holds: u32,
}

impl Words for Busy {
    fn to_words(self) -> [u64; 2] {
        // Actions are numbered from 1.
        [
            self.action.map_or(0, |action| action.0),
            u64::from(self.holds),
        ]
    }
    fn from_words([action, holds]: [u64; 2]) -> Self {
        Busy {
            action: (action != 0).then_some(ActionId(action)),
            holds: holds as u32,
        }
    }
}

/// How an action ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum End {
    /// The game says so.
    Reported(Outcome),
    /// `finish_action`.
    Finished,
    /// The executor ends it as a failure, and the plan has to be repaired for it.
    Failed(Why),
    /// The executor ends it as a failure, together with its plan or its part of the plan.
    Stopped,
}

impl Engine {
    pub fn is_busy(&self, agent: u64) -> bool {
        self.busy.get(agent).is_some()
    }

    /// Where an action is among those that run.
    pub fn action(&self, id: ActionId) -> Option<usize> {
        self.actions
            .binary_search_by_key(&id, |action| action.id)
            .ok()
    }

    /// The action that engages the agent, else the last one it started without being engaged that still runs.
    pub(super) fn current_action(&self, agent: u64) -> Option<ActionId> {
        if let Some(Busy {
            action: Some(action),
            ..
        }) = self.busy.get(agent)
        {
            return Some(action);
        }
        let mut latest = self.actions.iter().rev().filter(|action| !action.engages);
        let does = |action: &&Action| {
            let place = action.place as usize;
            let step = self.step(place, action.step as usize);
            self.kind(step)
                .by(self.words(place, step))
                .any(|other| other == agent)
        };
        latest.find(does).map(|action| action.id)
    }

    pub(super) fn begin_action(&mut self, place: usize, step: usize, engages: bool) {
        let id = ActionId(self.next_action);
        self.next_action += 1;
        let operator = self.kind(self.step(place, step)).operator();
        self.actions.push(Action {
            id,
            place: place as u32,
            step: step as u32,
            engages,
            watched: operator.is_some_and(|operator| operator.during.is_some()),
            reported: false,
            left: 0,
        });
        self.plans[place].running += 1;
        self.step_mut(place, step).status = Status::Running;
        if engages {
            self.each_engaged(place, step, |engine, agent| engine.engage(agent, Some(id)));
        }
        self.order_action(place, step, id, true);
        let task = self.say(place, step);
        self.note(
            place,
            Happened::Started {
                step: step as u32,
                task,
                action: Some(id),
            },
        );
        self.started(place, step);
    }

    /// Each agent after `by`.
    fn each_engaged(&mut self, place: usize, step: usize, each: impl Fn(&mut Engine, u64)) {
        let step = *self.step(place, step);
        let kind = self.kind(&step);
        let by = kind.operator().map_or(0, |operator| operator.by);
        for i in 0..kind.params().len() {
            if by >> i & 1 == 1 {
                each(self, self.words(place, &step)[i]);
            }
        }
    }

    fn engage(&mut self, agent: u64, action: Option<ActionId>) {
        let busy = self.busy.get(agent).unwrap_or_default();
        self.set_busy(agent, Busy { action, ..busy });
    }

    fn set_busy(&mut self, agent: u64, busy: Busy) {
        if busy.action.is_none() && busy.holds == 0 {
            self.busy.remove(agent);
        } else {
            self.busy.set(agent, busy);
        }
    }

    fn order_action(&mut self, place: usize, step: usize, id: ActionId, start: bool) {
        let live = self.plans[place];
        let step = *self.step(place, step);
        let kind = self.kind(&step);
        if let TaskCode::Task(task) = kind.code() {
            let args = &self.shelf.words(&live.block)[step.words as usize..][..kind.params().len()];
            self.orders.push(
                Order {
                    start,
                    id,
                    plan: live.id,
                    task,
                },
                args,
            );
        }
    }

    /// Holds an agent until an action ends.
    pub(super) fn hold(&mut self, place: usize, step: usize, agent: u64, action: ActionId) {
        let (place_, step) = (place as u32, step as u32);
        self.holds.push(Hold {
            agent,
            action,
            place: place_,
            step,
            left: 0,
        });
        self.plans[place].holds += 1;
        let busy = self.busy.get(agent).unwrap_or_default();
        self.set_busy(
            agent,
            Busy {
                holds: busy.holds + 1,
                ..busy
            },
        );
    }

    /// Lets go of the agents of all holds that are meant.
    pub(super) fn release(&mut self, meant: impl Fn(&Engine, &Hold) -> bool) {
        let mut at = 0;
        while let Some(&hold) = self.holds.get(at) {
            if !meant(self, &hold) {
                at += 1;
                continue;
            }
            self.holds.remove(at);
            self.ends += 1;
            self.plans[hold.place as usize].holds -= 1;
            let busy = self.busy.get(hold.agent).unwrap_or_default();
            self.set_busy(
                hold.agent,
                Busy {
                    holds: busy.holds.saturating_sub(1),
                    ..busy
                },
            );
        }
    }

    /// Ends the action with this number among those that run.
    pub(super) fn end_action(&mut self, at: usize, end: End, world: &mut World<'_>) {
        let action = self.actions.remove(at);
        self.ends += 1;
        let (place, step) = (action.place as usize, action.step as usize);
        let well = matches!(end, End::Finished | End::Reported(Outcome::Success));
        let moments = [FINISH, if well { SUCCESS } else { FAILURE }];
        let lost = self.apply_moments(place, step, &moments, world);
        if action.engages {
            self.each_engaged(place, step, |engine, agent| engine.engage(agent, None));
        }
        self.release(|_, hold| hold.action == action.id);
        for at in 0..self.order.len() {
            let live = &mut self.plans[self.order[at] as usize];
            if live
                .barrier
                .is_some_and(|(_, waits_for)| waits_for == action.id)
            {
                live.barrier = None;
            }
        }
        if !matches!(end, End::Reported(_)) {
            self.order_action(place, step, action.id, false);
        }
        self.ended(place, step, well);
        let (task, step) = (self.say(place, step), step as u32);
        let id = action.id;
        self.note(
            place,
            match end {
                End::Reported(Outcome::Success) | End::Finished => Happened::Finished {
                    step,
                    task,
                    action: id,
                    lost,
                },
                _ => {
                    let why = match end {
                        End::Failed(why) => why,
                        End::Stopped => Why::Stopped,
                        _ => Why::Reported,
                    };
                    Happened::Failed {
                        step,
                        task,
                        action: Some(id),
                        why,
                        lost,
                    }
                }
            },
        );
        if matches!(end, End::Failed(_) | End::Reported(Outcome::Failure)) {
            let node = self.step(place, step as usize).node;
            self.has_failed(place, node);
            self.plans[place].lost_agent |= end == End::Failed(Why::AgentLeft);
        }
    }

    fn ended(&mut self, place: usize, step: usize, well: bool) {
        let tick = self.now();
        let row = self.step_mut(place, step);
        row.status = if well { Status::Done } else { Status::Failed };
        row.ended = tick;
        let row = *row;
        let operator = self.kind(&row).operator();
        let senses = operator.is_some_and(|operator| !operator.writes[SENSED].is_empty());
        let live = &mut self.plans[place];
        live.running -= 1;
        live.moved = tick;
        if well && senses {
            live.sensed = tick;
        }
    }

    /// Carries out the effects of some moments of a step; those of a moment that does not fit are lost.
    pub(super) fn apply_moments(
        &mut self,
        place: usize,
        step: usize,
        moments: &[usize],
        world: &mut World<'_>,
    ) -> Option<PlannerFull> {
        let row = *self.step(place, step);
        let kind = self.kind(&row);
        let operator = kind.operator()?;
        let at = row.words as usize;
        let frame = &self.shelf.words(&self.plans[place].block)[at..at + kind.size() as usize];
        let mut lost = None;
        for &moment in moments {
            if operator.writes[moment].is_empty() {
                continue;
            }
            let entry = operator.moments[moment];
            let machine = &mut self.machine;
            let done = machine.carry_out(world.store, world.host, entry, kind.size(), frame);
            machine.let_stand();
            lost = lost.or(done.err());
        }
        lost
    }

    /// The finishes that the game reported, in the order of its calls.
    pub(super) fn take_reports(&mut self, world: &mut World<'_>) {
        for at in 0..self.reports.len() {
            let (id, outcome) = self.reports[at];
            if let Some(at) = self.action(id) {
                self.end_action(at, End::Reported(outcome), world);
            }
        }
        self.reports.clear();
    }

    /// Ends the actions whose `while` condition no longer holds.
    pub(super) fn look_at_whiles(&mut self, world: &mut World<'_>) {
        let mut at = 0;
        while let Some(&action) = self.actions.get(at) {
            if !action.watched {
                at += 1;
                continue;
            }
            let place = action.place as usize;
            let row = *self.step(place, action.step as usize);
            let during = self
                .kind(&row)
                .operator()
                .and_then(|operator| operator.during);
            if let Some(check) = during {
                let frame = self.kind(&row).size() as usize;
                let words = self.shelf.words(&self.plans[place].block);
                let frame = &words[row.words as usize..][..frame];
                let (store, host) = (&mut *world.store, world.host);
                let why = match self
                    .machine
                    .ask(store, host, check.entry, check.frame, frame)
                {
                    Ok(true) => None,
                    Ok(false) => Some(Why::While(check.text)),
                    Err(full) => Some(Why::Full(full)),
                };
                if let Some(why) = why {
                    self.end_action(at, End::Failed(why), world);
                    continue;
                }
            }
            at += 1;
        }
    }

    /// Ends the actions of a plan that are at or below a node (`NONE`: all) as failures, and opens the holds and the
    /// barrier of the steps there.
    pub(super) fn stop_below(&mut self, place: usize, node: u32, world: &mut World<'_>) {
        let mut at = 0;
        while let Some(&action) = self.actions.get(at) {
            let here = action.place as usize == place;
            if here && self.is_below(place, action.step as usize, node) {
                self.end_action(at, End::Stopped, world);
            } else {
                at += 1;
            }
        }
        self.release(|engine, hold| {
            hold.place as usize == place && engine.is_below(place, hold.step as usize, node)
        });
        if let Some((step, _)) = self.plans[place].barrier
            && self.is_below(place, step as usize, node)
        {
            self.plans[place].barrier = None;
        }
    }

    /// Whether a step is below a node; all are below `NONE`.
    pub(super) fn is_below(&self, place: usize, step: usize, node: u32) -> bool {
        node == NONE || self.node_is_below(place, self.step(place, step).node, node)
    }

    /// Whether a node is another one or below it.
    pub(super) fn node_is_below(&self, place: usize, mut below: u32, node: u32) -> bool {
        let nodes = self.shelf.nodes(&self.plans[place].block);
        while below != node {
            match nodes.get(below as usize) {
                Some(row) => below = row.parent,
                None => return false,
            }
        }
        true
    }

    /// Something failed at a node of a plan.
    pub(super) fn has_failed(&mut self, place: usize, node: u32) {
        if !matches!(self.plans[place].stage, Stage::Running | Stage::Repairing) {
            return;
        }
        let failed = match self.plans[place].failed {
            Some(other) => self.above_both(place, other, node),
            None => node,
        };
        self.plans[place].failed = Some(failed);
    }

    /// The lowest node that is above both, or one of them; `NONE` where only the root is.
    pub(super) fn above_both(&self, place: usize, a: u32, b: u32) -> u32 {
        let nodes = self.shelf.nodes(&self.plans[place].block);
        let mut above = a;
        while above != NONE && !self.node_is_below(place, b, above) {
            above = nodes.get(above as usize).map_or(NONE, |row| row.parent);
        }
        above
    }
}
