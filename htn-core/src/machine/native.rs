//! Stretches of a task's code as functions of the domain: what such a function does with the machine.
//!
//! A native does what the ops would do, in the same order, and leaves frames, steps and choice points as they would. So
//! it can stop before any op, and the loop goes on there: where another strand may be next, in front of ops that have no
//! native form, and where the steps granted are used up, which it looks at between statements and at generators. Where a
//! native is next, it is called without the loop. Each op counts as one step of the search, whoever does it.
//!
//! Everything here tells whether the native goes on, because a chain of `&&` is the least work for whoever compiles a
//! domain. Why it does not is noted.

use super::choice::ChoiceKind;
use super::gather::{Gathered, Gathering};
use super::look::{END, Found, pair, pair_of_few, scan};
use super::task::{Begun, Frame, pack};
use super::{Limit, Machine, NONE, Signal, Step, StepKind};
use crate::host::{Changes, Host, Known, Rows};
use crate::pool::Pool;
use crate::store::Store;
use crate::tables::{Few, FnId, Op, OperatorId, RelId, Run, Slot, TaskId};

/// The machine, as natives go on with it. `fp` is where the slots of the task's frame begin, `pc` the place of an op, and
/// slots are counted from `fp`. `c` is the domain's context.
pub struct Going<'a> {
    machine: &'a mut Machine,
    store: &'a mut Store,
    /// The steps that are left, as filters take them.
    rows: Rows<'a>,
    /// Whether it has stopped for the loop to go on where the machine is.
    here: bool,
    /// The limit that was reached.
    full: Option<Limit>,
}

/// A step that will be in the plan, if the operator's precondition holds.
pub struct Taking<'a> {
    step: Step,
    steps: &'a mut Pool<Step>,
    /// What the plan costs so far.
    cost: &'a mut f32,
}

impl Taking<'_> {
    /// Takes the step: false where there is no room for it.
    #[inline(always)]
    pub(crate) fn take(self) -> bool {
        *self.cost = self.step.cost;
        self.steps.take(self.step)
    }
}

impl Machine {
    /// `Op::Native`, and the next one as long as there is one where it stops, or where the search comes back to. `Some`
    /// where the machine stops.
    // Apart from the loop, which would have to store and load its registers for each of them.
    #[inline(never)]
    pub(super) fn natives(
        &mut self,
        mut f: FnId,
        code: &[Op],
        store: &mut Store,
        host: &dyn Host,
        granted: &mut i64,
    ) -> Option<Signal> {
        let mut going = Going::new(self, store, *granted);
        let signal = loop {
            let (task, fp) = (going.machine.frame, going.machine.fp);
            let through = host.native(f, fp, &mut going);
            let machine = &mut *going.machine;
            if through {
                let went_on = machine.leave_native(task, code, &mut going.rows.left);
                if let Err(limit) = went_on {
                    break Some(Signal::Full(limit));
                }
            } else if going.full.is_some() {
                break going.full.map(Signal::Full);
            } else if !going.here {
                let signal = machine.backtrack(going.store, &mut going.rows.left);
                if signal.is_some() {
                    break signal;
                }
            }
            if machine.must_interleave() {
                match machine.interleave_now(code, &mut going.rows.left) {
                    Ok(true) => {}
                    Ok(false) => break Some(Signal::Paused),
                    Err(limit) => break Some(Signal::Full(limit)),
                }
            }
            match code.get(machine.pc as usize) {
                Some(Op::Native(next)) if going.rows.left > 0 => f = *next,
                _ => break None,
            }
            going.here = false;
        };
        *granted = going.rows.left;
        signal
    }

    /// `Op::Act`: whether the step was taken. It has been counted.
    #[inline(always)]
    pub(super) fn act(
        &mut self,
        f: FnId,
        fp: u32,
        args: &Few,
        store: &mut Store,
        host: &dyn Host,
    ) -> Result<bool, Limit> {
        let mut going = Going::new(self, store, 1);
        let taken = host.act(f, fp, args.slots.map(|slot| slot.0), &mut going);
        going.full.map_or(Ok(taken), Err)
    }

    /// A task is through, and a step has been taken: goes on behind it.
    #[inline(always)]
    fn leave_native(&mut self, task: u32, code: &[Op], left: &mut i64) -> Result<(), Limit> {
        let Frame { parent, ret_pc, .. } = self.frames[task as usize];
        let (mut pc, mut fp) = (ret_pc as usize, self.frames[parent as usize].fp as usize);
        if self.strands_are_open() {
            self.take_step(code, (&mut pc, &mut fp), left)?;
        }
        (self.pc, self.fp) = (pc as u32, fp as u32);
        Ok(())
    }
}

