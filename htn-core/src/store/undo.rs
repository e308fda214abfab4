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

/// What has changes on the trail besides the facts.
pub trait Others {
    /// Undoes what an entry says.
    fn undo(&mut self, entry: Foreign);
}

impl Store {
    /// Undoes what is above the mark, newest first, and cuts it off the trail: as far as is granted, which each entry
    /// takes one off. Foreign entries are handed back.
    // Most of what is undone is bits. Whatever else there is comes last, so that nothing is kept across a call.
    #[inline]
    pub fn undo_within(
        &mut self,
        trail: &mut Trail,
        mark: u32,
        granted: &mut i64,
        others: &mut impl Others,
    ) {
        trail.note_height();
        // Entries have a word at least.
        let words = i64::from(trail.mark()) - i64::from(mark);
        if *granted < words || trail.keeps != Keeps::Nothing {
            return self.undo_carefully(trail, mark, granted, others);
        }
        let Some(entries) = trail.above(mark) else {
            return;
        };
        let rest = self.undo_bits(entries).len();
        let height = mark + rest as u32;
        *granted -= words - rest as i64;
        trail.cut(height);
        if height > mark {
            self.undo_any(trail, mark, granted, others);
        }
    }

    /// The same where there is not enough granted, or where sums are kept.
    #[inline(never)]
    fn undo_carefully(
        &mut self,
        trail: &mut Trail,
        mark: u32,
        granted: &mut i64,
        others: &mut impl Others,
    ) {
        let mark = trail.below(*granted, mark);
        match trail.keeps {
            Keeps::Nothing => self.undo_any(trail, mark, granted, others),
            _ => self.undo_summing(trail, mark, granted, others),
        }
    }

    /// Undoes the last of these entries, as long as they are about bits, which have a word each; returns the rest.
    #[inline(always)]
    fn undo_bits<'t>(&mut self, entries: &'t [u64]) -> &'t [u64] {
        let mut rest = entries;
        loop {
            let on = self.undo_alike(rest, Event::TurnedOn, Relation::off_again);
            let off = self.undo_alike(on, Event::TurnedOff, Relation::on_again);
            if off.is_empty() || off.len() == rest.len() {
                return off;
            }
            rest = off;
        }
    }

    /// The same for one kind of them.
    #[inline(always)]
    fn undo_alike<'t>(
        &mut self,
        entries: &'t [u64],
        event: Event,
        undo: impl Fn(&mut Relation, u32),
    ) -> &'t [u64] {
        let mut rest = entries;
        while let [below @ .., word] = rest
            && let header = Header::of(*word)
            && header.is_short(event)
        {
            rest = below;
            if let Some(relation) = self.relations.get_mut(header.rel().0 as usize) {
                undo(relation, header.row());
            }
        }
        rest
    }

    // One loop for all of them, since for most there is less to be done than a call costs.
    #[inline(never)]
    fn undo_any(
        &mut self,
        trail: &mut Trail,
        mark: u32,
        granted: &mut i64,
        others: &mut impl Others,
    ) {
        let Some(mut entries) = trail.above(mark) else {
            return;
        };
        let mut undone = 0;
        while let [below @ .., last] = entries {
            let header = Header::of(*last);
            let (rest, entry) = header.split_off(below);
            if header.event() == Event::Foreign {
                others.undo(header.foreign(entry));
            } else if let Some(relation) = self.relations.get_mut(header.rel().0 as usize) {
                relation.undo_quickly(header, entry);
            }
            let left = self.undo_bits(rest).len();
            undone += 1 + (rest.len() - left) as i64;
            entries = rest.get_mut(..left).unwrap_or_default();
        }
        *granted -= undone;
        trail.cut(mark);
    }

    /// The same on a trail that keeps sums.
    #[inline(never)]
    fn undo_summing(
        &mut self,
        trail: &mut Trail,
        mark: u32,
        granted: &mut i64,
        others: &mut impl Others,
    ) {
        let keeps = trail.keeps;
        let Some(mut entries) = trail.above(mark) else {
            return;
        };
        while let [below @ .., last] = entries {
            *granted -= 1;
            let header = Header::of(*last);
            let (rest, entry) = header.split_off(below);
            entries = rest;
            if header.event() == Event::Foreign {
                others.undo(header.foreign(entry));
            } else if let Some(relation) = self.relations.get_mut(header.rel().0 as usize) {
                relation.undo(header, entry, keeps);
            }
        }
        trail.cut(mark);
    }

    /// Undoes the entry that ends at the height, of which there is one, and leaves it on the trail; returns where it
    /// begins. Foreign entries are passed over. Until all that was undone so has been done again, nothing else may
    /// change.
    pub fn step_back(&mut self, trail: &mut Trail, height: u32) -> u32 {
        let header = trail.before(height);
        let below = height - header.size() as u32;
        if let Some(relation) = self.relations.get_mut(header.rel().0 as usize) {
            match trail.keeps {
                Keeps::Nothing => relation.undo_quickly(header, trail.entry(height)),
                keeps => relation.undo(header, trail.entry(height), keeps),
            }
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
    fn undo_quickly(&mut self, header: Header, entry: &mut [u64]) {
        let row = header.row();
        match header.event() {
            Event::TurnedOn => self.off_again(row),
            Event::TurnedOff => self.on_again(row),
            Event::Came => self.undo_come(row),
            Event::Left => self.undo_leave(row, entry),
            Event::AddedHome => self.undo_put_home(row),
            event @ (Event::AddedFresh | Event::AddedAgain) => self.undo_put(row, event),
            _ if self.quick == Kind::Other => self.undo(header, entry, Keeps::Nothing),
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
        self.room += 1;
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
        self.room += 1;
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
        self.room -= 1;
    }

    /// Undoes the replacement of a value.
    #[inline(always)]
    fn undo_value(&mut self, row: u32, entry: &mut [u64]) {
        if let (Some(value), Some(node)) = (entry.first_mut(), self.nodes.get_mut(row as usize)) {
            core::mem::swap(&mut node.words[1], value);
        }
    }
}
