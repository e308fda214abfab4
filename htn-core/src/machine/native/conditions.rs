//! Tests and generators, as natives go through them.

use super::super::Limit;
use super::super::gather::{Gathered, Gathering};
use super::super::look::{Found, pair, pair_of_few, scan};
use super::Going;
use crate::host::{Known, Rows};
use crate::tables::RelId;

// As pointers, so that there is one of what calls them for each domain, and not for each function.
type Filter<C> = for<'x> fn(&'x C, &'x mut [u64], Known<'x>, &mut Rows<'_>) -> bool;
type Gather<C> = for<'x> fn(&'x C, &'x mut [u64], Known<'x>, &mut Gathering<'_>);

impl<'a> Going<'a> {
    /// An op over the slots and the facts.
    #[inline(always)]
    pub fn view(&mut self, fp: u32) -> (&mut [u64], Known<'_>) {
        self.rows.left -= 1;
        let slots = &mut self.machine.slots[fp as usize..];
        (slots, Known::new(self.store))
    }

    #[inline(always)]
    fn known(&mut self) -> Known<'_> {
        self.rows.left -= 1;
        Known::new(self.store)
    }

    /// `Op::Copy`.
    #[inline(always)]
    pub fn copy(&mut self, fp: u32, from: u16, to: u16) -> bool {
        self.rows.left -= 1;
        let word = self.slot(fp, from);
        self.write(fp, to, Some(word))
    }

    /// `Op::Same`.
    #[inline(always)]
    pub fn same(&mut self, fp: u32, a: u16, b: u16) -> bool {
        self.rows.left -= 1;
        self.slot(fp, a) == self.slot(fp, b)
    }

    /// `Op::Has`; with `!`, `Op::Lacks`.
    #[inline(always)]
    pub fn has(&mut self, fp: u32, rel: u16, a: u16) -> bool {
        let a = self.slot(fp, a);
        self.known().has(rel, a)
    }

    /// `Op::HasPair`; with `!`, `Op::LacksPair`.
    #[inline]
    pub fn has_pair(&mut self, fp: u32, rel: u16, a: u16, b: u16) -> bool {
        let (a, b) = (self.slot(fp, a), self.slot(fp, b));
        self.known().has_pair(rel, a, b)
    }

    /// `Op::Get`.
    #[inline(always)]
    pub fn get(&mut self, fp: u32, rel: u16, key: u16, to: u16) -> bool {
        let key = self.slot(fp, key);
        let value = self.known().get(rel, key);
        self.write(fp, to, value)
    }

    /// `Op::GetIs`.
    #[inline(always)]
    pub fn get_is(&mut self, fp: u32, rel: u16, key: u16, is: u16) -> bool {
        let (key, is) = (self.slot(fp, key), self.slot(fp, is));
        self.known().get(rel, key) == Some(is)
    }

    /// `Op::Value`.
    #[inline(always)]
    pub fn value(&mut self, fp: u32, rel: u16, to: u16) -> bool {
        let value = self.known().value(rel);
        self.write(fp, to, value)
    }

    /// `Op::IsEmpty`; with `!`, `Op::IsSet`.
    #[inline(always)]
    pub fn is_empty(&mut self, rel: u16) -> bool {
        self.known().is_empty(rel)
    }

    /// `Op::NumberLook`, at `pc`.
    #[inline(always)]
    pub fn number<C: ?Sized>(&mut self, (pc, fp): (u32, u32), c: &C, filter: Filter<C>) -> bool {
        let before = self.rows.left;
        let slots = &mut self.machine.slots[fp as usize..];
        let found = filter(c, slots, Known::new(self.store), &mut self.rows);
        self.machine.stats.bindings += (before - self.rows.left) as u64;
        found || self.no_number(pc, fp)
    }

    /// Stops where it has not looked at all of them.
    #[inline(always)]
    fn no_number(&mut self, pc: u32, fp: u32) -> bool {
        match self.rows.left <= 0 {
            true => self.stop(pc, fp),
            // To find that there are no more is a step.
            false => self.fail(),
        }
    }

    /// `Op::Least`, at `pc`, with its twin behind it.
    #[inline]
    pub fn least<C: ?Sized>(&mut self, (pc, fp): (u32, u32), c: &C, gather: Gather<C>) -> bool {
        if self.rows.left <= 0 {
            return self.stop(pc, fp);
        }
        self.rows.left -= 1;
        let (machine, left) = (&mut *self.machine, &mut self.rows.left);
        let gathered = machine.gather((true, true), fp as usize, self.store, left, |s, k, rows| {
            gather(c, s, k, rows);
        });
        match gathered {
            Gathered::Least => true,
            Gathered::All => false,
            Gathered::Cut => self.stop(pc + 1, fp),
            Gathered::Full => self.full(Limit::Sort),
        }
    }

    /// `Op::Scan`, whose twin is at `pc`.
    pub fn scan(
        &mut self,
        (pc, fp): (u32, u32),
        (rel, index): (u16, u8),
        atom: (u32, u16),
        cursor: u16,
    ) -> bool {
        self.rows.left -= 1;
        let machine = &mut *self.machine;
        let atom = &machine.tables.args[atom.0 as usize..][..atom.1 as usize];
        let relation = self.store.rel(RelId(rel));
        let slots = &mut machine.slots[fp as usize..];
        let row = relation.seek(index, atom, slots);
        let found = scan(relation, index, row, atom, slots, &mut self.rows.left);
        self.row(found, pc, fp, cursor)
    }

    /// `Op::Pairs`, whose twin is at `pc`.
    #[inline]
    pub fn pairs(
        &mut self,
        (pc, fp): (u32, u32),
        (rel, index, column): (u16, u8, u8),
        [is, to, cursor]: [u16; 3],
    ) -> bool {
        self.rows.left -= 1;
        let (relation, is) = (self.store.rel(RelId(rel)), self.slot(fp, is));
        let to = &mut self.machine.slots[fp as usize + to as usize];
        let asked = (column, is);
        let found = match relation.has_index(index) {
            true => {
                let row = relation.seek_word(index, is);
                pair(relation, index, row, asked, to, &mut self.rows.left)
            }
            false => pair_of_few(relation, relation.first(), asked, to, &mut self.rows.left),
        };
        self.row(found, pc, fp, cursor)
    }

    /// What came of a generator whose twin is at `pc`.
    #[inline(always)]
    fn row(&mut self, found: Found, pc: u32, fp: u32, cursor: u16) -> bool {
        match found {
            Found::Row { next } => {
                self.machine.stats.bindings += 1;
                self.write(fp, cursor, Some(u64::from(next)))
            }
            Found::None => false,
            Found::Paused { at } => {
                self.write(fp, cursor, Some(u64::from(at)));
                // Its twin counts as this step.
                self.rows.left += 1;
                self.stop(pc, fp)
            }
        }
    }
}
