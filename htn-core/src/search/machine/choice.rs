//! Choice points: where the search goes on when something fails.

use super::{Limit, Machine, Signal};
use crate::model::limits::{LimitKind, Limits};
use crate::store::Store;

/// What a choice point does when it is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChoiceKind {
    /// Goes on at `pc`.
    Jump,
    /// Tries the strand `cursor`; `pc` is the unit that it was chosen in.
    Strand,
    /// Leaves the present strand at `pc`, and tries the one after it.
    Follower,
}

/// A choice point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub pc: u32,
    pub cursor: u32,
    fp: u32,
    top: u32,
    frame: u32,
    frames: u32,
    steps: u32,
    trail: u32,
    /// How much of the collected rows to keep.
    rows: u32,
    pub kind: ChoiceKind,
}

/// How much is in use. Marks are set when it gets less, and at the end.
pub(super) struct Heights {
    bindings: usize,
    steps: usize,
    choices: usize,
    tasks: usize,
}

impl Heights {
    // No question whether any is higher at all: this is less than that.
    #[inline(always)]
    pub fn note(self, used: &mut Limits) {
        used.bindings = used.bindings.max(self.bindings);
        used.steps = used.steps.max(self.steps);
        used.choices = used.choices.max(self.choices);
        used.tasks = used.tasks.max(self.tasks);
    }
}

impl Machine {
    /// Makes a choice point: the search can come back to what is now.
    #[inline]
    pub(super) fn push_choice(
        &mut self,
        kind: ChoiceKind,
        pc: u32,
        cursor: u32,
    ) -> Result<(), Limit> {
        let taken = self.choices.take(Choice {
            pc,
            cursor,
            fp: self.fp,
            top: self.work.top,
            frame: self.frame,
            frames: self.frames.len() as u32,
            steps: self.steps.len() as u32,
            trail: self.work.trail.mark(),
            rows: self.work.stacks.read_at(0).len() as u32,
            kind,
        });
        if taken {
            Ok(())
        } else {
            Err(Limit::Kind(LimitKind::Choices))
        }
    }

    /// The heights of all that grows with the search.
    #[inline(always)]
    pub(super) fn heights(&self) -> Heights {
        Heights {
            bindings: self.work.top as usize,
            steps: self.steps.len(),
            choices: self.choices.len(),
            tasks: self.frames.len(),
        }
    }

    /// Notes how much is in use, before it gets less.
    #[inline(always)]
    pub(super) fn note_heights(&mut self) {
        self.heights().note(&mut self.stats.used);
    }

    /// Goes back to the newest choice point; `Some` where there is none left. What has to be undone for it may take
    /// more than one slice.
    pub(super) fn backtrack(&mut self, store: &mut Store) -> Option<Signal> {
        let trail = match self.choices.last() {
            Some(choice) if self.choices.len() as u32 > self.floor => choice.trail,
            _ if self.is_asking() => return Some(Signal::Failed),
            _ => return self.back_to(store, 0).or(Some(Signal::Failed)),
        };
        if let Some(paused) = self.back_to(store, trail) {
            return Some(paused);
        }
        self.note_heights();
        self.stats.backtracks += 1;
        // Read where it stands, one after another: that takes few registers.
        let choice = self.choices.last()?;
        self.fp = choice.fp;
        self.work.top = choice.top;
        let frame = choice.frame;
        self.frames.truncate(choice.frames as usize);
        while self
            .anonymous_frames
            .last()
            .is_some_and(|last| *last >= choice.frames)
        {
            self.anonymous_frames.pop();
        }
        self.steps.truncate(choice.steps as usize);
        self.costs.so_far = match **self.steps {
            [.., ref last] => last.cost,
            [] => 0.0,
        };
        self.pc = choice.pc;
        self.work.stacks.read_at(0).truncate(choice.rows as usize);
        let (kind, cursor, pc) = (choice.kind, choice.cursor, choice.pc);
        self.choices.pop();
        self.go_to_frame(frame);
        let taken = match kind {
            ChoiceKind::Jump => return None,
            ChoiceKind::Strand => self.take_strand(cursor, pc),
            ChoiceKind::Follower => self.take_follower(),
        };
        taken.err().map(Signal::Full)
    }

    /// Takes facts and strands back to a height of the trail; `Some` where the steps are used up first.
    #[inline(always)]
    fn back_to(&mut self, store: &mut Store, mark: u32) -> Option<Signal> {
        self.failing = !self.undo_within(store, mark);
        self.failing.then_some(Signal::Paused)
    }
}
