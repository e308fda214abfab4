//! Steps of the plan and their effects on the facts.

use super::{Limit, Machine, Mode, StepKind, StepRecord};
use crate::model::domain::Row;
use crate::model::limits::LimitKind;
use crate::search::host::Host;
use crate::search::solve::{ConditionAnswer, load_settled};
use crate::store::{NIL, Store};
use crate::tables::{Arg, CollectionId, Cost, FnId, OperatorId, Parts, RelId, Run, Slot, Tables};

/// The fact that an atom without open columns stands for, over these slots.
fn fact(tables: &Tables, atom: Run, slots: &[u64]) -> Row {
    let atom = &tables.args[atom.at as usize..][..atom.len as usize];
    let word = |arg: &Arg| match arg {
        Arg::Is(slot) => slots[usize::from(slot.0)],
        Arg::Bind(_) | Arg::Any => 0,
    };
    atom.iter().map(word).collect()
}

impl Machine {
    /// The columns of an atom.
    #[inline]
    pub(super) fn atom(&self, run: Run) -> &'static [Arg] {
        &self.tables.args[run.at as usize..run.at as usize + run.len as usize]
    }

    /// What an operator costs over the slots from `fp` on.
    #[inline(always)]
    pub(super) fn price(&self, id: OperatorId, cost: Cost, host: &dyn Host, fp: usize) -> f32 {
        match cost {
            Cost::Nothing => 0.0,
            Cost::One => 1.0,
            Cost::Function => self.work_out_price(id, host, fp),
        }
    }

    #[inline(never)]
    fn work_out_price(&self, id: OperatorId, host: &dyn Host, fp: usize) -> f32 {
        let cost = self.tables.operators[id.0 as usize].cost;
        cost.map_or(0.0, |f| host.cost(f, &self.slots[fp..]))
    }

    /// `Op::Step`, over the slots from `at` on: false where the precondition does not hold, or the plan would cost too much.
    #[inline(always)]
    pub(super) fn step(
        &mut self,
        f: FnId,
        at: usize,
        (id, cost): (OperatorId, Cost),
        store: &mut Store,
        host: &dyn Host,
    ) -> Result<bool, Limit> {
        let trail = self.work.trail.mark();
        let slots = &mut self.slots[at..];
        let answer = host.change(f, slots, &mut self.work, store, Parts::PLANNED);
        if answer == ConditionAnswer::No || !self.costs.add(self.price(id, cost, host, at)) {
            return Ok(false);
        }
        if answer == ConditionAnswer::Full {
            return Err(self.what_is_full());
        }
        let step = StepRecord {
            kind: StepKind::Operator(id),
            words: at as u32,
            node: self.frame,
            rank: self.steps.len() as u32,
            trail,
            cost: self.costs.so_far,
        };
        if self.steps.take(step) {
            Ok(true)
        } else {
            Err(Limit::Kind(LimitKind::Steps))
        }
    }

    /// `Op::Fact`: whether a row matches.
    #[inline(always)]
    pub(super) fn has_fact(
        &self,
        store: &Store,
        rel: RelId,
        index: u8,
        atom: Run,
        fp: usize,
    ) -> bool {
        let (atom, slots) = (self.atom(atom), &self.slots[fp..]);
        let word = |slot: Slot| slots[usize::from(slot.0)];
        match *atom {
            // Most tests are whether a word is a fact, or two.
            [Arg::Is(a)] if index == 1 => store.rel(rel).has(&[word(a)]),
            [Arg::Is(a), Arg::Is(b)] if index == 1 => store.rel(rel).has_pair(word(a), word(b)),
            _ => store.rel(rel).exists(index, atom, slots),
        }
    }

    #[inline]
    pub(super) fn push_step(&mut self, kind: StepKind, fp: u32, price: f32) -> Result<bool, Limit> {
        if !self.costs.add(price) {
            return Ok(false);
        }
        let step = StepRecord {
            kind,
            words: fp,
            node: self.frame,
            rank: self.steps.len() as u32,
            trail: self.work.trail.mark(),
            cost: self.costs.so_far,
        };
        if self.steps.take(step) {
            Ok(true)
        } else {
            Err(Limit::Kind(LimitKind::Steps))
        }
    }

    /// `Op::Delete`, a row a step: true when no more match, false where the steps are used up first.
    #[inline(never)]
    pub(super) fn delete(
        &mut self,
        store: &mut Store,
        (rel, index, atom): (RelId, u8, Run),
        fp: usize,
    ) -> Result<bool, Limit> {
        let atom = self.atom(atom);
        let slots = &self.slots[fp..];
        let mut row = store.rel(rel).seek(index, atom, slots);
        loop {
            let relation = store.rel(rel);
            while row != NIL && !relation.fits(row, atom, slots) {
                row = relation.next(index, row);
            }
            if row == NIL {
                return Ok(true);
            }
            let next = relation.next(index, row);
            store.remove_row(rel, row, Some(&mut self.work.trail))?;
            if self.work.left <= 0 {
                return Ok(false);
            }
            self.work.left -= 1;
            row = next;
        }
    }

    /// `Op::ChangeEach`, a row a step: true when all are through, false where the steps are used up first.
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
                return Err(self.what_is_full());
            }
            if self.work.left <= 0 {
                return Ok(false);
            }
            self.work.left -= 1;
        }
        Ok(true)
    }

    /// `Op::Row`: the next row of a collection whose cursor is in this frame; false where there is none.
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

    /// Loads a row of a settled collection; false past the last one.
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

    /// `Op::StepAdd` and `Op::StepDelete`: false where the plan would cost too much.
    pub(super) fn body_change(
        &mut self,
        store: &mut Store,
        rel: RelId,
        atom: Run,
        add: bool,
    ) -> Result<bool, Limit> {
        let fact = fact(self.tables, atom, self.window());
        self.push_change(store, rel, &fact, add)
    }

    /// A step that adds or deletes one fact.
    pub(super) fn push_change(
        &mut self,
        store: &mut Store,
        rel: RelId,
        fact: &[u64],
        add: bool,
    ) -> Result<bool, Limit> {
        let at = self.claim(fact.len() as u32)?;
        self.slots[at as usize..at as usize + fact.len()].copy_from_slice(fact);
        let kind = if add {
            StepKind::Add(rel)
        } else {
            StepKind::Delete(rel)
        };
        if !self.push_step(kind, at, 0.0)? {
            return Ok(false);
        }
        let changed = if add {
            store.add(rel, fact, Some(&mut self.work.trail)).map(|_| ())
        } else {
            store
                .remove(rel, fact, Some(&mut self.work.trail))
                .map(|_| ())
        };
        match changed {
            Ok(()) => Ok(true),
            Err(full) => Err(full.into()),
        }
    }

    /// Whether the machine answers a question and so stops at the end of a precondition or a moment.
    #[inline]
    pub(super) fn is_asking(&self) -> bool {
        self.mode == Mode::PendingCheck
    }
}
