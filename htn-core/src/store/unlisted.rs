//! Relations whose order nobody asks for.
//!
//! The order of rows matters only to whoever goes over them, and most predicates are never gone over by a domain's
//! code: they are asked for one fact, or for the value of one key. In the store of a search these are *unlisted*. What a
//! search does to their small words is a bit that flips, to their small keys a home that is taken or left, and nothing
//! else. The ring of the order, the buckets and the free slots stay as they were when the facts were copied: they may
//! hold rows that have gone and lack rows that have come, and are right again once everything is undone.
//! [`Relation::first_fact`] knows how to go over the facts meanwhile.
//!
//! Large words, and keys without a home, are rows as ever. So is everything that is done on a trail for changes that may
//! stand, or without one: that happens only while nothing of the search is on its own trail, and all rows are right.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::quick::{Outcome, Removal};
use super::relation::{Kind, Node, Relation};
use super::sums::Keeps;
use super::trail::{Event, Header, Trail};
use super::{NIL, Store};
use crate::tables::{self, Op, RelId};

impl Store {
    /// No facts yet, for a search by this code.
    pub fn for_search(relations: &[tables::Relation], code: &[Op]) -> Self {
        let mut store = Store::new(relations);
        for relation in &mut store.relations {
            relation.unlisted = matches!(relation.quick, Kind::One | Kind::Pair);
        }
        for (rel, index) in code.iter().filter_map(|op| op.goes_over()) {
            let relation = &mut store.relations[rel.0 as usize];
            // By its key, a pair is found wherever it is.
            if relation.kind == Kind::One || index != 1 {
                relation.unlisted = false;
            }
        }
        store.relations.iter_mut().for_each(Relation::make_room);
        store
    }
}

impl Relation {
    /// Makes room for rows of large words beside those of small ones that have gone but keep their slots.
    fn make_room(&mut self) {
        if self.unlisted && self.kind == Kind::One {
            let homeless = Self::SMALL - self.homes as usize;
            let more = homeless.min(self.capacity as usize);
            let mut nodes = Vec::with_capacity(self.nodes.len() + more);
            nodes.extend_from_slice(&self.nodes);
            nodes.resize(self.nodes.len() + more, Node::default());
            self.nodes = Box::from(nodes);
        }
    }

    /// Whether a change that keeps this leaves the rows of small words alone.
    #[inline(always)]
    pub(super) fn is_bare(&self, keeps: Keeps) -> bool {
        self.unlisted && keeps != Keeps::HashAndStamp
    }

    /// Adds a row of one column.
    #[inline(always)]
    pub(super) fn flip_on(&mut self, rel: RelId, a: u64, trail: &mut Trail) -> Outcome {
        let Some(bits) = self.small.get_mut((a >> 6) as usize) else {
            return self.add_one_slowly(rel, a, trail);
        };
        let bit = 1 << (a & 63);
        if *bits & bit != 0 {
            return Outcome::There;
        }
        if self.len == self.capacity {
            return Outcome::RelationFull;
        }
        if !trail.push_header(Header::new(Event::Flipped, rel, a as u32, 1)) {
            return Outcome::TrailFull;
        }
        *bits |= bit;
        self.len += 1;
        Outcome::New
    }

    /// Removes a row of one column.
    #[inline(always)]
    pub(super) fn flip_off(&mut self, rel: RelId, a: u64, trail: &mut Trail) -> Removal {
        let Some(bits) = self.small.get_mut((a >> 6) as usize) else {
            return self.remove_listed_one(rel, a, trail);
        };
        let bit = 1 << (a & 63);
        if *bits & bit == 0 {
            return Removal::NotThere;
        }
        if !trail.push_header(Header::new(Event::Flipped, rel, a as u32, 1)) {
            return Removal::TrailFull;
        }
        *bits ^= bit;
        self.len -= 1;
        Removal::Done
    }

    /// Takes a flip back, or does it again.
    #[inline(always)]
    pub(super) fn flip_back(&mut self, word: u32) {
        if let Some(bits) = self.small.get_mut(word as usize >> 6) {
            *bits ^= 1 << (word & 63);
            let is_there = (*bits >> (word & 63) & 1) as u32;
            self.len = self.len.wrapping_sub(1).wrapping_add(2 * is_there);
        }
    }

    /// Adds a pair.
    #[inline(always)]
    pub(super) fn come(&mut self, rel: RelId, a: u64, b: u64, trail: &mut Trail) -> Outcome {
        let Some(home) = self.home(a) else {
            return self.add_two_elsewhere(rel, a, b, trail);
        };
        let Some(node) = self.nodes.get_mut(home as usize) else {
            return Outcome::RelationFull;
        };
        if node.same != NIL {
            return match node.words[1] == b {
                true => Outcome::There,
                false => node.replace_value(rel, home, b, trail),
            };
        }
        if self.len == self.capacity {
            return Outcome::RelationFull;
        }
        if !trail.push_header(Header::new(Event::Came, rel, home, 1)) {
            return Outcome::TrailFull;
        }
        node.words[1] = b;
        node.same = home;
        self.len += 1;
        Outcome::New
    }

