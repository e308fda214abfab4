//! The working memory of emitted functions, besides the context, their slots and the facts.

use core::ops::Range;
use core::task::Poll;

use super::ConditionAnswer;
use super::axioms::{Exchange, Returned};
use super::collection::{self, Moved};
use super::stack::{Stack, Stacks};
use crate::model::limits::LimitKind;
use crate::search::host::{PolledWord, emitted_calls, write};
use crate::search::machine::Limit;
use crate::store::Trail;
use crate::tables::AxiomId;

/// The working memory of emitted functions: the budget, collected rows, the trail. The machine passes the same one to each
/// call.
///
/// A *level* is the number of collections that are being filled around a place in a condition.
#[derive(Clone)]
pub struct Workspace {
    /// The number of steps that are left of the granted budget.
    pub left: i64,
    /// The first free slot.
    pub(crate) top: u32,
    /// The level of the current condition.
    pub(crate) level: u32,
    pub(crate) trail: Trail,
    /// Collected rows.
    pub(crate) stacks: Stacks,
    /// The limit that a function has reached.
    pub(crate) full: Limit,
    /// The number of times that an axiom may call itself.
    depth: u64,
    /// The call of an axiom that recurs, or its answer.
    pub(crate) exchange: Exchange,
    /// The number of the expression whose answer is pending, among those of the domain.
    pub(crate) pending: u16,
}

