//! What the game calls between two ticks.
//!
//! Finishes are taken up first, in the order of the calls; then leavings, cancels and submits, in theirs. A call leaves
//! a mark with its number on what it is about (an action, a hold, a plan), so that no queue can be full.

use super::actions::End;
use super::engine::{Engine, World};
use super::kind::Kind;
use super::live::Stage;
use super::notes::Happened;
use super::shelf::{Block, LiveNode, Sizes, Status};
use super::{ExecutorFull, FinishError, ReplaceError};
use crate::event::{ActionId, Outcome, PlanId, Reason, Why};
use crate::machine::NONE;
use crate::plan::{PlanData, Step};

impl Engine {
    pub fn submit(&mut self, data: &PlanData, priority: i32) -> Result<PlanId, ExecutorFull> {
        self.submit_in_place_of(data, priority, None)
    }

    /// Where a plan is given, it is over when this one enters.
    pub fn submit_in_place_of(
        &mut self,
        data: &PlanData,
        priority: i32,
        replaces: Option<PlanId>,
    ) -> Result<PlanId, ExecutorFull> {
        if replaces.is_none() && self.order.len() >= self.limits.plans {
            let what = crate::error::What::Plans;
            return Err(ExecutorFull {
                what,
                capacity: self.limits.plans,
                all: true,
            });
        }
        let block = self.admit(data)?;
        let place = self.open_place(priority, block)?;
        self.plans[place].replaces = replaces;
        Ok(self.plans[place].id)
    }

    pub fn replace(&mut self, id: PlanId, data: &PlanData) -> Result<(), ReplaceError> {
        let place = self.place_of(id).ok_or(ReplaceError::Unknown(id))?;
        if self.plans[place].stage != Stage::Repairing {
            return Err(ReplaceError::NotInRepair(id));
        }
        let former = self.plans[place].offer.take();
        match self.admit(data) {
            Ok(block) => {
                self.plans[place].offer = Some(block);
                self.plans[place].repair_at = NONE;
                Ok(())
            }
            Err(full) => {
                self.plans[place].offer = former;
                Err(ReplaceError::Full(full))
            }
        }
    }

    pub fn finish(&mut self, id: ActionId, outcome: Outcome) -> Result<(), FinishError> {
        let Some(at) = self.action(id) else {
            let known = id.0 < self.next_action;
            return Err(if known {
                FinishError::Ended(id)
            } else {
                FinishError::Unknown(id)
            });
        };
        if self.actions[at].reported {
            return Err(FinishError::Reported(id));
        }
        self.actions[at].reported = true;
        self.pulse.quiet = false;
        self.reports.push((id, outcome));
        Ok(())
    }

    pub fn cancel(&mut self, id: PlanId) -> bool {
        let Some(place) = self.place_of(id) else {
            return false;
        };
        if self.plans[place].cancelled == 0 {
            self.plans[place].cancelled = self.next_call();
        }
        true
    }

    pub fn agent_left(&mut self, agent: u64) {
        let call = self.next_call();
        if let Some(busy) = self.busy.get(agent) {
            if let Some(at) = busy.action.and_then(|id| self.action(id))
                && self.actions[at].left == 0
            {
                self.actions[at].left = call;
            }
            let holds = self
                .holds
                .iter_mut()
                .filter(|hold| hold.agent == agent && hold.left == 0);
            holds.for_each(|hold| hold.left = call);
        }
        for at in 0..self.order.len() {
            let place = self.order[at] as usize;
            for step in self.plans[place].course.first as usize..self.plans[place].block.steps.len()
            {
                let row = self.step(place, step);
                if row.status == Status::Waiting && self.names(place, step, agent) {
                    let node = row.node;
                    self.must_do_without(place, node, call);
                }
            }
            if let Some(offer) = self.plans[place].offer
                && self.offer_names(&offer, agent)
            {
                // What was found to repair the plan is of no use any more.
                self.plans[place].offer = None;
                self.plans[place].repair_serial += 1;
                self.must_do_without(place, self.plans[place].repair_at, call);
            }
        }
    }

    fn offer_names(&self, offer: &Block, agent: u64) -> bool {
        let mut steps = self.shelf.steps(offer).iter();
        steps.any(|step| {
            let kind = Kind {
                tables: self.tables,
                kind: step.kind,
            };
            let words = &self.shelf.words(offer)[step.words as usize..];
            step.status == Status::Waiting && kind.agents(words).any(|other| other == agent)
        })
    }

    /// A plan names an agent that has left, in a step at this node.
    fn must_do_without(&mut self, place: usize, node: u32, call: u64) {
        let live = &self.plans[place];
        let (left, left_at) = match live.left {
            0 => (call, node),
            earlier => (earlier, self.above_both(place, live.left_at, node)),
        };
        self.plans[place].left = left;
        self.plans[place].left_at = left_at;
    }

