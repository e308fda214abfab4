//! Random changes against a naive model.

mod copies;
mod model;
mod random;
mod whole;

use std::vec::Vec;

use super::change::ChangeOutcome;
use super::trail::TrailMode;
use super::{Full, NIL, Store, Trail, UndoHandler};
use crate::store::CustomEntry;
use crate::tables::{self, Arg, RelId, Slot};
use model::Model;
pub(super) use model::predicate;
use random::{Random, each_seed};

impl UndoHandler for Vec<CustomEntry> {
    fn undo(&mut self, entry: CustomEntry) {
        self.push(entry);
    }
}

impl Store {
    /// All its words.
    fn words(&self) -> Vec<u64> {
        (0..self.image.len() as u32)
            .map(|at| self.read().get(at))
            .collect()
    }

    /// Undoes everything above the mark, a few entries at a time or many; returns the foreign ones.
    fn undo_to(&mut self, trail: &mut Trail, mark: u32) -> Vec<CustomEntry> {
        let mut foreign = Vec::new();
        while trail.mark() > mark {
            let entries = i64::from(trail.mark() - mark);
            let grant = if trail.mark().is_multiple_of(2) {
                3
            } else {
                1_000
            };
            let mut granted = grant;
            self.undo_within(trail, mark, &mut granted, &mut foreign);
            assert_eq!(granted, grant - entries.min(grant));
            assert!(granted == 0 || trail.mark() == mark);
        }
        foreign
    }
}

impl Trail {
    fn room_for_words(&self) -> usize {
        (self.capacity() - self.mark() as usize) * Trail::WORDS
    }
}

/// A store with its model, and what both were like at each height of the trail that can be gone back to.
struct Run {
    random: Random,
    shapes: &'static [tables::Relation],
    store: Store,
    model: Model,
    trail: Trail,
    /// Height, model and words, oldest first.
    marks: Vec<(u32, Model, Vec<u64>)>,
    /// The foreign entries on the trail, with the height above each.
    foreign: Vec<(u32, CustomEntry)>,
}

impl Run {
    fn new(shapes: &'static [tables::Relation], seed: u64, trail: usize) -> Self {
        Run {
            random: Random::new(seed),
            shapes,
            store: Store::new(shapes),
            model: Model::new(shapes),
            trail: Trail::new(trail),
            marks: Vec::new(),
            foreign: Vec::new(),
        }
    }

    /// Creates a run with the store of a search, which starts with some facts.
    fn of_search(shapes: &'static [tables::Relation], seed: u64, trail: usize) -> Self {
        let mut run = Run::new(shapes, seed, trail);
        run.store = Store::for_search(shapes);
        for _ in 0..run.random.below(100) {
            let rel = run.rel();
            let words = run.words(rel);
            assert_eq!(run.store.add(rel, &words, None), run.model.add(rel, &words));
            if run.random.below(3) == 0 {
                let rel = run.rel();
                let words = run.words_there(rel);
                let removed = run.store.remove(rel, &words, None);
                assert_eq!(removed, Ok(run.model.remove(rel, &words)));
            }
        }
        run.model.check_order(&run.store);
        run.store.keep_hash(&mut run.trail, seed % 8 < 4);
        run
    }

    fn rel(&mut self) -> RelId {
        RelId(self.random.below(self.shapes.len()) as u16)
    }

    fn words(&mut self, rel: RelId) -> Vec<u64> {
        let columns = self.shapes[rel.0 as usize].columns.len();
        (0..columns).map(|_| self.random.value()).collect()
    }

    /// A row that is there more often than not.
    fn words_there(&mut self, rel: RelId) -> Vec<u64> {
        let len = self.model.rows(rel).len();
        if len == 0 || self.random.below(4) == 0 {
            return self.words(rel);
        }
        let row = self.random.below(len);
        self.model.rows(rel)[row].clone()
    }

    fn mark(&mut self) {
        let at = (self.trail.mark(), self.model.clone(), self.store.words());
        self.marks.push(at);
    }

