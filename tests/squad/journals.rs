//! Journals of missions: a replay gives the same events.

use squad_htn::journal::{Ending, JournalOptions, Replay};

use crate::brain::Slice;
use crate::domain::squad::{Domain, Fact};
use crate::mission::Mission;
use crate::player::Player;
use crate::replaying::{self, ReplayFailure};
use crate::sim::{MAPS, World, load};

fn mission(map: &str, seed: u64, slice: Slice) -> Mission {
    let world = World::populated(load(map, seed).expect("a map"), seed);
    let player = Player::meddling(&world, seed);
    Mission::new(world, player, slice).expect("the facts fit")
}

/// Plays a mission and returns its journal and events.
fn record(map: &str, seed: u64, slice: Slice, options: JournalOptions) -> (Vec<u8>, Vec<String>) {
    let mut mission = mission(map, seed, slice);
    let options = options.about(&replaying::title(map, seed));
    let director = &mut mission.brain.director;
    director.keep_journal(options).expect("a new director");
    let mut events = Vec::new();
    while mission.end().is_none() && mission.world.tick < 20_000 {
        let turn = mission.step().expect("the facts fit");
        events.extend(turn.traffic.events.iter().map(ToString::to_string));
    }
    let mut journal = mission.brain.director.end_journal().expect("a journal");
    (journal.take(), events)
}

#[test]
fn replayed_missions_have_the_same_events() {
    let seeds = if std::env::var_os("HTN_FULL").is_some() {
        200
    } else {
        8
    };
    for seed in 0..seeds {
        let map = MAPS[seed as usize % MAPS.len()];
        // With a clock budget, only the journal has the progress of each search.
        let slice = match seed % 2 {
            0 => Slice::Micros(seed % 7),
            _ => Slice::Steps(20 + seed),
        };
        let (bytes, events) = record(map, seed, slice, JournalOptions::new());
        let replayed = replaying::replay(&bytes, false).expect("a valid journal");
        assert_eq!(replayed.difference, None, "seed {seed}");
        let mut replay = Replay::<Domain>::new(&bytes).expect("a valid journal");
        assert_eq!(replay.ending(), Ending::Ended);
        assert!(replay.is_same_domain());
        let mut memory = replaying::memory(replay.about()).expect("a mission");
        let mut again = Vec::new();
        while !replay.is_over() {
            assert!(replay.notes().all(|note| memory.apply_news(note)));
            assert!(replay.tick(&memory).expect("a valid journal"));
            again.extend(replay.director().events().map(|event| event.to_string()));
        }
        assert_eq!(again, events, "seed {seed}");
        assert_eq!(replay.refused(), 0, "seed {seed}");
        assert!(replay.director().state().contains(Fact::MissionDone) || again.len() > 50);
    }
}

#[test]
fn replay_reports_first_difference() {
    let (bytes, _) = record(
        "office",
        56,
        Slice::Steps(1_000),
        JournalOptions::new().with_events(),
    );
    let mut replay = Replay::<Domain>::new(&bytes).expect("a valid journal");
    let mut memory = replaying::memory(replay.about()).expect("a mission");
    // The notes are not applied, so positions differ from the journal.
    for who in crate::sim::officer_ids() {
        memory.saw(who, crate::sim::Spot(0));
    }
    while replay.difference().is_none() {
        assert!(
            replay.tick(&memory).expect("a valid journal"),
            "no difference found"
        );
    }
    let told = replay
        .difference()
        .expect("there is one")
        .at(10)
        .to_string();
    assert!(told.starts_with("the same until 0:"), "{told}");
    assert!(told.contains("` instead of `"), "{told}");
}

#[test]
fn report_of_replay_has_log_of_mission() {
    let (bytes, events) = record("house", 3, Slice::Steps(1_000), JournalOptions::new());
    let replayed = replaying::replay(&bytes, true).expect("a valid journal");
    let reporter = replayed.reporter.expect("a report was requested");
    let planned = events
        .iter()
        .filter(|line| line.contains(" found: "))
        .count();
    let log = reporter.recording.log(10.0);
    let logged = log.lines().filter(|line| line.contains(" found: ")).count();
    assert_eq!(logged, planned);
    assert!(reporter.page("house").contains("Ash"));
}

#[cfg(feature = "explain")]
#[test]
fn explain_works_in_replay() {
    let (bytes, _) = record("office", 56, Slice::Steps(1_000), JournalOptions::new());
    let text = replaying::explain(&bytes, 652).expect("a valid journal");
    assert!(text.starts_with("office, seed 56, at 1:05.2\nplans for squad_tactical()\nplan "));
    assert!(text.contains("\n  branch cleanup_dead (line "), "{text}");
    let error = replaying::explain(&bytes, 1 << 40).expect_err("the journal is shorter");
    assert!(
        error.to_string().starts_with("the journal ends after 1"),
        "{error}"
    );
}

#[test]
fn other_files_are_rejected() {
    for (bytes, named) in [
        (&b"a letter"[..], "this is not a journal"),
        (b"", "this is not a journal"),
        (b"htn-jr", "the journal is cut off"),
    ] {
        let error = replaying::replay(bytes, false).err().expect("no journal");
        assert!(matches!(error, ReplayFailure::Journal(_)));
        assert!(error.to_string().contains(named), "{error}");
    }
    let mut mission = mission("house", 3, Slice::Steps(1_000));
    let options = JournalOptions::new().about("my own level");
    let director = &mut mission.brain.director;
    director.keep_journal(options).expect("a new director");
    mission.step().expect("the facts fit");
    let bytes = mission
        .brain
        .director
        .end_journal()
        .expect("a journal")
        .take();
    let error = replaying::replay(&bytes, false).err().expect("an error");
    assert!(
        error.to_string().contains("does not name its mission"),
        "{error}"
    );
}

/// Prints the sizes that `BENCHMARKS.md` lists, with `--nocapture`.
#[test]
fn journals_stay_below_size_limits() {
    for (name, slice) in [
        ("1,000 steps", Slice::Steps(1_000)),
        ("20 µs", Slice::Micros(20)),
    ] {
        for (how, options) in [
            ("hashes", JournalOptions::new()),
            ("events", JournalOptions::new().with_events()),
        ] {
            let (bytes, events) = record("office", 56, slice, options);
            let replay = Replay::<Domain>::new(&bytes).expect("a valid journal");
            let a_tick = bytes.len() as f64 / replay.ticks() as f64;
            println!(
                "{name}, {how}: {} bytes, {} ticks, {} events, {a_tick:.1} bytes per tick",
                bytes.len(),
                replay.ticks(),
                events.len()
            );
            let most = match how {
                "hashes" => 20.0,
                _ => 60.0,
            };
            assert!(a_tick < most, "{a_tick}");
        }
    }
}
