//! The loop: one op after another until the steps granted are used up, a plan is found, or a limit is reached.
//!
//! What every plan is made of is in the loop itself; the rest is apart, in `Machine::rare`, so that the loop stays small
//! enough for the processor's registers.

use super::choice::ChoiceKind;
use super::collect::Row;
use super::task::{pack, unpack};
use super::{Limit, Machine, NONE, Signal};
use crate::host::Host;
use crate::store::{NIL, Store};
use crate::tables::{Arg, AxiomId, CollectionId, Op, RelId, Run, Slot};

/// What an op leads to.
enum Flow {
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

impl Machine {
    /// Runs up to `granted` steps (a few more where an op's tests are done together), and counts them down.
    pub fn run(&mut self, store: &mut Store, host: &dyn Host, granted: &mut i64) -> Signal {
        let before = *granted;
        let signal = match self.run_on(store, host, granted) {
            Ok(signal) => signal,
            Err(limit) => Signal::Full(limit),
        };
        self.stats.steps += (before - *granted) as u64;
        signal
    }

    fn run_on(
        &mut self,
        store: &mut Store,
        host: &dyn Host,
        granted: &mut i64,
    ) -> Result<Signal, Limit> {
        let code = self.tables.code;
        if self.failing
            && let Some(signal) = self.backtrack(store, granted)
        {
            return Ok(signal);
        }
        if self.must_interleave()
            && let Flow::Stop(signal) = self.between_statements(store, host, granted)?
        {
            return Ok(signal);
        }
        while *granted > 0 {
            *granted -= 1;
            let op = &code[self.pc as usize];
            let holds = match *op {
                Op::Scan { rel, index, atom } => {
                    match self.scan(store, host, granted, rel, index, atom)? {
                        Some(holds) => holds,
                        None => return Ok(Signal::Paused),
                    }
                }
                Op::Check(_)
                | Op::Absent { .. }
                | Op::Probe { .. }
                | Op::Let { .. }
                | Op::LetSome { .. }
                | Op::Same { .. }
                | Op::Copy { .. } => {
                    self.pc += 1;
                    self.test(op, store, host)
                }
                Op::Try(pc) => {
                    self.pc += 1;
                    self.leave(ChoiceKind::Jump, pc.0, NONE)?;
                    true
                }
                Op::Jump(pc) => {
                    self.pc = pc.0;
                    true
                }
                Op::Fail => false,
                Op::Mark(slot) => {
                    self.pc += 1;
                    self.set(slot, self.mark());
                    true
                }
                Op::Cut(slot) => {
                    self.pc += 1;
                    self.cut(self.slot(slot));
                    true
                }
                Op::Kill(slot) => {
                    self.pc += 1;
                    self.kill(self.slot(slot));
                    true
                }
                Op::Call { axiom, args } => {
                    self.keep_pending()?;
                    self.call(axiom, args)?;
                    true
                }
                Op::Exit => {
                    self.keep_pending()?;
                    self.exit();
                    true
                }
                Op::Task { task, args, ret } => {
                    self.keep_pending()?;
                    self.task(task, args, ret, store)?
                }
                Op::Apply(id) => {
                    if self.is_asking() {
                        return Ok(Signal::Holds);
                    }
                    self.keep_pending()?;
                    self.pc += 1;
                    self.apply(id, host)?
                }
                Op::Add { rel, atom } => {
                    self.keep_pending()?;
                    self.pc += 1;
                    self.add(store, rel, atom)?;
                    true
                }
                Op::Delete { rel, index, atom } => {
                    self.keep_pending()?;
                    if self.delete(store, rel, index, atom)? {
                        self.pc += 1;
                    }
                    true
                }
                Op::Branch(id) => {
                    self.pc += 1;
                    self.frames[self.frame as usize].branch = id.0;
                    true
                }
                Op::Method(id) => {
                    self.pc += 1;
                    self.frames[self.frame as usize].method = id.0;
                    true
                }
                Op::Holds => return Ok(Signal::Holds),
                Op::Applied if !self.is_asking() && !self.strands_are_open() => {
                    self.keep_pending()?;
                    self.leave_step();
                    true
                }
                Op::Done => {
                    self.keep_pending()?;
                    self.done();
                    true
                }
                _ => {
                    self.keep_pending()?;
                    match self.rare(*op, store, host, granted)? {
                        Flow::Go => true,
                        Flow::Fail => false,
                        Flow::Stop(signal) => return Ok(signal),
                    }
                }
            };
            if !holds && let Some(signal) = self.fail(store, granted) {
                return Ok(signal);
            }
        }
        Ok(Signal::Paused)
    }

    /// Takes the newest choice point, to go on after a plan.
    pub fn next_solution(&mut self) {
        self.failing = true;
    }

