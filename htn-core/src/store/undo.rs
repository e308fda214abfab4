//! Going back along the trail, and forth again.
//!
//! The changes of [`quick`](super::quick) are undone as quickly here; what is not as usual is left to
//! [`change`](super::change).

use super::change::flip;
use super::hash::spread;
use super::index::Link;
use super::relation::{Kind, Relation};
use super::sums::Keeps;
use super::trail::{Event, Header};
use super::{Foreign, NIL, Store, Trail};

impl Store {
    /// Undoes what is above the mark, newest first, and cuts it off the trail: as far as is granted, which each entry
    /// takes one off. Foreign entries are handed back.
    #[inline]
    pub fn undo_within(
        &mut self,
        trail: &mut Trail,
        mark: u32,
        granted: &mut i64,
        each: &mut impl FnMut(Foreign),
    ) {
        trail.note_height();
        if trail.keeps == Keeps::Nothing {
            let most = usize::try_from(*granted).unwrap_or(0);
            let undone = self.undo_flips(trail.last_above(mark, most));
            *granted -= undone as i64;
            trail.cut(trail.mark() - undone as u32);
        }
        if trail.mark() > mark && *granted > 0 {
            self.undo_any(trail, mark, granted, each);
        }
    }

    /// Undoes the last of these entries, as long as they are flips; returns how many. They are one word each, so one
    /// number says how far it is.
    #[inline(always)]
    fn undo_flips(&mut self, entries: &[u64]) -> usize {
        let mut rest = entries;
        while let [below @ .., word] = rest
            && let header = Header::of(*word)
            && header.is_flip()
        {
            rest = below;
            if let Some(relation) = self.relations.get_mut(header.rel().0 as usize) {
                relation.flip_back(header.row());
            }
        }
        entries.len() - rest.len()
    }

    // One loop for all of them, since for most there is less to be done than a call costs.
    #[inline(never)]
    fn undo_any(
        &mut self,
        trail: &mut Trail,
        mark: u32,
        granted: &mut i64,
        each: &mut impl FnMut(Foreign),
    ) {
        let keeps = trail.keeps;
        let relations = &mut *self.relations;
        let mut left = *granted as u64;
        let mut entries = trail.above(mark);
        while left != 0
            && let Some((last, below)) = core::mem::take(&mut entries).split_last_mut()
        {
            left -= 1;
            let header = Header::of(*last);
            let (rest, entry) = header.split_off(below);
            entries = rest;
            if header.event() == Event::Foreign {
                each(header.foreign(entry));
            } else if let Some(relation) = relations.get_mut(header.rel().0 as usize) {
                relation.undo_quickly(header, entry, keeps);
            }
        }
        let height = mark + entries.len() as u32;
        *granted = left as i64;
        trail.cut(height);
    }

    /// Undoes the entry that ends at the height, of which there is one, and leaves it on the trail; returns where it
    /// begins. Foreign entries are passed over. Until all that was undone so has been done again, nothing else may
    /// change.
    pub fn step_back(&mut self, trail: &mut Trail, height: u32) -> u32 {
        let header = trail.before(height);
        let below = height - header.size() as u32;
        if let Some(relation) = self.relations.get_mut(header.rel().0 as usize) {
            let keeps = trail.keeps;
            relation.undo_quickly(header, trail.entry(height), keeps);
        }
        trail.turn(below, height);
        below
    }

    /// Does again the entry that begins at the height, of which there is one and which was undone by
    /// [`step_back`](Store::step_back); returns where it ends.
    pub fn step_forward(&mut self, trail: &mut Trail, height: u32) -> u32 {
        let header = trail.after(height);
        let end = height + header.size() as u32;
        trail.turn(height, end);
        if let Some(relation) = self.relations.get_mut(header.rel().0 as usize) {
            let keeps = trail.keeps;
            relation.redo(header, trail.entry(end), keeps);
        }
        end
    }
}

impl Relation {
    /// Undoes the change of which the entry has this header.
    #[inline(always)]
    fn undo_quickly(&mut self, header: Header, entry: &mut [u64], keeps: Keeps) {
        let row = header.row();
        match header.event() {
            _ if keeps != Keeps::Nothing => self.undo(header, entry, keeps),
            Event::Flipped => self.flip_back(row),
            Event::Came => self.undo_come(row),
            Event::Left => self.undo_leave(row, entry),
            Event::AddedHome => self.undo_put_home(row),
            event @ (Event::AddedFresh | Event::AddedAgain) => self.undo_put(row, event),
            _ if self.quick == Kind::Other => self.undo(header, entry, keeps),
            Event::Removed => self.undo_take(row, entry),
            Event::Replaced => self.undo_value(row, entry),
            Event::Foreign => {}
        }
    }

