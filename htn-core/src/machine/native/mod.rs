//! Stretches of a task's code as functions of the domain: what such a function does with the machine.
//!
//! A native does what the ops would do, in the same order, and leaves frames, steps and choice points as they would. So
//! it can stop before any op, and the loop goes on there: where another strand may be next, in front of ops that have no
//! native form, and where the steps granted are used up, which it looks at between statements and at generators. Where a
//! native is next, it is called without the loop. Each op counts as one step of the search, whoever does it.
//!
//! Everything here tells whether the native goes on, because a chain of `&&` is the least work for whoever compiles a
//! domain. Why it does not is noted.
//!
//! | file | what it does |
//! |---|---|
//! | `tasks` | tasks, steps and strands |
//! | `conditions` | tests and generators |

mod conditions;
mod tasks;

pub use tasks::Taking;

use super::choice::ChoiceKind;
use super::look::END;
use super::task::Frame;
use super::{Limit, Machine, NONE, Signal};
use crate::host::{Host, Rows};
use crate::store::Store;
use crate::tables::{Few, FnId, Op};

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
        let taken = host.act(f, fp, args.packed(), &mut going);
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
