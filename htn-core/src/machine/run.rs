//! The loop: one op after another until the steps granted are used up, a plan is found, or a limit is reached.

use alloc::boxed::Box;

use super::choice::ChoiceKind;
use super::task::unpack;
use super::{Limit, Machine, NONE, Signal, Step, StepKind};
use crate::host::{FactWriter, Host};
use crate::solve::{Answer, load_settled};
use crate::store::Store;
use crate::tables::{Arg, BranchId, CollectionId, Cost, FnId, Op, OperatorId, Parts, Slot};

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
        granted: &mut i64,
    ) -> Result<Signal, Limit> {
        if self.failing
            && let Some(signal) = self.backtrack(store, granted)
        {
            return Ok(signal);
        }
        loop {
            if self.must_interleave() && !self.interleave_now(code, granted)? {
                return Ok(Signal::Paused);
            }
            let flow = match self.must_interleave() {
                false => self.ops(code, store, host, granted)?,
                // One op comes before another strand may be next.
                true => {
                    let mut one = 1.min(*granted);
                    *granted -= one;
                    let flow = self.ops(code, store, host, &mut one)?;
                    *granted += one;
                    match flow {
                        Flow::Stop(Signal::Paused) if *granted > 0 => Flow::Go,
                        flow => flow,
                    }
                }
            };
            match flow {
                Flow::Go => {}
                Flow::Fail => {
                    if let Some(signal) = self.backtrack(store, granted) {
                        return Ok(signal);
                    }
                }
                Flow::Stop(signal) => return Ok(signal),
            }
        }
    }

    /// One op after another, up to where another strand may be next, something fails, or the search stops.
    fn ops(
        &mut self,
        code: &[Op],
        store: &mut Store,
        host: &dyn Host,
        granted: &mut i64,
    ) -> Result<Flow, Limit> {
        // The registers that every op needs. The machine has them while it is out of this function.
        let mut pc = self.pc as usize;
        let mut fp = self.fp as usize;
        let mut left = *granted;
        macro_rules! store_registers {
            () => {
                (self.pc, self.fp) = (pc as u32, fp as u32);
                *granted = left;
            };
        }
        macro_rules! leave {
            ($flow:expr) => {{
                store_registers!();
                return Ok($flow);
            }};
        }
        macro_rules! or_full {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(limit) => {
                        *granted = left;
                        return Err(limit.into());
                    }
                }
            };
        }
        // Takes the newest choice point, if that can be done with what is granted here.
        macro_rules! fail {
            () => {{
                if left <= 0 {
                    leave!(Flow::Fail);
                }
                store_registers!();
                if let Some(signal) = self.backtrack(store, granted) {
                    return Ok(Flow::Stop(signal));
                }
                if self.must_interleave() {
                    return Ok(Flow::Go);
                }
                (pc, fp, left) = (self.pc as usize, self.fp as usize, *granted);
                continue;
            }};
        }
        // Calls a part of the machine that has its own way with the registers.
        macro_rules! machine {
            ($call:expr) => {{
                store_registers!();
                let result = $call?;
                (pc, fp) = (self.pc as usize, self.fp as usize);
                result
            }};
        }
        macro_rules! slot {
            ($slot:expr) => {
                self.slots[fp + usize::from($slot.0)]
            };
        }
        macro_rules! window {
            () => {
                &self.slots[fp..self.work.top as usize]
            };
        }
        // A step has been taken: where strands are open, another one may be next.
        macro_rules! stepped {
            () => {
                if self.strands_are_open() {
                    or_full!(self.set_free());
                    // Most often a task or two are at their end, and then the same strand goes on.
                    while left > 0 && matches!(code[pc], Op::Done) {
                        left -= 1;
                        (pc, fp) = self.done();
                    }
                    if code[pc].is_between_statements() || !self.leads() {
                        or_full!(self.stepped());
                        leave!(Flow::Go);
                    }
                    self.fp = fp as u32;
                    or_full!(self.leave_followers(pc as u32));
                }
            };
        }
        loop {
            if left <= 0 {
                leave!(Flow::Stop(Signal::Paused));
            }
            left -= 1;
            match code[pc] {
                Op::Solve { f, els, branch } | Op::SolveNext { f, els, branch } => {
                    let again = matches!(code[pc], Op::SolveNext { .. });
                    self.fp = fp as u32;
                    let mut rest = left;
                    let mut answer = match self.pending.is_some() {
                        false => self.ask_condition(f, again, store, host, &mut rest),
                        true => {
                            // To go on after a pause is no step of its own.
                            rest += 1;
                            let answer = self.go_on_asking(store, host, &mut rest);
                            left = rest;
                            or_full!(answer)
                        }
                    };
                    pc += usize::from(!again);
                    if answer > Answer::LAST_FOR_SEARCH {
                        let answered = self.answer_axioms(answer, store, host, &mut rest);
                        left = rest;
                        answer = or_full!(answered);
                    }
                    left = rest;
                    match answer {
                        Answer::No => pc = els.0 as usize,
                        Answer::Paused => leave!(Flow::Stop(Signal::Paused)),
                        _ => {
                            self.stats.bindings += 1;
                            if answer == Answer::Yes {
                                let pc = pc as u32;
                                or_full!(self.push_choice(ChoiceKind::Jump, pc, NONE));
                            }
                            if branch != BranchId::NONE {
                                self.frames[self.frame as usize].branch = branch.0;
                            }
                            pc += 1;
                        }
                    }
                }
                Op::Fact {
                    rel,
                    index,
                    atom,
                    there,
                    els,
                } => {
                    let atom = &self.tables.args[atom.at as usize..][..atom.len as usize];
                    let found = match *atom {
                        // Most tests are whether a word is a fact, or two.
                        [Arg::Is(slot)] if index == 1 => store.rel(rel).has(&[slot!(slot)]),
                        [Arg::Is(a), Arg::Is(b)] if index == 1 => {
                            store.rel(rel).has_pair(slot!(a), slot!(b))
                        }
                        _ => store.rel(rel).exists(index, atom, window!()),
                    };
                    pc = if found == there {
                        pc + 1
                    } else {
                        els.0 as usize
                    };
                }
                Op::Test { f, els } => {
                    pc = if host.test(f, window!()) {
                        pc + 1
                    } else {
                        els.0 as usize
                    };
                }
                Op::Let { f, to } => {
                    slot!(to) = host.word(f, window!());
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
                    let at = or_full!(self.claim_with(fp, usize::from(frame), args.as_slice()));
                    if !or_full!(self.step(f, at, (id, cost), store, host)) {
                        fail!();
                    }
                    pc += 1;
                    stepped!();
                }
                Op::Do { entry, frame, args } => {
                    fp = or_full!(self.operator((pc, fp), frame, self.run_of(args)));
                    pc = entry.0 as usize;
                }
                Op::Apply { id, cost } => {
                    if self.is_asking() {
                        leave!(Flow::Stop(Signal::Holds));
                    }
                    let price = match cost {
                        Cost::Nothing => 0.0,
                        Cost::One => 1.0,
                        Cost::Function => self.work_out_cost(id, host, window!()),
                    };
                    if !or_full!(self.push_step(StepKind::Operator(id), fp as u32, price)) {
                        fail!();
                    }
                    pc += 1;
                }
                Op::Change { f, parts } => {
                    let mut facts = FactWriter::new(store, &mut self.trail, &mut self.work);
                    let slots = &mut self.slots[fp..];
                    if host.change(f, slots, &mut facts, parts) == Answer::Full {
                        let full = facts.full;
                        or_full!(Err(full));
                    }
                    pc += 1;
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
                Op::Begin {
                    task,
                    ret,
                    ref args,
                } => {
                    let begun = or_full!(self.task((pc, fp), task, args.as_slice(), ret, store));
                    match begun {
                        Some(entry) => (pc, fp) = entry,
                        None => fail!(),
                    }
                }
                Op::Task { task, args, ret } => {
                    let args = self.run_of(args);
                    match or_full!(self.task((pc, fp), task, args, ret, store)) {
                        Some(entry) => (pc, fp) = entry,
                        None => fail!(),
                    }
                }
                Op::Again { task, args, .. } => {
                    match or_full!(self.again(fp, task, self.run_of(args), store)) {
                        Some(entry) => (pc, fp) = entry,
                        None => fail!(),
                    }
                }
                Op::Row { of, done } => {
                    let region = self.tables.collections[usize::from(of.0)].region;
                    let cursor = Slot(region.0 + 1);
                    let index = slot!(cursor);
                    slot!(cursor) = index + 1;
                    pc = match self.load_row(fp, of, slot!(region), index) {
                        true => pc + 1,
                        false => done.0 as usize,
                    };
                }
                Op::RowAt {
                    of,
                    region,
                    at,
                    next,
                    done,
                } => {
                    let index = slot!(at);
                    slot!(next) = index + 1;
                    pc = match self.load_row(fp, of, slot!(region), index) {
                        true => pc + 1,
                        false => done.0 as usize,
                    };
                }
                Op::Branch(id) => {
                    self.frames[self.frame as usize].branch = id.0;
                    pc += 1;
                }
                Op::Done => (pc, fp) = self.done(),
                Op::Unchosen => {
                    pc += 1;
                    if self.frames[self.frame as usize].branch != u16::MAX {
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
                op => match machine!(self.cold_op(op, store, host)) {
                    Flow::Go => {}
                    Flow::Fail => fail!(),
                    Flow::Stop(signal) => leave!(Flow::Stop(signal)),
                },
            }
        }
    }

    /// `Op::Step`, over the slots from `at` on: false where the precondition does not hold, or the plan would cost too much.
    #[inline(always)]
    fn step(
        &mut self,
        f: FnId,
        at: usize,
        (id, cost): (OperatorId, Cost),
        store: &mut Store,
        host: &dyn Host,
    ) -> Result<bool, Limit> {
        let trail = self.trail.mark();
        let slots = &mut self.slots[at..self.work.top as usize];
        let mut facts = FactWriter::new(store, &mut self.trail, &mut self.work);
        let answer = host.change(f, slots, &mut facts, Parts::PLANNED);
        if answer == Answer::No {
            return Ok(false);
        }
        let full = facts.full;
        let price = match cost {
            Cost::Nothing => 0.0,
            Cost::One => 1.0,
            Cost::Function => self.work_out_cost(id, host, &self.slots[at..]),
        };
        if !self.costs.add(price) {
            return Ok(false);
        }
        if answer == Answer::Full {
            return Err(full.into());
        }
        let step = Step {
            kind: StepKind::Operator(id),
            fp: at as u32,
            frame: self.frame,
            trail,
            cost: self.costs.so_far,
        };
        let taken = self.steps.take(step);
        taken.then_some(true).ok_or(Limit::Steps)
    }

    /// The ops that are not part of every plan, apart from the loop: the cold path.
    #[inline(never)]
    fn cold_op(&mut self, op: Op, store: &mut Store, host: &dyn Host) -> Result<Flow, Limit> {
        match op {
            Op::RootCall => return self.root_call(store),
            Op::RootNext => return self.root_next(),
            Op::Delete { rel, index, atom } => {
                if !self.delete(store, rel, index, atom)? {
                    return Ok(Flow::Go);
                }
            }
            Op::Return(f) => {
                self.return_value(f, host);
                return Ok(Flow::Go);
            }
            Op::Try(pc) => self.push_choice(ChoiceKind::Jump, pc.0, NONE)?,
            Op::Method(id) => self.begin_method(id),
            Op::Unordered(run) => {
                self.unordered(run)?;
                return Ok(Flow::Go);
            }
            Op::StrandEnd => {
                self.strand_end()?;
                return Ok(Flow::Go);
            }
            Op::StepAdd { rel, atom } => {
                if !self.body_change(store, rel, atom, true)? {
                    return Ok(Flow::Fail);
                }
            }
            Op::StepDelete { rel, atom } => {
                if !self.body_change(store, rel, atom, false)? {
                    return Ok(Flow::Fail);
                }
            }
            // Those of the loop: they never come here.
            _ => return Ok(Flow::Fail),
        }
        self.pc += 1;
        Ok(Flow::Go)
    }

    /// Loads a row of a settled collection; false past the last one.
    #[inline]
    fn load_row(&mut self, fp: usize, of: CollectionId, region: u64, index: u64) -> bool {
        let of = self.tables.collections[usize::from(of.0)];
        let to = &mut self.slots[fp + usize::from(of.from.0)..fp + usize::from(of.to.0)];
        load_settled(
            self.work.stacks.read_at(0),
            region as usize,
            index as usize,
            to,
        )
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
                Op::Done => {
                    let (pc, fp) = self.done();
                    (self.pc, self.fp) = (pc as u32, fp as u32);
                }
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

    /// Gives up all choice points but so many of the oldest, so that what comes next begins otherwise; tells whether there
    /// were more.
    pub fn leap(&mut self, oldest: usize) -> bool {
        let more = self.choices.len() > oldest;
        self.choices.truncate(oldest);
        more
    }

    /// Takes the newest choice point, to go on after a plan.
    pub fn next_solution(&mut self) {
        self.failing = true;
    }
}
