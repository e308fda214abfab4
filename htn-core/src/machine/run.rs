//! The loop: one op after another until the steps granted are used up, a plan is found, or a limit is reached.

use alloc::boxed::Box;

use super::choice::ChoiceKind;
use super::task::unpack;
use super::{Limit, Machine, NONE, Signal};
use crate::host::Host;
use crate::solve::{Answer, load_settled};
use crate::store::Store;
use crate::tables::{BranchId, CollectionId, FAIL, Op, Slot};

/// What an op leads to.
pub(super) enum Flow {
    /// To the op at `pc`.
    Go,
    /// To the newest choice point.
    Fail,
    /// Out of the loop.
    Stop(Signal),
}

impl From<bool> for Flow {
    fn from(goes_on: bool) -> Flow {
        if goes_on { Flow::Go } else { Flow::Fail }
    }
}

/// A machine whose code is out of it, so that the loop can read that and change the machine. It goes back in any case: an
/// expression of the game may panic, and the game go on.
struct Running<'a> {
    machine: &'a mut Machine,
    code: Box<[Op]>,
}

impl Running<'_> {
    fn new(machine: &mut Machine) -> Running<'_> {
        let code = core::mem::take(&mut machine.code);
        Running { machine, code }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.machine.code = core::mem::take(&mut self.code);
    }
}

impl Machine {
    /// Runs up to `granted` steps, and counts them down.
    pub fn run(&mut self, store: &mut Store, host: &dyn Host, granted: &mut i64) -> Signal {
        let before = *granted;
        let running = &mut Running::new(self);
        let (machine, code) = (&mut *running.machine, &*running.code);
        let signal = machine.run_on(code, store, host, granted);
        machine.stats.steps += (before - *granted) as u64;
        signal.unwrap_or_else(Signal::Full)
    }

    fn run_on(
        &mut self,
        code: &[Op],
        store: &mut Store,
        host: &dyn Host,
        left: &mut i64,
    ) -> Result<Signal, Limit> {
        if self.failing
            && let Some(signal) = self.backtrack(store, left)
        {
            return Ok(signal);
        }
        loop {
            if self.must_interleave() && !self.interleave_now(code, left)? {
                return Ok(Signal::Paused);
            }
            let mut granted = *left;
            let flow = loop {
                if granted <= 0 {
                    break Flow::Stop(Signal::Paused);
                }
                granted -= 1;
                match self.op(code, store, host, &mut granted) {
                    Ok(Flow::Go) if !self.must_interleave() => {}
                    Ok(flow) => break flow,
                    Err(limit) => {
                        *left = granted;
                        return Err(limit);
                    }
                }
            };
            *left = granted;
            match flow {
                Flow::Go => {}
                Flow::Fail => {
                    if let Some(signal) = self.backtrack(store, left) {
                        return Ok(signal);
                    }
                }
                Flow::Stop(signal) => return Ok(signal),
            }
        }
    }

