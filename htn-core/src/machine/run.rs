//! The loop: one op after another until the steps granted are used up, a plan is found, or a limit is reached.

use super::choice::ChoiceKind;
use super::task::{pack, unpack};
use super::{Limit, Machine, NONE, Signal};
use crate::host::Host;
use crate::store::{NIL, Store};
use crate::tables::{Arg, AxiomId, Op, RelId, Run, Slot};

/// What an op leads to.
enum Flow {
    /// To the op at `pc`.
    Go,
    /// To the newest choice point.
    Fail,
    /// Out of the loop, back to the same op later.
    Pause,
    /// Out of the loop.
    Stop(Signal),
}

impl From<bool> for Flow {
    fn from(goes_on: bool) -> Flow {
        if goes_on { Flow::Go } else { Flow::Fail }
    }
}

impl Machine {
    /// Runs up to `granted` steps (a few more where an op's tests are done together), and counts them down.
    pub fn run(&mut self, store: &mut Store, host: &dyn Host, granted: &mut i64) -> Signal {
        let before = *granted;
        let signal = self.steps_until(store, host, granted);
        self.stats.steps += (before - *granted) as u64;
        signal
    }

    fn steps_until(&mut self, store: &mut Store, host: &dyn Host, granted: &mut i64) -> Signal {
        while *granted > 0 {
            *granted -= 1;
            match self.step(store, host, granted) {
                Ok(Flow::Go) => {}
                Ok(Flow::Fail) => {
                    if let Some(signal) = self.backtrack(store) {
                        return signal;
                    }
                }
                Ok(Flow::Pause) => return Signal::Paused,
                Ok(Flow::Stop(signal)) => return signal,
                Err(full) => return Signal::Full(full),
            }
        }
        Signal::Paused
    }

    /// Takes the newest choice point, to go on after a plan.
    pub fn next_solution(&mut self, store: &mut Store) -> Option<Signal> {
        self.backtrack(store)
    }

