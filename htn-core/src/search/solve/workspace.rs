//! What an emitted function works with, besides the context, its slots and the facts.

use core::ops::Range;

use super::ConditionAnswer;
use super::axioms::{Exchange, Returned};
use super::collection::{self, Moved};
use super::stack::{Stack, Stacks};
use crate::model::limits::LimitKind;
use crate::search::machine::Limit;
use crate::store::Trail;
use crate::tables::AxiomId;

/// What emitted functions work with: the budget, memory for rows, the trail of changes. It stays in a machine from one to
/// the next, so that nothing has to be made for a call.
///
/// Levels count the collections that are being filled around a place in a condition.
#[derive(Clone)]
pub struct Workspace {
    /// How many more steps may be taken.
    pub left: i64,
    /// The first free slot.
    pub(crate) top: u32,
    /// How many collections are being filled around the present condition.
    pub(crate) level: u32,
    /// What was changed, to be undone.
    pub(crate) trail: Trail,
    /// Collected rows.
    pub(crate) stacks: Stacks,
    /// What there was no room for.
    pub(crate) full: Limit,
    /// How often an axiom may call itself.
    depth: u64,
    /// What conditions and axioms hand to one another.
    pub(crate) exchange: Exchange,
}

impl Workspace {
    /// Takes all the memory that it needs: words for the trail and for rows.
    pub(crate) fn new(trail: usize, rows: usize, depth: usize) -> Workspace {
        Workspace {
            left: 0,
            top: 0,
            level: 0,
            trail: Trail::new(trail),
            stacks: Stacks::new(rows),
            full: Limit::Kind(LimitKind::Sort),
            depth: depth as u64,
            exchange: Exchange::new(),
        }
    }

