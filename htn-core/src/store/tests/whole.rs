//! All representations side by side.

use std::panic::catch_unwind;
use std::string::String;
use std::vec::Vec;

use super::{Run, are_like_lists, each_seed, predicate};
use crate::store::trail::TrailMode;
use crate::store::{Added, Full, Layout, Store, Trail, UnaryChange, change};
use crate::tables::{Columns, RelId, Relation};

/// Predicates of every kind.
pub static PREDICATES: &[Relation] = &[
    predicate(0, None, 4, false, &[Columns(0), Columns(0)]),
    predicate(1, None, 12, false, &[Columns(0), Columns(1)]),
    predicate(
        2,
        None,
        16,
        true,
        &[Columns(0), Columns(3), Columns(1), Columns(2)],
    ),
    predicate(
        3,
        None,
        40,
        true,
        &[Columns(0), Columns(7), Columns(5), Columns(2)],
    ),
    predicate(2, Some(1), 10, true, &[Columns(0), Columns(1), Columns(2)]),
    predicate(1, Some(0), 3, true, &[Columns(0), Columns(0)]),
    predicate(
        4,
        Some(3),
        14,
        true,
        &[Columns(0), Columns(3), Columns(4), Columns(9), Columns(2)],
    ),
    predicate(1, None, 0, false, &[Columns(0), Columns(1)]),
    predicate(1, None, 1, false, &[Columns(0), Columns(1)]),
    predicate(2, Some(1), 6, false, &[Columns(0), Columns(1)]),
    predicate(1, None, 5, true, &[Columns(0), Columns(1)]),
    predicate(2, None, 7, false, &[Columns(0), Columns(3)]),
];

const WORD: RelId = RelId(1);

#[test]
fn they_are_like_lists() {
    are_like_lists(PREDICATES, 4_000, 120_000);
}

/// The layouts of the macro equal those of a store.
#[test]
fn layouts_are_worked_out_while_compiling() {
    const LAYOUTS: [Layout; 12] = Layout::all(PREDICATES);
    let mut store = Store::new(PREDICATES);
    for (id, layout) in LAYOUTS.iter().enumerate() {
        let here = store.layout(RelId(id as u16));
        assert_eq!(std::format!("{layout:?}"), std::format!("{here:?}"));
    }
    assert_eq!(store.add(RelId(9), &[4, 7], None), Ok(Added::New));
    assert_eq!(store.read().value_of(&LAYOUTS[9], 4), Some(7));
    const NONE: [Layout; 0] = Layout::all(&[]);
    assert_eq!((NONE.len(), Store::new(&[]).len()), (0, 0));
}

#[test]
fn capacities_that_cannot_be_held_are_refused_with_their_bytes() {
    for capacity in [usize::MAX, 1 << 40] {
        let refused = catch_unwind(|| {
            let all = [predicate(
                2,
                None,
                capacity,
                true,
                &[Columns(0), Columns(3)],
            )];
            Store::new(&all).bytes()
        });
        let message = refused.expect_err("it can't be held");
        let message = message.downcast_ref::<String>().expect("a text");
        let bytes: Vec<u128> = message
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        assert!(bytes[0] > 32 * capacity as u128, "{message}");
        assert!(message.contains("capacities"), "{message}");
    }
}

/// The notes of the trail say which words came and went, and nothing else.
#[test]
fn the_trail_tells_which_facts_of_one_column_changed() {
    each_seed(2_000, 20_000, |seed, operations| {
        let mut run = Run::of_search(PREDICATES, seed, 1 << 16);
        let mut expected = Vec::new();
        for _ in 0..operations {
            let rel = run.rel();
            let words = run.words_there(rel);
            let changed = match run.random.below(2) {
                0 => run.store.add(rel, &words, Some(&mut run.trail)) == Ok(Added::New),
                _ => run.store.remove(rel, &words, Some(&mut run.trail)) == Ok(true),
            };
            if let (true, &[word], false) = (changed, &words[..], run.store.layout(rel).keyed) {
                expected.push(UnaryChange { rel, word });
            }
        }
        let told = run.trail.entries().iter().filter_map(change);
        assert!(told.eq(expected));
    });
}

/// Keeping the hash can begin at any time, after changes that did not update it.
#[test]
fn hash_can_be_kept_from_any_time_on() {
    each_seed(2_000, 40_000, |seed, operations| {
        let mut run = Run::of_search(PREDICATES, seed, 8_000);
        for _ in 0..operations {
            match run.random.below(12) {
                0 => {
                    let on = run.trail.mode == TrailMode::FactsOnly;
                    run.store.keep_hash(&mut run.trail, on);
                }
                1 => {
                    let mark = run.random.below(run.trail.mark() as usize + 1) as u32;
                    // Between two changes, or else the model would not know.
                    if let Some(nth) = run.marks.iter().rposition(|at| at.0 <= mark) {
                        let (height, model, _) = run.marks[nth].clone();
                        run.store.undo_to(&mut run.trail, height);
                        run.marks.truncate(nth + 1);
                        run.model = model;
                        run.foreign.retain(|(above, _)| *above <= height);
                    }
                }
                2 => run.mark(),
                _ => run.change(),
            }
            run.model
                .check(&run.store, run.trail.mode == TrailMode::Hash);
        }
    });
}

#[test]
fn a_full_predicate_changes_nothing_and_still_replaces() {
    let keyed = RelId(4);
    let mut store = Store::new(PREDICATES);
    let capacity = store.rel(keyed).capacity() as u64;
    for i in 0..capacity {
        assert_eq!(store.add(keyed, &[i, 0], None), Ok(Added::New));
    }
    let was = store.words();
    let full = Err(Full::Relation(keyed));
    assert_eq!(store.add(keyed, &[capacity, 0], None), full);
    assert_eq!(store.words(), was);
    assert_eq!(store.add(keyed, &[0, 5], None), Ok(Added::Replaced));
    assert_eq!(store.add(keyed, &[0, 5], None), Ok(Added::There));
    let facts = super::model::facts(store.rel(keyed));
    assert_eq!(facts[..2], [[0, 5], [1, 0]], "it keeps its place");
}

/// Small words that have gone leave room for large ones.
#[test]
fn a_search_may_exchange_all_facts() {
    let mut store = Store::for_search(PREDICATES);
    let mut trail = Trail::new(1_000);
    store.keep_hash(&mut trail, false);
    let capacity = store.rel(WORD).capacity() as u64;
    for i in 0..capacity {
        assert_eq!(store.add(WORD, &[100 + i], None), Ok(Added::New));
    }
    let was = store.words();
    for i in 0..capacity {
        assert_eq!(store.remove(WORD, &[100 + i], Some(&mut trail)), Ok(true));
        let added = store.add(WORD, &[9_000 + i], Some(&mut trail));
        assert_eq!(added, Ok(Added::New));
    }
    for more in [5, 9_100] {
        let full = store.add(WORD, &[more], Some(&mut trail));
        assert_eq!(full, Err(Full::Relation(WORD)));
    }
    assert_eq!(
        super::model::facts(store.rel(WORD)).len(),
        capacity as usize
    );
    store.undo_to(&mut trail, 0);
    assert_eq!(store.words(), was);
}