    /// One random change; a full trail must change nothing.
    fn change(&mut self) {
        let rel = self.rel();
        // A trail of many words is never full here.
        let may_be_full = self.trail.room_for_words() < 1_000;
        let before = may_be_full.then(|| (self.trail.mark(), self.store.words()));
        let result = match self.random.below(10) {
            0..6 => {
                let words = self.words(rel);
                let added = match self.random.below(2) {
                    0 => self.store.add(rel, &words, Some(&mut self.trail)),
                    _ => self.as_emitted::<true>(rel, &words).added(rel),
                };
                if added != Err(Full::Trail) {
                    assert_eq!(added, self.model.add(rel, &words));
                }
                added.map(|_| ())
            }
            6..8 => {
                let words = self.words_there(rel);
                let removed = match self.random.below(2) {
                    0 => self.store.remove(rel, &words, Some(&mut self.trail)),
                    _ => self.as_emitted::<false>(rel, &words).removed(),
                };
                if let Ok(removed) = removed {
                    assert_eq!(removed, self.model.remove(rel, &words));
                }
                removed.map(|_| ())
            }
            8 => {
                let words = self.words_there(rel);
                match self.store.read().find(self.store.layout(rel), &words) {
                    NIL => Ok(()),
                    row => {
                        let l = *self.store.layout(rel);
                        let outcome = self.store.remove_row(&l, row, &mut self.trail);
                        let removed = outcome.removed();
                        if let Ok(was_there) = removed {
                            assert!(was_there && self.model.remove(rel, &words));
                        }
                        removed.map(|_| ())
                    }
                }
            }
            _ => self.push_custom(),
        };
        if result == Err(Full::Trail) {
            assert_eq!(before, Some((self.trail.mark(), self.store.words())));
        }
    }

    /// A change as emitted code makes it.
    fn as_emitted<const ADDS: bool>(&mut self, rel: RelId, words: &[u64]) -> ChangeOutcome {
        let layout = *self.store.layout(rel);
        self.store.change::<ADDS>(&layout, words, &mut self.trail)
    }

    fn push_custom(&mut self) -> Result<(), Full> {
        let [tag, a, b, c] = [0; 4].map(|_: u32| self.random.next() as u32);
        let tag = tag as u8;
        self.trail.push_custom(tag, a, b, c)?;
        self.foreign
            .push((self.trail.mark(), CustomEntry { tag, a, b, c }));
        Ok(())
    }

    /// Goes back to a mark for good: all words are as they were.
    fn undo(&mut self, nth: usize) {
        self.marks.truncate(nth + 1);
        let Some((height, model, was)) = self.marks.pop() else {
            return;
        };
        let handed_back = self.store.undo_to(&mut self.trail, height);
        assert_eq!(self.trail.mark(), height);
        assert_eq!(self.store.words(), was, "undone to {height}");
        self.model = model;
        for back in handed_back {
            assert_eq!(self.foreign.pop().map(|(_, foreign)| foreign), Some(back));
        }
        let left = self.foreign.last();
        assert!(left.is_none_or(|&(above, _)| above <= height));
    }

    /// Goes back to a mark and forth again, over every state between, a few times to and fro.
    fn walk(&mut self, nth: usize) {
        let Some(&(lowest, _, _)) = self.marks.get(nth) else {
            return;
        };
        let top = self.trail.mark();
        let mut images = Vec::from([self.store.words()]);
        for at in (lowest..top).rev() {
            assert_eq!(self.store.step_back(&mut self.trail, at + 1), at);
            images.push(self.store.words());
            if let Some((_, _, was)) = self.marks.iter().find(|mark| mark.0 == at) {
                assert_eq!(&images[images.len() - 1], was, "stepped back to {at}");
            }
        }
        let mut at = lowest;
        for _ in 0..self.random.below(3) {
            let target = lowest + self.random.below((top - lowest) as usize + 1) as u32;
            self.walk_to(&mut at, target, |at| &images[(top - at) as usize]);
        }
        self.walk_to(&mut at, top, |at| &images[(top - at) as usize]);
        assert_eq!(self.trail.mark(), top);
    }

