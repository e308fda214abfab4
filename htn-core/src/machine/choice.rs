//! Choice points: where the search goes on when something fails.

use super::{Limit, Machine, NONE, Signal};
use crate::store::Store;

/// What a choice point does when it is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChoiceKind {
    /// Goes on at `pc`.
    Jump,
    /// Executes the generator at `pc` again, from `cursor`.
    Generator,
    /// Goes on at `pc`, where a collection has been filled.
    Collected,
    /// Tries the strand `cursor`; `pc` is the unit that it was chosen in, or `NONE`.
    Strand,
    /// Out of use.
    Dead,
}

/// The newest choice point, where it is not on the stack: what it restores has not changed since. `Dead` for none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub kind: ChoiceKind,
    pub pc: u32,
    pub cursor: u32,
}

impl Pending {
    pub const NONE: Pending = Pending {
        kind: ChoiceKind::Dead,
        pc: 0,
        cursor: 0,
    };
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
    /// How much of the collected rows to keep; see `Machine::heaps` for which side.
    heap: u32,
    axioms: u32,
    level: u8,
    pub kind: ChoiceKind,
}

impl Machine {
    /// Leaves a choice point that is kept in registers as long as nothing that it would restore changes: most are
    /// taken or dropped before that.
    #[inline(always)]
    pub(super) fn leave(&mut self, kind: ChoiceKind, pc: u32, cursor: u32) -> Result<(), Limit> {
        self.keep_pending()?;
        self.pending = Pending { kind, pc, cursor };
        Ok(())
    }

    /// Puts the pending choice point on the stack, before something changes that it must restore.
    #[inline(always)]
    pub(super) fn keep_pending(&mut self) -> Result<(), Limit> {
        let Pending { kind, pc, cursor } = self.pending;
        if kind == ChoiceKind::Dead {
            return Ok(());
        }
        self.pending.kind = ChoiceKind::Dead;
        self.push_choice(kind, pc, cursor)
    }

    pub(super) fn push_choice(
        &mut self,
        kind: ChoiceKind,
        pc: u32,
        cursor: u32,
    ) -> Result<(), Limit> {
        if self.choices.len() >= self.limits.choices {
            return Err(Limit::Choices);
        }
        self.choices.push(Choice {
            pc,
            cursor,
            fp: self.fp,
            top: self.top,
            frame: self.frame,
            frames: self.frames.len() as u32,
            steps: self.steps.len() as u32,
            trail: self.trail.mark(),
            heap: self.heaps[(self.level as usize + 1) & 1].len() as u32,
            axioms: self.axioms,
            level: self.level,
            kind,
        });
        self.stats.used.choices = self.stats.used.choices.max(self.choices.len());
        Ok(())
    }

    /// How many choice points there are, and in the upper half how much is collected.
    #[inline(always)]
    pub(super) fn mark(&self) -> u64 {
        let height = self.choices.len() as u64 + u64::from(self.pending.kind != ChoiceKind::Dead);
        height | (self.heaps[(self.level as usize + 1) & 1].len() as u64) << 32
    }

    /// Goes back to the newest choice point. `Some` where there is none left.
    #[inline(always)]
    pub(super) fn fail(&mut self, store: &mut Store, granted: &mut i64) -> Option<Signal> {
        let Pending { kind, pc, cursor } = self.pending;
        if kind == ChoiceKind::Dead {
            return self.backtrack(store, granted);
        }
        self.stats.backtracks += 1;
        self.pending.kind = ChoiceKind::Dead;
        self.pc = pc;
        self.retry = cursor;
        None
    }

    /// Goes back to the newest choice point of the stack. What has to be undone for it may take more than one slice.
    pub(super) fn backtrack(&mut self, store: &mut Store, granted: &mut i64) -> Option<Signal> {
        loop {
            let choice = match self.choices.last() {
                Some(choice) if self.choices.len() as u32 > self.floor => *choice,
                _ if self.is_asking() => return Some(Signal::Failed),
                _ => return self.back_to(store, 0, granted).or(Some(Signal::Failed)),
            };
            if choice.kind == ChoiceKind::Dead {
                self.choices.pop();
                continue;
            }
            if let Some(paused) = self.back_to(store, choice.trail, granted) {
                return Some(paused);
            }
            self.choices.pop();
            self.stats.backtracks += 1;
            self.fp = choice.fp;
            self.top = choice.top;
            self.frame = choice.frame;
            self.frames.truncate(choice.frames as usize);
            self.steps.truncate(choice.steps as usize);
            self.level = choice.level;
            self.axioms = choice.axioms;
            self.pc = choice.pc;
            self.retry = choice.cursor;
            // A collection was filled at one level deeper: its rows stay, what was read from below it goes.
            let side =
                choice.level as usize + 1 + usize::from(choice.kind == ChoiceKind::Collected);
            self.heaps[side & 1].truncate(choice.heap as usize);
            if choice.kind == ChoiceKind::Strand {
                self.retry = NONE;
                if let Err(full) = self.take_strand(choice.cursor, choice.pc) {
                    return Some(Signal::Full(full));
                }
            }
            return None;
        }
    }

    /// Takes facts and strands back to a height of the trail; `Some` where the steps are used up first.
    #[inline(always)]
    fn back_to(&mut self, store: &mut Store, mark: u32, granted: &mut i64) -> Option<Signal> {
        self.failing = !self.undo_within(store, mark, granted);
        self.failing.then_some(Signal::Paused)
    }

    /// Drops all choice points made since the mark, and what was collected for them.
    #[inline(always)]
    pub(super) fn cut(&mut self, mark: u64) {
        let (height, heap) = (mark as u32 as usize, (mark >> 32) as usize);
        if self.choices.len() >= height {
            self.pending.kind = ChoiceKind::Dead;
            self.choices.truncate(height);
        }
        self.heaps[(self.level as usize + 1) & 1].truncate(heap);
    }

    /// Opens a collection's barrier: like any choice point, but for the side of the heaps that it keeps.
    pub(super) fn push_barrier(&mut self, then: u32) -> Result<(), Limit> {
        self.push_choice(ChoiceKind::Collected, then, NONE)?;
        let kept = self.heaps[self.level as usize & 1].len() as u32;
        if let Some(choice) = self.choices.last_mut() {
            choice.heap = kept;
        }
        Ok(())
    }

    /// Takes the first choice point made since the mark out of use; those above it stay.
    #[inline(always)]
    pub(super) fn kill(&mut self, mark: u64) {
        let at = mark as u32 as usize;
        if at == self.choices.len() {
            self.pending.kind = ChoiceKind::Dead;
        } else if at + 1 == self.choices.len() && self.pending.kind == ChoiceKind::Dead {
            self.choices.pop();
        } else if let Some(choice) = self.choices.get_mut(at) {
            choice.kind = ChoiceKind::Dead;
        }
    }
}
