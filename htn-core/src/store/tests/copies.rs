//! Stores that become like others.

use super::whole::PREDICATES;
use super::{Model, Run, each_seed};
use crate::store::fact_buffer::Unrecorded;
use crate::store::{Added, Store, Trail};
use crate::tables::RelId;

const WORD: RelId = RelId(1);

/// Random changes, and copies that have gone their own way and are brought back, undone or not.
#[test]
fn copies_are_brought_up_to_date() {
    each_seed(2_000, 80_000, |seed, operations| {
        let mut run = Run::new(PREDICATES, seed, 4_000);
        let mut copy = Store::for_search(PREDICATES);
        let mut other = Store::new(PREDICATES);
        let (mut trials, mut standing) = (Trail::new(200), Trail::new(400));
        copy.keep_hash(&mut trials, false);
        for _ in 0..operations {
            let rel = run.rel();
            match run.random.below(20) {
                0..10 => {
                    let words = run.words(rel);
                    assert_eq!(run.store.add(rel, &words, None), run.model.add(rel, &words));
                }
                10..14 => {
                    let words = run.words_there(rel);
                    let removed = run.store.remove(rel, &words, None);
                    assert_eq!(removed, Ok(run.model.remove(rel, &words)));
                }
                14 if run.random.below(50) == 0 => {
                    run.store.clear();
                    run.model = Model::new(PREDICATES);
                    assert_eq!(run.store.words(), Store::new(PREDICATES).words());
                }
                // Undoing changes that may be committed makes copies from in between outdated.
                15 => {
                    let was = run.store.words();
                    for _ in 0..run.random.below(6) {
                        let rel = run.rel();
                        let words = run.words(rel);
                        let _ = run.store.add(rel, &words, Some(&mut standing));
                        if run.random.below(4) == 0 {
                            copy.copy_from(&run.store);
                            assert_eq!(copy.words(), run.store.words());
                        }
                    }
                    run.store.undo_to(&mut standing, 0);
                    assert_eq!(run.store.words(), was);
                }
                16 => {
                    other.copy_from(&run.store);
                    assert!(other == run.store);
                    assert_eq!(other.words(), run.store.words());
                    for _ in 0..run.random.below(4) {
                        let words = run.words(rel);
                        let _ = other.add(rel, &words, None);
                        if run.random.below(2) == 0 {
                            copy.copy_from(&other);
                            assert_eq!(copy.words(), other.words());
                        }
                    }
                }
                // A clone with the same history changes independently.
                17 if run.random.below(4) == 0 => {
                    let mut clone = run.store.clone();
                    let words = run.words(rel);
                    let _ = clone.add(rel, &words, None);
                    copy.copy_from(&clone);
                    assert_eq!(copy.words(), clone.words());
                }
                18 => {
                    for _ in 0..2 {
                        for _ in 0..run.random.below(8) {
                            if run.random.below(3) == 0 {
                                let hash = run.random.below(2) == 0;
                                copy.keep_hash(&mut trials, hash);
                            }
                            let rel = run.rel();
                            let _ = copy.add(rel, &run.words(rel), Some(&mut trials));
                            let _ = copy.remove(rel, &run.words_there(rel), Some(&mut trials));
                        }
                        copy.long_trail = run.random.below(300) as u32;
                        copy.give_up(&mut trials);
                        copy.copy_from(&run.store);
                        assert_eq!(copy.words(), run.store.words());
                        run.model.check_order(&copy);
                    }
                    // Simulated changes hold until the next copy.
                    for _ in 0..run.random.below(3) {
                        let words = run.words(rel);
                        let _ = copy.add(rel, &words, Some(&mut standing));
                        standing.clear();
                    }
                }
                _ => run.query(),
            }
            run.model.check(&run.store, true);
            run.model.check_order(&run.store);
        }
    });
}

