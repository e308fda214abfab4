//! The changes that a search makes most: of relations of one or two columns, on a trail that keeps no sums.
//!
//! They leave the same rows, chains and entries as the general ones in [`change`](super::change), and leave to those
//! whatever is not as usual. So they call nothing: saving registers would cost as much as what they do.

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
            Outcome::RelationFull => Err(Full::Relation(rel)),
            Outcome::TrailFull => Err(Full::Trail),
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

impl Relation {
    /// Adds a row of one column.
    #[inline(always)]
    pub(super) fn add_one(&mut self, rel: RelId, a: u64, trail: &mut Trail) -> Outcome {
        if self.kind != Kind::One || trail.keeps != Keeps::Nothing {
            return self.add_one_slowly(rel, a, trail);
        }
        let Some(bits) = self.small.get_mut((a >> 6) as usize) else {
            return self.add_one_slowly(rel, a, trail);
        };
        if *bits >> (a & 63) & 1 == 1 {
            return Outcome::There;
        }
        *bits ^= 1 << (a & 63);
        let Some(row) = self.take_slot(rel, trail) else {
            flip(&mut self.small, a);
            return self.add_one_slowly(rel, a, trail);
        };
        self.put(row, spread(0, a), [a, 0])
    }

    /// Adds a row of two columns.
    #[inline(always)]
    pub(super) fn add_two(&mut self, rel: RelId, a: u64, b: u64, trail: &mut Trail) -> Outcome {
        if trail.keeps != Keeps::Nothing {
            return self.add_two_slowly(rel, a, b, trail);
        }
        let hash = match self.kind {
            Kind::Two => spread(spread(0, a), b),
            Kind::Pair => spread(0, a),
            _ => return self.add_two_slowly(rel, a, b, trail),
        };
        let mut row = self.heads[self.bucket(hash)];
        while row != NIL {
            let node = &mut self.nodes[row as usize];
            if node.words[0] == a {
                if node.words[1] == b {
                    return Outcome::There;
                }
                match self.quick {
                    Kind::Pair => return node.replace_value(rel, row, b, trail),
                    _ if self.kind == Kind::Pair => {
                        return self.replace_pair(rel, row, a, b, trail);
                    }
                    _ => {}
                }
            }
            row = node.same;
        }
        match self.take_slot(rel, trail) {
            Some(row) => self.put(row, hash, [a, b]),
            None => self.add_two_slowly(rel, a, b, trail),
        }
    }

    #[inline(never)]
    fn add_one_slowly(&mut self, rel: RelId, a: u64, trail: &mut Trail) -> Outcome {
        Outcome::of(self.add(rel, &[a], Some(trail)))
    }

    #[inline(never)]
    fn add_two_slowly(&mut self, rel: RelId, a: u64, b: u64, trail: &mut Trail) -> Outcome {
        Outcome::of(self.add(rel, &[a, b], Some(trail)))
    }

    #[inline(never)]
    fn replace_pair(&mut self, rel: RelId, row: u32, a: u64, b: u64, trail: &mut Trail) -> Outcome {
        let replaced = self.replace(rel, row, &[a, b], Some(trail));
        Outcome::of(replaced.map(|()| Added::Replaced))
    }

    /// Takes the next slot, and notes that a row is added there; nothing, where there is no room for it or the note.
    #[inline(always)]
    fn take_slot(&mut self, rel: RelId, trail: &mut Trail) -> Option<u32> {
        match self.freed {
            NIL => {
                let row = self.fresh + 1;
                if row as usize >= self.nodes.len() {
                    return None;
                }
                let header = Header::new(Event::AddedFresh, rel, row, 1);
                let [_] = trail.push(header).ok()?;
                self.fresh = row;
                Some(row)
            }
            row => {
                let node = self.nodes.get(row as usize)?;
                let header = Header::new(Event::AddedAgain, rel, row, 1);
                let [_] = trail.push(header).ok()?;
                self.freed = node.same;
                Some(row)
            }
        }
    }

