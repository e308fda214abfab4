//! The loop: one op after another until the steps granted are used up, a plan is found, or a limit is reached.
//!
//! What every plan is made of is in the loop itself; the rest is apart, in `rare.rs`. It is one long function because
//! what every op needs stays in registers that way.

use alloc::boxed::Box;

use super::axiom::LINK;
use super::choice::ChoiceKind;
use super::gather::Gathered;
use super::look::{END, Found, find, one_word, pair, scan};
use super::rare::Flow;
use super::task::{pack, unpack};
use super::{Limit, Machine, NONE, Signal};
use crate::host::{Host, Known, Rows, write};
use crate::store::Store;
use crate::tables::Op;

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
        let signal = match machine.run_straight(code, store, host, granted) {
            Ok(None) => machine.run_on(code, store, host, granted),
            Ok(Some(signal)) => Ok(signal),
            Err(limit) => Err(limit),
        };
        machine.stats.steps += (before - *granted) as u64;
        signal.unwrap_or_else(Signal::Full)
    }

    /// What comes before the loop: many plans are natives between the first op and the last, and need no loop to be set
    /// up. `Some` where the machine stops.
    fn run_straight(
        &mut self,
        code: &[Op],
        store: &mut Store,
        host: &dyn Host,
        granted: &mut i64,
    ) -> Result<Option<Signal>, Limit> {
        while *granted > 0 && !self.failing && !self.must_interleave() {
            let flow = match code[self.pc as usize] {
                Op::RootCall => {
                    *granted -= 1;
                    self.root_call(store)?
                }
                Op::RootNext => {
                    *granted -= 1;
                    self.root_next()?
                }
                // It counts the ops that it does.
                Op::Native(f) => match self.natives(f, code, store, host, granted) {
                    None => continue,
                    signal => return Ok(signal),
                },
                _ => break,
            };
            match flow {
                Flow::Go => {}
                Flow::Fail => self.failing = true,
                Flow::Stop(signal) => return Ok(Some(signal)),
            }
        }
        Ok(None)
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
        if self.must_interleave() && !self.interleave_now(code, granted)? {
            return Ok(Signal::Paused);
        }
        let args = self.tables.args;
        // The registers that every op needs; the machine has them while it is out of this function.
        let mut pc = self.pc as usize;
        let mut fp = self.fp as usize;
        let mut left = *granted;
        macro_rules! slot {
            ($slot:expr) => {
                self.slots[fp + $slot.0 as usize]
            };
        }
        macro_rules! window {
            () => {
                self.slots[fp..self.top as usize]
            };
        }
        macro_rules! atom {
            ($run:expr) => {
                &args[$run.at as usize..][..$run.len as usize]
            };
        }
        macro_rules! goes_on {
            ($holds:expr, $els:expr) => {
                pc = if $holds { pc + 1 } else { $els.0 as usize }
            };
        }
        // A generator has its twin behind it, which goes on with the next row.
        macro_rules! generates {
            ($found:expr, $cursor:expr, $els:expr, $ahead:expr) => {
                match $found {
                    Found::Row { next } => {
                        self.stats.bindings += 1;
                        slot!($cursor) = u64::from(next);
                        pc += 1 + $ahead;
                    }
                    Found::None => pc = $els.0 as usize,
                    Found::Paused { at } => {
                        slot!($cursor) = u64::from(at);
                        pc += $ahead;
                        // Its twin counts as this step.
                        left += 1;
                    }
                }
            };
        }
        // The same, for rows of one word with tests that each has to pass.
        macro_rules! filters {
            ($f:expr, $els:expr, $ahead:expr) => {{
                // The first row was counted with the op.
                let mut rows = Rows::new(left + 1);
                let found = host.filter($f, &mut window!(), Known::new(store), &mut rows);
                self.stats.bindings += (left + 1 - rows.left) as u64;
                left = rows.left;
                if found || left == 0 {
                    pc += usize::from(found) + $ahead;
                } else {
                    // To find that there are no more is a step.
                    left -= 1;
                    pc = $els.0 as usize;
                }
            }};
        }
        // Calls a part of the machine that has its own way with the registers.
        macro_rules! machine {
            ($call:expr) => {{
                self.pc = pc as u32;
                self.fp = fp as u32;
                *granted = left;
                let result = $call;
                pc = self.pc as usize;
                fp = self.fp as usize;
                left = *granted;
                result
            }};
        }
        // A change of facts that may have met a limit.
        macro_rules! changed {
            ($done:expr) => {
                match $done {
                    Ok(_) => pc += 1,
                    Err(full) => {
                        *granted = left;
                        return Err(full.into());
                    }
                }
            };
        }
        // Another strand may be next.
        macro_rules! interleave {
            () => {
                if !machine!(self.interleave_now(code, granted))? {
                    return Ok(Signal::Paused);
                }
            };
        }
        macro_rules! rare {
            ($op:expr) => {{
                match machine!(self.rare($op, store, host))? {
                    Flow::Go => {
                        if self.must_interleave() {
                            interleave!();
                        }
                        true
                    }
                    Flow::Fail => false,
                    Flow::Stop(signal) => return Ok(signal),
                }
            }};
        }
        // A step has been taken.
        macro_rules! stepped {
            () => {
                if self.strands_are_open() {
                    let stays = self.take_step(code, (&mut pc, &mut fp), &mut left);
                    *granted = left;
                    if !stays? {
                        interleave!();
                    }
                }
            };
        }
        loop {
            if left <= 0 {
                self.pc = pc as u32;
                self.fp = fp as u32;
                *granted = left;
                return Ok(Signal::Paused);
            }
            left -= 1;
            let holds = match code[pc] {
                Op::Look { f, els } => {
                    goes_on!(host.look(f, &mut window!(), Known::new(store)), els);
                    continue;
                }
                Op::Choose { f, branch, els } => {
                    if host.look(f, &mut window!(), Known::new(store)) {
                        self.frames[self.frame as usize].branch = branch.0;
                        pc += 2;
                    } else {
                        pc = els.0 as usize;
                    }
                    continue;
                }
                Op::Has { rel, a, els } => {
                    goes_on!(store.rel(rel).has_one(slot!(a)), els);
                    continue;
                }
                Op::Lacks { rel, a, els } => {
                    goes_on!(!store.rel(rel).has_one(slot!(a)), els);
                    continue;
                }
                Op::HasPair { rel, a, b, els } => {
                    goes_on!(store.rel(rel).has_two(slot!(a), slot!(b)), els);
                    continue;
                }
                Op::LacksPair { rel, a, b, els } => {
                    goes_on!(!store.rel(rel).has_two(slot!(a), slot!(b)), els);
                    continue;
                }
                Op::Get { rel, key, to, els } => {
                    let value = Known::new(store).get(rel.0, slot!(key));
                    goes_on!(write(&mut slot!(to), value), els);
                    continue;
                }
                Op::Value { rel, to, els } => {
                    let value = Known::new(store).value(rel.0);
                    goes_on!(write(&mut slot!(to), value), els);
                    continue;
                }
                Op::GetIs { rel, key, is, els } => {
                    let value = Known::new(store).get(rel.0, slot!(key));
                    goes_on!(value == Some(slot!(is)), els);
                    continue;
                }
                Op::IsEmpty { rel, els } => {
                    goes_on!(Known::new(store).is_empty(rel.0), els);
                    continue;
                }
                Op::IsSet { rel, els } => {
                    goes_on!(!Known::new(store).is_empty(rel.0), els);
                    continue;
                }
                Op::Find {
                    rel,
                    index,
                    atom,
                    els,
                } => {
                    goes_on!(
                        find(store.rel(rel), index, atom!(atom), &mut window!()),
                        els
                    );
                    continue;
                }
                Op::Absent {
                    rel,
                    index,
                    atom,
                    els,
                } => {
                    goes_on!(!store.rel(rel).exists(index, atom!(atom), &window!()), els);
                    continue;
                }
                Op::Each {
                    rel,
                    to,
                    cursor,
                    els,
                } => {
                    let relation = store.rel(rel);
                    let found = one_word(relation, relation.first(), &mut slot!(to));
                    generates!(found, cursor, els, 1);
                    continue;
                }
                Op::EachNext {
                    rel,
                    to,
                    cursor,
                    els,
                } => {
                    let row = slot!(cursor) as u32;
                    let found = one_word(store.rel(rel), row, &mut slot!(to));
                    generates!(found, cursor, els, 0);
                    continue;
                }
                Op::Pairs {
                    rel,
                    index,
                    column,
                    is,
                    to,
                    cursor,
                    els,
                } => {
                    let (relation, is) = (store.rel(rel), slot!(is));
                    let row = relation.seek_word(index, is);
                    let found = pair(
                        relation,
                        index,
                        row,
                        (column, is),
                        &mut slot!(to),
                        &mut left,
                    );
                    generates!(found, cursor, els, 1);
                    continue;
                }
                Op::PairsNext {
                    rel,
                    index,
                    column,
                    is,
                    to,
                    cursor,
                    els,
                } => {
                    let (row, is) = (slot!(cursor) as u32, slot!(is));
                    let found = pair(
                        store.rel(rel),
                        index,
                        row,
                        (column, is),
                        &mut slot!(to),
                        &mut left,
                    );
                    generates!(found, cursor, els, 0);
                    continue;
                }
                Op::Scan {
                    rel,
                    index,
                    atom,
                    cursor,
                    els,
                } => {
                    let (relation, atom) = (store.rel(rel), atom!(atom));
                    let row = relation.seek(index, atom, &window!());
                    let mut budget = left;
                    let found = scan(relation, index, row, atom, &mut window!(), &mut budget);
                    left = budget;
                    generates!(found, cursor, els, 1);
                    continue;
                }
                Op::ScanNext {
                    rel,
                    index,
                    atom,
                    cursor,
                    els,
                } => {
                    let row = slot!(cursor) as u32;
                    let mut budget = left;
                    let found = scan(
                        store.rel(rel),
                        index,
                        row,
                        atom!(atom),
                        &mut window!(),
                        &mut budget,
                    );
                    left = budget;
                    generates!(found, cursor, els, 0);
                    continue;
                }
                Op::Check { f, els } => {
                    goes_on!(host.test(f, &window!()), els);
                    continue;
                }
                Op::Let { f, to } => {
                    slot!(to) = host.word(f, &window!());
                    pc += 1;
                    continue;
                }
                Op::LetSome { f, to, els } => {
                    let value = host.option(f, &window!());
                    goes_on!(write(&mut slot!(to), value), els);
                    continue;
                }
                Op::Copy { from, to } => {
                    slot!(to) = slot!(from);
                    pc += 1;
                    continue;
                }
                Op::Same { a, b, els } => {
                    goes_on!(slot!(a) == slot!(b), els);
                    continue;
                }
                Op::Jump(to) => {
                    pc = to.0 as usize;
                    continue;
                }
                Op::Note { to, at } => {
                    slot!(to) = u64::from(at.0);
                    pc += 1;
                    continue;
                }
                Op::Resume(from) => {
                    pc = slot!(from) as usize;
                    continue;
                }
                Op::Item { at, to, els } => {
                    let item = self.next_item(fp + at.0 as usize);
                    self.stats.bindings += u64::from(item.is_some());
                    goes_on!(write(&mut slot!(to), item), els);
                    continue;
                }
                Op::ItemLook { at, f, els } => {
                    let at = fp + at.0 as usize;
                    match self.slots[at + 1] {
                        END => pc = els.0 as usize,
                        _ => {
                            let heap = &mut self.heaps[(self.level as usize + 1) & 1];
                            let mut rows = Rows::of_items(heap.words(), left + 1);
                            let found =
                                host.filter(f, &mut window!(), Known::new(store), &mut rows);
                            self.stats.bindings += (left + 1 - rows.left) as u64;
                            left = rows.left;
                            let (next, at_end) = (self.slots[at + 1] - END - 1, !found && left > 0);
                            if at_end || found && next == heap.len() as u64 {
                                // Nobody comes back for more.
                                heap.truncate(self.slots[at] as usize);
                                self.slots[at + 1] = END;
                            }
                            if at_end {
                                left -= 1;
                                pc = els.0 as usize;
                            } else {
                                pc += usize::from(found);
                            }
                        }
                    }
                    continue;
                }
                Op::Span { f, at } => {
                    let [first, count] = host.span(f, &window!());
                    let at = fp + at.0 as usize;
                    self.slots[at] = first.wrapping_add(count);
                    self.slots[at + 1] = count;
                    pc += 1;
                    continue;
                }
                Op::NumberLook { f, els, .. } => {
                    filters!(f, els, 0);
                    continue;
                }
                Op::EachLook {
                    rel,
                    cursor,
                    f,
                    els,
                } => {
                    slot!(cursor) = Known::new(store).first(rel.0);
                    filters!(f, els, 1);
                    continue;
                }
                Op::EachNextLook { f, els, .. } => {
                    filters!(f, els, 0);
                    continue;
                }
                Op::Gather { f, els }
                | Op::GatherNext { f, els }
                | Op::Least { f, els }
                | Op::LeastNext { f, els } => {
                    let begins = matches!(code[pc], Op::Gather { .. } | Op::Least { .. });
                    let whole = matches!(code[pc], Op::Least { .. } | Op::LeastNext { .. });
                    let gathered = self.gather(
                        (begins, whole),
                        fp,
                        store,
                        &mut left,
                        |slots, known, gathering| host.gather(f, slots, known, gathering),
                    );
                    match gathered {
                        Gathered::All => pc = els.0 as usize,
                        // `Next` stands behind.
                        Gathered::Least => pc += 2 + usize::from(begins),
                        Gathered::Cut => pc += usize::from(begins),
                        Gathered::Full => {
                            *granted = left;
                            return Err(Limit::Sort);
                        }
                    }
                    continue;
                }
                Op::Call {
                    axiom, args, mark, ..
                } => {
                    let row = self.tables.axioms[axiom.0 as usize];
                    *granted = left;
                    let link = self.lay_out(fp, row, atom!(args))?;
                    slot!(mark) = self.choices.len() as u64;
                    let mut entry = row.entry.0 as usize;
                    let frame = link + LINK;
                    // Most axioms begin with tests, and often they are all: then there is nothing to return from.
                    if let [Op::Look { f, els }, Op::ExitBound, ..] = code[entry..] {
                        let slots = &mut self.slots[frame..self.top as usize];
                        left -= 1;
                        if host.look(f, slots, Known::new(store)) {
                            left -= 1;
                            self.top = link as u32;
                            pc += 2;
                            continue;
                        }
                        entry = els.0 as usize;
                    }
                    self.link(link, (pc, fp));
                    (pc, fp) = (entry, frame);
                    continue;
                }
                Op::TailCall { axiom, args } => {
                    machine!(self.tail_call(axiom, args))?;
                    continue;
                }
                Op::ExitBound => {
                    (pc, fp) = self.return_to_caller(fp);
                    // Behind the call stands how to go back into it.
                    pc += 2;
                    continue;
                }
                Op::Exit => {
                    let from = fp;
                    (pc, fp) = self.return_to_caller(fp);
                    if let Op::Call { args, .. } = code[pc] {
                        self.hand_over(atom!(args), from, fp);
                    }
                    pc += 2;
                    continue;
                }
                Op::Exhausted => {
                    (pc, fp) = self.return_to_caller(fp);
                    if let Op::Call { els, .. } = code[pc] {
                        pc = els.0 as usize;
                    }
                    continue;
                }
                Op::Leave { cursor, redo, done } => {
                    if slot!(cursor) == END {
                        pc += 1;
                    } else {
                        (self.fp, *granted) = (fp as u32, left);
                        self.push_choice(ChoiceKind::Jump, redo.0, NONE)?;
                        pc = done.0 as usize;
                    }
                    continue;
                }
                Op::LeaveFor {
                    cursor,
                    redo,
                    branch,
                } => {
                    if slot!(cursor) != END {
                        (self.fp, *granted) = (fp as u32, left);
                        self.push_choice(ChoiceKind::Jump, redo.0, NONE)?;
                    }
                    self.frames[self.frame as usize].branch = branch.0;
                    pc += 2;
                    continue;
                }
                Op::Left { mark, done } => {
                    pc = match self.choices.len() as u64 > slot!(mark) {
                        true => done.0 as usize,
                        false => pc + 1,
                    };
                    continue;
                }
                Op::First { of, els } => {
                    pc = match self.first_row(fp, of) {
                        true => pc + 2,
                        false => els.0 as usize,
                    };
                    continue;
                }
                Op::Next { of, els } => {
                    if let Some(holds) = self.next_row(fp, of) {
                        goes_on!(holds, els);
                    }
                    continue;
                }
                Op::Push { of, redo } => {
                    *granted = left;
                    self.push_row(fp, of, host)?;
                    pc = redo.0 as usize;
                    continue;
                }
                Op::Open(of) => {
                    *granted = left;
                    self.open(fp, of)?;
                    pc += 1;
                    continue;
                }
                Op::Close(of) => {
                    self.close(fp, of);
                    pc += 1;
                    continue;
                }
                Op::Branch(id) => {
                    self.frames[self.frame as usize].branch = id.0;
                    pc += 1;
                    continue;
                }
                Op::AddOne { rel, a } => {
                    let added = store.add_one(rel, slot!(a), &mut self.trail);
                    changed!(added);
                    continue;
                }
                Op::AddTwo { rel, a, b } => {
                    let added = store.add_two(rel, [slot!(a), slot!(b)], &mut self.trail);
                    changed!(added);
                    continue;
                }
                Op::DeleteOne { rel, a } => {
                    let removed = store.remove_one(rel, slot!(a), &mut self.trail);
                    changed!(removed);
                    continue;
                }
                Op::DeleteTwo { rel, a, b } => {
                    let removed = store.remove_two(rel, [slot!(a), slot!(b)], &mut self.trail);
                    changed!(removed);
                    continue;
                }
                Op::Do { entry, frame, args } => {
                    *granted = left;
                    let link = self.top as usize;
                    self.claim(1)?;
                    let at = self.claim_with(fp, frame as usize, self.run_of(args))?;
                    self.slots[link] = pack(pc as u32 + 1, fp as u32);
                    fp = at;
                    pc = entry.0 as usize;
                    continue;
                }
                Op::Act { f, ref args } => {
                    *granted = left;
                    if self.act(f, fp as u32, args, store, host)? {
                        pc += 1;
                        stepped!();
                        continue;
                    }
                    false
                }
                Op::Native(f) => {
                    // It counts the ops that it does.
                    left += 1;
                    if let Some(signal) = machine!(self.natives(f, code, store, host, granted)) {
                        return Ok(signal);
                    }
                    continue;
                }
                Op::Add { rel, atom } => {
                    machine!(self.add(store, rel, atom))?;
                    pc += 1;
                    continue;
                }
                Op::Delete { rel, index, atom } => {
                    pc += usize::from(machine!(self.delete(store, rel, index, atom))?);
                    continue;
                }
                op @ Op::Applied => {
                    if self.is_asking() {
                        rare!(op)
                    } else {
                        let (to, frame) = unpack(self.slots[fp - 1]);
                        (pc, fp) = (to as usize, frame as usize);
                        stepped!();
                        continue;
                    }
                }
                Op::Done => {
                    (pc, fp) = self.done();
                    continue;
                }
                Op::Stepped => {
                    pc += 1;
                    stepped!();
                    continue;
                }
                Op::Stay => {
                    pc += 1;
                    continue;
                }
                Op::Unordered(run) => {
                    machine!(self.unordered(run))?;
                    continue;
                }
                Op::StrandEnd => {
                    machine!(self.strand_end())?;
                    continue;
                }
                Op::Fail => false,
                Op::Redo { mark, els } => {
                    pc = els.0 as usize;
                    self.choices.len() as u64 <= slot!(mark)
                }
                Op::Unchosen => {
                    pc += 1;
                    self.frames[self.frame as usize].branch == u16::MAX
                }
                Op::Begin {
                    task,
                    ret,
                    ref args,
                } => {
                    *granted = left;
                    match self.task((pc, fp), task, args.as_slice(), ret, store)? {
                        Some(begun) => {
                            (pc, fp) = begun;
                            continue;
                        }
                        None => false,
                    }
                }
                Op::Task { task, args, ret } => machine!(self.long_task(task, args, ret, store))?,
                op @ Op::Apply { id, cost } => {
                    if self.is_asking() {
                        rare!(op)
                    } else {
                        (self.fp, *granted) = (fp as u32, left);
                        pc += 1;
                        self.apply(id, cost, host)?
                    }
                }
                op @ (Op::RootCall
                | Op::RootNext
                | Op::Items { .. }
                | Op::Number { .. }
                | Op::Try(_)
                | Op::Mark(_)
                | Op::Cut(_)
                | Op::Settle(_)
                | Op::Row { .. }
                | Op::RowAt { .. }
                | Op::Zero(_)
                | Op::Count(_)
                | Op::Fold { .. }
                | Op::Seen { .. }
                | Op::Again { .. }
                | Op::Method(_)
                | Op::Return(_)
                | Op::Moment
                | Op::StepAdd { .. }
                | Op::StepDelete { .. }
                | Op::Holds) => rare!(op),
            };
            if !holds && let Some(signal) = machine!(self.backtrack(store, granted)) {
                return Ok(signal);
            }
        }
    }

    /// A step has been taken while strands are open: whether the strand goes on. Else another one may be next.
    #[inline(always)]
    pub(super) fn take_step(
        &mut self,
        code: &[Op],
        (pc, fp): (&mut usize, &mut usize),
        left: &mut i64,
    ) -> Result<bool, Limit> {
        self.set_free()?;
        // Most often a task or two are at their end, and then the same strand goes on.
        while *left > 0
            && let Op::Done = code[*pc]
        {
            *left -= 1;
            (*pc, *fp) = self.done();
        }
        if code[*pc].is_between_statements() || !self.leads() {
            self.stepped()?;
            return Ok(false);
        }
        match self.leaves_followers(*pc as u32, *fp as u32) {
            true => Ok(true),
            false => Err(Limit::Choices),
        }
    }

    /// Takes the newest choice point, to go on after a plan.
    pub fn next_solution(&mut self) {
        self.failing = true;
    }
}