/// Only changed words are copied, unless too many have changed.
#[test]
fn copy_updates_changed_words_only() {
    let mut state = Store::new(PREDICATES);
    let mut copy = Store::for_search(PREDICATES);
    assert_eq!(state.add(WORD, &[3], None), Ok(Added::New));
    copy.copy_from(&state);
    // An outdated word that no log records shows which words are copied.
    let elsewhere = copy.layout(RelId(3)).nodes + 1;
    let spoil = |copy: &mut Store| copy.image.write(Unrecorded, false).set(elsewhere, 77);
    let is_spoilt = |copy: &Store| copy.read().get(elsewhere) == 77;
    spoil(&mut copy);
    for word in 0..8 {
        state.add(WORD, &[word], None).expect("there is room");
        copy.copy_from(&state);
        assert!(copy.contains(WORD, &[word]) && is_spoilt(&copy));
    }
    // It is not copied if the copy has changed another word itself,
    let mut standing = Trail::new(100);
    let added = copy.add(WORD, &[99], Some(&mut standing));
    assert_eq!(added, Ok(Added::New));
    copy.copy_from(&state);
    assert!(!copy.contains(WORD, &[99]) && is_spoilt(&copy));
    // nor if the log of another predicate has overflowed.
    for _ in 0..1_000 {
        assert_eq!(state.remove(WORD, &[3], None), Ok(true));
        assert_eq!(state.add(WORD, &[3], None), Ok(Added::New));
    }
    copy.copy_from(&state);
    assert!(is_spoilt(&copy));
    let there = [1, 2, 3];
    assert_eq!(state.add(RelId(3), &there, None), Ok(Added::New));
    for _ in 0..1_000 {
        assert_eq!(state.remove(WORD, &[3], None), Ok(true));
        assert_eq!(state.add(WORD, &[3], None), Ok(Added::New));
    }
    copy.copy_from(&state);
    assert!(!is_spoilt(&copy));
    spoil(&mut copy);
    copy.must_be_copied();
    copy.copy_from(&state);
    assert_eq!(copy.words(), state.words());
}

#[test]
fn equal_as_sets_in_any_order() {
    let mut a = Store::new(PREDICATES);
    let mut b = Store::new(PREDICATES);
    for i in 0..8 {
        assert_eq!(a.add(WORD, &[i], None), Ok(Added::New));
        assert_eq!(b.add(WORD, &[7 - i], None), Ok(Added::New));
    }
    assert!(a == b);
    assert_eq!(a.hash(), b.hash());
    assert_eq!(b.remove(WORD, &[3], None), Ok(true));
    assert!(a != b);
    assert_eq!(b.add(WORD, &[9], None), Ok(Added::New));
    assert!(a != b);
    assert_ne!(a.hash(), b.hash());
}

/// Clones with different changes have different stamps.
#[test]
fn copies_of_clones_are_not_confused() {
    let pair = RelId(4);
    let mut state = Store::new(PREDICATES);
    for (key, value) in [(1, 5), (2, 5)] {
        assert_eq!(state.add(pair, &[key, value], None), Ok(Added::New));
    }
    type Go = fn(&mut Store, RelId);
    let ways: [Go; 6] = [
        |_, _| {},
        |store, pair| assert_eq!(store.add(pair, &[1, 6], None), Ok(Added::Replaced)),
        |store, pair| assert_eq!(store.add(pair, &[1, 7], None), Ok(Added::Replaced)),
        |store, pair| assert_eq!(store.add(pair, &[2, 6], None), Ok(Added::Replaced)),
        |store, pair| assert_eq!(store.add(pair, &[3, 5], None), Ok(Added::New)),
        |store, pair| assert_eq!(store.remove(pair, &[1, 5], None), Ok(true)),
    ];
    let clones = ways.map(|go| {
        let mut clone = state.clone();
        go(&mut clone, pair);
        clone
    });
    for one in &clones {
        for other in &clones {
            let mut copy = Store::for_search(PREDICATES);
            copy.copy_from(one);
            copy.copy_from(other);
            assert_eq!(copy.words(), other.words());
        }
    }
}
