//! Read access to one running plan.

use core::ops::Deref;

use crate::exec::indices::{MentionSlot, NodeIndex, StepIndex, Subtree};
use crate::exec::plans::plan_record::PlanRecord;
use crate::exec::plans::progress::StepProgress;
use crate::model::plan::{NodeRecord, RawPlan, StepKind};
use crate::tables::{FactVerb, RelId, Slot, TaskKind};

/// A running plan: its static records, the progress of its steps, and its dynamic record.
#[derive(Clone, Copy)]
pub(crate) struct LivePlan<'a> {
    pub raw: RawPlan<'a>,
    pub record: &'a PlanRecord,
    /// The progress of the steps of all plans.
    pub(in crate::exec) progress: &'a [StepProgress],
    /// The index of the plan's first step there.
    pub(in crate::exec) first: usize,
}

impl<'a> Deref for LivePlan<'a> {
    type Target = RawPlan<'a>;

    #[inline(always)]
    fn deref(&self) -> &RawPlan<'a> {
        &self.raw
    }
}

impl<'a> LivePlan<'a> {
    /// Returns the progress of a step.
    #[inline]
    pub fn state(self, step: StepIndex) -> &'a StepProgress {
        &self.progress[self.first + step.index()]
    }

    /// Returns the progress of all steps.
    #[inline]
    pub fn states(self) -> &'a [StepProgress] {
        &self.progress[self.first..][..self.steps().len()]
    }

    /// Returns the step's mentions of agents, in the order of its parameters.
    #[inline(always)]
    pub fn mentions(self, step: StepIndex) -> impl Iterator<Item = MentionSlot> + Clone + use<'a> {
        let state = self.state(step);
        let words = self.words(state.mentions, usize::from(state.agents));
        words.iter().map(|word| MentionSlot::new(*word as usize))
    }

    /// Returns the arguments of a step's `undo`.
    pub fn undo_args(self, step: StepIndex) -> &'a [u64] {
        let size = self.info(step).undo_size();
        self.words(self.state(step).undo_words(), size)
    }

    /// Returns the steps of the group that begins at `lead`, none of which has started.
    #[inline(always)]
    pub fn group(self, lead: StepIndex) -> impl Iterator<Item = StepIndex> + Clone + use<> {
        let states = self.states()[lead.index()..].iter();
        let count = states
            .take_while(|state| !state.has_started() && state.turn.lead == lead)
            .count();
        (lead.index()..lead.index() + count).map(StepIndex::new)
    }

    /// Returns the leads of the groups whose turn it is, in order.
    pub fn leads(self) -> impl Iterator<Item = StepIndex> + use<'a> {
        let next = move |lead: &StepIndex| self.state(*lead).turn.next;
        core::iter::successors(self.record.turns.ready, next)
    }

    /// Returns the leads that no barrier blocks.
    pub fn open_leads(self) -> impl Iterator<Item = StepIndex> + use<'a> {
        let end = self.open_end();
        self.leads().take_while(move |lead| *lead < end)
    }

    /// Returns the end of the range of startable steps: no step starts after a barrier that is closed or has not started.
    pub fn open_end(self) -> StepIndex {
        let unstarted = self.record.turns.next_barrier.following();
        match self.record.footprint.barrier {
            Some(closed) => closed.step.min(unstarted),
            None => unstarted,
        }
    }

    /// Returns the smallest part around this one that can be planned again: a task after which no step has started, and
    /// whose returned value is not used.
    pub fn lowest_repair(self, part: Subtree) -> Subtree {
        let Subtree::Below(node) = part else {
            return Subtree::Whole;
        };
        let mut above = self.upwards(Some(node)).take_while(|(_, row)| {
            // A repair of the topmost task is a repair of the whole plan.
            row.parent().is_some()
        });
        let found = above.find(|(node, row)| {
            let method = self.tables.tasks[usize::from(row.task.0)].kind == TaskKind::Method;
            // A task that is not planned yet can't be planned again.
            let planned = method && !row.is_later(self.tables);
            planned && row.ret == Slot::NONE && !self.has_started_after(*node)
        });
        Subtree::below(found.map(|(node, _)| node))
    }

    /// Returns the part of the plan that the plan of a later task replaces: its own node, or if it repeats a task above it
    /// of which nothing else is left, that task. So a task that ends in itself does not nest deeper with each round.
    pub fn part_of_later(self, step: StepIndex) -> Subtree {
        let later = self.step(step).node();
        let task = |node: &NodeRecord| node.task;
        let name = self.node(later).map(task);
        let is_last = |node: NodeIndex| {
            let part = Subtree::Below(node);
            let mut after = self.all().skip(step.index() + 1);
            let protects = |step: &StepIndex| self.protection(*step).is_some();
            !after.any(|step| self.is_in(step, part))
                && !self.undo_chain().any(|step| self.is_in(step, part))
                && !self
                    .all()
                    .filter(protects)
                    .any(|step| self.is_in(step, part))
        };
        let mut above = self.upwards(later);
        let found = above
            .by_ref()
            .take_while(|(node, row)| row.ret == Slot::NONE && is_last(*node))
            .filter(|(_, row)| Some(row.task) == name);
        Subtree::below(found.last().map(|(node, _)| node).or(later))
    }

    /// Returns the statement and the predicate of a step that protects or releases a fact.
    pub fn protection(self, step: StepIndex) -> Option<(FactVerb, RelId)> {
        match self.step(step).kind {
            StepKind::Fact(verb, rel) if !verb.changes_facts() => Some((verb, rel)),
            _ => None,
        }
    }

    /// Returns true if these steps, in their order, leave the fact of a `protect` protected.
    pub fn leave_protected(self, of: StepIndex, steps: impl Iterator<Item = StepIndex>) -> bool {
        let (kind, fact) = (self.protection(of), self.frame(of));
        let rel = kind.map(|(_, rel)| rel);
        let count = steps.fold(0_u32, |count, step| match self.protection(step) {
            Some((verb, of)) if Some(of) == rel && self.frame(step) == fact => match verb {
                FactVerb::Protect => count + 1,
                _ => count.saturating_sub(1),
            },
            _ => count,
        });
        count > 0
    }

    /// Returns true if a step after all those below a task has started.
    fn has_started_after(self, node: NodeIndex) -> bool {
        let last_started = self.record.turns.reached.index().saturating_sub(1);
        let mut steps = (last_started..self.steps().len()).map(StepIndex::new);
        !steps.any(|step| self.is_in(step, Subtree::Below(node)))
    }

    /// Returns the steps that have to be undone if the plan is abandoned, the latest first.
    pub fn undo_chain(self) -> impl Iterator<Item = StepIndex> + use<'a> {
        let before = move |step: &StepIndex| self.state(*step).undo.before;
        core::iter::successors(self.record.footprint.undo, before)
    }
}
