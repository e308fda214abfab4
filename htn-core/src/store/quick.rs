//! The changes that a search makes most: of relations of one or two columns, on a trail that keeps no sums.
//!
//! They leave the same rows, chains and entries as the general ones in [`change`](super::change), and leave to those
//! whatever is not as usual. So they call nothing: saving registers would cost as much as what they do. Quicker still
//! are the changes of [`unlisted`](super::unlisted) relations.

use super::change::flip;
use super::hash::spread;
use super::index::Link;
use super::relation::{Kind, Node, Relation};
use super::sums::Keeps;
use super::trail::{Event, Header, Trail};
use super::{Added, Full, NIL};
use crate::tables::RelId;

/// What came of an addition: a byte, which fits a register.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    There,
    Replaced,
    New,
    RelationFull,
    TrailFull,
}

impl Outcome {
    #[inline(always)]
    pub fn result(self, rel: RelId) -> Result<Added, Full> {
        match self {
            Outcome::There => Ok(Added::There),
            Outcome::Replaced => Ok(Added::Replaced),
            Outcome::New => Ok(Added::New),
            _ => Err(self.full(rel)),
        }
    }

    // Apart, or else good and bad ends are looked up in one table.
    #[cold]
    fn full(self, rel: RelId) -> Full {
        match self {
            Outcome::RelationFull => Full::Relation(rel),
            _ => Full::Trail,
        }
    }

    fn of(result: Result<Added, Full>) -> Self {
        match result {
            Ok(Added::There) => Outcome::There,
            Ok(Added::Replaced) => Outcome::Replaced,
            Ok(Added::New) => Outcome::New,
            Err(Full::Relation(_)) => Outcome::RelationFull,
            Err(Full::Trail) => Outcome::TrailFull,
        }
    }
}

/// What came of a removal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Removal {
    NotThere,
    Done,
    TrailFull,
}

impl Removal {
    #[inline(always)]
    pub fn result(self) -> Result<bool, Full> {
        match self {
            Removal::NotThere => Ok(false),
            Removal::Done => Ok(true),
            Removal::TrailFull => Err(Full::Trail),
        }
    }
}

impl Relation {
    /// Adds a row of one column.
    #[inline(never)]
    pub(super) fn add_listed_one(&mut self, rel: RelId, a: u64, trail: &mut Trail) -> Outcome {
        if trail.keeps != Keeps::Nothing {
            return self.add_one_slowly(rel, a, trail);
        }
        // Of the relations of one column, only those of the kind `One` have homes.
        let Some(home) = self.home(a) else {
            return self.add_one_elsewhere(rel, a, trail);
        };
        let Some(node) = self.nodes.get_mut(home as usize) else {
            return Outcome::RelationFull;
        };
        if node.same != NIL {
            return Outcome::There;
        }
        let outcome = self.put_home(rel, home, |_| {}, trail);
        if outcome == Outcome::New {
            flip(&mut self.small, a);
        }
        outcome
    }

    /// Adds a row of two columns.
    #[inline(never)]
    pub(super) fn add_listed_two(
        &mut self,
        rel: RelId,
        a: u64,
        b: u64,
        trail: &mut Trail,
    ) -> Outcome {
        if trail.keeps != Keeps::Nothing {
            return self.add_two_slowly(rel, a, b, trail);
        }
        if self.kind == Kind::Two {
            return self.add_both(rel, a, b, trail);
        }
        // Of the relations of two columns, only those of the kind `Pair` have homes.
        let Some(home) = self.home(a) else {
            return self.add_two_elsewhere(rel, a, b, trail);
        };
        let Some(node) = self.nodes.get_mut(home as usize) else {
            return Outcome::RelationFull;
        };
        if node.same != NIL {
            return match node.words[1] == b {
                true => Outcome::There,
                false if self.plain => node.replace_value(Header::blank(rel), home, b, trail),
                false => self.replace_pair(rel, home, b, trail),
            };
        }
        match self.put_home(rel, home, |node| node.words[1] = b, trail) {
            Outcome::New if !self.plain => self.put_others(home),
            outcome => outcome,
        }
    }

    /// Puts a row to the end of the order, whose home is free; its bit and the other indexes are left to be done.
    #[inline(always)]
    fn put_home(
        &mut self,
        rel: RelId,
        home: u32,
        write: impl FnOnce(&mut Node),
        trail: &mut Trail,
    ) -> Outcome {
        let nodes = &mut *self.nodes;
        let Some(node) = nodes.get_mut(home as usize) else {
            return Outcome::RelationFull;
        };
        if self.room == 0 {
            return Outcome::RelationFull;
        }
        if !trail.push_header(Header::new(Event::AddedHome, rel, home, 1)) {
            return Outcome::TrailFull;
        }
        self.room -= 1;
        self.reach = self.reach.max(home);
        node.same = home;
        write(node);
        let prev = nodes[NIL as usize].link.prev;
        nodes[home as usize].link = Link { prev, next: NIL };
        nodes[NIL as usize].link.prev = home;
        nodes[prev as usize].link.next = home;
        Outcome::New
    }

