//! Steps of the plan and their effects on the facts.

use super::{Limit, SearchState};
use crate::model::domain::Row;
use crate::model::plan::StepKind;
use crate::search::host::Host;
use crate::search::solve::{ConditionAnswer, load_settled};
use crate::store::Store;
use crate::tables::{
    Arg, Callee, CollectionId, CostKind, FactVerb, FnId, OperatorId, Parts, RelId, Run, Slot,
    Tables,
};

/// Returns the columns of an atom.
#[inline(always)]
fn atom_of(tables: &'static Tables, run: Run) -> &'static [Arg] {
    &tables.args[run.at as usize..run.at as usize + run.len as usize]
}

/// Returns the cost of an operator over the slots from `at` on.
#[inline(always)]
fn price(
    tables: &Tables,
    (id, cost): (OperatorId, CostKind),
    host: &dyn Host,
    (slots, at): (&[u64], usize),
) -> f32 {
    match cost {
        CostKind::Nothing => 0.0,
        CostKind::One => 1.0,
        CostKind::Function => evaluate_price(tables, id, host, &slots[at..]),
    }
}

#[inline(never)]
fn evaluate_price(tables: &Tables, id: OperatorId, host: &dyn Host, slots: &[u64]) -> f32 {
    let cost = tables.operators[id.0 as usize].cost;
    cost.map_or(0.0, |f| host.cost(f, slots))
}

/// `Op::Fact`: returns true if a row matches the atom over these slots.
#[inline(always)]
pub(super) fn has_fact(
    tables: &'static Tables,
    store: &Store,
    (rel, index, atom): (RelId, u8, Run),
    slots: &[u64],
) -> bool {
    let atom = atom_of(tables, atom);
    let word = |slot: Slot| slots[usize::from(slot.0)];
    match *atom {
        // Most tests look up one word or two.
        [Arg::Is(a)] if index == 1 => store.rel(rel).has(&[word(a)]),
        [Arg::Is(a), Arg::Is(b)] if index == 1 => store.rel(rel).has_pair(word(a), word(b)),
        _ => store.rel(rel).exists(index, atom, slots),
    }
}

impl SearchState {
    /// `Op::Step`, and `Op::StepIf` after its condition, over the slots from `at` on. Returns false if the precondition does not hold or the plan would cost too
    /// much.
    #[inline(always)]
    pub(super) fn step(
        &mut self,
        (f, parts): (FnId, Parts),
        at: usize,
        operator: (OperatorId, CostKind),
        store: &mut Store,
        host: &dyn Host,
    ) -> Result<bool, Limit> {
        let trail = self.work.trail.mark();
        let answer = if f == FnId::NONE {
            ConditionAnswer::Last
        } else {
            let slots = &mut self.slots[at..];
            host.change(f, slots, &mut self.work, store, parts)
        };
        if answer == ConditionAnswer::No
            || !self
                .plan
                .add_price(price(self.tables, operator, host, (&self.slots, at)))
        {
            return Ok(false);
        }
        if answer == ConditionAnswer::Full {
            return Err(self.work.take_full());
        }
        let kind = StepKind::Operator(operator.0);
        self.plan.push_step(kind, at as u32, trail)?;
        Ok(true)
    }

    /// `Op::ApplyAll`, over the slots from `at` on. Returns false if the plan would cost too much.
    #[inline(never)]
    pub(super) fn apply_all(
        &mut self,
        f: FnId,
        at: usize,
        operator: (OperatorId, CostKind),
        store: &mut Store,
        host: &dyn Host,
    ) -> Result<bool, Limit> {
        self.step((f, Parts::EFFECTS), at, operator, store, host)
    }

    /// `Op::Apply`, over the slots from `at` on. Returns false if the plan would cost too much.
    #[inline(always)]
    pub(super) fn apply(
        &mut self,
        at: usize,
        operator: (OperatorId, CostKind),
        host: &dyn Host,
    ) -> Result<bool, Limit> {
        let price = price(self.tables, operator, host, (&self.slots, at));
        if !self.plan.add_price(price) {
            return Ok(false);
        }
        let (kind, trail) = (StepKind::Operator(operator.0), self.work.trail.mark());
        self.plan.push_step(kind, at as u32, trail)?;
        Ok(true)
    }

    /// `Op::ChangeEach`, one row a step. Returns true after the last row, false if the granted budget ends before.
    #[inline(never)]
    pub(super) fn change_each(
        &mut self,
        (of, f): (CollectionId, FnId),
        fp: usize,
        store: &mut Store,
        host: &dyn Host,
    ) -> Result<bool, Limit> {
        while self.next_row(fp, of) {
            let slots = &mut self.slots[fp..];
            if host.change(f, slots, &mut self.work, store, Parts::ALL) == ConditionAnswer::Full {
                return Err(self.work.take_full());
            }
            if self.work.left <= 0 {
                return Ok(false);
            }
            self.work.left -= 1;
        }
        Ok(true)
    }

    /// `Op::Row`: loads the next row of a collection whose cursor is in this frame. Returns false at the end.
    #[inline(always)]
    pub(super) fn next_row(&mut self, fp: usize, of: CollectionId) -> bool {
        let at = fp + usize::from(self.tables.collections[usize::from(of.0)].region.0);
        let [region, cursor] = &mut self.slots[at..at + 2] else {
            return false;
        };
        let (region, index) = (*region, *cursor);
        *cursor += 1;
        self.load_row(fp, of, region, index)
    }

    /// `Op::RowAt`: loads the row of a round, and prepares the number of the next. Returns false at the end.
    #[inline(always)]
    pub(super) fn begin_round(&mut self, fp: usize, of: CollectionId, next: Slot) -> bool {
        let of = self.tables.collections[usize::from(of.0)];
        let frame = &mut self.slots[fp..];
        let [region, index, ..] = *frame else {
            return false;
        };
        frame[usize::from(next.0)] = index + 1;
        let to = &mut frame[usize::from(of.from.0)..usize::from(of.to.0)];
        let stack = self.work.stacks.read_at(0);
        load_settled(stack, region as usize, index as usize, to)
    }

    /// Loads a row of a settled collection. Returns false if the index is past the last row.
    #[inline(always)]
    pub(super) fn load_row(
        &mut self,
        fp: usize,
        of: CollectionId,
        region: u64,
        index: u64,
    ) -> bool {
        let of = self.tables.collections[usize::from(of.0)];
        let to = &mut self.slots[fp + usize::from(of.from.0)..fp + usize::from(of.to.0)];
        load_settled(
            self.work.stacks.read_at(0),
            region as usize,
            index as usize,
            to,
        )
    }

    /// Returns the fact of an atom over the current frame. Its columns are `Is`.
    pub(super) fn fact_of(&self, atom: Run) -> Row {
        let slots = &self.slots[self.registers.fp as usize..];
        let word = |arg: &Arg| match arg {
            Arg::Is(slot) => slots[usize::from(slot.0)],
            Arg::Bind(_) | Arg::Any => 0,
        };
        atom_of(self.tables, atom).iter().map(word).collect()
    }

    /// `Op::Later`. Returns false if the plan would cost too much.
    pub(super) fn later(&mut self, of: &Callee, args: &[Slot]) -> Result<bool, Limit> {
        let (fp, size) = (self.registers.fp as usize, usize::from(of.frame));
        let at = self.slots.claim_with(&mut self.work.top, fp, size, args)?;
        // Nothing writes the other slots of a task that does not begin.
        self.slots[at + args.len()..at + size].fill(0);
        if !self.plan.add_price(0.0) {
            return Ok(false);
        }
        let trail = self.work.trail.mark();
        self.plan.push_later(of, at as u32, trail)?;
        Ok(true)
    }

    /// Appends a step about one fact, and makes its change. Returns false if the plan would cost too much, or the fact to be
    /// protected is absent.
    pub(super) fn push_fact(
        &mut self,
        store: &mut Store,
        verb: FactVerb,
        rel: RelId,
        fact: &[u64],
    ) -> Result<bool, Limit> {
        if verb == FactVerb::Protect && !store.contains(rel, fact) {
            return Ok(false);
        }
        let words = fact.len();
        let at = self.slots.claim(&mut self.work.top, words as u32)?;
        self.slots[at as usize..][..words].copy_from_slice(fact);
        if !self.plan.add_price(0.0) {
            return Ok(false);
        }
        let trail = &mut self.work.trail;
        let kind = StepKind::Fact(verb, rel);
        self.plan.push_step(kind, at, trail.mark())?;
        match verb {
            FactVerb::Add => _ = store.add(rel, fact, Some(trail))?,
            FactVerb::Delete => _ = store.remove(rel, fact, Some(trail))?,
            FactVerb::Protect | FactVerb::Release => {
                self.change_protection(verb, rel, at, words)?;
            }
        }
        Ok(true)
    }
}