// Control.
impl<'a> Going<'a> {
    #[inline(always)]
    fn new(machine: &'a mut Machine, store: &'a mut Store, left: i64) -> Going<'a> {
        Going {
            machine,
            store,
            rows: Rows::new(left),
            here: false,
            full: None,
        }
    }

    /// An op that leaves nothing to do, or is done here.
    #[inline(always)]
    pub fn count(&mut self) -> bool {
        self.rows.left -= 1;
        true
    }

    #[cold]
    fn full(&mut self, limit: Limit) -> bool {
        self.full = Some(limit);
        false
    }

    /// What there was room for.
    #[inline(always)]
    fn roomy<T: Default>(&mut self, result: Result<T, Limit>) -> T {
        result.unwrap_or_else(|limit| {
            self.full(limit);
            T::default()
        })
    }

    /// Lets the loop go on at an op.
    #[inline(always)]
    pub fn stop(&mut self, pc: u32, fp: u32) -> bool {
        self.machine.fp = fp;
        self.stop_in(pc)
    }

    /// The same in the task that was begun last.
    #[inline(always)]
    pub fn stop_in(&mut self, pc: u32) -> bool {
        self.machine.pc = pc;
        self.here = true;
        false
    }

    /// Whether it is not that something does not hold.
    #[inline(always)]
    pub fn stops(&self) -> bool {
        self.here || self.full.is_some()
    }

    /// `Op::Fail`.
    #[inline(always)]
    pub fn fail(&mut self) -> bool {
        self.rows.left -= 1;
        false
    }

    /// `Op::Leave`, whether there is a choice to be left.
    #[inline(always)]
    pub fn has_more(&mut self, fp: u32, cursor: u16) -> bool {
        self.rows.left -= 1;
        self.slot(fp, cursor) != END
    }

    /// `Op::Leave`, the choice point.
    #[inline]
    pub fn leave(&mut self, fp: u32, redo: u32) -> bool {
        let machine = &mut *self.machine;
        machine.push_choice_of_task(ChoiceKind::Jump, (redo, fp), NONE) || self.full(Limit::Choices)
    }

    #[inline(always)]
    fn slot(&self, fp: u32, slot: u16) -> u64 {
        self.machine.slots[fp as usize + slot as usize]
    }

    /// Writes a slot, where there is a value.
    #[inline(always)]
    fn write(&mut self, fp: u32, to: u16, value: Option<u64>) -> bool {
        if let Some(word) = value {
            self.machine.slots[fp as usize + to as usize] = word;
        }
        value.is_some()
    }
}

