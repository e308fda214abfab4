//! Gathering: all rows of a generator that pass its tests, kept in a collection by one function.

use super::Machine;
use super::kept::Kept;
use super::look::END;
use super::stack::Stack;
use crate::host::{Host, Known, Rows};
use crate::stats::Stats;
use crate::store::Store;
use crate::tables::{FnId, Slot};

/// What came of it.
pub(super) enum Gathered {
    All,
    /// The steps are used up before this row.
    UpTo(u64),
    /// There was no room for a row.
    Full,
}

/// A generator and the collection that its rows go to, as an emitted function sees them.
pub struct Gathering<'a> {
    rows: Rows<'a>,
    /// Where the collection is.
    at: usize,
    stack: &'a mut Stack,
    full: bool,
}

impl<'a> Gathering<'a> {
    #[inline(always)]
    fn new(rows: Rows<'a>, at: u64, stack: &'a mut Stack) -> Gathering<'a> {
        Gathering {
            rows,
            at: at as usize,
            stack,
            full: false,
        }
    }

    /// Lets the function go through the rows. The first row was counted with the op.
    #[inline(always)]
    fn run(
        mut self,
        (f, host): (FnId, &dyn Host),
        window: &mut [u64],
        store: &Store,
        left: &mut i64,
        stats: &mut Stats,
    ) -> Gathered {
        host.gather(f, window, Known::new(store), &mut self);
        let Gathering {
            rows, stack, full, ..
        } = self;
        stats.used.sort = stats.used.sort.max(stack.len());
        stats.bindings += (*left + 1 - rows.left) as u64;
        *left = rows.left;
        if full {
            return Gathered::Full;
        }
        if rows.left == 0 {
            return Gathered::UpTo(rows.next_place());
        }
        // To find that there are no more is a step.
        *left -= 1;
        Gathered::All
    }

    /// Goes through the facts: of each, its sort key and its values, where it passes. A key has no words in a collection
    /// without one.
    #[inline(always)]
    pub fn facts<const KEY: usize, const VALUES: usize>(
        &mut self,
        mut row: impl FnMut(u64) -> Option<([u64; KEY], [u64; VALUES])>,
    ) {
        let mut kept = Kept::begin(self.stack, self.at);
        let mut is_full = |(key, values)| !kept.push(key, values);
        self.full = self.rows.facts(|word| row(word).is_some_and(&mut is_full));
        let end = kept.end();
        end.write(self.stack, self.at);
    }

    /// The same, for items.
    #[inline(always)]
    pub fn items<const KEY: usize, const VALUES: usize>(
        &mut self,
        mut row: impl FnMut(u64) -> Option<([u64; KEY], [u64; VALUES])>,
    ) {
        let mut kept = Kept::begin(self.stack, self.at);
        let mut is_full = |(key, values)| !kept.push(key, values);
        self.full = self.rows.items(|word| row(word).is_some_and(&mut is_full));
        let end = kept.end();
        end.write(self.stack, self.at);
    }
}

impl Machine {
    /// `Op::EachGather`.
    #[inline(always)]
    pub(super) fn gather_facts(
        &mut self,
        (fp, region): (usize, Slot),
        (f, host): (FnId, &dyn Host),
        store: &Store,
        rows: Rows<'_>,
        left: &mut i64,
    ) -> Gathered {
        let window = &mut self.slots[fp..self.top as usize];
        let at = window[region.0 as usize];
        let stack = &mut self.heaps[self.level as usize & 1];
        let gathering = Gathering::new(rows, at, stack);
        gathering.run((f, host), window, store, left, &mut self.stats)
    }

    /// `Op::ItemGather`, which writes down itself where it goes on.
    #[inline(never)]
    pub(super) fn gather_items(
        &mut self,
        (fp, region): (usize, Slot),
        (f, host): (FnId, &dyn Host),
        store: &Store,
        at: Slot,
        left: &mut i64,
    ) -> Gathered {
        let window = &mut self.slots[fp..self.top as usize];
        let next = (window[at.0 as usize + 1] - END - 1) as usize;
        // Items are on the other stack than the rows that they lead to.
        let [even, odd] = &mut self.heaps;
        let (stack, items) = match self.level & 1 {
            0 => (even, odd),
            _ => (odd, even),
        };
        let rows = Rows::of_items(items.words(), next, *left + 1);
        let gathering = Gathering::new(rows, window[region.0 as usize], stack);
        let gathered = gathering.run((f, host), window, store, left, &mut self.stats);
        match gathered {
            Gathered::All => items.truncate(window[at.0 as usize] as usize),
            Gathered::UpTo(next) => window[at.0 as usize + 1] = next + END + 1,
            Gathered::Full => {}
        }
        gathered
    }
}
