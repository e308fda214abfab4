//! Whole missions from many seeds.

use crate::brain::Slice;
use crate::judge::Judge;
use crate::mission::{End, Mission};
use crate::player::Player;
use crate::sim::{self, MAPS, World};
use crate::transcript;

const STEPS: Slice = Slice::Steps(1_000);

/// Returns the number of seeds; `HTN_FULL` increases it.
fn seeds() -> u64 {
    if std::env::var_os("HTN_FULL").is_some() {
        200
    } else {
        20
    }
}

fn mission(seed: u64, slice: Slice) -> Mission {
    let map = sim::load(MAPS[seed as usize % MAPS.len()], seed).expect("a map");
    let world = World::populated(map, seed);
    let player = Player::meddling(&world, seed);
    Mission::new(world, player, slice).expect("the facts fit")
}

/// Plays and checks a mission. Returns its end, its transcript, and whether an officer was in two plans at once.
fn play(seed: u64, slice: Slice) -> (End, Vec<String>, bool) {
    let mut mission = mission(seed, slice);
    let mut judge = Judge::default();
    let mut story = Vec::new();
    while mission.world.tick < 20_000 {
        let turn = mission.step().expect("the facts fit");
        let lines = transcript::lines(&mission.world.map, &turn);
        // Conditions appear in words, not as source text.
        let quoting = lines.iter().find(|line| line.what.contains('`'));
        assert_eq!(quoting, None, "seed {seed}");
        story.extend(lines.iter().map(|line| line.show(false)));
        if let Err(broken) = judge.judge(&turn.traffic) {
            panic!(
                "seed {seed}, tick {}: {broken}\n{}",
                turn.tick,
                story.join("\n")
            );
        }
        if let Some(end) = mission.end() {
            let reserved = mission.brain.reservations();
            assert!(
                reserved.is_empty(),
                "seed {seed} keeps {reserved:?}\n{}",
                story.join("\n")
            );
            if end == End::Cleared {
                assert_eq!(
                    mission.world.suspects_at_large(),
                    0,
                    "seed {seed}\n{}",
                    story.join("\n")
                );
            }
            return (end, story, judge.shared_officer);
        }
    }
    panic!("seed {seed} does not end\n{}", story.join("\n"));
}

#[test]
fn missions_end_and_keep_all_guarantees() {
    let (mut cleared, mut shared) = (0, 0);
    for seed in 0..seeds() {
        let (end, story, shared_officer) = play(seed, STEPS);
        cleared += usize::from(end == End::Cleared);
        shared += usize::from(shared_officer);
        assert!(!story.is_empty());
    }
    println!(
        "{cleared} of {} missions cleared, in {shared} an officer was in two plans at once",
        seeds()
    );
    assert!(cleared > 0 && shared > 0);
}

#[test]
fn same_seed_gives_same_transcript() {
    for seed in 0..seeds().div_ceil(5) {
        assert_eq!(play(seed, STEPS).1, play(seed, STEPS).1, "seed {seed}");
    }
    assert_ne!(play(0, STEPS).1, play(4, STEPS).1);
}

#[test]
fn clock_budgets_keep_all_guarantees() {
    for micros in [1, 20] {
        play(3, Slice::Micros(micros));
    }
}

/// Coloured text is the same text with escape codes.
#[test]
fn colours_change_no_text() {
    let mut mission = mission(56, Slice::Steps(1_000));
    for _ in 0..600 {
        let turn = mission.step().expect("the facts fit");
        for line in transcript::lines(&mission.world.map, &turn) {
            let painted = line.show(true);
            assert!(painted.contains("\x1b["), "{painted:?}");
            assert_eq!(without_colours(&painted), line.show(false));
        }
    }
    let drawing = mission.world.show(|room| mission.brain.is_cleared(room));
    assert!(drawing.contains('·'), "a room is clear:\n{drawing}");
    assert_eq!(without_colours(&crate::paint::map(&drawing)), drawing);
}

fn without_colours(text: &str) -> String {
    let mut pieces = text.split('\x1b');
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (_, rest) = piece.split_once('m').expect("a colour ends with `m`");
        plain += rest;
    }
    plain
}

/// The tree that `--plans` prints starts with the root task and contains all steps.
#[test]
fn plans_have_their_trees() {
    let mut mission = mission(56, Slice::Steps(1_000));
    let mut seen = 0;
    for _ in 0..300 {
        let turn = mission.step().expect("the facts fit");
        if let Some(found) = turn.traffic.found {
            seen += 1;
            assert!(found.tree.starts_with("squad_tactical"), "{}", found.tree);
            for step in found.steps {
                assert!(
                    found.tree.contains(&step.to_string()),
                    "{step}:\n{}",
                    found.tree
                );
            }
        }
    }
    assert!(seen > 3, "{seen} plans");
}
