//! Tasks, steps and strands, as natives go on with them.

use super::super::task::{Begun, pack};
use super::super::{Costs, Limit, Step, StepKind};
use super::Going;
use crate::host::Changes;
use crate::pool::Pool;
use crate::tables::{OperatorId, Run, Slot, TaskId};

/// A step that will be in the plan, if the operator's precondition holds.
pub struct Taking<'a> {
    /// Its cost is that of the plan so far.
    step: Step,
    steps: &'a mut Pool<Step>,
    costs: &'a mut Costs,
}

impl Taking<'_> {
    /// Takes the step at this price: false where the plan would cost too much.
    #[inline(always)]
    pub(crate) fn take(mut self, price: f32) -> Result<bool, Limit> {
        self.step.cost += price;
        if !self.costs.affords(self.step.cost) {
            return Ok(false);
        }
        self.costs.so_far = self.step.cost;
        let taken = self.steps.take(self.step);
        taken.then_some(true).ok_or(Limit::Steps)
    }
}

impl Going<'_> {
    /// Where the slots begin of the task or operator that was begun last.
    #[inline(always)]
    pub fn begun(&self) -> u32 {
        self.machine.fp
    }

    /// `Op::Begin`, where the next op is at `pc`.
    #[inline(always)]
    pub fn begin<const ARGS: usize>(
        &mut self,
        (pc, fp): (u32, u32),
        (task, method, frame): (u16, u16, u16),
        ret: u16,
        args: [u16; ARGS],
    ) -> bool {
        self.rows.left -= 1;
        let begun = Begun {
            task: TaskId(task),
            method,
            ret: Slot(ret),
            pc,
        };
        let (fp, size) = (fp as usize, frame as usize);
        let begins = self
            .machine
            .begin(begun, fp, size, &args.map(Slot), self.store);
        self.roomy(begins)
    }

    /// `Op::Branch`.
    #[inline(always)]
    pub fn branch(&mut self, branch: u16) -> bool {
        self.rows.left -= 1;
        self.choose(branch)
    }

    /// The same behind an op that passes over it.
    #[inline(always)]
    pub fn choose(&mut self, branch: u16) -> bool {
        let machine = &mut *self.machine;
        machine.frames[machine.frame as usize].branch = branch;
        true
    }

    /// `Op::Unchosen`.
    #[inline(always)]
    pub fn unchosen(&mut self) -> bool {
        self.rows.left -= 1;
        self.machine.frames[self.machine.frame as usize].branch == u16::MAX
    }

    /// `Op::Done`. A step has been taken, too: whoever began the task sees to that.
    #[inline(always)]
    pub fn done(&mut self) -> bool {
        if let Err(limit) = self.machine.set_free() {
            return self.full(limit);
        }
        self.rows.left -= 1;
        let machine = &mut *self.machine;
        machine.frame = machine.frames[machine.frame as usize].parent;
        true
    }

    /// `Op::Act`: takes slots for an operator, with its arguments in the first of them, so many of those packed, and gives what its tests and changes
    /// go over, and the step to take between these. Nothing, where there is no room.
    #[inline(always)]
    pub fn ready(
        &mut self,
        fp: u32,
        (args, count): (u64, u8),
        (id, frame): (u16, u8),
    ) -> Option<(&mut [u64], Changes<'_>, Taking<'_>)> {
        self.rows.left -= 1;
        let machine = &mut *self.machine;
        let step = Step {
            kind: StepKind::Operator(OperatorId(id)),
            fp: machine.top,
            frame: machine.frame,
            trail: machine.trail.mark(),
            cost: machine.costs.so_far,
        };
        let (below, above) = machine.slots.split_at_mut(machine.top as usize);
        let Some(slots) = above.get_mut(..frame as usize) else {
            self.full = Some(Limit::Bindings);
            return None;
        };
        for (i, to) in slots.iter_mut().take(count.into()).enumerate() {
            let from = (args >> (16 * i)) as u16;
            *to = below[fp as usize + usize::from(from)];
        }
        machine.top += u32::from(frame);
        let changes = Changes::new(self.store, &mut machine.trail, &mut self.full);
        let (steps, costs) = (&mut machine.steps, &mut machine.costs);
        Some((slots, changes, Taking { step, steps, costs }))
    }

    /// `Op::Do`, where the next op is at `pc`.
    #[inline]
    pub fn operator<const ARGS: usize>(
        &mut self,
        (pc, fp): (u32, u32),
        frame: u16,
        args: [u16; ARGS],
    ) -> bool {
        self.rows.left -= 1;
        let machine = &mut *self.machine;
        let at = machine.claim(1).and_then(|link| {
            let at = machine.claim_with(fp as usize, frame as usize, &args.map(Slot))?;
            machine.slots[link as usize] = pack(pc, fp);
            Ok(at)
        });
        match at {
            Ok(at) => {
                self.machine.fp = at as u32;
                true
            }
            Err(limit) => self.full(limit),
        }
    }

    /// The slots from a place on.
    #[inline(always)]
    pub fn slots(&self, fp: u32) -> &[u64] {
        &self.machine.slots[fp as usize..]
    }

    /// `Op::Apply`.
    #[inline]
    pub fn apply(&mut self, fp: u32, id: u16, cost: f32) -> bool {
        self.rows.left -= 1;
        let kind = StepKind::Operator(OperatorId(id));
        let applied = self.machine.push_step(kind, fp, cost);
        self.roomy(applied)
    }

    #[inline(always)]
    fn change(&mut self, change: impl FnOnce(&mut Changes<'_>) -> bool) -> bool {
        self.rows.left -= 1;
        let trail = &mut self.machine.trail;
        change(&mut Changes::new(self.store, trail, &mut self.full))
    }

    /// `Op::AddOne`.
    pub fn add(&mut self, fp: u32, rel: u16, a: u16) -> bool {
        let a = self.slot(fp, a);
        self.change(|changes| changes.add(rel, a))
    }

    /// `Op::AddTwo`.
    pub fn add_pair(&mut self, fp: u32, rel: u16, [a, b]: [u16; 2]) -> bool {
        let (a, b) = (self.slot(fp, a), self.slot(fp, b));
        self.change(|changes| changes.add_pair(rel, a, b))
    }

    /// `Op::DeleteOne`.
    pub fn delete(&mut self, fp: u32, rel: u16, a: u16) -> bool {
        let a = self.slot(fp, a);
        self.change(|changes| changes.delete(rel, a))
    }

    /// `Op::DeleteTwo`.
    pub fn delete_pair(&mut self, fp: u32, rel: u16, [a, b]: [u16; 2]) -> bool {
        let (a, b) = (self.slot(fp, a), self.slot(fp, b));
        self.change(|changes| changes.delete_pair(rel, a, b))
    }

    /// `Op::Unordered`, at `pc`: the first strand is next.
    pub fn unordered(&mut self, (pc, fp): (u32, u32), (at, len): (u32, u16)) -> bool {
        self.rows.left -= 1;
        (self.machine.pc, self.machine.fp) = (pc, fp);
        match self.machine.unordered(Run { at, len }) {
            Ok(()) => true,
            Err(limit) => self.full(limit),
        }
    }

    /// `Op::StrandEnd`, at the first place, after a step. Goes on where the second is next: the strand behind it or, if
    /// it was the last of all to end, its block.
    pub fn strand_end(&mut self, (pc, next): (u32, u32), fp: u32) -> bool {
        if self.rows.left <= 0 {
            return self.stop_between(pc, fp);
        }
        let machine = &mut *self.machine;
        // The frames of strands are one behind the other.
        let frame = machine.frame;
        let block = machine.frames[frame as usize].parent;
        let ended = machine.stepped().and_then(|()| {
            self.rows.left -= 1;
            machine.strand_end()
        });
        if let Err(limit) = ended {
            return self.full(limit);
        }
        self.here = machine.pc != next || (machine.frame != frame + 1 && machine.frame != block);
        // Where the loop goes on behind the block, another strand may be next.
        machine.agenda.stepped &= self.here;
        !self.here
    }

    /// Between two statements of a body: a step has been taken, and the second one is at `pc`.
    #[inline(always)]
    pub fn between(&mut self, pc: u32, fp: u32) -> bool {
        if self.rows.left <= 0 {
            return self.stop_between(pc, fp);
        }
        !self.machine.strands_are_open() || self.look_around(pc, fp)
    }

    /// Goes on where nothing else can be next, but by a choice point that is left.
    #[inline(always)]
    fn look_around(&mut self, pc: u32, fp: u32) -> bool {
        let machine = &mut *self.machine;
        if !machine.leads() {
            return self.look_further(pc, fp);
        }
        machine.leaves_followers(pc, fp) || self.full(Limit::Choices)
    }

    #[inline(never)]
    fn look_further(&mut self, pc: u32, fp: u32) -> bool {
        let machine = &mut *self.machine;
        let here = (pc, machine.frame);
        (machine.pc, machine.fp) = (pc, fp);
        let stays = machine
            .stepped()
            .and_then(|()| machine.interleave())
            .map(|()| (machine.pc, machine.frame) == here);
        match stays {
            Ok(true) => true,
            Ok(false) => {
                self.here = true;
                false
            }
            Err(limit) => self.full(limit),
        }
    }

    /// Lets the loop go on at an op, after a step.
    #[inline(never)]
    pub fn stop_between(&mut self, pc: u32, fp: u32) -> bool {
        if self.machine.strands_are_open()
            && let Err(limit) = self.machine.stepped()
        {
            return self.full(limit);
        }
        self.stop(pc, fp)
    }
}

/// The largest of these apart from who calls them, for domains with many natives and acts: some instructions more, and much
/// less for rustc.
impl Going<'_> {
    /// [`begin`](Self::begin).
    #[inline(never)]
    pub fn begin_far<const ARGS: usize>(
        &mut self,
        places: (u32, u32),
        task: (u16, u16, u16),
        ret: u16,
        args: [u16; ARGS],
    ) -> bool {
        self.begin(places, task, ret, args)
    }

    /// [`between`](Self::between); where no strands are open, nothing is called.
    #[inline(always)]
    pub fn between_far(&mut self, pc: u32, fp: u32) -> bool {
        (self.rows.left > 0 && !self.machine.strands_are_open()) || self.between_strands(pc, fp)
    }

    #[inline(never)]
    fn between_strands(&mut self, pc: u32, fp: u32) -> bool {
        self.between(pc, fp)
    }

    /// [`ready`](Self::ready).
    #[inline(never)]
    pub fn ready_far(
        &mut self,
        fp: u32,
        args: (u64, u8),
        of: (u16, u8),
    ) -> Option<(&mut [u64], Changes<'_>, Taking<'_>)> {
        self.ready(fp, args, of)
    }
}