impl Workspace {
    /// Allocates words for the trail and for collected rows.
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
            pending: 0,
        }
    }

    /// Prepares for a new search, whose trail is empty.
    pub(crate) fn reset(&mut self) {
        self.stacks.clear();
        self.stacks.forget_highest();
        self.top = 0;
        self.level = 0;
    }

    /// Puts back a step that was not granted.
    // A function, because the compiler would otherwise keep the old number of steps in a register.
    #[cold]
    #[inline(never)]
    pub(crate) fn put_back(&mut self) {
        self.left += 1;
    }

    /// Returns the limit that a function has reached.
    #[cold]
    pub(crate) fn take_full(&mut self) -> Limit {
        core::mem::replace(&mut self.full, Limit::Kind(LimitKind::Sort))
    }

    #[inline(always)]
    fn stack(&mut self, level: u32) -> &mut Stack {
        self.stacks.read_at(self.level + level)
    }

    /// Sorts the rows of a collection, within the budget.
    pub fn settle(&mut self, level: u32, region: u64, cursor: &mut u64) -> ConditionAnswer {
        while self.step() {
            if collection::settle(self.stack(level), region as usize, cursor) {
                return ConditionAnswer::Last;
            }
        }
        ConditionAnswer::Paused
    }

    emitted_calls! {
        /// Returns the number of words that are collected at a level.
        pub fn height(&mut self, level: u32) -> u64 {
            self.stack(level).len() as u64
        }

        /// Drops the words that are collected at a level above a height.
        pub fn cut(&mut self, level: u32, height: u64) {
            self.stack(level).truncate(height as usize);
        }

        /// Begins a condition that collects rows at the lowest level: writes the height to return to.
        pub fn enter(&mut self, again: bool, base: &mut u64) {
            if !again {
                *base = self.height(0);
            }
        }

        /// Ends a call of a condition that collects rows: without a further solution, its rows are dropped.
        pub fn leave(&mut self, answer: ConditionAnswer, base: u64) -> ConditionAnswer {
            if let ConditionAnswer::Last | ConditionAnswer::No = answer {
                self.cut(0, base);
            }
            answer
        }

        /// Begins a collection, and writes its place to `region`. Returns false if there is no room.
        pub fn open(&mut self, level: u32, key_words: usize, values: usize, region: &mut u64) -> bool {
            let opened = collection::open(self.stack(level), key_words, values);
            write(region, opened)
        }

        /// Adds a row to a collection. Returns false if there is no room.
        pub fn push(&mut self, level: u32, region: u64, key: &[u64], values: &[u64]) -> bool {
            collection::push(self.stack(level), region as usize, key, values)
        }

        /// Replaces the only row of a collection if this one is less, or adds it if the collection is empty. Returns false if
        /// there is no room.
        pub fn push_least(&mut self, level: u32, region: u64, key: &[u64], values: &[u64]) -> bool {
            collection::push_least(self.stack(level), region as usize, key, values)
        }

        /// Completes a collection.
        pub fn close(&mut self, level: u32, region: u64) {
            collection::close(self.stack(level), region as usize);
        }

        /// Uses a step of the budget. Returns false if the budget is exhausted.
        // Counting below zero and back takes one instruction with a memory operand and one jump.
        pub fn step(&mut self) -> bool {
            self.left -= 1;
            let is_granted = self.left >= 0;
            if !is_granted {
                self.left += 1;
            }
            is_granted
        }

        /// Loads the least row of a collection into a range of slots. Returns false if it is empty. The cursor is 0 if there
        /// is no other row.
        pub fn first(&mut self, level: u32, slots: &mut [u64], region: usize, cursor: usize, to: Range<usize>) -> bool {
            let at = slots[region] as usize;
            let first = collection::first(self.stack(level), at, &mut slots[to]);
            write(&mut slots[cursor], first)
        }

        /// Loads the next row of a collection into a range of slots, within the budget. Returns `No` at the end.
        pub fn next(&mut self, level: u32, slots: &mut [u64], region: usize, cursor: usize, to: Range<usize>) -> ConditionAnswer {
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

        /// Writes the value of expression `number` after `poll`, if its answer is there and has one.
        pub fn poll(&mut self, number: u16, answer: PolledWord, to: &mut u64) -> ConditionAnswer {
            match answer.0 {
                Poll::Ready(value) if write(to, value) => ConditionAnswer::Yes,
                Poll::Ready(_) => ConditionAnswer::No,
                Poll::Pending => {
                    self.pending = number;
                    ConditionAnswer::Pending
                }
            }
        }

        /// Returns a sink for the items of an expression.
        pub fn sink(&mut self, level: u32) -> ItemSink<'_> {
            let stack = self.stack(level);
            let from = stack.len();
            ItemSink {
                free: stack.from(from),
                count: 0,
                overflows: false,
            }
        }

        /// Keeps the items of a sink. Returns false if there was no room for all.
        pub fn keep(&mut self, level: u32, (count, full): (usize, bool)) -> bool {
            !full && self.stack(level).take(count).is_some()
        }

        /// Returns an item.
        pub fn item(&mut self, level: u32, at: u64) -> u64 {
            let items = self.stack(level).words();
            items.get(at as usize).copied().unwrap_or(0)
        }

        /// Raises the level, around an axiom that is called like a function.
        pub fn inside(&mut self, levels: u32) {
            self.level += levels;
        }

        /// Lowers the level again when that axiom has answered.
        pub fn outside(&mut self, levels: u32) {
            self.level -= levels;
        }

        /// Calls an axiom that recurs. The caller reads the first `wanted` parameters of its answer.
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

        /// Resumes an axiom that was called, for its next solution.
        pub fn redo(&mut self, level: u32, returned: u64) -> ConditionAnswer {
            self.exchange.level = self.level + level;
            self.exchange.returned = Returned(returned);
            ConditionAnswer::Redo
        }

        /// Replaces the calling axiom with another one.
        pub fn replace(&mut self, axiom: u16, args: &[u64]) -> ConditionAnswer {
            self.exchange.axiom = AxiomId(axiom);
            self.exchange.put(args);
            ConditionAnswer::Replace
        }

        /// Counts a repetition of an axiom. Returns false if it exceeds the limit of the depth.
        pub fn repeats(&mut self, times: &mut u64) -> bool {
            *times += 1;
            let goes_on = *times < self.depth;
            if !goes_on {
                self.full = Limit::Kind(LimitKind::Depth);
            }
            goes_on
        }

        /// Returns the number of slots in use.
        pub fn top(&self) -> u64 {
            self.top.into()
        }

        /// Frees the frames of axioms above a top.
        pub fn release(&mut self, top: u64) {
            self.top = self.top.min(top as u32);
        }

        /// Returns the result of an axiom: 0 if it does not hold, 1 if there is no other solution.
        pub fn returned(&self) -> u64 {
            self.exchange.returned.0
        }

        /// Returns a parameter of the axiom that has answered.
        pub fn word(&self, at: usize) -> u64 {
            self.exchange.word(at)
        }
    }
}

/// Collects the items of an expression.
pub struct ItemSink<'a> {
    free: &'a mut [u64],
    count: usize,
    /// True if there was no room for an item.
    overflows: bool,
}

impl ItemSink<'_> {
    emitted_calls! {
        /// Adds an item. Returns false if there is no room for it, and so for no other.
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

        /// Returns the number of items, and true if there was no room for all.
        pub fn end(self) -> (usize, bool) {
            (self.count, self.overflows)
        }
    }
}
