//! Gathering: all solutions of generators that bind one slot each, one inside the other, kept in a collection by one
//! function.
//!
//! Each generator keeps its place in a slot, as it does where it is an op. So the function can stop at any row, and goes
//! on from there: first with the rows that are left to the last generator, then with the next row of the one before it.

use super::Machine;
use super::collect::{Header, begin, collect};
use super::kept::{End, Kept};
use super::look::END;
use super::stack::Stack;
use crate::host::{Known, Sink};
use crate::store::{NIL, Store};
use crate::tables::RelId;

/// What came of it.
pub(super) enum Gathered {
    All,
    /// All, and the least row is loaded.
    Least,
    /// The steps are used up.
    Cut,
    /// There was no room for a row.
    Full,
}

/// A collection that an emitted function fills.
pub struct Gathering<'a> {
    begins: bool,
    /// How many more rows may be looked at.
    left: i64,
    stack: &'a mut Stack,
    items: &'a mut Stack,
    /// The most words that a stack has held.
    most: &'a mut usize,
    full: bool,
    /// Whether the least row is loaded.
    loaded: bool,
}

impl Gathering<'_> {
    /// Lets the function go through its generators, and keeps their solutions in the collection that the slot `region`
    /// says. A key has no words in a collection without one.
    #[inline(always)]
    pub fn fill<const KEY: usize, const VALUES: usize>(
        &mut self,
        s: &mut [u64],
        region: usize,
        fill: impl FnOnce(&mut Filling<'_, KEY, VALUES>, &mut [u64]),
    ) {
        self.add(s, region, fill);
    }

    /// The same for a collection that begins with it, and whose least row is loaded into the slots from `from` on.
    #[inline(always)]
    pub fn least<const KEY: usize, const VALUES: usize>(
        &mut self,
        s: &mut [u64],
        region: usize,
        from: usize,
        fill: impl FnOnce(&mut Filling<'_, KEY, VALUES>, &mut [u64]),
    ) {
        if self.begins {
            let Some(at) = begin(self.stack, Header::new(KEY, VALUES)) else {
                self.full = true;
                return;
            };
            s[region] = at;
        }
        let end = self.add(s, region, fill);
        if self.left > 0 && !self.full {
            let (at, to) = (s[region] as usize, &mut s[from..from + VALUES]);
            (self.loaded, s[region + 1]) = end.load(self.stack, at, to);
        }
    }

    #[inline(always)]
    fn add<const KEY: usize, const VALUES: usize>(
        &mut self,
        s: &mut [u64],
        region: usize,
        fill: impl FnOnce(&mut Filling<'_, KEY, VALUES>, &mut [u64]),
    ) -> End<KEY, VALUES> {
        let at = s[region] as usize;
        let mut filling = Filling {
            begins: self.begins,
            left: self.left,
            kept: Kept::begin(self.stack, at),
            items: self.items,
            most: self.most,
            stopped: None,
        };
        fill(&mut filling, s);
        let Filling {
            left,
            stopped,
            kept,
            ..
        } = filling;
        (self.left, self.full) = (stopped.unwrap_or(left), stopped.is_some());
        let end = kept.end();
        end.write(self.stack, at);
        *self.most = self.stack.len().max(*self.most);
        end
    }
}

/// The collection while it is filled. What is behind it, a generator has in its slots: `cursor` is that of facts, `at` the
/// first of the two of items and numbers, `to` where a row is written.
pub struct Filling<'a, const KEY: usize, const VALUES: usize> {
    begins: bool,
    left: i64,
    kept: Kept<'a, KEY, VALUES>,
    items: &'a mut Stack,
    most: &'a mut usize,
    /// What was left when there was no room. Nothing is left from then on, so all loops end.
    stopped: Option<i64>,
}

impl<const KEY: usize, const VALUES: usize> Filling<'_, KEY, VALUES> {
    /// Whether the generators have to begin; else they go on where they were cut.
    #[inline(always)]
    pub fn begins(&self) -> bool {
        self.begins
    }

    /// Goes on with the facts up to the one that is wanted: false where there is no other, or where no more may be
    /// looked at.
    #[inline(always)]
    pub fn facts(
        &mut self,
        k: Known<'_>,
        s: &mut [u64],
        rel: u16,
        cursor: usize,
        to: usize,
        mut wanted: impl FnMut(&mut Self, &mut [u64]) -> bool,
    ) -> bool {
        let of = k.rel(RelId(rel));
        let mut row = s[cursor] as u32;
        while self.left > 0 && row != NIL {
            (s[to], row) = of.one(row);
            self.left -= 1;
            if wanted(self, s) {
                s[cursor] = u64::from(row);
                return true;
            }
        }
        s[cursor] = u64::from(row);
        false
    }

    /// The same for facts of two columns, where the word in one of them is in the slot `is`, by an index of that column.
    #[inline(always)]
    pub fn pairs(
        &mut self,
        k: Known<'_>,
        s: &mut [u64],
        (rel, index, column, is): (u16, u8, u8, usize),
        cursor: usize,
        to: usize,
        mut wanted: impl FnMut(&mut Self, &mut [u64]) -> bool,
    ) -> bool {
        let of = k.rel(RelId(rel));
        let mut found = false;
        let mut row = s[cursor] as u32;
        while !found && self.left > 0 && row != NIL {
            let (words, next) = of.pair_in(index, row);
            row = next;
            self.left -= 1;
            if words[usize::from(column & 1)] == s[is] {
                s[to] = words[usize::from(!column & 1)];
                found = wanted(self, s);
            }
        }
        s[cursor] = u64::from(row);
        found
    }

    /// Begins with numbers: the first, and how many there are.
    #[inline(always)]
    pub fn span(&mut self, [first, count]: [u64; 2], s: &mut [u64], at: usize) {
        s[at] = first.wrapping_add(count);
        s[at + 1] = count;
    }

    /// The same as `facts`, for numbers.
    #[inline(always)]
    pub fn numbers(
        &mut self,
        s: &mut [u64],
        at: usize,
        to: usize,
        mut wanted: impl FnMut(&mut Self, &mut [u64]) -> bool,
    ) -> bool {
        while self.left > 0 && s[at + 1] > 0 {
            s[to] = s[at].wrapping_sub(s[at + 1]);
            s[at + 1] -= 1;
            self.left -= 1;
            if wanted(self, s) {
                return true;
            }
        }
        false
    }

    /// Begins with the items that are handed on.
    #[inline(always)]
    pub fn collect(&mut self, s: &mut [u64], at: usize, items: impl FnOnce(&[u64], &mut Sink<'_>)) {
        match collect(self.items, |sink| items(s, sink)) {
            Some(first) => {
                *self.most = self.items.len().max(*self.most);
                // Where there are none, others are collected at the same place next.
                let is_empty = self.items.len() as u64 == first;
                (s[at], s[at + 1]) = (first, if is_empty { END } else { first + END + 1 });
            }
            None => self.stop(),
        }
    }

    /// The same as `facts`, for items.
    #[inline(always)]
    pub fn items(
        &mut self,
        s: &mut [u64],
        at: usize,
        to: usize,
        mut wanted: impl FnMut(&mut Self, &mut [u64]) -> bool,
    ) -> bool {
        while self.left > 0
            && let Some(next) = s[at + 1].checked_sub(END + 1)
        {
            // What was collected later is gone: these items end where the stack does.
            let items = self.items.words().get(next as usize..);
            let Some(&[item, ref rest @ ..]) = items else {
                return false;
            };
            s[to] = item;
            if rest.is_empty() {
                // Nobody comes back for more.
                self.items.truncate(s[at] as usize);
                s[at + 1] = END;
            } else {
                s[at + 1] += 1;
            }
            self.left -= 1;
            if wanted(self, s) {
                return true;
            }
        }
        false
    }

    /// Keeps a row: its sort key, which is to be written, and its values. False, unless there is no room: the next row is
    /// wanted.
    #[inline(always)]
    pub fn push(&mut self, key: impl FnOnce(&mut [u64]), values: [u64; VALUES]) -> bool {
        let mut words = [0; KEY];
        key(&mut words);
        let full = !self.kept.push(words, values);
        if full {
            self.stop();
        }
        full
    }

    #[cold]
    fn stop(&mut self) {
        self.stopped = Some(self.left);
        self.left = 0;
    }
}

impl Machine {
    /// `Op::Gather`; where it begins the collection and ends it, `whole`, `Op::Least`.
    #[inline(always)]
    pub(super) fn gather(
        &mut self,
        (begins, whole): (bool, bool),
        fp: usize,
        store: &Store,
        left: &mut i64,
        gather: impl FnOnce(&mut [u64], Known<'_>, &mut Gathering<'_>),
    ) -> Gathered {
        self.level += u32::from(begins && whole);
        let window = &mut self.slots[fp..self.top as usize];
        // Items are on the other stack than the rows that they lead to.
        let [even, odd] = &mut self.heaps;
        let (stack, items) = match self.level & 1 {
            0 => (even, odd),
            _ => (odd, even),
        };
        // The first row was counted with the op.
        let granted = *left + 1;
        let mut gathering = Gathering {
            begins,
            left: granted,
            stack,
            items,
            most: &mut self.stats.used.sort,
            full: false,
            loaded: false,
        };
        gather(window, Known::new(store), &mut gathering);
        let Gathering { full, loaded, .. } = gathering;
        *left = gathering.left;
        self.stats.bindings += (granted - *left) as u64 + u64::from(loaded);
        if full {
            return Gathered::Full;
        }
        if *left == 0 {
            return Gathered::Cut;
        }
        self.level -= u32::from(whole);
        // To find that there are no more is a step.
        *left -= 1;
        match loaded {
            true => Gathered::Least,
            false => Gathered::All,
        }
    }
}