    /// Uses a step of the budget; false if there is none left.
    // Counting below zero and back needs one instruction with a memory operand and one jump.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn step(&mut self) -> bool {
        self.left -= 1;
        let is_granted = self.left >= 0;
        if !is_granted {
            self.left += 1;
        }
        is_granted
    }

    #[inline(always)]
    fn stack(&mut self, level: u32) -> &mut Stack {
        self.stacks.read_at(self.level + level)
    }

    /// How much is collected at a level.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn height(&mut self, level: u32) -> u64 {
        self.stack(level).len() as u64
    }

    /// Lets go of what is collected at a level beyond a height.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn cut(&mut self, level: u32, height: u64) {
        self.stack(level).truncate(height as usize);
    }

    /// Begins a collection: where it is. False where there is no room.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn open(&mut self, level: u32, key_words: usize, values: usize, region: &mut u64) -> bool {
        let opened = collection::open(self.stack(level), key_words, values);
        crate::search::host::write(region, opened)
    }

    /// Adds a row to a collection. False where there is no room.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn push(&mut self, level: u32, region: u64, key: &[u64], values: &[u64]) -> bool {
        collection::push(self.stack(level), region as usize, key, values)
    }

    /// Keeps a row where it is less than the one that is there, which is the only one. False where there is no room.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn push_least(&mut self, level: u32, region: u64, key: &[u64], values: &[u64]) -> bool {
        collection::push_least(self.stack(level), region as usize, key, values)
    }

    /// A collection has all its rows.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn close(&mut self, level: u32, region: u64) {
        collection::close(self.stack(level), region as usize);
    }

    /// Loads the least row of a collection into a range of slots; false if it has none. Writes 0 to the cursor if there
    /// is no other row.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn first(
        &mut self,
        level: u32,
        slots: &mut [u64],
        region: usize,
        cursor: usize,
        to: Range<usize>,
    ) -> bool {
        let at = slots[region] as usize;
        let first = collection::first(self.stack(level), at, &mut slots[to]);
        crate::search::host::write(&mut slots[cursor], first)
    }

    /// Loads the next row of a collection into a range of slots, as far as the budget goes; `No` if there is none.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn next(
        &mut self,
        level: u32,
        slots: &mut [u64],
        region: usize,
        cursor: usize,
        to: Range<usize>,
    ) -> ConditionAnswer {
        let at = slots[region] as usize;
        while self.step() {
            let mut place = slots[cursor];
            let moved = collection::next(self.stack(level), at, &mut place, &mut slots[to.clone()]);
            slots[cursor] = place;
            match moved {
                Moved::Row => return ConditionAnswer::Yes,
                Moved::None => return ConditionAnswer::No,
                Moved::NotYet => {}
            }
        }
        ConditionAnswer::Paused
    }

    /// Puts the rows of a collection into order, as far as the budget goes.
    pub fn settle(&mut self, level: u32, region: u64, cursor: &mut u64) -> ConditionAnswer {
        while self.step() {
            if collection::settle(self.stack(level), region as usize, cursor) {
                return ConditionAnswer::Last;
            }
        }
        ConditionAnswer::Paused
    }

    /// Where the items of an expression go.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn sink(&mut self, level: u32) -> ItemSink<'_> {
        let stack = self.stack(level);
        let from = stack.len();
        ItemSink {
            free: stack.from(from),
            count: 0,
            overflows: false,
        }
    }

    /// Keeps the items that went there. False where there was no room for all.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn keep(&mut self, level: u32, (count, full): (usize, bool)) -> bool {
        !full && self.stack(level).take(count).is_some()
    }

    /// The item at a place.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn item(&mut self, level: u32, at: u64) -> u64 {
        let items = self.stack(level).words();
        items.get(at as usize).copied().unwrap_or(0)
    }

    /// An axiom that is called like a function stands inside so many more collections.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn inside(&mut self, levels: u32) {
        self.level += levels;
    }

    /// The same, when it has answered.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn outside(&mut self, levels: u32) {
        self.level -= levels;
    }

    /// Calls an axiom that recurs, of which so many parameters are asked for afterwards.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn call(
        &mut self,
        axiom: u16,
        level: u32,
        once: bool,
        wanted: u8,
        args: &[u64],
    ) -> ConditionAnswer {
        self.exchange.axiom = AxiomId(axiom);
        self.exchange.level = self.level + level;
        self.exchange.once = once;
        self.exchange.wanted = wanted;
        self.exchange.put(args);
        ConditionAnswer::Call
    }

    /// Asks an axiom that was called for its next solution.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn redo(&mut self, level: u32, returned: u64) -> ConditionAnswer {
        self.exchange.level = self.level + level;
        self.exchange.returned = Returned(returned);
        ConditionAnswer::Redo
    }

    /// Lets an axiom take the place of this one.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn replace(&mut self, axiom: u16, args: &[u64]) -> ConditionAnswer {
        self.exchange.axiom = AxiomId(axiom);
        self.exchange.put(args);
        ConditionAnswer::Replace
    }

    /// An axiom begins again, so often now: false where that is too often.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn repeats(&mut self, times: &mut u64) -> bool {
        *times += 1;
        let goes_on = *times < self.depth;
        if !goes_on {
            self.full = Limit::Kind(LimitKind::Depth);
        }
        goes_on
    }

    /// How many slots are in use.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn top(&self) -> u64 {
        self.top.into()
    }

    /// Lets go of the frames of axioms above what was in use then.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn release(&mut self, top: u64) {
        self.top = self.top.min(top as u32);
    }

    /// What came of an axiom: 0 where it does not hold, 1 where there is no other solution.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn returned(&self) -> u64 {
        self.exchange.returned.0
    }

    /// A parameter of the axiom that has answered.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn word(&self, at: usize) -> u64 {
        self.exchange.word(at)
    }
}

/// Where the items of an expression go.
pub struct ItemSink<'a> {
    free: &'a mut [u64],
    count: usize,
    /// Whether there was an item without room.
    overflows: bool,
}

impl ItemSink<'_> {
    /// Takes an item: false where there is no room for it, and so for no other.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    #[must_use]
    pub fn push(&mut self, word: u64) -> bool {
        match self.free.get_mut(self.count) {
            Some(to) => {
                *to = word;
                self.count += 1;
            }
            None => self.overflows = true,
        }
        !self.overflows
    }

    /// How many there are, and whether there were more than fit.
    #[cfg_attr(not(debug_assertions), inline)]
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn end(self) -> (usize, bool) {
        (self.count, self.overflows)
    }
}