    #[inline]
    fn step(
        &mut self,
        store: &mut Store,
        host: &dyn Host,
        granted: &mut i64,
    ) -> Result<Flow, Limit> {
        let op = self.tables.code[self.pc as usize];
        if self.must_interleave() && !op.is_between_statements() {
            self.interleave()?;
            return Ok(Flow::Go);
        }
        match op {
            Op::Scan { rel, index, atom } => {
                return self.scan(store, host, granted, rel, index, atom);
            }
            Op::Task { task, args, ret } => {
                return Ok(self.task(task, args, ret, store)?.into());
            }
            Op::Apply(id) => {
                if self.is_asking() {
                    return Ok(Flow::Stop(Signal::Holds));
                }
                if !self.apply(id, host)? {
                    return Ok(Flow::Fail);
                }
            }
            Op::Add { rel, atom } => self.add(store, rel, atom)?,
            Op::Delete { rel, index, atom } => {
                if !self.delete(store, rel, index, atom)? {
                    return Ok(Flow::Go);
                }
            }
            Op::Moment => {
                if self.is_asking() {
                    return Ok(Flow::Stop(Signal::Holds));
                }
            }
            Op::Applied => {
                self.leave_step();
                self.stepped()?;
                return Ok(Flow::Go);
            }
            Op::Call { axiom, args } => {
                self.call(axiom, args)?;
                return Ok(Flow::Go);
            }
            Op::Exit => {
                self.exit();
                return Ok(Flow::Go);
            }
            Op::Try(pc) => self.push_choice(ChoiceKind::Jump, pc.0, NONE)?,
            Op::Jump(pc) => {
                self.pc = pc.0;
                return Ok(Flow::Go);
            }
            Op::Fail => return Ok(Flow::Fail),
            Op::Mark(slot) => self.set(slot, self.choices.len() as u64),
            Op::Cut(slot) => {
                let height = self.slot(slot) as usize;
                self.choices.truncate(height);
            }
            Op::Kill(slot) => self.kill(self.slot(slot)),
            Op::Method(id) => self.frames[self.frame as usize].method = id.0,
            Op::Branch(id) => self.frames[self.frame as usize].branch = id.0,
            Op::Done => {
                self.done();
                return Ok(Flow::Go);
            }
            Op::Holds => return Ok(Flow::Stop(Signal::Holds)),
            Op::Each { f, of } => return self.generate(|m| m.each(f, of, host)),
            Op::Next(of) => return self.generate(|m| m.next_row(of)),
            Op::Open { of, then } => self.open(of, then.0)?,
            Op::Push(of) => {
                self.push_row(of, host)?;
                return Ok(Flow::Fail);
            }
            Op::Settle(of) => {
                if !self.settle_row(of) {
                    return Ok(Flow::Go);
                }
            }
            Op::Row { of, done } => {
                if !self.row(of) {
                    self.pc = done.0;
                    return Ok(Flow::Go);
                }
            }
            Op::RowAt { of, region, at, next, done } => {
                let index = self.slot(at);
                if !self.load_settled(of, self.slot(region), index) {
                    self.pc = done.0;
                    return Ok(Flow::Go);
                }
                self.set(next, index + 1);
            }
            Op::Zero(slot) => {
                self.set(slot, 0);
                self.set(Slot(slot.0 + 1), 0);
            }
            Op::Count(slot) => self.set(slot, self.slot(slot) + 1),
            Op::Fold { f, acc } => {
                let seen = Slot(acc.0 + 1);
                let so_far = (self.slot(seen) != 0).then(|| self.slot(acc));
                let word = host.fold(f, self.window(), so_far);
                self.set(acc, word);
                self.set(seen, 1);
            }
            Op::Seen(slot) => {
                if self.slot(Slot(slot.0 + 1)) == 0 {
                    return Ok(Flow::Fail);
                }
            }
            Op::Again { task, args } => return Ok(self.again(task, args, store)?.into()),
            Op::Return(f) => {
                self.return_value(f, host);
                return Ok(Flow::Go);
            }
            Op::Unordered(run) => {
                self.unordered(run)?;
                return Ok(Flow::Go);
            }
            Op::StrandEnd => {
                self.strand_end()?;
                return Ok(Flow::Go);
            }
            Op::StepAdd { rel, atom } => {
                if !self.step_fact(store, rel, atom, true)? {
                    return Ok(Flow::Fail);
                }
            }
            Op::StepDelete { rel, atom } => {
                if !self.step_fact(store, rel, atom, false)? {
                    return Ok(Flow::Fail);
                }
            }
            Op::Stepped => {
                self.pc += 1;
                self.stepped()?;
                return Ok(Flow::Go);
            }
            Op::RootCall => {
                return Ok(match self.root_call(store)? {
                    Some(entered) => entered.into(),
                    None => Flow::Go,
                });
            }
            Op::RootNext => {
                return Ok(match self.root_next()? {
                    Some(signal) => Flow::Stop(signal),
                    None => Flow::Go,
                });
            }
            Op::Check(_)
            | Op::Absent { .. }
            | Op::Probe { .. }
            | Op::Let { .. }
            | Op::LetSome { .. }
            | Op::Same { .. }
            | Op::Copy { .. } => {
                if !self.test(op, store, host) {
                    return Ok(Flow::Fail);
                }
            }
        }
        self.pc += 1;
        Ok(Flow::Go)
    }

    /// An op that makes no choice point and leaves no frame: whether it holds.
    #[inline]
    fn test(&mut self, op: Op, store: &Store, host: &dyn Host) -> bool {
        match op {
            Op::Check(f) => host.test(f, self.window()),
            Op::Absent { rel, index, atom } => {
                !store.rel(rel).exists(index, self.atom(atom), self.window())
            }
            Op::Probe { rel, index, atom } => self.probe(store, rel, index, atom),
            Op::Let { f, to } => {
                let word = host.word(f, self.window());
                self.set(to, word);
                true
            }
            Op::LetSome { f, to } => match host.option(f, self.window()) {
                Some(word) => {
                    self.set(to, word);
                    true
                }
                None => false,
            },
            Op::Same { a, b } => self.slot(a) == self.slot(b),
            Op::Copy { from, to } => {
                let word = self.slot(from);
                self.set(to, word);
                true
            }
            _ => true,
        }
    }