    fn walk_to<'a>(&mut self, at: &mut u32, target: u32, image: impl Fn(u32) -> &'a Vec<u64>) {
        while *at != target {
            *at = if *at > target {
                self.store.step_back(&mut self.trail, *at)
            } else {
                self.store.step_forward(&mut self.trail, *at)
            };
            assert_eq!(&self.store.words(), image(*at), "walked to {at}");
        }
    }

    /// Asks a random atom through a random index, in every way there is.
    fn query(&mut self) {
        let rel = self.rel();
        let row = &self.shapes[rel.0 as usize];
        let index = if row.scanned {
            self.random.below(row.indexes.len())
        } else {
            1 + self.random.below(row.indexes.len() - 1)
        };
        let indexed = row.indexes[index].0;
        let like = self.words_there(rel);
        let mut slots = like.clone();
        slots.resize(like.len() * 2, u64::MAX);
        let mut atom = Vec::new();
        for c in 0..like.len() {
            let bound_now = (0..c).find(|&b| atom[b] == Arg::Bind(Slot((like.len() + b) as u16)));
            atom.push(
                match (indexed >> c & 1 == 1, self.random.below(4), bound_now) {
                    (true, ..) | (false, 0, _) => Arg::Is(Slot(c as u16)),
                    (false, 1, Some(b)) => Arg::Is(Slot((like.len() + b) as u16)),
                    (false, 2, _) => Arg::Any,
                    _ => Arg::Bind(Slot((like.len() + c) as u16)),
                },
            );
        }
        let relation = self.store.rel(rel);
        let mut found = Vec::new();
        let mut at = relation.seek(index as u8, &atom, &slots);
        let by_words: Vec<u64> = super::rows::columns(indexed).map(|c| like[c]).collect();
        assert_eq!(
            relation.facts.seek(relation.layout, index as u8, &by_words),
            at
        );
        while at != NIL {
            if relation.matches(at, &atom, &mut slots) {
                for (c, arg) in atom.iter().enumerate() {
                    if let Arg::Bind(slot) = arg {
                        assert_eq!(slots[slot.0 as usize], relation.word(at, c));
                    }
                }
                found.push(relation.row(at).to_vec());
            }
            at = relation.next(index as u8, at);
        }
        let expected = self.model.matching(rel, &atom, &like);
        assert_eq!(found, expected);
        let binds_nothing = atom.iter().all(|arg| match arg {
            Arg::Is(slot) => (slot.0 as usize) < like.len(),
            Arg::Any => true,
            Arg::Bind(_) => false,
        });
        if binds_nothing {
            let exists = relation.exists(index as u8, &atom, &like);
            assert_eq!(exists, !expected.is_empty());
        }
        self.ask_by_words(rel, &like);
    }

    /// The lookups of single facts.
    fn ask_by_words(&self, rel: RelId, like: &[u64]) {
        let (relation, rows) = (self.store.rel(rel), self.model.rows(rel));
        let (facts, l) = (relation.facts, relation.layout);
        let there = rows.iter().any(|row| row == like);
        assert_eq!(self.store.contains(rel, like), there);
        assert_eq!(facts.has_any(l), !rows.is_empty());
        match (like, l.keyed, l.key) {
            (&[a], false, _) => assert_eq!(facts.has_one(l, a), there),
            (&[_], true, 0) => assert_eq!(facts.value(l), rows.first().map(|row| row[0])),
            (&[a, b], keyed, key) => {
                assert_eq!(facts.has(l, &[a, b]), there);
                if keyed && key == 1 {
                    let row = rows.iter().find(|row| row[0] == a);
                    assert_eq!(facts.value_of(l, a), row.map(|row| row[1]));
                }
            }
            _ => {}
        }
    }
}

/// Checks that random changes of these predicates have the same results as those of plain lists, and that undoing and
/// redoing them is exact.
pub(super) fn are_like_lists(shapes: &'static [tables::Relation], quick: usize, full: usize) {
    each_seed(quick, full, |seed, operations| {
        let trail = if seed % 3 == 0 { 300 } else { 1 << 14 };
        let mut run = match seed % 4 {
            1..3 => Run::of_search(shapes, seed, trail),
            _ => Run::new(shapes, seed, trail),
        };
        run.mark();
        let start = run.model.clone();
        for _ in 0..operations {
            match run.random.below(40) {
                0..4 => run.mark(),
                4 if !run.marks.is_empty() => {
                    let nth = run.random.below(run.marks.len());
                    run.undo(nth);
                }
                5 if !run.marks.is_empty() => run.undo(run.marks.len() - 1),
                6 if !run.marks.is_empty() => {
                    let nth = run.random.below(run.marks.len());
                    run.walk(nth);
                }
                7..12 => run.query(),
                _ => run.change(),
            }
            run.model
                .check(&run.store, run.trail.mode != TrailMode::FactsOnly);
        }
        // Only now, for all marks may have been gone back past.
        run.store.undo_to(&mut run.trail, 0);
        start.check_order(&run.store);
    });
}
