//! A generator that binds one slot and what stands behind it, as one op: the tests that its rows have to pass; and where all
//! solutions are collected, other such generators inside it, and the collection.

use htn_core::tables::{CollectionId, FnId, Op, Pc, RelId};

use super::functions::{Filter, Gather, Level, Source};
use super::rows::Rows;
use super::together::leads_to;

/// Such a generator in the code, with the tests that it does for its rows.
struct Generator {
    level: Level,
    /// Where it begins, and where it leads when it is at its end.
    start: usize,
    els: Pc,
}

/// How many collections of a domain, the first ones, are gathered by one function. Such a function is the largest that rustc
/// gets of a domain.
const MOST_GATHERS: usize = 16;

impl Rows<'_> {
    /// The generator whose next row is found at this place.
    fn generator(&self, mut redo: Pc) -> Option<Generator> {
        self.resolve(&mut redo);
        let redo = redo.0 as usize;
        let start = redo.checked_sub(1)?;
        let filter = |f: FnId| self.filters[usize::from(f.0)].filter.clone();
        let plain = |source, to| Filter::new(source, to, Vec::new());
        let (filter, at, els) = match *self.code.get(redo)? {
            Op::EachNext {
                to, cursor, els, ..
            } => (plain(Source::Facts, to), cursor, els),
            Op::PairsNext {
                index,
                column,
                is,
                to,
                cursor,
                els,
                ..
            } => (plain(Source::Pairs { index, column, is }, to), cursor, els),
            Op::Item { at, to, els } => (plain(Source::Items, to), at, els),
            Op::Number { at, to, els } => (plain(Source::Numbers, to), at, els),
            Op::EachNextLook { cursor, f, els, .. } => (filter(f), cursor, els),
            Op::ItemLook { at, f, els } | Op::NumberLook { at, f, els } => (filter(f), at, els),
            _ => return None,
        };
        let over = match self.code[start] {
            Op::Each { rel, .. } | Op::EachLook { rel, .. } | Op::Pairs { rel, .. } => rel.0,
            Op::Items { f, .. } | Op::Span { f, .. } => f.0,
            _ => return None,
        };
        let level = Level { filter, over, at };
        Some(Generator { level, start, els })
    }

    /// Lets the generator before this place do the tests for each of its rows, where it is what they lead back to.
    pub(super) fn filters(&mut self, tests: &[Op], els: Pc) -> bool {
        let Some(Generator { level, start, els }) = self.generator(els) else {
            return false;
        };
        let Level { filter, over, at } = level;
        if start + 2 != self.code.len() || !filter.tests.is_empty() {
            return false;
        }
        let (rel, cursor) = (RelId(over), at);
        let f = FnId(self.count(self.filters.len()));
        let next = match filter.source {
            Source::Pairs { .. } => return false,
            Source::Items => Op::ItemLook { at, f, els },
            Source::Numbers => Op::NumberLook { at, f, els },
            Source::Facts => {
                self.code[start] = Op::EachLook {
                    rel,
                    cursor,
                    f,
                    els,
                };
                Op::EachNextLook {
                    rel,
                    cursor,
                    f,
                    els,
                }
            }
        };
        self.code[start + 1] = next;
        let filter = Filter::new(filter.source, filter.to, tests.to_vec());
        self.filters.push(Level { filter, over, at });
        true
    }

    /// Whether anything goes over the rows of a predicate, by another index than that of its key.
    pub fn is_scanned(&self, predicate: usize) -> bool {
        let by_ops = self.code.iter().filter_map(Op::goes_over);
        let mut all = by_ops.chain(self.gone_over.iter().copied());
        all.any(|(rel, index)| usize::from(rel.0) == predicate && index != 1)
    }

    /// Gives the functions that are in use their numbers.
    pub(super) fn number_functions(&mut self) {
        for op in &mut self.code {
            match op {
                Op::EachLook { f, .. }
                | Op::EachNextLook { f, .. }
                | Op::ItemLook { f, .. }
                | Op::NumberLook { f, .. } => {
                    let filter = self.filters[usize::from(f.0)].clone();
                    *f = self.functions.filter(filter);
                }
                Op::Gather { f, .. }
                | Op::GatherNext { f, .. }
                | Op::Least { f, .. }
                | Op::LeastNext { f, .. } => {
                    let gather = self.gathers[usize::from(f.0)].clone();
                    *f = self.functions.gather(gather);
                }
                _ => {}
            }
        }
    }

    /// Lets the generators before this place, one inside the other, do the tests that wait and keep their solutions
    /// themselves, where the last one is what the tests and the collection lead back to.
    pub(super) fn gathers(&mut self, of: CollectionId, redo: Pc) -> bool {
        let tests_lead_elsewhere = self.tests.leads_to().is_some_and(|els| els != redo);
        let Some(last) = self.generator_before(self.code.len(), redo) else {
            return false;
        };
        if tests_lead_elsewhere || self.gathers.len() >= MOST_GATHERS {
            return false;
        }
        let Generator {
            mut level,
            mut start,
            mut els,
        } = last;
        level.filter.add(self.tests.take().0);
        let mut levels = vec![level];
        while let Some(before) = self.generator_before(start, els) {
            levels.insert(0, before.level);
            (start, els) = (before.start, before.els);
        }
        let facts = levels.iter().filter_map(|of| match of.filter.source {
            Source::Facts => Some((RelId(of.over), 0)),
            Source::Pairs { index, .. } => Some((RelId(of.over), index)),
            Source::Items | Source::Numbers => None,
        });
        self.gone_over.extend(facts);
        let collection = self.collections[usize::from(of.0)];
        let f = FnId(self.count(self.gathers.len()));
        self.gathers.push(Gather {
            levels,
            key: collection.key,
            values: (collection.from, collection.to),
            region: collection.region,
            whole: false,
        });
        self.code.truncate(start);
        self.code.push(Op::Gather { f, els });
        self.code.push(Op::GatherNext { f, els });
        true
    }

    /// Lets what gathers all of a collection begin it, and load its least row.
    pub(super) fn gathers_whole(&mut self, of: CollectionId, els: Pc) -> bool {
        let Some([opens, gathers @ ..]) = self.code.last_chunk_mut::<3>() else {
            return false;
        };
        let [Op::Gather { f, els: all }, _] = *gathers else {
            return false;
        };
        if *opens != Op::Open(of) || !self.tests.is_empty() {
            return false;
        }
        (*opens, gathers[0]) = (Op::Least { f, els }, Op::LeastNext { f, els });
        self.code.pop();
        self.gathers[usize::from(f.0)].whole = true;
        self.forget_label(all);
        true
    }

    /// The generator that ends before this place, where its next row is found at `redo`: nothing stands behind it but one
    /// test for its rows, and nothing else leads there.
    fn generator_before(&self, end: usize, redo: Pc) -> Option<Generator> {
        let mut generator = self.generator(redo)?;
        let behind = generator.start + 2;
        if self.is_led_to(behind..=end) {
            return None;
        }
        match *self.code.get(behind..end)? {
            [] => {}
            [test] if leads_to(&test)?.is_none_or(|els| els == redo) => {
                generator.level.filter.add(vec![test]);
            }
            _ => return None,
        }
        Some(generator)
    }
}
