//! Random changes against a naive model.

mod model;
mod random;

use std::string::{String, ToString};
use std::vec::Vec;

use super::sums::Keeps;
use super::{Added, Foreign, Full, NIL, Others, Store, Trail};
use crate::tables::{Arg, RelId, Slot};
use model::{CODE, Image, Model, RELATIONS, facts, image};
use random::{Random, each_seed};

const KEPT: Keeps = Keeps::HashAndStamp;

impl Others for Vec<Foreign> {
    fn undo(&mut self, entry: Foreign) {
        self.push(entry);
    }
}

impl Store {
    /// Undoes everything above the mark, a few entries at a time or many; returns the foreign ones.
    fn undo_to(&mut self, trail: &mut Trail, mark: u32) -> Vec<Foreign> {
        let mut foreign = Vec::new();
        while trail.mark() > mark {
            let mut entries = 0;
            let mut at = trail.mark();
            while at > mark {
                at -= trail.before(at).size() as u32;
                entries += 1;
            }
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

/// A store with its model, and what both were like at each height of the trail that can be gone back to.
struct Run {
    random: Random,
    store: Store,
    model: Model,
    trail: Trail,
    /// Height, model and image, oldest first.
    marks: Vec<(u32, Model, Image)>,
    /// The foreign entries on the trail, with the height above each.
    foreign: Vec<(u32, Foreign)>,
}

impl Run {
    fn new(seed: u64, trail: usize) -> Self {
        Run {
            random: Random::new(seed),
            store: Store::new(RELATIONS),
            model: Model::new(),
            trail: Trail::new(trail),
            marks: Vec::new(),
            foreign: Vec::new(),
        }
    }

    /// The same with unlisted relations: some facts, of which a search tries something.
    fn of_search(seed: u64, trail: usize) -> Self {
        let mut run = Run::new(seed, trail);
        run.store = Store::for_search(RELATIONS, CODE);
        for _ in 0..run.random.below(100) {
            let rel = run.rel();
            let words = run.words(rel);
            assert_eq!(run.store.add(rel, &words, None), run.model.add(rel, &words));
        }
        run.model.check_order(&run.store);
        run.keep_hash();
        run
    }

    fn rel(&mut self) -> RelId {
        RelId(self.random.below(RELATIONS.len()) as u16)
    }

    fn words(&mut self, rel: RelId) -> Vec<u64> {
        let columns = RELATIONS[rel.0 as usize].columns.len();
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
        let at = (
            self.trail.mark(),
            self.model.clone(),
            image(&self.store, self.trail.keeps),
        );
        self.marks.push(at);
    }

    /// The trail keeps the hash from now on, or does not.
    fn keep_hash(&mut self) {
        let on = self.trail.keeps == Keeps::Nothing;
        self.store.keep_hash(&mut self.trail, on);
    }

    /// One random change; a full trail must change nothing.
    fn change(&mut self) {
        let rel = self.rel();
        let before = (self.trail.mark(), image(&self.store, self.trail.keeps));
        let result = match self.random.below(10) {
            0..6 => {
                let words = self.words(rel);
                let added = self.store.add(rel, &words, Some(&mut self.trail));
                let expected = self.model.clone().add(rel, &words);
                if added == Err(Full::Trail) {
                    added.map(|_| ())
                } else {
                    assert_eq!(added, expected);
                    let _ = self.model.add(rel, &words);
                    added.map(|_| ())
                }
            }
            6..8 => {
                let words = self.words_there(rel);
                let removed = self.store.remove(rel, &words, Some(&mut self.trail));
                if let Ok(removed) = removed {
                    assert_eq!(removed, self.model.remove(rel, &words));
                }
                removed.map(|_| ())
            }
            8 => match self.store.rel(rel).len() {
                0 => Ok(()),
                len => {
                    let nth = self.random.below(len);
                    let (_, words) = facts(self.store.rel(rel)).swap_remove(nth);
                    let result = match self.store.rel(rel).find(&words) {
                        // A small word without a row.
                        NIL => self
                            .store
                            .remove_one(rel, words[0], &mut self.trail)
                            .map(|_| ()),
                        row => self.store.remove_row(rel, row, Some(&mut self.trail)),
                    };
                    if result.is_ok() {
                        assert!(self.model.remove(rel, &words));
                    }
                    result
                }
            },
            _ => self.push_foreign(),
        };
        if result.is_err() {
            assert_eq!(
                before,
                (self.trail.mark(), image(&self.store, self.trail.keeps))
            );
        }
    }

    fn push_foreign(&mut self) -> Result<(), Full> {
        let foreign = Foreign {
            tag: self.random.next() as u8,
            a: self.random.next() as u32,
            b: self.random.next() as u32,
            c: self.random.next(),
        };
        let Foreign { tag, a, b, c } = foreign;
        self.trail.push_foreign(tag, a, b, c)?;
        self.foreign.push((self.trail.mark(), foreign));
        Ok(())
    }

    /// Goes back to a mark for good.
    fn undo(&mut self, nth: usize) {
        self.marks.truncate(nth + 1);
        let Some((height, model, was)) = self.marks.pop() else {
            return;
        };
        let handed_back = self.store.undo_to(&mut self.trail, height);
        assert_eq!(self.trail.mark(), height);
        assert_eq!(
            image(&self.store, self.trail.keeps),
            was,
            "undone to {height}"
        );
        self.model = model;
        for back in handed_back {
            assert_eq!(self.foreign.pop().map(|(_, foreign)| foreign), Some(back));
        }
        assert!(
            self.foreign
                .last()
                .is_none_or(|&(above, _)| above <= height)
        );
    }

    /// Goes back to a mark and forth again, over every state between, a few times to and fro.
    fn walk(&mut self, nth: usize) {
        let Some(&(lowest, _, _)) = self.marks.get(nth) else {
            return;
        };
        let top = self.trail.mark();
        let mut heights = Vec::from([top]);
        let mut images = Vec::from([image(&self.store, self.trail.keeps)]);
        let mut at = top;
        while at > lowest {
            at = self.store.step_back(&mut self.trail, at);
            heights.push(at);
            images.push(image(&self.store, self.trail.keeps));
            if let Some((_, _, was)) = self.marks.iter().find(|mark| mark.0 == at) {
                assert_eq!(&images[images.len() - 1], was, "stepped back to {at}");
            }
        }
        assert_eq!(at, lowest);
        let mut place = heights.len() - 1;
        for _ in 0..self.random.below(3) {
            let target = self.random.below(heights.len());
            self.walk_to(&heights, &images, &mut place, target);
        }
        self.walk_to(&heights, &images, &mut place, 0);
        assert_eq!(self.trail.mark(), top);
    }

    fn walk_to(&mut self, heights: &[u32], images: &[Image], place: &mut usize, target: usize) {
        while *place != target {
            let at = heights[*place];
            let (next, to) = match *place < target {
                true => (*place + 1, self.store.step_back(&mut self.trail, at)),
                false => (*place - 1, self.store.step_forward(&mut self.trail, at)),
            };
            *place = next;
            assert_eq!(to, heights[next]);
            assert_eq!(
                image(&self.store, self.trail.keeps),
                images[next],
                "walked to {to}"
            );
        }
    }

    /// Asks a random atom through a random index, in every way there is.
    fn ask(&mut self) {
        let rel = self.rel();
        let row = &RELATIONS[rel.0 as usize];
        let mut index = self.random.below(row.indexes.len());
        if self.store.rel(rel).unlisted {
            index = 1;
        }
        let columns = row.indexes[index].0;
        let like = self.words_there(rel);
        let mut slots = like.clone();
        slots.resize(like.len() * 2, u64::MAX);
        let mut atom = Vec::new();
        for c in 0..like.len() {
            let bound_now = (0..c).find(|&b| atom[b] == Arg::Bind(Slot((like.len() + b) as u16)));
            atom.push(
                match (columns >> c & 1 == 1, self.random.below(4), bound_now) {
                    (true, ..) | (false, 0, _) => Arg::Is(Slot(c as u16)),
                    (false, 1, Some(b)) => Arg::Is(Slot((like.len() + b) as u16)),
                    (false, 2, _) => Arg::Any,
                    _ => Arg::Bind(Slot((like.len() + c) as u16)),
                },
            );
        }
        let relation = self.store.rel(rel);
        let mut found = Vec::new();
        let mut at = match relation.unlisted && like.len() == 1 {
            true => NIL,
            false => relation.seek(index as u8, &atom, &slots),
        };
        while at != NIL {
            if relation.matches(at, &atom, &mut slots) {
                for (c, arg) in atom.iter().enumerate() {
                    if let Arg::Bind(slot) = arg {
                        assert_eq!(slots[slot.0 as usize], relation.row(at)[c]);
                    }
                }
                found.push(relation.row(at).to_vec());
            }
            at = relation.next(index as u8, at);
        }
        let expected = self.model.matching(rel, &atom, &like);
        if !relation.unlisted || like.len() != 1 {
            assert_eq!(found, expected);
        }
        self.ask_by_words(rel, index, &like);
        let relation = self.store.rel(rel);
        let binds_nothing = atom.iter().all(|arg| match arg {
            Arg::Is(slot) => (slot.0 as usize) < like.len(),
            Arg::Any => true,
            Arg::Bind(_) => false,
        });
        if binds_nothing {
            let exists = relation.exists(index as u8, &atom, &like);
            assert_eq!(exists, !expected.is_empty());
        }
        assert_eq!(
            self.store.contains(rel, &like),
            self.model.rows(rel).contains(&like)
        );
    }

    /// The lookups for one and two words.
    fn ask_by_words(&self, rel: RelId, index: usize, like: &[u64]) {
        let (relation, rows) = (self.store.rel(rel), self.model.rows(rel));
        let there = rows.iter().any(|row| row == like);
        match *like {
            [a] if !RELATIONS[rel.0 as usize].keyed => assert_eq!(relation.has_one(a), there),
            [a, b] => assert_eq!(relation.has_two(a, b), there),
            _ => {}
        }
        let columns = RELATIONS[rel.0 as usize].indexes[index].0;
        if columns.count_ones() != 1 || relation.unlisted && like.len() == 1 {
            return;
        }
        let column = columns.trailing_zeros() as usize;
        let mut expected = rows.iter().filter(|row| row[column] == like[column]);
        let mut at = relation.seek_word(index as u8, like[column]);
        while at != NIL {
            if relation.word(at, column) == like[column] {
                assert_eq!(Some(relation.row(at)), expected.next().map(|row| &row[..]));
            }
            at = relation.next(index as u8, at);
        }
        assert_eq!(expected.next(), None);
    }
}

#[test]
fn changes_are_undone_and_done_again_exactly() {
    each_seed(20_000, 250_000, |seed, operations| {
        let trail = if seed % 3 == 0 { 100 } else { 4_000 };
        let mut run = match seed % 4 {
            1 | 2 => Run::of_search(seed, trail),
            _ => Run::new(seed, trail),
        };
        if seed % 2 == 0 {
            run.keep_hash();
        }
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
                7..12 => run.ask(),
                12 if run.trail.keeps != KEPT && run.random.below(10) == 0 => run.keep_hash(),
                _ => run.change(),
            }
            run.model.check(&run.store, run.trail.keeps);
        }
        if run.trail.keeps != KEPT {
            // Only now, for all marks may have been gone back past.
            run.store.undo_to(&mut run.trail, 0);
            start.check_order(&run.store);
        }
    });
}

#[test]
fn changes_without_a_trail_and_copies() {
    each_seed(5_000, 100_000, |seed, operations| {
        let mut run = Run::new(seed, 4_000);
        let mut copy = match seed % 3 {
            0 => Store::new(RELATIONS),
            _ => Store::for_search(RELATIONS, CODE),
        };
        let mut trials = Trail::new(100);
        for _ in 0..operations {
            let rel = run.rel();
            match run.random.below(20) {
                0..10 => {
                    let words = run.words(rel);
                    assert_eq!(run.store.add(rel, &words, None), run.model.add(rel, &words));
                }
                10..16 => {
                    let words = run.words_there(rel);
                    let removed = run.store.remove(rel, &words, None);
                    assert_eq!(removed, Ok(run.model.remove(rel, &words)));
                }
                16 if run.random.below(50) == 0 => {
                    run.store.clear();
                    run.model = Model::new();
                    assert_eq!(image(&run.store, KEPT), image(&Store::new(RELATIONS), KEPT));
                }
                17 => {
                    // A copy that has gone its own way is brought back, undone or not.
                    let words = run.words(rel);
                    run.trail.clear();
                    let _ = copy.add(rel, &words, Some(&mut run.trail));
                    let _ = copy.remove(rel, &run.words_there(rel), Some(&mut run.trail));
                    if run.random.below(2) == 0 {
                        copy.undo_to(&mut run.trail, 0);
                    }
                    // What is only tried leaves no stamp, and is always undone or given up. The second time nothing
                    // else has changed.
                    for _ in 0..2 {
                        for _ in 0..run.random.below(8) {
                            if trials.keeps == KEPT || run.random.below(8) == 0 {
                                copy.keep_hash(&mut trials, run.random.below(2) == 0);
                            }
                            let rel = run.rel();
                            let _ = copy.add(rel, &run.words(rel), Some(&mut trials));
                            let _ = copy.remove(rel, &run.words_there(rel), Some(&mut trials));
                        }
                        copy.long_trail = run.random.below(24) as u32;
                        copy.give_up(&mut trials);
                        copy.copy_from(&run.store);
                        run.model.check(&copy, KEPT);
                        run.model.check_order(&copy);
                        assert_eq!(copy.hash(), run.store.hash());
                        assert!(seed % 3 != 0 || copy == run.store);
                    }
                }
                _ => run.ask(),
            }
            run.model.check(&run.store, KEPT);
        }
    });
}

#[test]
fn what_the_code_does_not_go_over_is_unlisted() {
    let store = Store::for_search(RELATIONS, CODE);
    let unlisted = |name| {
        let rel = RELATIONS.iter().position(|row| row.name == name).unwrap();
        store.rel(RelId(rel as u16)).unlisted
    };
    assert!(["enemy", "only", "ammo"].into_iter().all(unlisted));
    assert!(
        ![
            "alarm", "near", "path", "position", "score", "order", "listed"
        ]
        .into_iter()
        .any(unlisted)
    );
}

/// Rows of small words that have gone keep their slots, and large ones still find some.
#[test]
fn an_unlisted_relation_holds_what_it_can() {
    let enemy = RelId(1);
    let mut store = Store::for_search(RELATIONS, CODE);
    let mut trail = Trail::new(1_000);
    store.keep_hash(&mut trail, false);
    let capacity = store.rel(enemy).capacity() as u64;
    for i in 0..capacity {
        assert_eq!(store.add(enemy, &[100 + i], None), Ok(Added::New));
    }
    let was = image(&store, Keeps::Nothing);
    for i in 0..capacity {
        assert_eq!(store.remove_one(enemy, 100 + i, &mut trail), Ok(true));
    }
    for i in 0..capacity {
        assert_eq!(store.add_one(enemy, 9_000 + i, &mut trail), Ok(Added::New));
    }
    for more in [5, 9_100] {
        let full = store.add_one(enemy, more, &mut trail);
        assert_eq!(full, Err(Full::Relation(enemy)));
    }
    let words: Vec<u64> = facts(store.rel(enemy))
        .iter()
        .map(|(_, row)| row[0])
        .collect();
    assert!(words.into_iter().eq(9_000..9_000 + capacity));
    store.undo_to(&mut trail, 0);
    assert_eq!(image(&store, Keeps::Nothing), was);
}

#[test]
fn equal_as_sets_in_any_order() {
    let mut a = Store::new(RELATIONS);
    let mut b = Store::new(RELATIONS);
    let rel = RelId(1);
    for i in 0..8 {
        assert_eq!(a.add(rel, &[i], None), Ok(Added::New));
        assert_eq!(b.add(rel, &[7 - i], None), Ok(Added::New));
    }
    assert!(a == b);
    assert_eq!(a.hash(), b.hash());
    assert_eq!(b.remove(rel, &[3], None), Ok(true));
    assert!(a != b);
    assert_eq!(b.add(rel, &[9], None), Ok(Added::New));
    assert!(a != b);
    assert_ne!(a.hash(), b.hash());
}

#[test]
fn a_full_relation_changes_nothing_and_still_replaces() {
    let keyed = RelId(4);
    let mut store = Store::new(RELATIONS);
    let capacity = store.rel(keyed).capacity() as u64;
    for i in 0..capacity {
        assert_eq!(store.add(keyed, &[i, 0], None), Ok(Added::New));
    }
    let was = image(&store, KEPT);
    assert_eq!(
        store.add(keyed, &[capacity, 0], None),
        Err(Full::Relation(keyed))
    );
    assert_eq!(image(&store, KEPT), was);
    assert_eq!(store.add(keyed, &[0, 5], None), Ok(Added::Replaced));
    assert_eq!(store.add(keyed, &[0, 5], None), Ok(Added::There));
    let order: String = store
        .rel(keyed)
        .rows()
        .map(|row| store.rel(keyed).row(row)[1].to_string())
        .collect();
    assert!(order.starts_with("500"), "the place in the order is kept");
}