    #[inline(never)]
    fn add_one_elsewhere(&mut self, rel: RelId, a: u64, trail: &mut Trail) -> Outcome {
        let (Kind::One, Some(bits)) = (self.kind, self.small.get_mut((a >> 6) as usize)) else {
            return self.add_one_slowly(rel, a, trail);
        };
        if *bits >> (a & 63) & 1 == 1 {
            return Outcome::There;
        }
        *bits ^= 1 << (a & 63);
        let Some(row) = self.take_slot(rel, Some(a), trail) else {
            flip(&mut self.small, a);
            return self.add_one_slowly(rel, a, trail);
        };
        self.put(row, spread(0, a), [a, 0])
    }

    /// Adds a row of two columns of which none is a key by itself.
    #[inline(never)]
    fn add_both(&mut self, rel: RelId, a: u64, b: u64, trail: &mut Trail) -> Outcome {
        if self.find_two(a, b) != NIL {
            return Outcome::There;
        }
        match self.take_slot(rel, None, trail) {
            Some(row) => self.put(row, spread(spread(0, a), b), [a, b]),
            None => self.add_two_slowly(rel, a, b, trail),
        }
    }

    /// Adds a row of a key that has no home.
    #[inline(never)]
    pub(super) fn add_two_elsewhere(
        &mut self,
        rel: RelId,
        a: u64,
        b: u64,
        trail: &mut Trail,
    ) -> Outcome {
        if self.kind != Kind::Pair {
            return self.add_two_slowly(rel, a, b, trail);
        }
        let hash = spread(0, a);
        let mut row = self.heads[self.bucket(hash)];
        while row != NIL {
            let node = &mut self.nodes[row as usize];
            if node.words[0] == a {
                return match node.words[1] == b {
                    true => Outcome::There,
                    false if self.plain => node.replace_value(Header::blank(rel), row, b, trail),
                    false => self.replace_pair(rel, row, b, trail),
                };
            }
            row = node.same;
        }
        match self.take_slot(rel, None, trail) {
            Some(row) => self.put(row, hash, [a, b]),
            None => self.add_two_slowly(rel, a, b, trail),
        }
    }

    #[inline(never)]
    pub(super) fn add_one_slowly(&mut self, rel: RelId, a: u64, trail: &mut Trail) -> Outcome {
        match self.is_bare(trail.keeps) && self.is_small(a) {
            true => self.turn_on_hashing(rel, a, trail),
            false => Outcome::of(self.add(rel, &[a], Some(trail))),
        }
    }

    #[inline(never)]
    fn add_two_slowly(&mut self, rel: RelId, a: u64, b: u64, trail: &mut Trail) -> Outcome {
        match self.is_bare(trail.keeps) && self.home(a).is_some() {
            true => self.come_hashing(rel, a, b, trail),
            false => Outcome::of(self.add(rel, &[a, b], Some(trail))),
        }
    }

    /// Replaces the value of a key where there are other indexes.
    #[inline(never)]
    fn replace_pair(&mut self, rel: RelId, row: u32, b: u64, trail: &mut Trail) -> Outcome {
        let header = Header::new(Event::Replaced, rel, row, 3 + self.indexes.len());
        let Ok([key, value, notes @ ..]) = trail.push_run(header) else {
            return Outcome::TrailFull;
        };
        let node = &mut self.nodes[row as usize];
        let old = node.words;
        [*key, *value] = old;
        node.words[1] = b;
        let new = node.words;
        for (index, note) in self.indexes.iter_mut().zip(notes) {
            if let Some(was) = index.rebucket(row, &old, &new, &self.places) {
                *note = was.to_word();
            }
        }
        Outcome::Replaced
    }

    /// Takes the next slot above the homes, and notes that a row is added there, and its word if it is a single
    /// one; nothing, where there is no room for it or the note.
    #[inline(always)]
    fn take_slot(&mut self, rel: RelId, single: Option<u64>, trail: &mut Trail) -> Option<u32> {
        if self.room == 0 {
            return None;
        }
        let (row, event) = match self.freed {
            NIL => (self.fresh + 1, Event::AddedFresh),
            row => (row, Event::AddedAgain),
        };
        let node = self.nodes.get(row as usize)?;
        if !trail.push_added(event, rel, row, single) {
            return None;
        }
        match event {
            Event::AddedFresh => self.fresh = row,
            _ => self.freed = node.same,
        }
        Some(row)
    }

    /// Puts a row to the end of all chains.
    #[inline(always)]
    fn put(&mut self, row: u32, hash: u64, words: [u64; 2]) -> Outcome {
        self.room -= 1;
        let bucket = self.bucket(hash);
        let head = &mut self.heads[bucket];
        let same = *head;
        *head = row;
        let nodes = &mut *self.nodes;
        let node = &mut nodes[row as usize];
        node.words = words;
        node.same = same;
        node.bucket = bucket as u32;
        let prev = nodes[NIL as usize].link.prev;
        nodes[row as usize].link = Link { prev, next: NIL };
        nodes[NIL as usize].link.prev = row;
        nodes[prev as usize].link.next = row;
        match self.plain {
            true => Outcome::New,
            false => self.put_others(row),
        }
    }