    /// Takes up leavings, cancels and submits.
    pub(super) fn take_calls(&mut self, world: &mut World<'_>) {
        if !core::mem::take(&mut self.called) {
            return;
        }
        while let Some(call) = self.earliest_call() {
            while let Some(at) = self.actions.iter().position(|action| action.left == call) {
                self.end_action(at, End::Failed(Why::AgentLeft), world);
            }
            self.release(|_, hold| hold.left == call);
            let mut at = 0;
            while let Some(&place) = self.order.get(at) {
                at += 1;
                let place = place as usize;
                let live = &mut self.plans[place];
                if live.submitted == call {
                    live.submitted = 0;
                    live.stage = Stage::Running;
                    live.moved = self.pulse.tick;
                    let (id, replaces) = (live.id, live.replaces.take());
                    if let Some(former) = replaces.and_then(|former| self.place_of(former)) {
                        self.wind_up(former, world);
                        self.note(former, Happened::Replaced { by: id });
                        self.close_place(former);
                        // The places have moved; what was dealt with already has no mark any more.
                        at = 0;
                        continue;
                    }
                }
                let live = &mut self.plans[place];
                if live.left == call {
                    live.left = 0;
                    live.lost_agent = true;
                    if live.stage == Stage::Repairing && live.offer.is_none() {
                        // A search that is under way began with facts in which the agent was still there.
                        live.repair_serial += 1;
                    }
                    let node = live.left_at;
                    self.has_failed(place, node);
                }
                if self.plans[place].cancelled == call {
                    self.abandon(place, Reason::Cancelled, world);
                    at -= 1;
                }
            }
        }
    }

    fn earliest_call(&self) -> Option<u64> {
        let plans = self.order.iter().map(|&place| &self.plans[place as usize]);
        let plans = plans.flat_map(|live| [live.submitted, live.cancelled, live.left]);
        let actions = self.actions.iter().map(|action| action.left);
        let holds = self.holds.iter().map(|hold| hold.left);
        plans
            .chain(actions)
            .chain(holds)
            .filter(|&call| call != 0)
            .min()
    }

    /// Copies a plan in.
    pub(super) fn admit(&mut self, data: &PlanData) -> Result<Block, ExecutorFull> {
        let extra: usize = data.steps.iter().map(|step| self.extra_words(step)).sum();
        let sizes = Sizes {
            steps: data.steps.len(),
            nodes: data.node_count(),
            words: data.words_in_use() + extra,
            truth: data.truth.len(),
            changes: data.changes(self.asked).count(),
        };
        let block = self.take_block(sizes)?;
        self.shelf.put_truth(&block, data, self.asked);
        // The planner leaves the words where the search had them, with those of conditions between them.
        let mut free = 0;
        for (at, (frame, row)) in data.nodes().enumerate() {
            let (words, parent) = (free, data.node_at(row.parent));
            free = self.shelf.put_words(&block, free, data.frame_words(row));
            self.shelf.nodes_mut(&block)[at] = LiveNode::of(data, frame, words, parent);
        }
        for (at, step) in data.steps.iter().enumerate() {
            let row = &mut self.shelf.steps_mut(&block)[at];
            row.kind = step.kind;
            row.node = data.node_at(step.frame);
            row.words = free;
            row.rank = at as u32;
            free = self.shelf.put_words(&block, free, data.step_words(step));
            free = self.place_extra(&block, at, free);
        }
        Ok(block)
    }

    /// The words that a step takes beyond those of its plan.
    pub(super) fn extra_words(&self, step: &Step) -> usize {
        let kind = Kind {
            tables: self.tables,
            kind: step.kind,
        };
        let agents = kind.params().iter().filter(|param| param.agent).count();
        agents + kind.undo_words().unwrap_or(0)
    }

    /// Gives a step those words, from `free` on; returns what is free then.
    pub(super) fn place_extra(&mut self, block: &Block, at: usize, free: u32) -> u32 {
        let tables = self.tables;
        let step = &mut self.shelf.steps_mut(block)[at];
        let kind = Kind {
            tables,
            kind: step.kind,
        };
        let agents = kind.params().iter().filter(|param| param.agent).count() as u32;
        step.links = free;
        step.undo = free + agents;
        free + agents + kind.undo_words().unwrap_or(0) as u32
    }

    /// A block of these sizes. Where there is room only in the gaps that ended plans left, they are closed.
    pub(super) fn take_block(&mut self, sizes: Sizes) -> Result<Block, ExecutorFull> {
        let mut used = Sizes {
            steps: 0,
            nodes: 0,
            words: 0,
            truth: 0,
            changes: 0,
        };
        for &place in self.order.iter() {
            let live = &self.plans[place as usize];
            for block in core::iter::once(live.block).chain(live.offer) {
                let sizes = block.sizes();
                used.steps += sizes.steps;
                used.nodes += sizes.nodes;
                used.words += sizes.words;
                used.truth += sizes.truth;
                used.changes += sizes.changes;
            }
        }
        self.shelf.fits(sizes, used)?;
        // In debug builds always, so that nobody comes to rely on where a plan lies.
        if cfg!(debug_assertions) || !self.shelf.has_room(sizes) {
            self.close_gaps();
        }
        Ok(self.shelf.take(sizes))
    }

    fn close_gaps(&mut self) {
        let mut last: Option<Block> = None;
        loop {
            let serial = last.map_or(0, |block| block.serial);
            let lives = self.order.iter().map(|&place| &self.plans[place as usize]);
            let blocks = lives.flat_map(|live| core::iter::once(live.block).chain(live.offer));
            let later = blocks
                .map(|block| block.serial)
                .filter(|&other| other > serial);
            let Some(next) = later.min() else { break };
            for &place in self.order.iter() {
                let live = &mut self.plans[place as usize];
                let offer = live.offer.as_mut();
                if let Some(block) = core::iter::once(&mut live.block)
                    .chain(offer)
                    .find(|b| b.serial == next)
                {
                    self.shelf.settle(block, last);
                    last = Some(*block);
                }
            }
        }
        self.shelf.cut_behind(last);
    }
}