    /// Puts a row to the end of all chains.
    #[inline(always)]
    fn put(&mut self, row: u32, hash: u64, words: [u64; 2]) -> Outcome {
        self.len += 1;
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

    /// Undoes the addition of a row. It is the last one in the order, since all later changes have been undone.
    #[inline(always)]
    pub(super) fn undo_put(&mut self, row: u32, fresh: bool) {
        let nodes = &mut *self.nodes;
        let Some(node) = nodes.get_mut(row as usize) else {
            return;
        };
        let Some(head) = self.heads.get_mut(node.bucket as usize) else {
            return;
        };
        if *head != row {
            return self.undo_add_behind(row, fresh);
        }
        *head = node.same;
        match fresh {
            true => self.fresh = row - 1,
            false => {
                node.same = self.freed;
                self.freed = row;
            }
        }
        self.len -= 1;
        if self.kind == Kind::One {
            flip(&mut self.small, node.words[0]);
        }
        let prev = node.link.prev;
        nodes[prev as usize].link.next = NIL;
        nodes[NIL as usize].link.prev = prev;
        if !self.plain {
            self.next_place -= 1;
            self.unlink_others(row);
        }
    }

    #[inline(never)]
    fn undo_add_behind(&mut self, row: u32, fresh: bool) {
        self.undo_add(row, fresh, Keeps::Nothing);
    }

    /// Removes a row of a simple relation; tells whether it did.
    #[inline(always)]
    pub(super) fn take(&mut self, rel: RelId, row: u32, trail: &mut Trail) -> bool {
        let nodes = &mut *self.nodes;
        let node = &mut nodes[row as usize];
        let head = &mut self.heads[node.bucket as usize];
        if *head != row {
            return false;
        }
        let header = Header::new(Event::Removed, rel, row, 4);
        let Ok([note, words @ .., _]) = trail.push::<4>(header) else {
            return false;
        };
        let link = node.link;
        *note = link.to_word();
        *words = node.words;
        if self.kind == Kind::One {
            flip(&mut self.small, node.words[0]);
        }
        *head = node.same;
        node.same = self.freed;
        self.freed = row;
        self.len -= 1;
        nodes[link.prev as usize].link.next = link.next;
        nodes[link.next as usize].link.prev = link.prev;
        true
    }

    /// Undoes the removal of a row of a simple relation, whose entry ends at the height.
    #[inline(never)]
    pub(super) fn undo_take(&mut self, row: u32, trail: &mut Trail, height: u32) {
        let Some([note, words @ .., _]) = trail.last_of::<4>(height) else {
            return;
        };
        let (link, [a, b]) = (Link::from_word(*note), *words);
        let hash = match self.kind {
            Kind::Two => spread(spread(0, a), b),
            _ => spread(0, a),
        };
        let bucket = self.bucket(hash);
        let nodes = &mut *self.nodes;
        let node = &mut nodes[row as usize];
        let head = &mut self.heads[bucket];
        self.freed = node.same;
        *node = Node {
            link,
            same: core::mem::replace(head, row),
            bucket: bucket as u32,
            words: [a, b],
        };
        self.len += 1;
        nodes[link.prev as usize].link.next = row;
        nodes[link.next as usize].link.prev = row;
        if self.kind == Kind::One {
            flip(&mut self.small, a);
        }
    }

    /// Undoes the replacement of a value, whose entry ends at the height.
    #[inline(always)]
    pub(super) fn undo_value(&mut self, row: u32, trail: &mut Trail, height: u32) {
        if let Some([value, _]) = trail.last_of(height) {
            self.nodes[row as usize].words[1] = *value;
        }
    }
}

impl Node {
    /// Replaces the value of a key.
    #[inline(always)]
    fn replace_value(&mut self, rel: RelId, row: u32, value: u64, trail: &mut Trail) -> Outcome {
        let header = Header::new(Event::Replaced, rel, row, 2);
        let Ok([entry, _]) = trail.push(header) else {
            return Outcome::TrailFull;
        };
        *entry = self.words[1];
        self.words[1] = value;
        Outcome::Replaced
    }
}
