//! The changes that a search makes most: of predicates of one or two columns, on a trail that keeps nothing besides and
//! has room for all they may write.
//!
//! They do the same as those of [`change`](super::change), by the same functions of the representations, and leave to those
//! whatever is not as usual. But each is a function of its own that calls no other, so that it has all it needs in
//! registers; what came of it is a byte, which fits one too.

use super::change::Outcome;
use super::image::{Image, Writer};
use super::layout::{Quick, SMALL};
use super::trail::{Keeps, Roomy};
use super::{Added, Full, NIL, Store, Trail};
use crate::tables::RelId;

/// What came of a removal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Removal {
    NotThere,
    Done,
    NoRoom,
}

impl Removal {
    #[inline(always)]
    fn of(removed: bool) -> Self {
        match removed {
            true => Removal::Done,
            false => Removal::NotThere,
        }
    }

    #[inline(always)]
    fn result(self) -> Result<bool, Full> {
        match self {
            Removal::NotThere => Ok(false),
            Removal::Done => Ok(true),
            Removal::NoRoom => Err(Full::Trail),
        }
    }
}

/// The changes by name: each tries, in order, what is quick, and leaves the rest to the next.
impl Store {
    /// Adds a fact of one column.
    #[inline]
    pub fn add_one(&mut self, rel: RelId, a: u64, trail: &mut Trail) -> Result<Added, Full> {
        self.add_bit(rel, trail, a).result(rel)
    }

    /// Adds a fact of two columns.
    #[inline]
    pub fn add_two(
        &mut self,
        rel: RelId,
        words: [u64; 2],
        trail: &mut Trail,
    ) -> Result<Added, Full> {
        let [a, b] = words;
        self.add_value(rel, trail, a, b).result(rel)
    }

    /// Removes a fact of one column, and tells whether it was there.
    #[inline]
    pub fn remove_one(&mut self, rel: RelId, a: u64, trail: &mut Trail) -> Result<bool, Full> {
        self.remove_bit(rel, trail, a).result()
    }

    /// Removes a fact of two columns, and tells whether it was there.
    #[inline]
    pub fn remove_two(
        &mut self,
        rel: RelId,
        words: [u64; 2],
        trail: &mut Trail,
    ) -> Result<bool, Full> {
        let [a, b] = words;
        self.remove_value(rel, trail, a, b).result()
    }

    #[inline(never)]
    fn add_bit(&mut self, rel: RelId, trail: &mut Trail, a: u64) -> Outcome {
        let layout = &self.layouts[rel.0 as usize];
        let is_quick = layout.quick == Quick::Bits && a < u64::from(SMALL);
        match is_quick && trail.keeps == Keeps::Nothing {
            true => quickly::<2, _>(&mut self.image, trail, |facts| facts.add_bit(layout, a)),
            false => None,
        }
        .unwrap_or_else(|| self.add_home(rel, trail, a))
    }

    #[inline(never)]
    fn add_home(&mut self, rel: RelId, trail: &mut Trail, a: u64) -> Outcome {
        let layout = &self.layouts[rel.0 as usize];
        let is_quick = layout.quick == Quick::Homes && a < u64::from(layout.rows.homes);
        match is_quick && trail.keeps == Keeps::Nothing {
            true => quickly::<5, _>(&mut self.image, trail, |facts| facts.add_home(layout, a)),
            false => None,
        }
        .unwrap_or_else(|| self.add_slowly(rel, &[a], trail))
    }

    #[inline(never)]
    fn add_value(&mut self, rel: RelId, trail: &mut Trail, a: u64, b: u64) -> Outcome {
        let layout = &self.layouts[rel.0 as usize];
        let is_quick = layout.quick == Quick::Values && a < u64::from(layout.rows.homes);
        match is_quick && trail.keeps == Keeps::Nothing {
            true => quickly::<3, _>(&mut self.image, trail, |facts| {
                facts.add_value(&layout.rows, a, b)
            }),
            false => None,
        }
        .unwrap_or_else(|| self.add_pair_row(rel, trail, a, b))
    }

