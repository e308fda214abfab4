//! Stretches of a task's code as functions of the domain: what such a function does with the machine.
//!
//! A native does what the ops would do, in the same order, and leaves frames, steps and choice points as they would. So
//! it can stop before any op, and the loop goes on there: where the steps granted are used up, where another strand may
//! be next, and in front of ops that have no native form. Each op counts as one step of the search, whoever does it.

use super::choice::ChoiceKind;
use super::look::{END, Found, pair, scan};
use super::task::{Begun, pack};
use super::{Limit, Machine, NONE, StepKind};
use crate::host::{Acted, Changes, Known, Rows};
use crate::store::Store;
use crate::tables::{OperatorId, RelId, Slot, TaskId};

/// Why a native has not come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Something does not hold.
    Fails,
    /// The loop is to go on where the machine is.
    Here,
    /// A limit was reached.
    Full(Limit),
}

impl From<Limit> for Stop {
    #[inline]
    fn from(limit: Limit) -> Stop {
        Stop::Full(limit)
    }
}

/// What came of a native.
pub type Went = Result<(), Stop>;

/// The machine, as natives go on with it. `fp` is where the slots of the task's frame begin, `pc` the place of an op.
pub struct Going<'a> {
    machine: &'a mut Machine,
    store: &'a mut Store,
    pub(super) left: i64,
}

