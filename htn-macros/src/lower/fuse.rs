//! A generator of one column and what stands behind it, as one op: the tests that its rows have to pass, and the
//! collection that keeps those that do.

use htn_core::tables::{CollectionId, Op, Pc, RelId, Slot};

use super::functions::{Filter, Gather, Source};
use super::rows::Rows;

/// A generator of one column.
#[derive(Clone, Copy)]
enum Generator {
    Facts { rel: RelId, cursor: Slot },
    Items { at: Slot },
    Numbers { at: Slot },
}

/// The generator that was written last: what it is, where its rows are written, and where it leads.
type Last = (Generator, Slot, Pc);

impl Generator {
    fn source(self) -> Source {
        match self {
            Generator::Facts { .. } => Source::Facts,
            Generator::Items { .. } => Source::Items,
            Generator::Numbers { .. } => Source::Numbers,
        }
    }
}

impl Rows<'_> {
    /// The generator before this place, where it is at `redo`.
    fn last_at(&self, mut redo: Pc) -> Option<Last> {
        self.resolve(&mut redo);
        if redo.0 as usize + 1 != self.code.len() {
            return None;
        }
        match *self.code.last()? {
            Op::Item { at, to, els } => Some((Generator::Items { at }, to, els)),
            Op::Number { at, to, els } => Some((Generator::Numbers { at }, to, els)),
            Op::EachNext {
                rel,
                to,
                cursor,
                els,
            } => Some((Generator::Facts { rel, cursor }, to, els)),
            _ => None,
        }
    }

    /// Lets the generator before this place do the tests for each of its rows, where it is what they lead back to.
    pub(super) fn filters(&mut self, tests: &[Op], els: Pc) -> bool {
        let Some((generator, to, els)) = self.last_at(els) else {
            return false;
        };
        let filter = Filter::new(generator.source(), to, tests.to_vec());
        let f = self.functions.filter(filter);
        match generator {
            Generator::Items { at } => self.put_last([Op::ItemLook { at, f, els }]),
            Generator::Numbers { at } => self.put_last([Op::NumberLook { at, f, els }]),
            Generator::Facts { rel, cursor } => self.put_last([
                Op::EachLook {
                    rel,
                    cursor,
                    f,
                    els,
                },
                Op::EachNextLook {
                    rel,
                    cursor,
                    f,
                    els,
                },
            ]),
        }
        true
    }

    /// Lets the generator before this place do the tests that wait and keep its rows itself, where it is what the tests
    /// and the collection lead back to.
    pub(super) fn gathers(&mut self, of: CollectionId, redo: Pc) -> bool {
        let Some((generator, to, els)) = self.last_at(redo) else {
            return false;
        };
        // Nothing gathers numbers: they are pushed one by one.
        if matches!(generator, Generator::Numbers { .. }) {
            return false;
        }
        let tests_lead_elsewhere = self.tests.leads_to().is_some_and(|els| els != redo);
        if tests_lead_elsewhere || self.tests.is_empty() && self.is_led_to() {
            return false;
        }
        let tests = self.tests.take().0;
        let collection = self.collections[usize::from(of.0)];
        let f = self.functions.gather(Gather {
            filter: Filter::new(generator.source(), to, tests),
            key: collection.key,
            values: (collection.from, collection.to),
        });
        let region = collection.region;
        match generator {
            Generator::Items { at } => self.put_last([Op::ItemGather { at, region, f, els }]),
            Generator::Numbers { .. } => return false,
            Generator::Facts { rel, cursor } => self.put_last([
                Op::EachGather {
                    rel,
                    cursor,
                    region,
                    f,
                    els,
                },
                Op::EachNextGather {
                    rel,
                    cursor,
                    region,
                    f,
                    els,
                },
            ]),
        }
        true
    }

    /// Puts these in the place of as many ops that were written last.
    fn put_last<const N: usize>(&mut self, ops: [Op; N]) {
        if let Some(last) = self.code.last_chunk_mut() {
            *last = ops;
        }
    }
}
