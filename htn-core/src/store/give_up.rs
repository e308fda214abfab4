//! Changes that nobody needs undone one by one, since the facts are copied over next.

use super::relation::Relation;
use super::{Foreign, Others, Store, Trail};

/// What is not about facts is dropped with the trail.
struct Dropped;

impl Others for Dropped {
    fn undo(&mut self, _: Foreign) {}
}

impl Store {
    /// Gives up all changes, and clears the trail. Until [`copy_from`](Store::copy_from), nothing else may be done.
    ///
    /// Short trails are undone, so that nothing is to be copied. After long ones everything is, which takes as long as
    /// the relations are large, however much the search has changed.
    pub fn give_up(&mut self, trail: &mut Trail) {
        if trail.mark() < self.long_trail {
            let mut granted = i64::MAX;
            self.undo_within(trail, 0, &mut granted, &mut Dropped);
        } else {
            self.copies_all = true;
        }
        trail.clear();
    }

    /// There are changes that nobody can undo: everything is copied next.
    pub fn must_be_copied(&mut self) {
        self.copies_all = true;
    }

    /// The height from which on a trail takes longer to undo than the relations to copy: a word of it about as long as
    /// three slots.
    pub(super) fn long_trail(relations: &[Relation]) -> u32 {
        let words = |relation: &Relation| relation.nodes.len() / 3 + 16;
        let words = relations.iter().map(words).sum::<usize>();
        u32::try_from(words).unwrap_or(u32::MAX)
    }
}
