//! What is known of all rows together, and of all that was done to them.

use super::hash::Stamp;

/// What a change updates besides the rows.
///
/// Who makes changes that are all undone before anyone asks needs nothing of it: most searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeps {
    Nothing,
    /// The sum of the hashes of all rows.
    Hash,
    /// And the stamp: for changes that may stand.
    HashAndStamp,
}

/// The sums of one relation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    /// The sum of the hashes of all rows.
    pub hash: u64,
    pub stamp: Stamp,
}

/// What a change does to the sums.
#[derive(Clone, Copy)]
pub struct Change {
    /// How much the sum of the hashes rises.
    rise: u64,
    event: u64,
}

impl Change {
    pub fn added(row: u64) -> Self {
        Change {
            rise: row,
            event: row,
        }
    }

    pub fn removed(row: u64) -> Self {
        Change {
            rise: row.wrapping_neg(),
            event: !row,
        }
    }

    pub fn replaced(old: u64, new: u64) -> Self {
        Change {
            rise: new.wrapping_sub(old),
            event: new.rotate_left(32) ^ old,
        }
    }
}

impl Sums {
    pub fn take_in(&mut self, keeps: Keeps, change: Change) {
        self.hash = self.hash.wrapping_add(change.rise);
        if keeps == Keeps::HashAndStamp {
            self.stamp.take_in(change.event);
        }
    }

    pub fn take_back(&mut self, keeps: Keeps, change: Change) {
        self.hash = self.hash.wrapping_sub(change.rise);
        if keeps == Keeps::HashAndStamp {
            self.stamp.take_back(change.event);
        }
    }
}