    #[inline]
    fn probe(&mut self, store: &Store, rel: RelId, index: u8, atom: Run) -> bool {
        let atom = self.atom(atom);
        let slots = &mut self.slots[self.fp as usize..self.top as usize];
        let relation = store.rel(rel);
        let mut row = relation.seek(index, atom, slots);
        while row != NIL {
            if relation.matches(row, atom, slots) {
                return true;
            }
            row = relation.next(index, row);
        }
        false
    }

    /// `Op::Scan`. The tests that follow it are done for each row at once: a row that fails them costs no choice point.
    #[inline]
    fn scan(
        &mut self,
        store: &Store,
        host: &dyn Host,
        granted: &mut i64,
        rel: RelId,
        index: u8,
        atom: Run,
    ) -> Result<Flow, Limit> {
        let columns = self.atom(atom);
        let relation = store.rel(rel);
        let mut row = match core::mem::replace(&mut self.retry, NONE) {
            NONE => relation.seek(index, columns, self.window()),
            row => row,
        };
        loop {
            if row == NIL {
                self.drop_choice();
                self.owns_choice = false;
                return Ok(Flow::Fail);
            }
            let next = relation.next(index, row);
            let slots = &mut self.slots[self.fp as usize..self.top as usize];
            if relation.matches(row, columns, slots) {
                self.stats.bindings += 1;
                if let Some(pc) = self.tests_after(store, host, granted) {
                    if next == NIL {
                        self.drop_choice();
                    } else {
                        self.keep_choice(next)?;
                    }
                    self.owns_choice = false;
                    self.pc = pc;
                    return Ok(Flow::Go);
                }
            }
            row = next;
            // A row has been looked at, so even a budget of one step gets on.
            if *granted <= 0 && row != NIL {
                self.retry = row;
                return Ok(Flow::Pause);
            }
            *granted -= 1;
        }
    }

    /// Does the tests that follow the present op; the place after them, or `None` where one fails.
    #[inline]
    fn tests_after(&mut self, store: &Store, host: &dyn Host, granted: &mut i64) -> Option<u32> {
        let mut pc = self.pc + 1;
        loop {
            let op = self.tables.code[pc as usize];
            if !op.is_test() {
                return Some(pc);
            }
            *granted -= 1;
            if !self.test(op, store, host) {
                return None;
            }
            pc += 1;
        }
    }

    /// A generator that keeps its own place.
    fn generate(
        &mut self,
        next: impl FnOnce(&mut Machine) -> Result<bool, Limit>,
    ) -> Result<Flow, Limit> {
        let found = next(self)?;
        self.retry = NONE;
        self.owns_choice = false;
        if found {
            self.stats.bindings += 1;
            self.pc += 1;
        }
        Ok(found.into())
    }

    /// `Op::Call`: two words below an axiom's frame say where it goes on and how many choice points there were.
    #[inline]
    fn call(&mut self, axiom: AxiomId, args: Run) -> Result<(), Limit> {
        self.deeper()?;
        let row = self.tables.axioms[axiom.0 as usize];
        let at = self.claim(row.frame as u32 + 2)? as usize;
        self.slots[at] = pack(self.pc + 1, self.fp);
        self.slots[at + 1] = self.choices.len() as u64;
        let (from, to) = (self.fp as usize, at + 2);
        for (i, arg) in self.atom(args).iter().enumerate() {
            if let Arg::Is(slot) = arg {
                self.slots[to + i] = self.slots[from + slot.0 as usize];
            }
        }
        self.fp = to as u32;
        self.pc = row.entry.0;
        Ok(())
    }

    /// `Op::Exit`.
    #[inline]
    fn exit(&mut self) {
        let from = self.fp as usize;
        let (pc, fp) = unpack(self.slots[from - 2]);
        if let Op::Call { args, .. } = self.tables.code[pc as usize - 1] {
            for (i, arg) in self.atom(args).iter().enumerate() {
                if let Arg::Bind(slot) = arg {
                    self.slots[fp as usize + slot.0 as usize] = self.slots[from + i];
                }
            }
        }
        // No choice point inside: nobody comes back to this frame.
        if self.slots[from - 1] == self.choices.len() as u64 {
            self.top = from as u32 - 2;
        }
        self.axioms -= 1;
        self.fp = fp;
        self.pc = pc;
    }
}