impl<'a> Going<'a> {
    #[inline(always)]
    pub(super) fn new(machine: &'a mut Machine, store: &'a mut Store, left: i64) -> Going<'a> {
        Going {
            machine,
            store,
            left,
        }
    }

    /// An op that leaves nothing to do, or is done here.
    #[inline(always)]
    pub fn count(&mut self) {
        self.left -= 1;
    }

    /// An op on the slots and the facts.
    #[inline(always)]
    pub fn slots(&mut self, fp: u32) -> (&mut [u64], Known<'_>) {
        self.count();
        let slots = &mut self.machine.slots[fp as usize..];
        (slots, Known::new(self.store))
    }

    /// The same with the first slots only.
    #[inline(always)]
    pub fn view<const N: usize>(&mut self, fp: u32) -> Result<(&mut [u64; N], Known<'_>), Stop> {
        let (slots, facts) = self.slots(fp);
        match slots.first_chunk_mut() {
            Some(slots) => Ok((slots, facts)),
            None => Err(Stop::Full(Limit::Bindings)),
        }
    }

    /// Lets the loop go on at an op.
    #[inline(always)]
    pub fn stop<T>(&mut self, pc: u32, fp: u32) -> Result<T, Stop> {
        self.machine.pc = pc;
        self.machine.fp = fp;
        Err(Stop::Here)
    }

    /// `Op::Fail`.
    #[inline(always)]
    pub fn fail<T>(&mut self) -> Result<T, Stop> {
        self.count();
        Err(Stop::Fails)
    }

    /// `Op::Branch`.
    #[inline(always)]
    pub fn branch(&mut self, branch: u16) {
        self.count();
        self.choose(branch);
    }

    /// The same behind an op that passes over it.
    #[inline(always)]
    pub fn choose(&mut self, branch: u16) {
        let machine = &mut *self.machine;
        machine.frames[machine.frame as usize].branch = branch;
    }

    /// `Op::Unchosen`.
    #[inline(always)]
    pub fn unchosen(&mut self) -> Went {
        self.count();
        match self.machine.frames[self.machine.frame as usize].branch {
            u16::MAX => Ok(()),
            _ => Err(Stop::Fails),
        }
    }

    /// `Op::Begin`, where the next op is at `pc`: the slots of the task's frame.
    #[inline]
    pub fn begin<const ARGS: usize>(
        &mut self,
        (pc, fp): (u32, u32),
        (task, method, frame): (u16, u16, u16),
        ret: u16,
        args: [u16; ARGS],
    ) -> Result<u32, Stop> {
        self.count();
        let begun = Begun {
            task: TaskId(task),
            method,
            frame: frame as usize,
            ret: Slot(ret),
            pc,
        };
        let at = self
            .machine
            .begin(begun, fp as usize, &args.map(Slot), self.store)?;
        at.ok_or(Stop::Fails)
    }

    /// `Op::Act`.
    #[inline]
    pub fn act<const ARGS: usize>(
        &mut self,
        fp: u32,
        (id, cost, frame): (u16, f32, u8),
        args: [u16; ARGS],
        act: impl FnOnce(&mut [u64], Changes<'_>) -> Acted,
    ) -> Went {
        self.count();
        let machine = &mut *self.machine;
        let at = machine.claim_with(fp as usize, frame as usize, &args.map(Slot))?;
        let done = machine.act(OperatorId(id), cost, at, self.store, act)?;
        if done { Ok(()) } else { Err(Stop::Fails) }
    }

    /// Between two statements of a body: a step has been taken, and the second one is at `pc`.
    #[inline(always)]
    pub fn between(&mut self, pc: u32, fp: u32) -> Went {
        match self.left <= 0 || self.machine.strands_are_open() {
            true => self.look_around(pc, fp),
            false => Ok(()),
        }
    }

    /// Goes on where nothing else can be next, but by a choice point that is left.
    #[inline(never)]
    fn look_around(&mut self, pc: u32, fp: u32) -> Went {
        let machine = &mut *self.machine;
        if self.left <= 0 || !machine.strands_are_open() {
            return self.stop_between(pc, fp);
        }
        if machine.goes_on(pc as usize, fp as usize)? {
            return Ok(());
        }
        let here = (pc, machine.frame);
        (machine.pc, machine.fp) = (pc, fp);
        machine.stepped()?;
        machine.interleave()?;
        match (machine.pc, machine.frame) == here {
            true => Ok(()),
            false => Err(Stop::Here),
        }
    }

    /// Lets the loop go on at an op, after a step.
    #[inline(never)]
    pub fn stop_between(&mut self, pc: u32, fp: u32) -> Went {
        if self.machine.strands_are_open() {
            self.machine.stepped()?;
        }
        self.stop(pc, fp)
    }

    /// `Op::Done`. A step has been taken, too: whoever began the task sees to that.
    #[inline(always)]
    pub fn done(&mut self) -> Went {
        self.count();
        self.machine.done();
        Ok(())
    }

    /// `Op::Leave`, without its jump: whether a choice point was made.
    #[inline(always)]
    pub fn leave(&mut self, fp: u32, cursor: u16, redo: u32) -> Result<bool, Stop> {
        self.count();
        let machine = &mut *self.machine;
        if machine.slots[fp as usize + cursor as usize] == END {
            return Ok(false);
        }
        machine.fp = fp;
        machine.push_choice(ChoiceKind::Jump, redo, NONE)?;
        Ok(true)
    }

    /// `Op::NumberLook`, at `pc`: whether there is a number.
    #[inline(always)]
    pub fn number(
        &mut self,
        (pc, fp): (u32, u32),
        at: u16,
        filter: impl FnOnce(&mut [u64], Known<'_>, &mut Rows<'_>) -> bool,
    ) -> Result<bool, Stop> {
        let machine = &mut *self.machine;
        let at = fp as usize + at as usize;
        let (end, rest) = (machine.slots[at], machine.slots[at + 1]);
        // Even where the steps are used up, a number is looked at: so the search gets on.
        let granted = self.left.max(1);
        let mut rows = Rows::of_numbers(end, rest, granted);
        let slots = &mut machine.slots[fp as usize..machine.top as usize];
        let found = filter(slots, Known::new(self.store), &mut rows);
        let seen = granted - rows.left;
        machine.stats.bindings += seen as u64;
        machine.slots[at + 1] = rows.next_place();
        self.left -= seen;
        if !found && rows.left == 0 {
            return self.stop(pc, fp);
        }
        // To find that there are no more is a step.
        self.left -= i64::from(!found);
        Ok(found)
    }

    /// `Op::Scan`, whose twin is at `pc`: whether there is a row.
    pub fn scan(
        &mut self,
        (pc, fp): (u32, u32),
        (rel, index): (u16, u8),
        atom: (u32, u16),
        cursor: u16,
    ) -> Result<bool, Stop> {
        self.count();
        let machine = &mut *self.machine;
        let atom = &machine.tables.args[atom.0 as usize..][..atom.1 as usize];
        let relation = self.store.rel(RelId(rel));
        let slots = &mut machine.slots[fp as usize..machine.top as usize];
        let row = relation.seek(index, atom, slots);
        let found = scan(relation, index, row, atom, slots, &mut self.left);
        self.row(found, pc, fp, cursor)
    }

    /// `Op::Pairs`, whose twin is at `pc`: whether there is a row.
    #[inline]
    pub fn pairs(
        &mut self,
        (pc, fp): (u32, u32),
        (rel, index, column): (u16, u8, u8),
        [is, to, cursor]: [u16; 3],
    ) -> Result<bool, Stop> {
        self.count();
        let machine = &mut *self.machine;
        let at = |slot: u16| fp as usize + slot as usize;
        let (relation, is) = (self.store.rel(RelId(rel)), machine.slots[at(is)]);
        let row = relation.seek_word(index, is);
        let to = &mut machine.slots[at(to)];
        let found = pair(relation, index, row, (column, is), to, &mut self.left);
        self.row(found, pc, fp, cursor)
    }

    /// What came of a generator whose twin is at `pc`.
    #[inline(always)]
    fn row(&mut self, found: Found, pc: u32, fp: u32, cursor: u16) -> Result<bool, Stop> {
        let cursor = &mut self.machine.slots[fp as usize + cursor as usize];
        match found {
            Found::Row { next } => {
                *cursor = u64::from(next);
                self.machine.stats.bindings += 1;
                Ok(true)
            }
            Found::None => Ok(false),
            Found::Paused { at } => {
                *cursor = u64::from(at);
                // Its twin counts as this step.
                self.left += 1;
                self.stop(pc, fp)
            }
        }
    }

    /// `Op::Do`, where the next op is at `pc`: the slots of the operator's frame.
    #[inline]
    pub fn operator<const ARGS: usize>(
        &mut self,
        (pc, fp): (u32, u32),
        frame: u16,
        args: [u16; ARGS],
    ) -> Result<u32, Stop> {
        self.count();
        let machine = &mut *self.machine;
        let link = machine.claim(1)? as usize;
        let at = machine.claim_with(fp as usize, frame as usize, &args.map(Slot))?;
        machine.slots[link] = pack(pc, fp);
        Ok(at as u32)
    }

    /// `Op::Apply` of an operator that costs nothing or one.
    #[inline]
    pub fn apply(&mut self, fp: u32, id: u16, cost: f32) -> Went {
        self.count();
        match self
            .machine
            .push_step(StepKind::Operator(OperatorId(id)), fp, cost)?
        {
            true => Ok(()),
            false => Err(Stop::Fails),
        }
    }

    /// Changes of facts.
    #[inline(always)]
    pub fn change(&mut self, fp: u32, changes: impl FnOnce(&[u64], Changes<'_>) -> Acted) -> Went {
        self.count();
        let machine = &mut *self.machine;
        let slots = &machine.slots[fp as usize..];
        match changes(slots, Changes::new(self.store, &mut machine.trail)) {
            Ok(_) => Ok(()),
            Err(full) => Err(Stop::Full(Machine::store_full(full))),
        }
    }
}
