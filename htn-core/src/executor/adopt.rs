//! Adopting a repair: what stays of a plan, and the new steps in place of the rest.

use super::ExecutorFull;
use super::engine::{Engine, World};
use super::live::{Live, Stage};
use super::notes::Happened;
use super::shelf::{Block, LiveNode, Sizes, Status};
use crate::machine::NONE;
use crate::plan::PlanData;

/// How a plan is put together anew: the steps that stay and the place of the new ones among them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seam {
    /// The node whose steps go.
    pub node: u32,
    /// Steps that stay and come before this one come before the new ones, the others behind them.
    pub at: usize,
}

impl Engine {
    /// Repairs that were found take the place of what they repair.
    pub(super) fn adopt_offers(&mut self, world: &mut World<'_>) {
        for at in 0..self.order.len() {
            let place = self.order[at] as usize;
            let live = self.plans[place];
            if live.stage == Stage::Repairing
                && let Some(offer) = live.offer
            {
                self.adopt(place, offer, world);
            }
        }
    }

    fn adopt(&mut self, place: usize, offer: Block, world: &mut World<'_>) {
        let node = self.plans[place].repair_at;
        let at = self.say_node(place, node);
        self.stop_below(place, node, world);
        self.take_back_below(place, node, true, world);
        if node != NONE {
            self.carry_over(place, node, &offer);
        }
        let course = self.chart(&offer);
        let live = &mut self.plans[place];
        *live = Live {
            stage: Stage::Running,
            block: offer,
            offer: None,
            course,
            failed: None,
            lost_agent: false,
            repairs: live.repairs + 1,
            moved: self.pulse.tick,
            asleep: None,
            ..*live
        };
        self.note(place, Happened::Repaired { at });
    }

    /// Where the new steps go, for a repair at a node: behind every step that has started.
    pub(super) fn seam(&self, place: usize, node: u32) -> Seam {
        let live = &self.plans[place];
        let steps = live.block.steps.len();
        let stays = |step: &usize| !self.is_below(place, *step, node);
        let started = |step: &usize| self.has_started(place, *step);
        let last = (0..steps).rev().find(|step| started(step) && stays(step));
        let first = (0..steps).find(|step| !stays(step)).unwrap_or(steps);
        Seam {
            node,
            at: last.map_or(first, |last| first.max(last + 1)),
        }
    }