    /// Removes a pair.
    #[inline(always)]
    pub(super) fn leave_two(&mut self, rel: RelId, a: u64, b: u64, trail: &mut Trail) -> Removal {
        let Some(home) = self.home(a) else {
            return self.remove_listed_two(rel, a, b, trail);
        };
        match self.nodes.get(home as usize) {
            Some(node) if node.same != NIL && node.words[1] == b => {
                self.leave_home(rel, home, trail)
            }
            _ => Removal::NotThere,
        }
    }

    /// Removes the pair of a home, which is there.
    #[inline(always)]
    pub(super) fn leave_home(&mut self, rel: RelId, home: u32, trail: &mut Trail) -> Removal {
        let header = Header::new(Event::Left, rel, home, 2);
        let (Some(node), Ok([value, _])) = (self.nodes.get_mut(home as usize), trail.push(header))
        else {
            return Removal::TrailFull;
        };
        *value = node.words[1];
        node.same = NIL;
        self.len -= 1;
        Removal::Done
    }

    /// Takes a pair out of its home: one that came, or that left before that was undone.
    #[inline(always)]
    pub(super) fn undo_come(&mut self, home: u32) {
        if let Some(node) = self.nodes.get_mut(home as usize) {
            node.same = NIL;
            self.len -= 1;
        }
    }

    /// Puts a pair back into its home. What stands there in its place moves to the trail.
    #[inline(always)]
    pub(super) fn undo_leave(&mut self, home: u32, entry: &mut [u64]) {
        if let (Some(node), Some(value)) = (self.nodes.get_mut(home as usize), entry.first_mut()) {
            core::mem::swap(&mut node.words[1], value);
            node.same = home;
            self.len += 1;
        }
    }
}

/// The same with the hash, on a trail that keeps it.
impl Relation {
    pub(super) fn flip_on_hashing(&mut self, rel: RelId, a: u64, trail: &mut Trail) -> Outcome {
        let outcome = self.flip_on(rel, a, trail);
        if outcome == Outcome::New {
            self.hash_in(&[a]);
        }
        outcome
    }

    pub(super) fn come_hashing(&mut self, rel: RelId, a: u64, b: u64, t: &mut Trail) -> Outcome {
        let was = self.value_of(a);
        let outcome = self.come(rel, a, b, t);
        if matches!(outcome, Outcome::New | Outcome::Replaced) {
            if let Some(was) = was {
                self.hash_out(&[a, was]);
            }
            self.hash_in(&[a, b]);
        }
        outcome
    }

    /// Removes a row, which is there: of a small word, or a pair in its home.
    pub(super) fn leave_bare(&mut self, rel: RelId, row: [u64; 2], trail: &mut Trail) -> Removal {
        let [a, b] = row;
        let removal = match self.kind {
            Kind::One => self.flip_off(rel, a, trail),
            _ => self.leave_two(rel, a, b, trail),
        };
        if removal == Removal::Done && trail.keeps == Keeps::Hash {
            self.hash_out(&row[..self.arity]);
        }
        removal
    }

    /// Undoes such a change.
    pub(super) fn undo_bare(&mut self, header: Header, entry: &mut [u64], keeps: Keeps) {
        let (event, row) = (header.event(), header.row());
        if keeps != Keeps::Nothing && event == Event::Came {
            self.hash_out_home(row);
        }
        match event {
            Event::Flipped => self.flip_back(row),
            Event::Came => self.undo_come(row),
            _ => self.undo_leave(row, entry),
        }
        match event {
            _ if keeps == Keeps::Nothing => {}
            Event::Flipped => self.hash_flipped(row),
            Event::Left => self.hash_in_home(row),
            _ => {}
        }
    }

    /// Does it again.
    pub(super) fn redo_bare(&mut self, header: Header, entry: &mut [u64], keeps: Keeps) {
        let (event, row) = (header.event(), header.row());
        if keeps != Keeps::Nothing && event == Event::Left {
            self.hash_out_home(row);
        }
        match event {
            Event::Flipped => self.flip_back(row),
            Event::Came => {
                // Its value is still there.
                self.nodes[row as usize].same = row;
                self.len += 1;
            }
            _ => {
                self.undo_come(row);
                core::mem::swap(&mut self.nodes[row as usize].words[1], &mut entry[0]);
            }
        }
        match event {
            _ if keeps == Keeps::Nothing => {}
            Event::Flipped => self.hash_flipped(row),
            Event::Came => self.hash_in_home(row),
            _ => {}
        }
    }

    fn hash_flipped(&mut self, word: u32) {
        let word = u64::from(word);
        match self.has_one(word) {
            true => self.hash_in(&[word]),
            false => self.hash_out(&[word]),
        }
    }

    fn hash_in_home(&mut self, home: u32) {
        self.hash_in(&{ self.nodes[home as usize].words });
    }

    fn hash_out_home(&mut self, home: u32) {
        self.hash_out(&{ self.nodes[home as usize].words });
    }

    fn hash_in(&mut self, row: &[u64]) {
        self.sums.hash = self.sums.hash.wrapping_add(self.hash_words(row));
    }

    fn hash_out(&mut self, row: &[u64]) {
        self.sums.hash = self.sums.hash.wrapping_sub(self.hash_words(row));
    }
}