    #[inline(never)]
    fn put_others(&mut self, row: u32) -> Outcome {
        self.append(row);
        Outcome::New
    }

    /// Removes a row of one column.
    #[inline(never)]
    pub(super) fn remove_listed_one(&mut self, rel: RelId, a: u64, trail: &mut Trail) -> Removal {
        if !self.contains(&[a]) {
            return Removal::NotThere;
        }
        if self.is_bare(trail.keeps) && self.is_small(a) {
            return self.leave_bare(rel, [a, 0], trail);
        }
        let row = match self.home(a) {
            Some(home) => home,
            None => self.find(&[a]),
        };
        self.remove_found(rel, row, trail)
    }

    /// Removes a row of two columns.
    #[inline(never)]
    pub(super) fn remove_listed_two(
        &mut self,
        rel: RelId,
        a: u64,
        b: u64,
        trail: &mut Trail,
    ) -> Removal {
        let row = match self.quick {
            Kind::Two => self.find_two(a, b),
            _ => self.find(&[a, b]),
        };
        match row {
            NIL => Removal::NotThere,
            _ => self.remove_found(rel, row, trail),
        }
    }

    /// Removes a row, which is there.
    #[inline(always)]
    pub(super) fn remove_found(&mut self, rel: RelId, row: u32, trail: &mut Trail) -> Removal {
        match self.quick != Kind::Other
            && trail.keeps == Keeps::Nothing
            && !self.unlisted
            && self.take(rel, row, trail)
        {
            true => Removal::Done,
            false => self.remove_slowly(rel, row, trail),
        }
    }

    #[inline(never)]
    fn remove_slowly(&mut self, rel: RelId, row: u32, trail: &mut Trail) -> Removal {
        let words = self.nodes[row as usize].words;
        let is_bare = self.is_bare(trail.keeps)
            && match self.kind {
                Kind::One => self.is_small(words[0]),
                _ => self.is_home(row),
            };
        if is_bare {
            return self.leave_bare(rel, words, trail);
        }
        match self.remove(rel, row, Some(trail)) {
            Ok(()) => Removal::Done,
            Err(_) => Removal::TrailFull,
        }
    }

    /// Removes a row of a simple relation; tells whether it did.
    #[inline(always)]
    fn take(&mut self, rel: RelId, row: u32, trail: &mut Trail) -> bool {
        if !self.is_home(row) {
            return self.take_elsewhere(rel, row, trail);
        }
        let nodes = &mut *self.nodes;
        let Some(node) = nodes.get_mut(row as usize) else {
            return false;
        };
        let Some(link) = node.note_removal(rel, row, trail) else {
            return false;
        };
        node.same = NIL;
        self.room += 1;
        nodes[link.prev as usize].link.next = link.next;
        nodes[link.next as usize].link.prev = link.prev;
        if self.kind == Kind::One {
            flip(&mut self.small, u64::from(row).wrapping_sub(1));
        }
        true
    }

    /// The same for a row that has no home.
    #[inline(always)]
    fn take_elsewhere(&mut self, rel: RelId, row: u32, trail: &mut Trail) -> bool {
        let nodes = &mut *self.nodes;
        let node = &mut nodes[row as usize];
        let head = &mut self.heads[node.bucket as usize];
        if *head != row {
            return false;
        }
        let Some(link) = node.note_removal(rel, row, trail) else {
            return false;
        };
        if self.kind == Kind::One {
            flip(&mut self.small, node.words[0]);
        }
        *head = node.same;
        node.same = self.freed;
        self.freed = row;
        self.room += 1;
        nodes[link.prev as usize].link.next = link.next;
        nodes[link.next as usize].link.prev = link.prev;
        true
    }
}

impl Node {
    /// Makes the entry of a row that is removed; returns its link, or nothing where there is no room.
    #[inline(always)]
    fn note_removal(&self, rel: RelId, row: u32, trail: &mut Trail) -> Option<Link> {
        let header = Header::new(Event::Removed, rel, row, 4);
        let [note, words @ .., _] = trail.push::<4>(header).ok()?;
        *note = self.link.to_word();
        *words = self.words;
        Some(self.link)
    }

    /// Replaces the value of a key.
    #[inline(always)]
    pub(super) fn replace_value(
        &mut self,
        blank: Header,
        row: u32,
        value: u64,
        trail: &mut Trail,
    ) -> Outcome {
        let Ok([entry, _]) = trail.push(blank.with(Event::Replaced, row, 2)) else {
            return Outcome::TrailFull;
        };
        *entry = self.words[1];
        self.words[1] = value;
        Outcome::Replaced
    }
}