    /// The steps that stay on one side of the seam, in order.
    pub(super) fn staying(
        &self,
        place: usize,
        seam: Seam,
        behind: bool,
    ) -> impl Iterator<Item = usize> + '_ {
        let count = self.plans[place].block.steps.len();
        let range = if behind { seam.at..count } else { 0..seam.at };
        range.filter(move |&step| !self.is_below(place, step, seam.node))
    }

    /// Nodes that stay, and how many of them come before the one that goes.
    pub(super) fn staying_nodes(&self, place: usize, node: u32) -> impl Iterator<Item = u32> + '_ {
        let count = self.plans[place].block.nodes.len() as u32;
        (0..count).filter(move |&other| !self.node_is_below(place, other, node))
    }

    /// Takes in a plan that was found for a repair: the steps of `data` are those of the plan that have not started
    /// and stay, with the new ones at the seam; its nodes are the new ones, and behind them those that stay.
    pub fn offer(&mut self, place: usize, data: &PlanData) -> Result<(), ExecutorFull> {
        let node = self.plans[place].repair_at;
        if node == NONE {
            let block = self.admit(data)?;
            self.plans[place].offer = Some(block);
            return Ok(());
        }
        let seam = self.seam(place, node);
        let (mut kept, mut kept_words) = (0, 0);
        for step in self.staying(place, seam, false) {
            if self.has_started(place, step) {
                kept += 1;
                kept_words += self.kept_words(place, step);
            }
        }
        let extra: usize = data.steps.iter().map(|step| self.extra_words(step)).sum();
        let sizes = Sizes {
            steps: kept + data.steps.len(),
            nodes: data.node_count(),
            words: data.words.len() + extra + kept_words,
            truth: data.truth.len(),
            changes: data.changes(self.asked).count(),
        };
        let block = self.take_block(sizes)?;
        let staying = self.staying_nodes(place, node).count();
        let fresh = data.node_count() - staying;
        let before = self
            .staying_nodes(place, node)
            .take_while(|&other| other < node)
            .count();
        let order = NodeOrder { fresh, before };
        self.number_nodes(place, fresh);
        self.shelf.put_truth(&block, data, self.asked);
        self.shelf.words_mut(&block)[..data.words.len()].copy_from_slice(&data.words);
        for (frame, row) in data.nodes() {
            let to = order.place(frame as u32) as usize;
            let parent = order.place(row.parent);
            self.shelf.nodes_mut(&block)[to] = LiveNode::of(data, frame, row.fp, parent);
        }
        let mut filling = Filling {
            block,
            free: data.words.len() as u32,
            at: 0,
            rank: 0,
        };
        for step in 0..seam.at {
            if self.is_below(place, step, node) {
                continue;
            }
            if self.has_started(place, step) {
                self.fill_kept(place, step, order, &mut filling);
            } else {
                self.fill_new(data, order, &mut filling);
            }
        }
        while filling.rank < data.steps.len() {
            self.fill_new(data, order, &mut filling);
        }
        self.plans[place].offer = Some(block);
        Ok(())
    }

    fn has_started(&self, place: usize, step: usize) -> bool {
        self.step(place, step).status != Status::Waiting
    }

    /// The words of a step that stays: its frame, its links and its undo.
    fn kept_words(&self, place: usize, step: usize) -> usize {
        let row = self.step(place, step);
        let kind = self.kind(row);
        let agents = kind.params().iter().filter(|param| param.agent).count();
        usize::from(kind.size()) + agents + kind.undo_words().unwrap_or(0)
    }

    fn fill_new(&mut self, data: &PlanData, order: NodeOrder, filling: &mut Filling) {
        let step = data.steps[filling.rank];
        let row = &mut self.shelf.steps_mut(&filling.block)[filling.at];
        row.kind = step.kind;
        row.node = order.place(step.frame);
        row.words = step.fp;
        row.rank = filling.rank as u32;
        filling.free = self.place_extra(&filling.block, filling.at, filling.free);
        filling.at += 1;
        filling.rank += 1;
    }

    /// How a step that has started stands is copied when the repair is adopted; what it is, now.
    fn fill_kept(&mut self, place: usize, step: usize, order: NodeOrder, filling: &mut Filling) {
        let old = self.plans[place].block;
        let row = *self.step(place, step);
        let kind = self.kind(&row);
        let size = usize::from(kind.size());
        let node = order.place(self.node_number(row.node));
        let words = filling.free;
        let (from, to) = (row.words as usize, words as usize);
        self.shelf.copy_words(&old, from, size, &filling.block, to);
        let new = &mut self.shelf.steps_mut(&filling.block)[filling.at];
        *new = super::shelf::LiveStep {
            node,
            words,
            absorbed: true,
            ..row
        };
        filling.free = self.place_extra(&filling.block, filling.at, words + size as u32);
        let undo = self.shelf.steps(&filling.block)[filling.at].undo as usize;
        let undo_words = kind.undo_words().unwrap_or(0);
        self.shelf
            .copy_words(&old, row.undo as usize, undo_words, &filling.block, undo);
        filling.at += 1;
    }

    /// Brings how the steps that stay stand over into the block that takes the place of the plan's.
    fn carry_over(&mut self, place: usize, node: u32, offer: &Block) {
        let old = self.plans[place].block;
        // By old step: its number in the new block.
        self.numbers.clear();
        let mut new = 0;
        for step in 0..old.steps.len() {
            let stays = !self.is_below(place, step, node);
            if !(stays && self.has_started(place, step)) {
                self.numbers.push(NONE);
                continue;
            }
            while !self.shelf.steps(offer)[new].absorbed {
                new += 1;
            }
            self.numbers.push(new as u32);
            let row = *self.step(place, step);
            let to = &mut self.shelf.steps_mut(offer)[new];
            to.status = row.status;
            to.ended = row.ended;
            to.undo_before = row.undo_before;
            new += 1;
        }
        let moved =
            |numbers: &[u32], step: u32| numbers.get(step as usize).copied().unwrap_or(NONE);
        let numbers = &self.numbers;
        for step in self
            .shelf
            .steps_mut(offer)
            .iter_mut()
            .filter(|step| step.absorbed)
        {
            step.undo_before = moved(numbers, step.undo_before);
        }
        let here = |other: u32| other as usize == place;
        for action in self.actions.iter_mut().filter(|action| here(action.place)) {
            action.step = moved(numbers, action.step);
        }
        for hold in self.holds.iter_mut().filter(|hold| here(hold.place)) {
            hold.step = moved(numbers, hold.step);
        }
        let live = &mut self.plans[place];
        live.undo = moved(numbers, live.undo);
        if let Some((step, _)) = &mut live.barrier {
            *step = moved(numbers, *step);
        }
    }
}

/// The new nodes come first in what a repair found, and in the plan where the node was that they stand for.
#[derive(Clone, Copy)]
struct NodeOrder {
    fresh: usize,
    before: usize,
}

impl NodeOrder {
    fn place(self, node: u32) -> u32 {
        let (fresh, before) = (self.fresh as u32, self.before as u32);
        match node {
            NONE => NONE,
            new if new < fresh => before + new,
            old if old - fresh < before => old - fresh,
            old => old,
        }
    }
}

/// How far a block is filled.
struct Filling {
    block: Block,
    /// The first free word, step, and step of what was found.
    free: u32,
    at: usize,
    rank: usize,
}