    /// Undoes the addition of a row in its home. It is the last one in the order, since all later changes have been
    /// undone.
    #[inline(always)]
    fn undo_put_home(&mut self, home: u32) {
        let nodes = &mut *self.nodes;
        let Some(node) = nodes.get_mut(home as usize) else {
            return;
        };
        node.same = NIL;
        let prev = node.link.prev;
        nodes[NIL as usize].link.prev = prev;
        nodes[prev as usize].link.next = NIL;
        self.len -= 1;
        if self.quick == Kind::One {
            flip(&mut self.small, u64::from(home).wrapping_sub(1));
        } else if self.quick == Kind::Other {
            self.undo_put_others(home);
        }
    }

    /// The same for a row that has no home.
    #[inline(never)]
    fn undo_put(&mut self, row: u32, event: Event) {
        let nodes = &mut *self.nodes;
        let Some(node) = nodes.get_mut(row as usize) else {
            return;
        };
        let Some(head) = self.heads.get_mut(node.bucket as usize) else {
            return;
        };
        if *head != row {
            return self.undo_add(row, event, Keeps::Nothing);
        }
        *head = node.same;
        match event {
            Event::AddedFresh => self.fresh = row - 1,
            _ => {
                node.same = self.freed;
                self.freed = row;
            }
        }
        let (prev, word) = (node.link.prev, node.words[0]);
        nodes[prev as usize].link.next = NIL;
        nodes[NIL as usize].link.prev = prev;
        self.len -= 1;
        match self.quick {
            Kind::One => flip(&mut self.small, word),
            Kind::Other => self.undo_put_others(row),
            Kind::Two | Kind::Pair => {}
        }
    }

    #[inline(never)]
    fn undo_put_others(&mut self, row: u32) {
        if self.kind == Kind::One {
            flip(&mut self.small, self.nodes[row as usize].words[0]);
        }
        if !self.plain {
            self.next_place -= 1;
            self.unlink_others(row);
        }
    }

    /// Undoes the removal of a row of a simple relation.
    #[inline(always)]
    fn undo_take(&mut self, row: u32, entry: &mut [u64]) {
        let is_home = self.is_home(row);
        let (Some([note, _, value]), Some(node)) = (
            entry.first_chunk_mut::<3>(),
            self.nodes.get_mut(row as usize),
        ) else {
            return;
        };
        if !is_home {
            return self.undo_take_elsewhere(row, entry);
        }
        core::mem::swap(&mut node.words[1], value);
        node.same = row;
        self.relink(row, Link::from_word(*note));
        if self.kind == Kind::One {
            flip(&mut self.small, u64::from(row).wrapping_sub(1));
        }
    }

    /// The same for a row that has no home.
    #[inline(never)]
    fn undo_take_elsewhere(&mut self, row: u32, entry: &mut [u64]) {
        let Some([note, words @ ..]) = entry.first_chunk_mut::<3>() else {
            return;
        };
        let node = &mut self.nodes[row as usize];
        core::mem::swap(&mut node.words, words);
        let [a, b] = node.words;
        let hash = match self.kind {
            Kind::Two => spread(spread(0, a), b),
            _ => spread(0, a),
        };
        let bucket = (hash >> self.key_shift) as usize;
        self.freed = node.same;
        node.same = core::mem::replace(&mut self.heads[bucket], row);
        node.bucket = bucket as u32;
        self.relink(row, Link::from_word(*note));
        if self.kind == Kind::One {
            flip(&mut self.small, a);
        }
    }

    /// Puts a row back between its neighbours in the order.
    #[inline(always)]
    fn relink(&mut self, row: u32, link: Link) {
        let nodes = &mut *self.nodes;
        nodes[row as usize].link = link;
        nodes[link.prev as usize].link.next = row;
        nodes[link.next as usize].link.prev = row;
        self.len += 1;
    }

    /// Undoes the replacement of a value.
    #[inline(always)]
    fn undo_value(&mut self, row: u32, entry: &mut [u64]) {
        if let (Some(value), Some(node)) = (entry.first_mut(), self.nodes.get_mut(row as usize)) {
            core::mem::swap(&mut node.words[1], value);
        }
    }
}
