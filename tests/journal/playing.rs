//! A replay has the same events and commands as the game.

use squad_htn::journal::{Ending, JournalOptions, Replay};
use squad_htn::prelude::*;

use crate::port::{Boat, Director, Domain, Fact, Game, Sea, Seen, Task, sea};
use crate::seeds;

#[test]
fn random_games_replay_without_difference() {
    let mut events = 0;
    for seed in seeds(300, 20_000) {
        let options = match seed % 2 {
            0 => JournalOptions::new(),
            _ => JournalOptions::new().with_events(),
        };
        let (bytes, seen) = Game::kept(seed, 60, options);
        let mut replay = Replay::<Domain>::new(&bytes).expect("it can be read");
        assert_eq!(replay.ticks(), 60, "seed {seed}");
        assert_eq!(replay.ending(), Ending::Ended, "seed {seed}");
        let mut waves = Sea::default();
        for (tick, seen) in seen.iter().enumerate() {
            sea(&replay, &mut waves);
            assert!(replay.tick(&waves).expect("it can be played"));
            let again = Seen::of(replay.director());
            assert_eq!(again, *seen, "seed {seed}, tick {}", tick + 1);
            events += again.events.len();
        }
        assert_eq!(replay.difference(), None, "seed {seed}");
        assert_eq!(replay.refused(), 0, "seed {seed}");
        assert!(replay.is_over() && !replay.tick(&waves).expect("it is over"));
        assert_eq!(replay.to_string(), "the same in 60 ticks");
    }
    assert!(events > 1_000, "only {events} events");
}

#[test]
fn replay_with_another_context_reports_difference() {
    let mut differ = 0;
    for seed in seeds(60, 2_000) {
        let (bytes, _) = Game::kept(seed, 60, JournalOptions::new().with_events());
        let mut replay = Replay::<Domain>::new(&bytes).expect("it can be read");
        // The sea stays calm.
        let difference = replay.run(&Sea::default()).expect("it can be played");
        let Some(difference) = difference else {
            continue;
        };
        differ += 1;
        assert!(difference.is_known, "seed {seed}");
        assert!(difference.was != difference.now, "seed {seed}");
        let told = difference.to_string();
        let tick = difference.tick;
        assert!(
            told.starts_with(&format!("the same until tick {tick}, then ")),
            "{told}"
        );
        // The replay may continue with any result.
        while replay.tick(&Sea::default()).expect("it can be played") {}
        assert_eq!(replay.difference().map(|found| found.tick), Some(tick));
        assert!(replay.to_string() == told);
    }
    assert!(differ > 10, "only {differ} differ");
}

#[test]
fn before_a_search_the_facts_are_what_it_finds() {
    let mut director = Director::new(Task::Work);
    director
        .keep_journal(JournalOptions::new())
        .expect("it has not ticked");
    director.tick(&Sea::default(), Budget::unlimited());
    director
        .state_mut()
        .insert(Fact::Boat(Boat(1)))
        .expect("it fits");
    director.tick(&Sea::default(), Budget::unlimited());
    let bytes = director.end_journal().expect("it is kept").take();
    let mut replay = Replay::<Domain>::new(&bytes).expect("it can be read");
    replay.tick(&Sea::default()).expect("it can be played");
    let before = replay
        .before_search(&Sea::default())
        .expect("it can be played");
    assert!(before.state().contains(Fact::Boat(Boat(1))));
    assert_eq!((before.executor().ticks(), before.answers()), (2, 1));
    assert_eq!(
        replay.director().executor().ticks(),
        1,
        "the replay is where it was"
    );
    assert!(replay.director().state().is_empty());
    replay.tick(&Sea::default()).expect("it can be played");
    assert_eq!(replay.into_director().executor().ticks(), 2);
}

#[test]
fn quiet_ticks_take_next_to_nothing() {
    let kept = |ticks| {
        let mut director = Director::new(Task::Rest).interval(1_000_000);
        director
            .keep_journal(JournalOptions::new())
            .expect("it has not ticked");
        for _ in 0..ticks {
            director.tick(&Sea::default(), Budget::steps(100));
        }
        director.end_journal().expect("it is kept").take()
    };
    let (few, many) = (kept(10), kept(10_000));
    assert!(
        many.len() - few.len() < 100,
        "{} and {}",
        few.len(),
        many.len()
    );
    let mut replay = Replay::<Domain>::new(&many).expect("it can be read");
    assert_eq!(replay.ticks(), 10_000);
    assert_eq!(replay.run(&Sea::default()), Ok(None));
    assert_eq!(replay.director().executor().ticks(), 10_000);
}

#[test]
fn search_beyond_replay_limit_is_an_error() {
    let mut director = Director::new(Task::Work);
    let state = director.state_mut();
    state.insert(Fact::Boat(Boat(1))).expect("it fits");
    state.insert(Fact::Cargo(1)).expect("it fits");
    director
        .keep_journal(JournalOptions::new())
        .expect("it has not ticked");
    director.tick(&Sea { waves: 50_000 }, Budget::unlimited());
    let bytes = director.end_journal().expect("it is kept").take();
    let rough = Sea { waves: 50_000 };
    let mut replay = Replay::<Domain>::new(&bytes).expect("it can be read");
    assert_eq!(replay.run(&rough), Ok(None));
    let mut replay = Replay::<Domain>::new(&bytes)
        .expect("it can be read")
        .most_steps(1_000);
    let error = replay.tick(&rough).expect_err("it takes more");
    assert_eq!(
        error.to_string(),
        "tick 1: the search exceeds 1000 steps; help: raise it with `Replay::most_steps`"
    );
    assert!(replay.is_over());
}