    /// The ops that are not part of every condition. The pending choice point is on the stack.
    #[inline(never)]
    fn rare(
        &mut self,
        op: Op,
        store: &mut Store,
        host: &dyn Host,
        granted: &mut i64,
    ) -> Result<Flow, Limit> {
        match op {
            Op::Moment => {
                if self.is_asking() {
                    return Ok(Flow::Stop(Signal::Holds));
                }
            }
            Op::Applied => {
                if self.is_asking() {
                    return Ok(Flow::Stop(Signal::Holds));
                }
                self.leave_step();
                self.stepped()?;
                return self.between_statements(store, host, granted);
            }
            Op::Method(id) => self.frames[self.frame as usize].method = id.0,
            Op::Done => {
                self.done();
                return Ok(Flow::Go);
            }
            Op::Each { f, of } => {
                if self.retry == NONE {
                    self.collect_items(f, of, host)?;
                }
                return self.rows(of, store, host, granted);
            }
            Op::Next(of) => return self.rows(of, store, host, granted),
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
            Op::RowAt {
                of,
                region,
                at,
                next,
                done,
            } => {
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
                return self.between_statements(store, host, granted);
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
            // Those of the loop: they are never asked for here.
            Op::Scan { .. }
            | Op::Task { .. }
            | Op::Apply(_)
            | Op::Add { .. }
            | Op::Delete { .. }
            | Op::Branch(_)
            | Op::Holds
            | Op::Check(_)
            | Op::Absent { .. }
            | Op::Probe { .. }
            | Op::Let { .. }
            | Op::LetSome { .. }
            | Op::Same { .. }
            | Op::Copy { .. }
            | Op::Try(_)
            | Op::Jump(_)
            | Op::Fail
            | Op::Mark(_)
            | Op::Cut(_)
            | Op::Kill(_)
            | Op::Call { .. }
            | Op::Exit => return Ok(Flow::Fail),
        }
        self.pc += 1;
        Ok(Flow::Go)
    }

    /// After a step, where strands are open: ends what is at its end, then another strand may be next.
    fn between_statements(
        &mut self,
        store: &mut Store,
        host: &dyn Host,
        granted: &mut i64,
    ) -> Result<Flow, Limit> {
        while self.must_interleave() {
            let op = self.tables.code[self.pc as usize];
            if !op.is_between_statements() {
                self.interleave()?;
                break;
            }
            if *granted <= 0 {
                return Ok(Flow::Stop(Signal::Paused));
            }
            *granted -= 1;
            match op {
                Op::Jump(pc) => self.pc = pc.0,
                op => match self.rare(op, store, host, granted)? {
                    Flow::Go => {}
                    other => return Ok(other),
                },
            }
        }
        Ok(Flow::Go)
    }

    /// An op that makes no choice point and changes nothing but slots: whether it holds.
    #[inline(always)]
    fn test(&mut self, op: &Op, store: &Store, host: &dyn Host) -> bool {
        match *op {
            Op::Check(f) => host.test(f, self.window()),
            Op::Absent { rel, index, atom } => match self.one_word(atom) {
                Some(word) => !store.rel(rel).has_one(word),
                None => !store.rel(rel).exists(index, self.atom(atom), self.window()),
            },
            Op::Probe { rel, index, atom } => match self.one_word(atom) {
                Some(word) => store.rel(rel).has_one(word),
                None => self.probe(store, rel, index, atom),
            },
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

    /// The word of an atom of one column that is bound: the test that is done most.
    #[inline(always)]
    fn one_word(&self, atom: Run) -> Option<u64> {
        if atom.len != 1 {
            return None;
        }
        match self.tables.args[atom.at as usize] {
            Arg::Is(slot) => Some(self.slot(slot)),
            Arg::Bind(_) | Arg::Any => None,
        }
    }

    #[inline(never)]
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

    /// `Op::Scan`; `None` where the steps are used up. The tests that follow it are done for each row at once: a row
    /// that fails them costs no choice point.
    #[inline(always)]
    fn scan(
        &mut self,
        store: &Store,
        host: &dyn Host,
        granted: &mut i64,
        rel: RelId,
        index: u8,
        atom: Run,
    ) -> Result<Option<bool>, Limit> {
        let columns = self.atom(atom);
        let relation = store.rel(rel);
        let mut row = match core::mem::replace(&mut self.retry, NONE) {
            NONE => relation.seek(index, columns, self.window()),
            row => row,
        };
        loop {
            if row == NIL {
                return Ok(Some(false));
            }
            let next = relation.next(index, row);
            let matches = if let [Arg::Bind(slot)] = *columns {
                self.set(slot, relation.first_word(row));
                true
            } else {
                let slots = &mut self.slots[self.fp as usize..self.top as usize];
                relation.matches(row, columns, slots)
            };
            if matches {
                self.stats.bindings += 1;
                if let Some(pc) = self.tests_after(store, host, granted) {
                    if next != NIL {
                        self.leave(ChoiceKind::Generator, self.pc, next)?;
                    }
                    self.pc = pc;
                    return Ok(Some(true));
                }
            }
            row = next;
            // A row has been looked at, so even a budget of one step gets on.
            if *granted <= 0 && row != NIL {
                self.retry = row;
                return Ok(None);
            }
            *granted -= 1;
        }
    }

    /// `Op::Next`, and `Op::Each` when the items are there.
    fn rows(
        &mut self,
        of: CollectionId,
        store: &Store,
        host: &dyn Host,
        granted: &mut i64,
    ) -> Result<Flow, Limit> {
        let mut cursor = core::mem::replace(&mut self.retry, NONE);
        let of = self.reading(of);
        loop {
            let row = self.next_row(of, cursor);
            if let Row::None = row {
                return Ok(Flow::Fail);
            }
            self.stats.bindings += 1;
            if let Some(pc) = self.tests_after(store, host, granted) {
                if let Row::More(next) = row {
                    self.leave(ChoiceKind::Generator, self.pc, next)?;
                }
                self.pc = pc;
                return Ok(Flow::Go);
            }
            let Row::More(next) = row else {
                return Ok(Flow::Fail);
            };
            if *granted <= 0 {
                self.retry = next;
                return Ok(Flow::Stop(Signal::Paused));
            }
            *granted -= 1;
            cursor = next;
        }
    }

    /// Does the tests that follow the present op; the place after them, or `None` where one fails.
    #[inline(always)]
    fn tests_after(&mut self, store: &Store, host: &dyn Host, granted: &mut i64) -> Option<u32> {
        let code = self.tables.code;
        let mut pc = self.pc + 1;
        loop {
            let op = &code[pc as usize];
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

    /// `Op::Call`: two words below an axiom's frame say where it goes on and how many choice points there were.
    #[inline(always)]
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
    #[inline(always)]
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
