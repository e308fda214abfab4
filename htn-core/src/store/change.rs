//! How the rows of a relation change, and how each change is undone and done again.
//!
//! Undoing brings back everything: slots, chains, the stack of free slots, hash and stamp. Doing again what was just
//! undone does so too, and with nothing but the trail: an entry for a removed row *swaps* its words with those in the
//! slot. So what a later change had left in that slot moves to the trail while its row is back, and is there again
//! when it is needed; a row that is added again finds its words in its slot.
//!
//! Only within a bucket of keys may rows come back in another order, since nobody can see it.
//!
//! What an entry holds: of a removed row its link in the order, its links in the other indexes, its place where rows
//! move, and its words; of a replaced row its words, and its links in the other indexes where rows move. Of a key and its
//! value without other indexes, the value alone.

use super::index::Link;
use super::relation::{Kind, Relation, SHORT};
use super::sums::{Change, Keeps, Sums};
use super::trail::{Event, Header, Trail};
use super::{Added, Full, NIL};
use crate::tables::RelId;

impl Relation {
    #[inline(never)]
    pub(super) fn add(
        &mut self,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<Added, Full> {
        self.add_as(self.kind, rel, words, trail)
    }

    #[inline(always)]
    fn add_as(
        &mut self,
        kind: Kind,
        rel: RelId,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<Added, Full> {
        let bucket = self.bucket_of(kind, words);
        match self.bit(kind, words) {
            Some(true) => return Ok(Added::There),
            Some(false) => {}
            None => {
                let row = self.find_in(kind, bucket, words);
                if row != NIL {
                    return self.add_to(kind, rel, row, words, trail);
                }
            }
        }
        if self.room == 0 {
            return Err(Full::Relation(rel));
        }
        let home = words.first().and_then(|&word| self.home(word));
        let (row, event) = match (home, self.freed) {
            (Some(home), _) => (home, Event::AddedHome),
            (None, NIL) => (self.fresh + 1, Event::AddedFresh),
            (None, freed) => (freed, Event::AddedAgain),
        };
        let mut keeps = Keeps::HashAndStamp;
        if let Some(trail) = trail {
            let single = match (kind, event, words) {
                (Kind::One, Event::AddedFresh | Event::AddedAgain, &[word]) => Some(word),
                _ => None,
            };
            if !trail.push_added(event, rel, row, single) {
                return Err(Full::Trail);
            }
            keeps = trail.keeps;
        }
        let short = match (kind, words) {
            (Kind::One, &[a]) => Some([a, 0]),
            (Kind::Two | Kind::Pair, &[a, b]) => Some([a, b]),
            _ => {
                self.stored_mut(row)[..words.len()].copy_from_slice(words);
                None
            }
        };
        self.enter(row, event, bucket, short, keeps);
        Ok(Added::New)
    }

    /// Adds the words of a row of the same key.
    #[inline(always)]
    fn add_to(
        &mut self,
        kind: Kind,
        rel: RelId,
        row: u32,
        words: &[u64],
        trail: Option<&mut Trail>,
    ) -> Result<Added, Full> {
        let there = match (kind, words) {
            (Kind::One | Kind::Two, _) => true,
            (Kind::Pair, &[_, b]) => self.nodes[row as usize].words[1] == b,
            _ => self.row(row) == words,
        };
        if there {
            return Ok(Added::There);
        }
        match (kind, words, trail) {
            (Kind::Pair, &[_, b], Some(trail)) if self.quick == Kind::Pair => {
                let keeps = trail.keeps;
                let [value, _] = trail.push(Header::new(Event::Replaced, rel, row, 2))?;
                *value = b;
                self.swap_value(row, value, keeps, false);
            }
            (_, _, trail) => self.replace(rel, row, words, trail)?,
        }
        Ok(Added::Replaced)
    }

    /// Does again an addition that was just undone. The words are still there.
    fn redo_add(&mut self, row: u32, event: Event, keeps: Keeps) {
        let bucket = self.bucket_of(self.kind, self.row(row));
        self.enter(row, event, bucket, None, keeps);
    }

    /// Takes the slot, and puts its row to the end of all chains.
    #[inline(always)]
    fn enter(
        &mut self,
        row: u32,
        event: Event,
        bucket: usize,
        short: Option<[u64; SHORT]>,
        keeps: Keeps,
    ) {
        let node = &mut self.nodes[row as usize];
        match event {
            Event::AddedHome => self.reach = self.reach.max(row),
            Event::AddedFresh => self.fresh = row,
            _ => self.freed = node.same,
        }
        if let Some(words) = short {
            node.words = words;
        }
        let prev = self.nodes[NIL as usize].link.prev;
        self.link(row, bucket, Link { prev, next: NIL });
        if !self.plain {
            self.append(row);
        }
        if keeps != Keeps::Nothing {
            self.sum(row, keeps, Change::added, Sums::take_in);
        }
    }

    #[inline(always)]
    pub(super) fn undo_add(&mut self, row: u32, event: Event, keeps: Keeps) {
        if keeps != Keeps::Nothing {
            self.sum(row, keeps, Change::added, Sums::take_back);
        }
        if !self.plain {
            self.unlink_others(row);
            self.next_place -= 1;
        }
        self.unlink(row);
        match event {
            Event::AddedFresh => self.fresh = row - 1,
            _ => self.give_back(row),
        }
    }

    /// Removes a row, which is there.
    #[inline(always)]
    pub(super) fn remove(
        &mut self,
        rel: RelId,
        row: u32,
        trail: Option<&mut Trail>,
    ) -> Result<(), Full> {
        let mut keeps = Keeps::HashAndStamp;
        if let Some(trail) = trail {
            keeps = trail.keeps;
            match self.quick != Kind::Other {
                true => {
                    let header = Header::new(Event::Removed, rel, row, 4);
                    let [note, words @ .., _] = trail.push::<4>(header)?;
                    let node = self.nodes[row as usize];
                    *note = node.link.to_word();
                    *words = node.words;
                }
                false => self.unlink_others_noting(rel, row, trail)?,
            }
        } else if !self.plain {
            self.unlink_others(row);
        }
        self.leave(row, keeps);
        Ok(())
    }

    /// Takes a row out of the order and the key, and gives its slot back.
    #[inline(always)]
    fn leave(&mut self, row: u32, keeps: Keeps) {
        if keeps != Keeps::Nothing {
            self.sum(row, keeps, Change::removed, Sums::take_in);
        }
        self.unlink(row);
        self.give_back(row);
    }

    /// Undoes a removal.
    #[inline(always)]
    fn undo_remove(&mut self, row: u32, entry: &mut [u64], keeps: Keeps) {
        let note = match self.quick != Kind::Other {
            true => {
                let Some([note, words @ ..]) = entry.first_chunk_mut::<3>() else {
                    return;
                };
                core::mem::swap(&mut self.nodes[row as usize].words, words);
                *note
            }
            false => self.relink_others(row, entry),
        };
        let words = &self.nodes[row as usize].words;
        let bucket = match self.kind {
            Kind::One | Kind::Pair => self.bucket_of(Kind::One, words),
            Kind::Two => self.bucket_of(Kind::Two, words),
            Kind::Other => self.bucket_of(Kind::Other, self.row(row)),
        };
        if !self.is_home(row) {
            self.freed = self.nodes[row as usize].same;
        }
        self.link(row, bucket, Link::from_word(note));
        if keeps != Keeps::Nothing {
            self.sum(row, keeps, Change::removed, Sums::take_back);
        }
    }

    /// Does again a removal that was just undone.
    fn redo_remove(&mut self, row: u32, entry: &mut [u64], keeps: Keeps) {
        if !self.plain {
            self.unlink_others(row);
        }
        self.leave(row, keeps);
        self.swap_record(row, entry);
    }

    #[inline(always)]
    fn undo_replace(&mut self, row: u32, entry: &mut [u64], keeps: Keeps) {
        match (self.quick, entry) {
            (Kind::Other, entry) => self.replace_back(row, entry, keeps),
            (_, [value, ..]) => self.swap_value(row, value, keeps, true),
            (_, []) => {}
        }
    }

    fn redo_replace(&mut self, row: u32, entry: &mut [u64], keeps: Keeps) {
        match (self.quick, entry) {
            (Kind::Other, entry) => self.replace_with(row, entry, keeps),
            (_, [value, ..]) => self.swap_value(row, value, keeps, false),
            (_, []) => {}
        }
    }

    /// Swaps the value of a key with that on the trail.
    #[inline(always)]
    fn swap_value(&mut self, row: u32, value: &mut u64, keeps: Keeps, back: bool) {
        if keeps != Keeps::Nothing {
            self.sum_value(row, *value, keeps, back);
        }
        core::mem::swap(&mut self.nodes[row as usize].words[1], value);
    }

    /// Undoes the change of which the entry has this header.
    #[inline(never)]
    pub(super) fn undo(&mut self, header: Header, entry: &mut [u64], keeps: Keeps) {
        let row = header.row();
        match header.event() {
            event @ (Event::AddedHome | Event::AddedFresh | Event::AddedAgain) => {
                self.undo_add(row, event, keeps)
            }
            Event::Removed => self.undo_remove(row, entry, keeps),
            Event::Replaced => self.undo_replace(row, entry, keeps),
            Event::TurnedOn | Event::TurnedOff | Event::Came | Event::Left => {
                self.undo_bare(header, entry, keeps)
            }
            Event::Foreign => {}
        }
    }

    /// Does again a change that was just undone.
    pub(super) fn redo(&mut self, header: Header, entry: &mut [u64], keeps: Keeps) {
        let row = header.row();
        match header.event() {
            event @ (Event::AddedHome | Event::AddedFresh | Event::AddedAgain) => {
                self.redo_add(row, event, keeps)
            }
            Event::Removed => self.redo_remove(row, entry, keeps),
            Event::Replaced => self.redo_replace(row, entry, keeps),
            Event::TurnedOn | Event::TurnedOff | Event::Came | Event::Left => {
                self.redo_bare(header, entry, keeps)
            }
            Event::Foreign => {}
        }
    }

    /// Puts a row between two neighbours in the order, and into a bucket of keys if it has no home.
    #[inline(always)]
    fn link(&mut self, row: u32, bucket: usize, link: Link) {
        let is_home = self.is_home(row);
        let node = &mut self.nodes[row as usize];
        node.link = link;
        node.same = row;
        if !is_home {
            node.same = core::mem::replace(&mut self.heads[bucket], row);
            node.bucket = bucket as u32;
        }
        if self.kind == Kind::One {
            flip(&mut self.small, node.words[0]);
        }
        self.nodes[link.prev as usize].link.next = row;
        self.nodes[link.next as usize].link.prev = row;
        self.room -= 1;
    }

    /// Takes a row out of the order and out of its bucket of keys.
    #[inline(always)]
    fn unlink(&mut self, row: u32) {
        let is_home = self.is_home(row);
        let node = &mut self.nodes[row as usize];
        let (link, same) = (node.link, node.same);
        if self.kind == Kind::One {
            flip(&mut self.small, node.words[0]);
        }
        if is_home {
            node.same = NIL;
        } else {
            let head = &mut self.heads[node.bucket as usize];
            match *head {
                first if first == row => *head = same,
                first => self.unlink_behind(first, row, same),
            }
        }
        self.nodes[link.prev as usize].link.next = link.next;
        self.nodes[link.next as usize].link.prev = link.prev;
        self.room += 1;
    }

    /// Takes a row out of its bucket of keys, of which it is not the first.
    #[inline(never)]
    fn unlink_behind(&mut self, first: u32, row: u32, same: u32) {
        let mut before = first;
        while self.nodes[before as usize].same != row {
            before = self.nodes[before as usize].same;
        }
        self.nodes[before as usize].same = same;
    }

    /// Leaves a slot to whoever comes next, unless it is a home.
    #[inline(always)]
    fn give_back(&mut self, row: u32) {
        if !self.is_home(row) {
            self.nodes[row as usize].same = self.freed;
            self.freed = row;
        }
    }

    /// Brings the sums up to date with a row that comes or goes, while it is in its slot.
    #[cold]
    #[inline(never)]
    fn sum(
        &mut self,
        row: u32,
        keeps: Keeps,
        change: fn(u64) -> Change,
        take: fn(&mut Sums, Keeps, Change),
    ) {
        let change = change(self.hash_of(row));
        take(&mut self.sums, keeps, change);
    }

    /// The same for a value that changes places with another one, before it does.
    #[cold]
    #[inline(never)]
    fn sum_value(&mut self, row: u32, value: u64, keeps: Keeps, back: bool) {
        let (here, there) = (
            self.hash_of(row),
            self.hash_words(&[self.word(row, 0), value]),
        );
        match back {
            false => self.sums.take_in(keeps, Change::replaced(here, there)),
            true => self.sums.take_back(keeps, Change::replaced(there, here)),
        }
    }
}

/// Notes that a row comes or goes, where a bit says so.
#[inline(always)]
pub(super) fn flip(small: &mut [u64], word: u64) {
    if let Some(bits) = small.get_mut((word >> 6) as usize) {
        *bits ^= 1 << (word & 63);
    }
}
