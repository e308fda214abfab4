//! Steps of the plan and their effects on the facts.

use super::{Limit, Machine, Mode, Step, StepKind};
use crate::domain::Row;
use crate::host::Host;
use crate::store::{NIL, Store};
use crate::tables::{Arg, OperatorId, RelId, Run, Tables};

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

    /// What an operator costs over these slots.
    #[inline(never)]
    pub(super) fn work_out_cost(&self, id: OperatorId, host: &dyn Host, slots: &[u64]) -> f32 {
        let cost = self.tables.operators[id.0 as usize].cost;
        cost.map_or(0.0, |f| host.cost(f, slots))
    }

    #[inline]
    pub(super) fn push_step(&mut self, kind: StepKind, fp: u32, price: f32) -> Result<bool, Limit> {
        if !self.costs.add(price) {
            return Ok(false);
        }
        let (frame, trail, cost) = (self.frame, self.trail.mark(), self.costs.so_far);
        let taken = self.steps.take(Step {
            kind,
            fp,
            frame,
            trail,
            cost,
        });
        taken.then_some(true).ok_or(Limit::Steps)
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
        let slots = &mut self.slots[self.fp as usize..self.work.top as usize];
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
            Err(full) => Err(full.into()),
        }
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
            store.add(rel, fact, Some(&mut self.trail)).map(|_| ())
        } else {
            store.remove(rel, fact, Some(&mut self.trail)).map(|_| ())
        };
        match changed {
            Ok(()) => Ok(true),
            Err(full) => Err(full.into()),
        }
    }

    /// Whether the machine answers a question and so stops at the end of a precondition or a moment.
    #[inline]
    pub(super) fn is_asking(&self) -> bool {
        self.mode == Mode::Ask
    }
}