    #[inline(never)]
    fn add_pair_row(&mut self, rel: RelId, trail: &mut Trail, a: u64, b: u64) -> Outcome {
        let layout = &self.layouts[rel.0 as usize];
        let is_quick = matches!(layout.quick, Quick::Values | Quick::Pairs);
        match is_quick && trail.keeps == Keeps::Nothing {
            true => quickly::<8, _>(&mut self.image, trail, |facts| {
                let row = facts.read().find_row(&layout.rows, &[a, b]);
                facts.add_plain(&layout.rows, row, &[a, b])
            }),
            false => None,
        }
        .unwrap_or_else(|| self.add_slowly(rel, &[a, b], trail))
    }

    #[inline(never)]
    fn remove_bit(&mut self, rel: RelId, trail: &mut Trail, a: u64) -> Removal {
        let layout = &self.layouts[rel.0 as usize];
        let is_quick = layout.quick == Quick::Bits && a < u64::from(SMALL);
        match is_quick && trail.keeps == Keeps::Nothing {
            true => quickly::<2, _>(&mut self.image, trail, |facts| facts.remove_bit(layout, a)),
            false => None,
        }
        .map_or_else(|| self.remove_home(rel, trail, a), Removal::of)
    }

    #[inline(never)]
    fn remove_home(&mut self, rel: RelId, trail: &mut Trail, a: u64) -> Removal {
        let layout = &self.layouts[rel.0 as usize];
        let is_quick = layout.quick == Quick::Homes && a < u64::from(layout.rows.homes);
        match is_quick && trail.keeps == Keeps::Nothing {
            true => quickly::<4, _>(&mut self.image, trail, |facts| facts.remove_home(layout, a)),
            false => None,
        }
        .map_or_else(|| self.remove_slowly(rel, &[a], trail), Removal::of)
    }

    #[inline(never)]
    fn remove_value(&mut self, rel: RelId, trail: &mut Trail, a: u64, b: u64) -> Removal {
        let layout = &self.layouts[rel.0 as usize];
        let is_quick = layout.quick == Quick::Values && a < u64::from(layout.rows.homes);
        match is_quick && trail.keeps == Keeps::Nothing {
            true => quickly::<2, _>(&mut self.image, trail, |facts| {
                facts.remove_value(&layout.rows, a, b)
            }),
            false => None,
        }
        .map_or_else(|| self.remove_pair_row(rel, trail, a, b), Removal::of)
    }

    #[inline(never)]
    fn remove_pair_row(&mut self, rel: RelId, trail: &mut Trail, a: u64, b: u64) -> Removal {
        let layout = &self.layouts[rel.0 as usize];
        let is_quick = matches!(layout.quick, Quick::Values | Quick::Pairs);
        match is_quick && trail.keeps == Keeps::Nothing {
            true => quickly::<5, _>(&mut self.image, trail, |facts| {
                let row = facts.read().find_row(&layout.rows, &[a, b]);
                let is_there = row != NIL && facts.get(layout.rows.column(row, 1)) == b;
                if is_there {
                    facts.remove_plain(&layout.rows, row, &[a, b]);
                }
                is_there
            }),
            false => None,
        }
        .map_or_else(|| self.remove_slowly(rel, &[a, b], trail), Removal::of)
    }

    #[inline(never)]
    fn add_slowly(&mut self, rel: RelId, words: &[u64], trail: &mut Trail) -> Outcome {
        match self.add_any(rel, words, Some(trail)) {
            Ok(Added::There) => Outcome::There,
            Ok(Added::New) => Outcome::New,
            Ok(Added::Replaced) => Outcome::Replaced,
            Err(Full::Relation(_)) => Outcome::Full,
            Err(Full::Trail) => Outcome::NoRoom,
        }
    }

    #[inline(never)]
    fn remove_slowly(&mut self, rel: RelId, words: &[u64], trail: &mut Trail) -> Removal {
        let removed = self.remove_any(rel, words, Some(trail));
        removed.map_or(Removal::NoRoom, Removal::of)
    }
}

/// Makes a change of no more than so many words; nothing where the trail may have no room for it.
#[inline(always)]
fn quickly<const N: usize, T>(
    image: &mut Image,
    trail: &mut Trail,
    change: impl FnOnce(&mut Writer<'_, Roomy<'_, N>>) -> T,
) -> Option<T> {
    let mut facts = image.write(trail.room()?, false);
    let done = change(&mut facts);
    let used = facts.record.used;
    trail.rise(used);
    Some(done)
}
