//! Choice points: the states that backtracking returns to.

use super::agenda::Agenda;
use super::loops::{BEGUN, Loops};
use super::protections::{PROTECTED, Protections};
use super::{Limit, SearchState, Signal};
use crate::model::limits::LimitKind;
use crate::model::pool::Pool;
use crate::store::{CustomEntry, Store, UndoHandler};

/// The way in which the search resumes at a choice point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChoiceKind {
    /// Resumes at `pc`.
    Jump,
    /// Resumes the strand `cursor`, which was chosen in the unit `pc`.
    Strand,
    /// Suspends the current strand at `pc`, and resumes the candidate after it.
    Follower,
}

/// A choice point: the registers, and the heights of all stacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pc: u32,
    cursor: u32,
    fp: u32,
    top: u32,
    frame: u32,
    frames: u32,
    steps: u32,
    trail: u32,
    /// The height of the collected rows.
    rows: u32,
    kind: ChoiceKind,
}

/// The choice points, oldest first.
///
/// Invariant: those below `floor` belong to the search that a query interrupts. Answering the query does not return to
/// them.
#[derive(Clone)]
pub(super) struct ChoiceStack {
    choices: Pool<Choice>,
    floor: u32,
}

impl ChoiceStack {
    pub fn new(capacity: usize) -> ChoiceStack {
        ChoiceStack {
            choices: Pool::new(capacity),
            floor: 0,
        }
    }

    pub fn bytes(&self) -> usize {
        self.choices.bytes()
    }

    pub fn len(&self) -> usize {
        self.choices.len()
    }

    pub fn clear(&mut self) {
        self.choices.clear();
        self.floor = 0;
    }

    /// Removes all choice points except the `keep` oldest. Returns true if there were more.
    pub fn truncate(&mut self, keep: usize) -> bool {
        let more = self.choices.len() > keep;
        self.choices.truncate(keep);
        more
    }

    /// Protects the present choice points from a query.
    pub fn begin_query(&mut self) {
        self.floor = self.choices.len() as u32;
    }

    /// Removes the choice points of the query.
    pub fn end_query(&mut self) {
        self.choices.truncate(self.floor as usize);
        self.floor = 0;
    }

    /// Returns the height of the trail at the newest choice point that may be used, if any.
    #[inline(always)]
    fn trail(&self) -> Option<u32> {
        let last = self.choices.last()?;
        (self.choices.len() as u32 > self.floor).then_some(last.trail)
    }
}

impl SearchState {
    /// Creates a choice point, which returns to the present state.
    #[inline]
    pub(super) fn push_choice(
        &mut self,
        kind: ChoiceKind,
        pc: u32,
        cursor: u32,
    ) -> Result<(), Limit> {
        let pushed = self.choices.choices.take(Choice {
            pc,
            cursor,
            fp: self.registers.fp,
            top: self.work.top,
            frame: self.plan.frame(),
            frames: self.plan.frames().len() as u32,
            steps: self.plan.steps().len() as u32,
            trail: self.work.trail.mark(),
            rows: self.work.stacks.read_at(0).len() as u32,
            kind,
        });
        if pushed {
            Ok(())
        } else {
            Err(Limit::Kind(LimitKind::Choices))
        }
    }

    /// Returns to the newest choice point. Returns a signal if none is left, or if undoing the trail takes more than
    /// the granted budget.
    pub(super) fn backtrack(&mut self, store: &mut Store) -> Option<Signal> {
        let trail = match self.choices.trail() {
            Some(trail) => trail,
            None if self.is_asking() => return Some(Signal::Failed),
            None => return self.undo_or_pause(store, 0).or(Some(Signal::Failed)),
        };
        if let Some(paused) = self.undo_or_pause(store, trail) {
            return Some(paused);
        }
        if self.hooks.frames && !self.is_asking() && !self.settle_for_choice() {
            self.registers.failing = true;
            return Some(Signal::Paused);
        }
        self.note_heights();
        self.stats.backtracks += 1;
        // Reading single fields takes fewer registers than a copy of the choice point.
        let choice = self.choices.choices.last()?;
        self.registers.fp = choice.fp;
        self.registers.pc = choice.pc;
        self.work.top = choice.top;
        self.plan.truncate(choice.frames, choice.steps);
        self.work.stacks.read_at(0).truncate(choice.rows as usize);
        let (kind, cursor, pc, frame) = (choice.kind, choice.cursor, choice.pc, choice.frame);
        self.choices.choices.pop();
        self.plan.resume_frame(frame);
        let resumed = match kind {
            ChoiceKind::Jump => return None,
            ChoiceKind::Strand => self.take_strand(cursor, pc),
            ChoiceKind::Follower => self.take_follower(),
        };
        resumed.err().map(Signal::Full)
    }

    /// Settles the memo and the bounds before the newest choice point is returned to. Returns false if the granted budget
    /// ends before.
    #[inline(never)]
    fn settle_for_choice(&mut self) -> bool {
        let choice = self.choices.choices.last();
        let frames = choice.map_or(0, |choice| choice.frames);
        if let Some(bounds) = &mut self.bounds {
            bounds.truncate(frames as usize);
        }
        self.settle_memo(frames as usize)
    }

    /// Undoes the trail down to a mark. Returns `Paused` if the granted budget ends before.
    #[inline(always)]
    fn undo_or_pause(&mut self, store: &mut Store, mark: u32) -> Option<Signal> {
        self.registers.failing = !self.undo_within(store, mark);
        self.registers.failing.then_some(Signal::Paused)
    }

    /// Undoes the trail down to a mark, one entry a step. Returns false if the granted budget ends before.
    #[inline]
    pub(super) fn undo_within(&mut self, store: &mut Store, mark: u32) -> bool {
        if self.work.trail.mark() > mark {
            self.undo_some(store, mark);
            if self.work.trail.mark() > mark {
                return false;
            }
        }
        self.agenda.end_step();
        true
    }

    #[inline(never)]
    fn undo_some(&mut self, store: &mut Store, mark: u32) {
        let others = &mut Undoing {
            agenda: &mut self.agenda,
            loops: &mut self.loops,
            protections: &mut self.protections,
        };
        let work = &mut self.work;
        store.undo_within(&mut work.trail, mark, &mut work.left, others);
    }
}

/// Undoes trail entries that are not about facts.
pub(super) struct Undoing<'a> {
    pub agenda: &'a mut Agenda,
    pub loops: &'a mut Loops,
    pub protections: &'a mut Protections,
}

impl UndoHandler for Undoing<'_> {
    // Not inlined, because most entries are about facts.
    #[inline(never)]
    fn undo(&mut self, entry: CustomEntry) {
        match entry.tag {
            BEGUN => self.loops.undo(entry.a),
            PROTECTED => self.protections.undo(),
            _ => self.agenda.undo(entry),
        }
    }
}