// Tasks and steps.
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

    /// `Op::Act`: takes slots for an operator, with its arguments in the first of them, and gives what its tests and changes
    /// go over, and the step to take between these. Nothing, where the plan would cost too much.
    #[inline(always)]
    pub fn ready(
        &mut self,
        fp: u32,
        args: &[u16],
        (id, frame, cost): (u16, u8, f32),
    ) -> Option<(&mut [u64], Changes<'_>, Taking<'_>)> {
        self.rows.left -= 1;
        let machine = &mut *self.machine;
        let step = Step {
            kind: StepKind::Operator(OperatorId(id)),
            fp: machine.top,
            frame: machine.frame,
            trail: machine.trail.mark(),
            cost: machine.cost + cost,
        };
        let (below, above) = machine.slots.split_at_mut(machine.top as usize);
        let Some(slots) = above.get_mut(..frame as usize) else {
            self.full = Some(Limit::Bindings);
            return None;
        };
        for (to, from) in slots.iter_mut().zip(args) {
            *to = below[fp as usize + *from as usize];
        }
        machine.top += u32::from(frame);
        let affordable = step.cost < machine.bound;
        let changes = Changes::new(self.store, &mut machine.trail, &mut self.full);
        let (steps, cost) = (&mut machine.steps, &mut machine.cost);
        affordable.then_some((slots, changes, Taking { step, steps, cost }))
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

    /// `Op::Apply` of an operator that costs nothing or one.
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

// Conditions.
impl<'a> Going<'a> {
    /// An op over the slots and the facts.
    #[inline(always)]
    pub fn view(&mut self, fp: u32) -> (&mut [u64], Known<'_>) {
        self.rows.left -= 1;
        let slots = &mut self.machine.slots[fp as usize..];
        (slots, Known::new(self.store))
    }

    #[inline(always)]
    fn known(&mut self) -> Known<'_> {
        self.rows.left -= 1;
        Known::new(self.store)
    }

    /// `Op::Copy`.
    #[inline(always)]
    pub fn copy(&mut self, fp: u32, from: u16, to: u16) -> bool {
        self.rows.left -= 1;
        let word = self.slot(fp, from);
        self.write(fp, to, Some(word))
    }

    /// `Op::Same`.
    #[inline(always)]
    pub fn same(&mut self, fp: u32, a: u16, b: u16) -> bool {
        self.rows.left -= 1;
        self.slot(fp, a) == self.slot(fp, b)
    }

    /// `Op::Has`; with `!`, `Op::Lacks`.
    #[inline(always)]
    pub fn has(&mut self, fp: u32, rel: u16, a: u16) -> bool {
        let a = self.slot(fp, a);
        self.known().has(rel, a)
    }

    /// `Op::HasPair`; with `!`, `Op::LacksPair`.
    #[inline]
    pub fn has_pair(&mut self, fp: u32, rel: u16, a: u16, b: u16) -> bool {
        let (a, b) = (self.slot(fp, a), self.slot(fp, b));
        self.known().has_pair(rel, a, b)
    }

    /// `Op::Get`.
    #[inline(always)]
    pub fn get(&mut self, fp: u32, rel: u16, key: u16, to: u16) -> bool {
        let key = self.slot(fp, key);
        let value = self.known().get(rel, key);
        self.write(fp, to, value)
    }

    /// `Op::GetIs`.
    #[inline(always)]
    pub fn get_is(&mut self, fp: u32, rel: u16, key: u16, is: u16) -> bool {
        let (key, is) = (self.slot(fp, key), self.slot(fp, is));
        self.known().get(rel, key) == Some(is)
    }

    /// `Op::Value`.
    #[inline(always)]
    pub fn value(&mut self, fp: u32, rel: u16, to: u16) -> bool {
        let value = self.known().value(rel);
        self.write(fp, to, value)
    }

    /// `Op::IsEmpty`.
    #[inline(always)]
    pub fn is_empty(&mut self, rel: u16) -> bool {
        self.known().is_empty(rel)
    }

    /// `Op::NumberLook`, at `pc`.
    #[inline(always)]
    pub fn number<C: ?Sized>(
        &mut self,
        (pc, fp): (u32, u32),
        c: &C,
        filter: impl for<'x> FnOnce(&'x C, &'x mut [u64], Known<'x>, &mut Rows<'_>) -> bool,
    ) -> bool {
        let before = self.rows.left;
        let slots = &mut self.machine.slots[fp as usize..];
        let found = filter(c, slots, Known::new(self.store), &mut self.rows);
        self.machine.stats.bindings += (before - self.rows.left) as u64;
        found || self.no_number(pc, fp)
    }

    /// Stops where it has not looked at all of them.
    #[inline(always)]
    fn no_number(&mut self, pc: u32, fp: u32) -> bool {
        match self.rows.left <= 0 {
            true => self.stop(pc, fp),
            // To find that there are no more is a step.
            false => self.fail(),
        }
    }

    /// `Op::Least`, at `pc`, with its twin behind it.
    #[inline]
    pub fn least<C: ?Sized>(
        &mut self,
        (pc, fp): (u32, u32),
        c: &C,
        gather: impl for<'x> FnOnce(&'x C, &'x mut [u64], Known<'x>, &mut Gathering<'_>),
    ) -> bool {
        if self.rows.left <= 0 {
            return self.stop(pc, fp);
        }
        self.rows.left -= 1;
        let (machine, left) = (&mut *self.machine, &mut self.rows.left);
        let gathered = machine.gather((true, true), fp as usize, self.store, left, |s, k, rows| {
            gather(c, s, k, rows);
        });
        match gathered {
            Gathered::Least => true,
            Gathered::All => false,
            Gathered::Cut => self.stop(pc + 1, fp),
            Gathered::Full => self.full(Limit::Sort),
        }
    }

    /// `Op::Scan`, whose twin is at `pc`.
    pub fn scan(
        &mut self,
        (pc, fp): (u32, u32),
        (rel, index): (u16, u8),
        atom: (u32, u16),
        cursor: u16,
    ) -> bool {
        self.rows.left -= 1;
        let machine = &mut *self.machine;
        let atom = &machine.tables.args[atom.0 as usize..][..atom.1 as usize];
        let relation = self.store.rel(RelId(rel));
        let slots = &mut machine.slots[fp as usize..];
        let row = relation.seek(index, atom, slots);
        let found = scan(relation, index, row, atom, slots, &mut self.rows.left);
        self.row(found, pc, fp, cursor)
    }

    /// `Op::Pairs`, whose twin is at `pc`.
    #[inline]
    pub fn pairs(
        &mut self,
        (pc, fp): (u32, u32),
        (rel, index, column): (u16, u8, u8),
        [is, to, cursor]: [u16; 3],
    ) -> bool {
        self.rows.left -= 1;
        let (relation, is) = (self.store.rel(RelId(rel)), self.slot(fp, is));
        let to = &mut self.machine.slots[fp as usize + to as usize];
        let asked = (column, is);
        let found = match relation.has_index(index) {
            true => {
                let row = relation.seek_word(index, is);
                pair(relation, index, row, asked, to, &mut self.rows.left)
            }
            false => pair_of_few(relation, relation.first(), asked, to, &mut self.rows.left),
        };
        self.row(found, pc, fp, cursor)
    }

    /// What came of a generator whose twin is at `pc`.
    #[inline(always)]
    fn row(&mut self, found: Found, pc: u32, fp: u32, cursor: u16) -> bool {
        match found {
            Found::Row { next } => {
                self.machine.stats.bindings += 1;
                self.write(fp, cursor, Some(u64::from(next)))
            }
            Found::None => false,
            Found::Paused { at } => {
                self.write(fp, cursor, Some(u64::from(at)));
                // Its twin counts as this step.
                self.rows.left += 1;
                self.stop(pc, fp)
            }
        }
    }
}