    /// One op.
    #[inline(always)]
    fn op(
        &mut self,
        code: &[Op],
        store: &mut Store,
        host: &dyn Host,
        left: &mut i64,
    ) -> Result<Flow, Limit> {
        match code[self.pc as usize] {
            Op::Solve { f, els, branch } => {
                self.pc += 1;
                let answer = self.ask_condition(f, false, store, host, left);
                return self.go_on_with_answer(answer, els.0, branch, store, host, left);
            }
            Op::SolveNext { f, els, branch } => {
                let answer = match self.pending.is_some() {
                    false => self.ask_condition(f, true, store, host, left),
                    // To go on after a pause is no step of its own.
                    true => {
                        *left += 1;
                        self.go_on_asking(store, host, left)?
                    }
                };
                return self.go_on_with_answer(answer, els.0, branch, store, host, left);
            }
            Op::Fact {
                rel,
                index,
                atom,
                there,
                els,
            } => {
                let found = store.rel(rel).exists(index, self.atom(atom), self.window());
                self.go_if(found == (there != 0), els.0);
            }
            Op::Test { f, els } => self.go_if(host.test(f, self.window()), els.0),
            Op::Let { f, to } => {
                let word = host.word(f, self.window());
                self.set(to, word);
                self.pc += 1;
            }
            Op::Copy { from, to } => {
                self.set(to, self.slot(from));
                self.pc += 1;
            }
            Op::Zero(slot) => {
                self.set(slot, 0);
                self.pc += 1;
            }
            Op::Begin {
                task,
                ret,
                ref args,
            } => return Ok(self.task(task, args.as_slice(), ret, store)?.into()),
            Op::Task { task, args, ret } => {
                return Ok(self.task(task, self.run_of(args), ret, store)?.into());
            }
            Op::Step {
                entry,
                frame,
                ref args,
            } => {
                self.operator(entry, frame, args.as_slice())?;
                return self.carry_on(code, store, host, left);
            }
            Op::Do { entry, frame, args } => {
                self.operator(entry, frame, self.run_of(args))?;
                return self.carry_on(code, store, host, left);
            }
            Op::Apply { id, cost } => {
                if self.is_asking() {
                    return Ok(Flow::Stop(Signal::Holds));
                }
                self.pc += 1;
                return Ok(self.apply(id, cost, host)?.into());
            }
            Op::AddOne { rel, a } => {
                store.add_one(rel, self.slot(a), &mut self.trail)?;
                self.pc += 1;
            }
            Op::AddTwo { rel, a, b } => {
                let row = [self.slot(a), self.slot(b)];
                store.add_two(rel, row, &mut self.trail)?;
                self.pc += 1;
            }
            Op::DeleteOne { rel, a } => {
                store.remove_one(rel, self.slot(a), &mut self.trail)?;
                self.pc += 1;
            }
            Op::DeleteTwo { rel, a, b } => {
                let row = [self.slot(a), self.slot(b)];
                store.remove_two(rel, row, &mut self.trail)?;
                self.pc += 1;
            }
            Op::Add { rel, atom } => {
                self.add(store, rel, atom)?;
                self.pc += 1;
            }
            Op::Delete { rel, index, atom } => {
                self.pc += u32::from(self.delete(store, rel, index, atom)?);
            }
            Op::Moment => {
                if self.is_asking() {
                    return Ok(Flow::Stop(Signal::Holds));
                }
                self.pc += 1;
            }
            Op::Applied => {
                if self.is_asking() {
                    return Ok(Flow::Stop(Signal::Holds));
                }
                (self.pc, self.fp) = unpack(self.slots[self.fp as usize - 1]);
                self.stepped()?;
            }
            Op::Branch(id) => {
                self.frames[self.frame as usize].branch = id.0;
                self.pc += 1;
            }
            Op::Done => self.done(),
            Op::Return(f) => self.return_value(f, host),
            Op::Unchosen => {
                self.pc += 1;
                return Ok((self.frames[self.frame as usize].branch == u16::MAX).into());
            }
            Op::Fail => return Ok(Flow::Fail),
            Op::Try(pc) => {
                self.push_choice(ChoiceKind::Jump, pc.0, NONE)?;
                self.pc += 1;
            }
            Op::Jump(pc) => self.pc = pc.0,
            Op::Method(id) => {
                self.begin_method(id);
                self.pc += 1;
            }
            Op::Again { task, args, .. } => return Ok(self.again(task, args, store)?.into()),
            Op::Row { of, done } => {
                let cursor = Slot(self.tables.collections[usize::from(of.0)].region.0 + 1);
                let index = self.slot(cursor);
                self.set(cursor, index + 1);
                let region = self.slot(Slot(cursor.0 - 1));
                let loaded = self.load_row(of, region, index);
                self.go_if(loaded, done.0);
            }
            Op::RowAt {
                of,
                region,
                at,
                next,
                done,
            } => {
                let index = self.slot(at);
                self.set(next, index + 1);
                let loaded = self.load_row(of, self.slot(region), index);
                self.go_if(loaded, done.0);
            }
            Op::Unordered(run) => self.unordered(run)?,
            Op::StrandEnd => self.strand_end()?,
            Op::StepAdd { rel, atom } => {
                self.pc += 1;
                return Ok(self.step_fact(store, rel, atom, true)?.into());
            }
            Op::StepDelete { rel, atom } => {
                self.pc += 1;
                return Ok(self.step_fact(store, rel, atom, false)?.into());
            }
            Op::Stepped => {
                self.pc += 1;
                self.stepped()?;
            }
            Op::Stay => self.pc += 1,
            Op::RootCall => return self.root_call(store),
            Op::RootNext => return self.root_next(),
            Op::Holds => return Ok(Flow::Stop(Signal::Holds)),
        }
        Ok(Flow::Go)
    }

