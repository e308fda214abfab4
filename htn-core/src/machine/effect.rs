//! Steps of the plan and their effects on the facts.

use super::{Limit, Machine, Mode, Step, StepKind};
use crate::domain::Row;
use crate::host::{Changes, Doing, Host};
use crate::store::{NIL, Store};
use crate::tables::{Arg, Cost, FnId, OperatorId, RelId, Run};

impl Machine {
    /// The columns of an atom.
    #[inline]
    pub(super) fn atom(&self, run: Run) -> &'static [Arg] {
        &self.tables.args[run.at as usize..run.at as usize + run.len as usize]
    }

    /// The fact that an atom without open columns stands for.
    fn fact(&self, atom: Run) -> Row {
        let fact = self.atom(atom).iter();
        fact.map(|arg| {
            if let Arg::Is(slot) = arg {
                self.slot(*slot)
            } else {
                0
            }
        })
        .collect()
    }

    /// `Op::Apply`: false where the plan would cost too much.
    #[inline]
    pub(super) fn apply(
        &mut self,
        id: OperatorId,
        cost: Cost,
        host: &dyn Host,
    ) -> Result<bool, Limit> {
        let cost = match cost {
            Cost::Nothing => 0.0,
            Cost::One => 1.0,
            Cost::Function => self.work_out_cost(id, host),
        };
        self.push_step(StepKind::Operator(id), self.fp, cost)
    }

    /// `Op::Act`, over the slots from `at` on: false where the precondition does not hold, or the plan would cost too
    /// much.
    #[inline(always)]
    pub(super) fn act(
        &mut self,
        f: FnId,
        id: OperatorId,
        cost: Cost,
        at: usize,
        store: &mut Store,
        host: &dyn Host,
    ) -> Result<bool, Limit> {
        let cost = self.cost + if cost == Cost::One { 1.0 } else { 0.0 };
        if cost >= self.bound {
            return Ok(false);
        }
        let step = Step {
            kind: StepKind::Operator(id),
            fp: at as u32,
            frame: self.frame,
            trail: self.trail.mark(),
            cost,
        };
        if f != FnId::NONE {
            let mut full = None;
            let changes = Changes::new(store, &mut self.trail, &mut full);
            if !host.act(f, &mut self.slots[at..self.top as usize], changes) {
                return full.map_or(Ok(false), Err);
            }
        }
        self.keep_step(step)?;
        Ok(true)
    }

    /// `Op::Steps`, which reads the slots from `fp` on: false where a precondition does not hold, or the plan would cost
    /// too much.
    #[inline(never)]
    pub(super) fn steps(
        &mut self,
        f: FnId,
        ones: u8,
        words: usize,
        fp: usize,
        store: &mut Store,
        host: &dyn Host,
    ) -> Result<bool, Limit> {
        // Costs are added up one by one, as each step does it: sums of floats depend on that.
        if self.bound < f32::INFINITY
            && (0..ones).fold(self.cost, |cost, _| cost + 1.0) >= self.bound
        {
            return Ok(false);
        }
        let base = self.top as usize;
        let (below, above) = self.slots.split_at_mut(base);
        let slots = above.get_mut(..words).ok_or(Limit::Bindings)?;
        self.top = (base + words) as u32;
        let place = (self.frame, base as u32);
        let mut doing = Doing::new(store, &mut self.trail, &mut self.steps, place, self.cost);
        let done = host.steps(f, &below[fp..], slots, &mut doing);
        if !done && let Some(full) = doing.full {
            return Err(full);
        }
        self.cost = doing.cost;
        Ok(done)
    }

    #[inline(never)]
    fn work_out_cost(&self, id: OperatorId, host: &dyn Host) -> f32 {
        let cost = self.tables.operators[id.0 as usize].cost;
        cost.map_or(0.0, |f| host.cost(f, self.window()))
    }

    #[inline]
    fn push_step(&mut self, kind: StepKind, fp: u32, cost: f32) -> Result<bool, Limit> {
        let cost = self.cost + cost;
        if cost >= self.bound {
            return Ok(false);
        }
        let (frame, trail) = (self.frame, self.trail.mark());
        self.keep_step(Step {
            kind,
            fp,
            frame,
            trail,
            cost,
        })?;
        Ok(true)
    }

    #[inline(always)]
    fn keep_step(&mut self, step: Step) -> Result<(), Limit> {
        self.cost = step.cost;
        match self.steps.take(step) {
            true => Ok(()),
            false => Err(Limit::Steps),
        }
    }

    /// `Op::Add`.
    pub(super) fn add(&mut self, store: &mut Store, rel: RelId, atom: Run) -> Result<(), Limit> {
        match store.add(rel, &self.fact(atom), Some(&mut self.trail)) {
            Ok(_) => Ok(()),
            Err(full) => Err(Self::store_full(full)),
        }
    }

    /// `Op::Delete`: one row at a time; true when no more match.
    pub(super) fn delete(
        &mut self,
        store: &mut Store,
        rel: RelId,
        index: u8,
        atom: Run,
    ) -> Result<bool, Limit> {
        let atom = self.atom(atom);
        let slots = &mut self.slots[self.fp as usize..self.top as usize];
        let relation = store.rel(rel);
        let mut row = relation.seek(index, atom, slots);
        while row != NIL && !relation.matches(row, atom, slots) {
            row = relation.next(index, row);
        }
        if row == NIL {
            return Ok(true);
        }
        // With every column given there is only one.
        let only = !atom.contains(&Arg::Any);
        match store.remove_row(rel, row, Some(&mut self.trail)) {
            Ok(_) => Ok(only),
            Err(full) => Err(Self::store_full(full)),
        }
    }

    /// `Op::StepAdd` and `Op::StepDelete`: false where the plan would cost too much.
    pub(super) fn step_fact(
        &mut self,
        store: &mut Store,
        rel: RelId,
        atom: Run,
        add: bool,
    ) -> Result<bool, Limit> {
        let fact = self.fact(atom);
        self.fact_step(store, rel, &fact, add)
    }

    /// A step that adds or deletes one fact.
    pub(super) fn fact_step(
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
            store.add(rel, fact, Some(&mut self.trail)).map(|_| ())
        } else {
            store.remove(rel, fact, Some(&mut self.trail)).map(|_| ())
        };
        match changed {
            Ok(()) => Ok(true),
            Err(full) => Err(Self::store_full(full)),
        }
    }

    /// Whether the machine answers a question and so stops at the end of a precondition or a moment.
    #[inline]
    pub(super) fn is_asking(&self) -> bool {
        self.mode == Mode::Ask
    }
}
