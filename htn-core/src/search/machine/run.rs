//! The loop over ops, until the granted budget ends, a plan is found, or a limit is reached.

use super::builder::ReturnTo;
use super::choice::ChoiceKind;
use super::effect::has_fact;
use super::slots::unpack;
use super::{Limit, NONE, SearchState, Signal};
use crate::search::host::Host;
use crate::search::solve::ConditionAnswer;
use crate::store::Store;
use crate::tables::{BranchId, FAIL, Op, Parts, Run, Slot, Tables};

/// The continuation after an op.
pub(super) enum Flow {
    /// Continue with the op at `pc`.
    Go,
    /// Return to the newest choice point.
    Fail,
    /// Leave the loop.
    Stop(Signal),
}

/// Returns why the machine stops after the answer of a condition that has to be called again.
pub(super) fn interrupted(answer: ConditionAnswer) -> Signal {
    if answer == ConditionAnswer::Pending {
        Signal::Waiting
    } else {
        Signal::Paused
    }
}

/// Returns the slots of a run.
#[inline(always)]
fn args_of(tables: &'static Tables, run: Run) -> &'static [Slot] {
    &tables.slots[run.at as usize..][..run.len as usize]
}

impl SearchState {
    /// Returns the return address of a task that begins at the op `pc`.
    #[inline(always)]
    fn return_to(&self, pc: usize, slot: Slot) -> ReturnTo {
        ReturnTo {
            parent: self.plan.frame(),
            pc: pc as u32 + 1,
            slot,
        }
    }

    /// Runs the ops until the budget in [`work`](Self::work) ends, or there is another reason to stop.
    pub(super) fn run(
        &mut self,
        code: &[Op],
        store: &mut Store,
        host: &dyn Host,
    ) -> Result<Signal, Limit> {
        if self.registers.failing
            && let Some(signal) = self.backtrack(store)
        {
            return Ok(signal);
        }
        if self.calls.is_paused()
            && let Some(signal) = self.resume_condition(code, store, host)?
        {
            return Ok(signal);
        }
        loop {
            let must_interleave = self.agenda.must_interleave();
            if must_interleave && !self.interleave_now(code)? {
                return Ok(Signal::Paused);
            }
            let flow = if self.agenda.must_interleave() {
                self.one_op(code, store, host)?
            } else {
                self.ops(code, store, host)?
            };
            match flow {
                Flow::Go => {}
                Flow::Fail => {
                    if let Some(signal) = self.backtrack(store) {
                        return Ok(signal);
                    }
                }
                Flow::Stop(signal) => return Ok(signal),
            }
        }
    }

    /// Runs the one op that must come before another strand may be next.
    fn one_op(&mut self, code: &[Op], store: &mut Store, host: &dyn Host) -> Result<Flow, Limit> {
        let one = self.work.left.min(1);
        let others = self.work.left - one;
        self.work.left = one;
        let flow = self.ops(code, store, host);
        self.work.left += others;
        match flow? {
            Flow::Stop(Signal::Paused) if self.work.left > 0 => Ok(Flow::Go),
            flow => Ok(flow),
        }
    }

    /// Runs ops until another strand may be next, an op fails, or the search stops.
    fn ops(&mut self, code: &[Op], store: &mut Store, host: &dyn Host) -> Result<Flow, Limit> {
        // These registers are local: every op needs them. The state has them while it is outside of this function.
        let mut pc = self.registers.pc as usize;
        let mut fp = self.registers.fp as usize;
        macro_rules! leave {
            ($flow:expr) => {{
                (self.registers.pc, self.registers.fp) = (pc as u32, fp as u32);
                return Ok($flow);
            }};
        }
        // Calls a function that reads and writes the registers in the state.
        macro_rules! machine {
            ($call:expr) => {{
                (self.registers.pc, self.registers.fp) = (pc as u32, fp as u32);
                let result = $call;
                (pc, fp) = (self.registers.pc as usize, self.registers.fp as usize);
                result
            }};
        }
        // Returns to the newest choice point, if the budget allows it here.
        macro_rules! fail {
            () => {{
                if self.work.left <= 0 {
                    leave!(Flow::Fail);
                }
                if let Some(signal) = machine!(self.backtrack(store)) {
                    return Ok(Flow::Stop(signal));
                }
                if self.agenda.must_interleave() {
                    return Ok(Flow::Go);
                }
                continue;
            }};
        }
        // Continues at a place, or fails.
        macro_rules! go {
            ($place:expr) => {
                match $place {
                    Some(place) => (pc, fp) = place,
                    None => fail!(),
                }
            };
        }
        macro_rules! slot {
            ($slot:expr) => {
                self.slots[fp + usize::from($slot.0)]
            };
        }
        // Continues after a condition. If it belongs to a branch and holds, the branch is chosen.
        macro_rules! branch {
            ($holds:expr, $on_fail:expr, $branch:expr) => {
                pc = match $holds {
                    true => {
                        self.plan.choose($branch);
                        pc + 1
                    }
                    false => $on_fail.0 as usize,
                }
            };
        }
        // Continues after the answer of a condition function.
        macro_rules! solve {
            ($answer:expr, $redo:expr, $on_fail:expr, $branch:expr) => {{
                self.registers.fp = fp as u32;
                match self.record_answer($answer, $redo, $branch)? {
                    ConditionAnswer::Yes | ConditionAnswer::Last => pc = $redo + 1,
                    ConditionAnswer::No => pc = $on_fail.0 as usize,
                    answer => leave!(Flow::Stop(interrupted(answer))),
                }
            }};
        }
        // Ends a step. If strands are open, another one may be next.
        macro_rules! stepped {
            () => {
                if self.agenda.is_open() && !machine!(self.stays_in_strand(code))? {
                    return Ok(Flow::Go);
                }
            };
        }
        loop {
            self.work.left -= 1;
            if self.work.left < 0 {
                self.work.put_back();
                leave!(Flow::Stop(Signal::Paused));
            }
            match code[pc] {
                Op::Solve { f, on_fail, branch } => {
                    let answer = self.call_condition(f, fp, false, store, host)?;
                    solve!(answer, pc + 1, on_fail, branch);
                }
                Op::SolveNext { f, on_fail, branch } => {
                    let answer = self.call_condition(f, fp, true, store, host)?;
                    solve!(answer, pc, on_fail, branch);
                }
                Op::Fact {
                    rel,
                    index,
                    atom,
                    there,
                    on_fail,
                    branch,
                } => {
                    let found = has_fact(self.tables, store, (rel, index, atom), &self.slots[fp..]);
                    branch!(found == there, on_fail, branch);
                }
                Op::Test { f, on_fail, branch } => {
                    branch!(host.test(f, &self.slots[fp..]), on_fail, branch);
                }
                Op::Let { f, to } => {
                    slot!(to) = host.word(f, &self.slots[fp..]);
                    pc += 1;
                }
                Op::Copy { from, to } => {
                    slot!(to) = slot!(from);
                    pc += 1;
                }
                Op::Zero(to) => {
                    slot!(to) = 0;
                    pc += 1;
                }
                Op::Step {
                    f,
                    id,
                    cost,
                    frame,
                    ref args,
                } => {
                    let at = self
                        .slots
                        .claim_inline(&mut self.work.top, fp, frame, args)?;
                    let planned = (f, Parts::PLANNED);
                    if !self.step(planned, at, (id, cost), store, host)? {
                        fail!();
                    }
                    pc += 1;
                    stepped!();
                }
                Op::StepIf {
                    solver,
                    f,
                    id,
                    cost,
                    entry,
                    frame,
                    ref args,
                } => {
                    let (top, link) = (&mut self.work.top, (pc + 1, fp));
                    let args = args.as_slice();
                    let at = self.slots.claim_operator(top, link, frame, args)?;
                    let solve = entry.0 as usize;
                    let answer = self.call_condition(solver, at, false, store, host)?;
                    self.registers.fp = at as u32;
                    match self.record_answer(answer, solve + 1, BranchId::NONE)? {
                        // A step, as after a pause.
                        ConditionAnswer::No => {
                            pc = FAIL.0 as usize;
                            continue;
                        }
                        answer @ (ConditionAnswer::Paused | ConditionAnswer::Pending) => {
                            (pc, fp) = (solve, at);
                            leave!(Flow::Stop(interrupted(answer)));
                        }
                        _ if self.work.left <= 0 => {
                            (pc, fp) = (solve + 2, at);
                            continue;
                        }
                        _ => self.work.left -= 1,
                    }
                    let effects = (f, Parts::EFFECTS);
                    if !self.step(effects, at, (id, cost), store, host)? {
                        fail!();
                    }
                    pc += 1;
                    stepped!();
                }
                Op::Do { entry, frame, args } => {
                    let (top, args) = (&mut self.work.top, args_of(self.tables, args));
                    fp = self.slots.claim_operator(top, (pc + 1, fp), frame, args)?;
                    pc = entry.0 as usize;
                }
                Op::Apply { id, cost } => {
                    if self.is_asking() {
                        leave!(Flow::Stop(Signal::Holds));
                    }
                    if !self.apply(fp, (id, cost), host)? {
                        fail!();
                    }
                    pc += 1;
                }
                Op::ApplyAll { f, id, cost } => {
                    if self.is_asking() {
                        leave!(Flow::Stop(Signal::Holds));
                    }
                    if !self.apply_all(f, fp, (id, cost), store, host)? {
                        fail!();
                    }
                    let (next, frame) = unpack(self.slots[fp - 1]);
                    (pc, fp) = (next as usize, frame as usize);
                    stepped!();
                }
                Op::Change { f, parts } => {
                    let slots = &mut self.slots[fp..];
                    match host.change(f, slots, &mut self.work, store, parts) {
                        ConditionAnswer::Full => return Err(self.work.take_full()),
                        // The next call repeats the lines before the row, which changes nothing.
                        ConditionAnswer::Paused => {}
                        _ => pc += 1,
                    }
                }
                Op::ChangeEach { f, of } => {
                    pc += usize::from(self.change_each((of, f), fp, store, host)?);
                }
                Op::Moment => {
                    if self.is_asking() {
                        leave!(Flow::Stop(Signal::Holds));
                    }
                    pc += 1;
                }
                Op::Applied => {
                    if self.is_asking() {
                        leave!(Flow::Stop(Signal::Holds));
                    }
                    let (next, frame) = unpack(self.slots[fp - 1]);
                    (pc, fp) = (next as usize, frame as usize);
                    stepped!();
                }
                Op::Begin { ref of, ref args } => {
                    let at = self
                        .slots
                        .claim_inline(&mut self.work.top, fp, of.frame, args)?;
                    go!(self.begin(of, at, self.return_to(pc, Slot::NONE), store)?);
                }
                Op::Task { ref of, args, ret } => {
                    let (top, args) = (&mut self.work.top, args_of(self.tables, args));
                    let size = usize::from(of.frame);
                    let at = self.slots.claim_with(top, fp, size, args)?;
                    go!(self.begin(of, at, self.return_to(pc, ret), store)?);
                }
                Op::Round {
                    ref of, ref args, ..
                } => {
                    let at = self
                        .slots
                        .claim_inline(&mut self.work.top, fp, of.frame, args)?;
                    go!(self.begin(of, at, self.plan.return_of_round(), store)?);
                    // A step, as after a pause.
                    if let Op::RowAt {
                        of,
                        next,
                        done,
                        branch,
                    } = code[pc]
                        && self.work.left > 0
                    {
                        self.work.left -= 1;
                        branch!(self.begin_round(fp, of, next), done, branch);
                    }
                }
                Op::Again { ref of, args, .. } => {
                    let (top, args) = (&mut self.work.top, args_of(self.tables, args));
                    let size = usize::from(of.frame);
                    let at = self.slots.claim_with(top, fp, size, args)?;
                    go!(self.begin(of, at, self.plan.return_of_round(), store)?);
                }
                Op::Row { of, done } => {
                    pc = if self.next_row(fp, of) {
                        pc + 1
                    } else {
                        done.0 as usize
                    };
                }
                Op::RowAt {
                    of,
                    next,
                    done,
                    branch,
                } => branch!(self.begin_round(fp, of, next), done, branch),
                Op::Branch(id) => {
                    self.plan.choose(id);
                    pc += 1;
                }
                Op::Done => {
                    self.note_end();
                    (pc, fp) = self.plan.end();
                }
                Op::Unchosen => {
                    pc += 1;
                    if self.plan.has_chosen() {
                        fail!();
                    }
                }
                Op::Jump(to) => pc = to.0 as usize,
                Op::Stepped => {
                    pc += 1;
                    stepped!();
                }
                Op::Stay => pc += 1,
                Op::Fail => fail!(),
                Op::Holds => leave!(Flow::Stop(Signal::Holds)),
                Op::RootCall => {
                    if !machine!(self.root_call(store))? {
                        fail!();
                    }
                }
                Op::RootNext => match machine!(self.root_next())? {
                    Flow::Go => {}
                    Flow::Fail => fail!(),
                    Flow::Stop(signal) => leave!(Flow::Stop(signal)),
                },
                // Rare ops have a function of their own.
                Op::Try(_)
                | Op::Method(_)
                | Op::Return(_)
                | Op::Unordered(_)
                | Op::UnorderedRows { .. }
                | Op::StrandNumber(_)
                | Op::StrandEnd
                | Op::StepFact { .. }
                | Op::Guard { .. }
                | Op::DeleteGuarded { .. }
                | Op::Later { .. } => match machine!(self.rare_op(code[pc], store, host))? {
                    Flow::Go => {}
                    Flow::Fail => fail!(),
                    Flow::Stop(signal) => leave!(Flow::Stop(signal)),
                },
            }
        }
    }

    /// Runs an op that not every plan has.
    #[inline(never)]
    fn rare_op(&mut self, op: Op, store: &mut Store, host: &dyn Host) -> Result<Flow, Limit> {
        match op {
            Op::Return(f) => {
                let (fp, top) = (self.registers.fp as usize, self.work.top as usize);
                let word = host.word(f, &self.slots[fp..top]);
                let to = self.plan.return_slot();
                self.end_task();
                if to != Slot::NONE {
                    self.slots[self.registers.fp as usize + usize::from(to.0)] = word;
                }
                return Ok(Flow::Go);
            }
            Op::Unordered(run) => {
                self.unordered(run)?;
                return Ok(Flow::Go);
            }
            Op::UnorderedRows { region, strand } => {
                self.unordered_rows(region, strand)?;
                return Ok(Flow::Go);
            }
            Op::StrandNumber(to) => {
                let number = self.agenda.number_of(self.plan.strand());
                self.slots[self.registers.fp as usize + usize::from(to.0)] = u64::from(number);
            }
            Op::StrandEnd => {
                self.strand_end()?;
                return Ok(Flow::Go);
            }
            Op::StepFact { verb, rel, atom } => {
                let fact = self.fact_of(atom);
                if !self.push_fact(store, verb, rel, &fact)? {
                    return Ok(Flow::Fail);
                }
            }
            Op::Guard { verb, rel, atom } => {
                if !self.may_change(store, verb, rel, &self.fact_of(atom)) {
                    return Ok(Flow::Fail);
                }
            }
            Op::DeleteGuarded { rel, index, atom } => {
                let fp = self.registers.fp as usize;
                match self.delete_guarded(store, (rel, index, atom), fp)? {
                    Some(true) => {}
                    Some(false) => return Ok(Flow::Go),
                    None => return Ok(Flow::Fail),
                }
            }
            Op::Later { of, args } => {
                if !self.later(&of, args_of(self.tables, args))? {
                    return Ok(Flow::Fail);
                }
            }
            Op::Try(pc) => self.push_choice(ChoiceKind::Jump, pc.0, NONE)?,
            Op::Method(id) => self.plan.begin_method(id),
            // The ops of the loop do not get here.
            _ => return Ok(Flow::Fail),
        }
        self.registers.pc += 1;
        Ok(Flow::Go)
    }

    /// After a step while strands are open: ends the tasks that are at their end, then chooses the next strand. Returns
    /// false if the budget ends before. Ops that may be in between are left to the loop, which calls this again.
    #[inline(never)]
    fn interleave_now(&mut self, code: &[Op]) -> Result<bool, Limit> {
        while self.agenda.must_interleave() {
            let op = code[self.registers.pc as usize];
            if !op.is_between_statements() {
                self.interleave()?;
                break;
            }
            if self.work.left <= 0 {
                return Ok(false);
            }
            match op {
                Op::Done => self.end_task(),
                Op::StrandEnd => self.strand_end()?,
                Op::Jump(pc) => self.registers.pc = pc.0,
                Op::Stepped => self.registers.pc += 1,
                Op::Stay => {
                    // The ops that follow call this again at their end. Before that, they may fail and return to
                    // themselves.
                    self.registers.pc += 1;
                    self.agenda.end_step();
                }
                // The loop counts it.
                _ => break,
            }
            self.work.left -= 1;
        }
        Ok(true)
    }
}
