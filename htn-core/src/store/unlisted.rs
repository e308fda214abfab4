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
use crate::tables::{self, RelId};

impl Store {
    /// No facts yet, for a search.
    pub fn for_search(relations: &[tables::Relation]) -> Self {
        let mut store = Store::new(relations);
        for (relation, row) in store.relations.iter_mut().zip(relations) {
            relation.unlisted = matches!(relation.quick, Kind::One | Kind::Pair) && !row.scanned;
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

    /// Whether a change noted there is one of a search that keeps nothing.
    #[inline(always)]
    fn is_left_alone(&self, trail: &Trail) -> bool {
        self.unlisted && trail.keeps == Keeps::Nothing
    }

    // What an unlisted relation takes is done in these; the rest is apart, so that they need no registers but their own.
    // The word comes last, since that is the register that a shift goes by.

    #[inline(never)]
    pub(super) fn add_one(&mut self, blank: Header, trail: &mut Trail, a: u64) -> Outcome {
        match self.is_left_alone(trail) {
            true => self.turn_on(blank, trail, a),
            false => self.add_listed_one(blank.rel(), a, trail),
        }
    }

    #[inline(never)]
    pub(super) fn add_two(&mut self, blank: Header, a: u64, b: u64, trail: &mut Trail) -> Outcome {
        match self.is_left_alone(trail) {
            true => self.come(blank, a, b, trail),
            false => self.add_listed_two(blank.rel(), a, b, trail),
        }
    }

    #[inline(never)]
    pub(super) fn remove_one(&mut self, blank: Header, trail: &mut Trail, a: u64) -> Removal {
        match self.is_left_alone(trail) {
            true => self.turn_off(blank, trail, a),
            false => self.remove_listed_one(blank.rel(), a, trail),
        }
    }

    #[inline(never)]
    pub(super) fn remove_two(
        &mut self,
        blank: Header,
        a: u64,
        b: u64,
        trail: &mut Trail,
    ) -> Removal {
        match self.is_left_alone(trail) {
            true => self.leave_two(blank, a, b, trail),
            false => self.remove_listed_two(blank.rel(), a, b, trail),
        }
    }

    /// Adds a row of one column.
    #[inline(always)]
    fn turn_on(&mut self, blank: Header, trail: &mut Trail, a: u64) -> Outcome {
        let Some(bits) = self.small.get_mut((a >> 6) as usize) else {
            return self.add_one_slowly(blank.rel(), a, trail);
        };
        if *bits >> (a & 63) & 1 == 1 {
            return Outcome::There;
        }
        if self.room == 0 || !trail.push_header(blank.with(Event::TurnedOn, a as u32, 1)) {
            return self.has_no_room();
        }
        *bits |= 1 << (a & 63);
        self.room -= 1;
        Outcome::New
    }

    /// Why nothing was added.
    #[cold]
    fn has_no_room(&self) -> Outcome {
        match self.room {
            0 => Outcome::RelationFull,
            _ => Outcome::TrailFull,
        }
    }

    /// Removes a row of one column.
    #[inline(always)]
    fn turn_off(&mut self, blank: Header, trail: &mut Trail, a: u64) -> Removal {
        let Some(bits) = self.small.get_mut((a >> 6) as usize) else {
            return self.remove_listed_one(blank.rel(), a, trail);
        };
        if *bits >> (a & 63) & 1 == 0 {
            return Removal::NotThere;
        }
        if !trail.push_header(blank.with(Event::TurnedOff, a as u32, 1)) {
            return Removal::TrailFull;
        }
        *bits ^= 1 << (a & 63);
        self.room += 1;
        Removal::Done
    }

    /// A small word is there again.
    #[inline(always)]
    pub(super) fn on_again(&mut self, word: u32) {
        if let Some(bits) = self.small.get_mut(word as usize >> 6) {
            *bits |= 1 << (word & 63);
            self.room -= 1;
        }
    }

    /// A small word is not there any more.
    #[inline(always)]
    pub(super) fn off_again(&mut self, word: u32) {
        if let Some(bits) = self.small.get_mut(word as usize >> 6) {
            *bits &= !(1 << (word & 63));
            self.room += 1;
        }
    }

    /// Adds a pair.
    #[inline(always)]
    fn come(&mut self, blank: Header, a: u64, b: u64, trail: &mut Trail) -> Outcome {
        let Some(home) = self.home(a) else {
            return self.add_two_elsewhere(blank.rel(), a, b, trail);
        };
        let Some(node) = self.nodes.get_mut(home as usize) else {
            return Outcome::RelationFull;
        };
        if node.same != NIL {
            return match node.words[1] == b {
                true => Outcome::There,
                false => node.replace_value(blank, home, b, trail),
            };
        }
        if self.room == 0 || !trail.push_header(blank.with(Event::Came, home, 1)) {
            return self.has_no_room();
        }
        node.words[1] = b;
        node.same = home;
        self.room -= 1;
        self.reach = self.reach.max(home);
        Outcome::New
    }

    /// Removes a pair.
    #[inline(always)]
    fn leave_two(&mut self, blank: Header, a: u64, b: u64, trail: &mut Trail) -> Removal {
        let Some(home) = self.home(a) else {
            return self.remove_listed_two(blank.rel(), a, b, trail);
        };
        let Some(node) = self.nodes.get_mut(home as usize) else {
            return Removal::NotThere;
        };
        if node.same == NIL || node.words[1] != b {
            return Removal::NotThere;
        }
        let Ok([value, _]) = trail.push(blank.with(Event::Left, home, 2)) else {
            return Removal::TrailFull;
        };
        *value = b;
        node.same = NIL;
        self.room += 1;
        Removal::Done
    }

    /// Takes a pair out of its home: one that came, or that left before that was undone.
    #[inline(always)]
    pub(super) fn undo_come(&mut self, home: u32) {
        if let Some(node) = self.nodes.get_mut(home as usize) {
            node.same = NIL;
            self.room += 1;
        }
    }

    /// Puts a pair back into its home. What stands there in its place moves to the trail.
    #[inline(always)]
    pub(super) fn undo_leave(&mut self, home: u32, entry: &mut [u64]) {
        if let (Some(node), Some(value)) = (self.nodes.get_mut(home as usize), entry.first_mut()) {
            core::mem::swap(&mut node.words[1], value);
            node.same = home;
            self.room -= 1;
        }
    }
}

/// The same with the hash, on a trail that keeps it.
impl Relation {
    pub(super) fn turn_on_hashing(&mut self, rel: RelId, a: u64, trail: &mut Trail) -> Outcome {
        let outcome = self.turn_on(Header::blank(rel), trail, a);
        if outcome == Outcome::New {
            self.hash_in(&[a]);
        }
        outcome
    }

    pub(super) fn come_hashing(&mut self, rel: RelId, a: u64, b: u64, t: &mut Trail) -> Outcome {
        let was = self.value_of(a);
        let outcome = self.come(Header::blank(rel), a, b, t);
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
        let ([a, b], blank) = (row, Header::blank(rel));
        let removal = match self.kind {
            Kind::One => self.turn_off(blank, trail, a),
            _ => self.leave_two(blank, a, b, trail),
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
            Event::TurnedOn => self.off_again(row),
            Event::TurnedOff => self.on_again(row),
            Event::Came => self.undo_come(row),
            _ => self.undo_leave(row, entry),
        }
        match event {
            _ if keeps == Keeps::Nothing => {}
            Event::TurnedOn | Event::TurnedOff => self.hash_turned(row),
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
            Event::TurnedOn => self.on_again(row),
            Event::TurnedOff => self.off_again(row),
            Event::Came => {
                // Its value is still there.
                self.nodes[row as usize].same = row;
                self.room -= 1;
            }
            _ => {
                self.undo_come(row);
                core::mem::swap(&mut self.nodes[row as usize].words[1], &mut entry[0]);
            }
        }
        match event {
            _ if keeps == Keeps::Nothing => {}
            Event::TurnedOn | Event::TurnedOff => self.hash_turned(row),
            Event::Came => self.hash_in_home(row),
            _ => {}
        }
    }

    fn hash_turned(&mut self, word: u32) {
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