    /// An operator has begun: goes through as much of it as there is without a choice, since most operators are a test or
    /// two and a few changes of facts. What is left, the loop goes on with.
    #[inline(always)]
    fn carry_on(
        &mut self,
        code: &[Op],
        store: &mut Store,
        host: &dyn Host,
        left: &mut i64,
    ) -> Result<Flow, Limit> {
        let fp = self.fp as usize;
        let (args, mut pc) = (self.tables.args, self.pc as usize);
        loop {
            let slots = &self.slots[fp..self.work.top as usize];
            let word = |slot: Slot| slots[usize::from(slot.0)];
            match code[pc] {
                Op::Fact {
                    rel,
                    index,
                    atom,
                    there,
                    els: FAIL,
                } => {
                    let atom = &args[atom.at as usize..][..atom.len as usize];
                    if store.rel(rel).exists(index, atom, slots) != (there != 0) {
                        *left -= 1;
                        return Ok(Flow::Fail);
                    }
                }
                Op::Test { f, els: FAIL } => {
                    if !host.test(f, slots) {
                        *left -= 1;
                        return Ok(Flow::Fail);
                    }
                }
                Op::Let { f, to } => {
                    let word = host.word(f, slots);
                    self.slots[fp + usize::from(to.0)] = word;
                }
                Op::Apply { id, cost } => {
                    if !self.apply(id, cost, host)? {
                        *left -= 1;
                        return Ok(Flow::Fail);
                    }
                }
                Op::AddOne { rel, a } => _ = store.add_one(rel, word(a), &mut self.trail)?,
                Op::AddTwo { rel, a, b } => {
                    _ = store.add_two(rel, [word(a), word(b)], &mut self.trail)?
                }
                Op::DeleteOne { rel, a } => _ = store.remove_one(rel, word(a), &mut self.trail)?,
                Op::DeleteTwo { rel, a, b } => {
                    _ = store.remove_two(rel, [word(a), word(b)], &mut self.trail)?
                }
                Op::Moment => {}
                Op::Applied => {
                    *left -= 1;
                    (self.pc, self.fp) = unpack(self.slots[fp - 1]);
                    self.stepped()?;
                    return Ok(Flow::Go);
                }
                _ => {
                    self.pc = pc as u32;
                    return Ok(Flow::Go);
                }
            }
            *left -= 1;
            pc += 1;
        }
    }

    #[inline(always)]
    fn go_if(&mut self, holds: bool, els: u32) {
        self.pc = if holds { self.pc + 1 } else { els };
    }

    /// What an answer to `Op::Solve` or `Op::SolveNext` leads to, at the second of the two.
    #[inline(always)]
    fn go_on_with_answer(
        &mut self,
        mut answer: Answer,
        els: u32,
        branch: BranchId,
        store: &Store,
        host: &dyn Host,
        left: &mut i64,
    ) -> Result<Flow, Limit> {
        loop {
            match answer {
                Answer::No => {
                    self.pc = els;
                    return Ok(Flow::Go);
                }
                Answer::Yes | Answer::Last => {
                    self.stats.bindings += 1;
                    if answer == Answer::Yes {
                        self.push_choice(ChoiceKind::Jump, self.pc, NONE)?;
                    }
                    if branch != BranchId::NONE {
                        self.frames[self.frame as usize].branch = branch.0;
                    }
                    self.pc += 1;
                    return Ok(Flow::Go);
                }
                Answer::Paused => return Ok(Flow::Stop(Signal::Paused)),
                other => answer = self.answer_axioms(other, store, host, left)?,
            }
        }
    }

    /// Loads a row of a settled collection; false past the last one.
    fn load_row(&mut self, of: CollectionId, region: u64, index: u64) -> bool {
        let of = self.tables.collections[usize::from(of.0)];
        let fp = self.fp as usize;
        let to = &mut self.slots[fp + usize::from(of.from.0)..fp + usize::from(of.to.0)];
        load_settled(self.work.stacks.read_at(0), region as usize, index as usize, to)
    }

    /// A step was taken where strands are open: ends what is at its end, then another strand may be next. False where
    /// the steps are used up first. Other ops that may come in between are left to the loop, which comes back here.
    #[inline(never)]
    fn interleave_now(&mut self, code: &[Op], left: &mut i64) -> Result<bool, Limit> {
        while self.must_interleave() {
            let op = code[self.pc as usize];
            if !op.is_between_statements() {
                self.interleave()?;
                break;
            }
            if *left <= 0 {
                return Ok(false);
            }
            *left -= 1;
            match op {
                Op::Done => self.done(),
                Op::StrandEnd => self.strand_end()?,
                Op::Jump(pc) => self.pc = pc.0,
                Op::Stepped => self.pc += 1,
                Op::Stay => {
                    // What follows is asked for again at its end: it may fail, and come back to itself before.
                    self.pc += 1;
                    self.agenda.stepped = false;
                }
                _ => {
                    // It is counted where it is done.
                    *left += 1;
                    break;
                }
            }
        }
        Ok(true)
    }

    /// Takes the newest choice point, to go on after a plan.
    pub fn next_solution(&mut self) {
        self.failing = true;
    }
}
