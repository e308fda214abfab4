//! How directors keep and end journals.

use std::panic::{AssertUnwindSafe, catch_unwind};

use squad_htn::journal::{Ending, JournalError, JournalOptions, Replay, ReplayError};
use squad_htn::prelude::*;

use crate::port::{Boat, Director, Domain, Fact, Sea, Task};

fn director() -> Director {
    let mut director = Director::new(Task::Work);
    for fact in [Fact::Boat(Boat(1)), Fact::Cargo(7)] {
        director.state_mut().insert(fact).expect("it fits");
    }
    director
}

#[test]
fn a_journal_begins_before_the_first_tick() {
    let mut director = director();
    director
        .keep_journal(JournalOptions::new())
        .expect("it has not ticked");
    assert_eq!(
        director.keep_journal(JournalOptions::new()),
        Err(JournalError::AlreadyKept)
    );
    assert!(director.end_journal().is_some() && director.end_journal().is_none());
    director.tick(&Sea::default(), Budget::steps(100));
    let error = director
        .keep_journal(JournalOptions::new())
        .expect_err("it has ticked");
    assert_eq!(error, JournalError::AlreadyStarted { tick: 1 });
    assert!(
        error
            .to_string()
            .contains("create a new director with the same facts"),
        "{error}"
    );
    assert!(director.journal().is_none());
}

#[test]
fn a_copy_keeps_no_journal() {
    let mut director = director();
    director
        .keep_journal(JournalOptions::new())
        .expect("it has not ticked");
    let copy = director.clone();
    assert!(copy.journal().is_none() && director.journal().is_some());
}

#[test]
fn journal_has_settings_of_the_start_and_of_a_tick() {
    let first = DirectorSettings::default()
        .interval(0)
        .priority(i32::MIN)
        .retry_after(u32::MAX)
        .policy(Policy::Preempt)
        .stall_timeout(u32::MAX);
    let second = DirectorSettings::default()
        .priority(i32::MAX)
        .repair(Repair::Abandon)
        .retry(Retry::Other)
        .detect_loops(true);
    let mut director = director();
    director.set_settings(first);
    let kept = director.keep_journal(JournalOptions::new());
    kept.expect("it has not ticked");
    director.tick(&Sea::default(), Budget::steps(100));
    director.set_settings(second);
    director.tick(&Sea::default(), Budget::steps(100));
    let mut file = director.end_journal().expect("it was kept");
    let mut replay = Replay::<Domain>::new(file.bytes()).expect("it can be read");
    assert_eq!(replay.director().settings(), first);
    assert_eq!(replay.run(&Sea::default()), Ok(None));
    assert_eq!(replay.director().settings(), second);
}

#[test]
fn it_can_be_written_anywhere() {
    let mut director = director();
    let options = JournalOptions::new().about("pier 4").with_events();
    director.keep_journal(options).expect("it has not ticked");
    let (mut file, mut pieces) = (Vec::new(), Vec::new());
    for _ in 0..30 {
        director.tick(&Sea::default(), Budget::steps(100));
        let journal = director.journal_mut().expect("it is kept");
        pieces.extend_from_slice(journal.bytes());
        journal.write_to(&mut file).expect("there is room");
        assert!(journal.bytes().is_empty());
    }
    assert_eq!(file, pieces);
    let mut replay = Replay::<Domain>::new(&file).expect("it can be read");
    assert_eq!((replay.about(), replay.ticks()), ("pier 4", 30));
    assert_eq!(replay.ending(), Ending::Open, "nobody has ended it");
    assert_eq!(replay.run(&Sea::default()), Ok(None));
}

/// Takes three bytes at a time, and nothing every other time.
#[derive(Default)]
struct Narrow {
    bytes: Vec<u8>,
    calls: usize,
}

impl std::io::Write for Narrow {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.calls += 1;
        if self.calls.is_multiple_of(2) {
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        let count = bytes.len().min(3);
        self.bytes.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_can_not_be_written_is_kept_for_later() {
    let mut director = director();
    director
        .keep_journal(JournalOptions::new())
        .expect("it has not ticked");
    director.tick(&Sea::default(), Budget::steps(100));
    let mut journal = director.end_journal().expect("it is kept");
    let (all, mut file) = (journal.bytes().to_vec(), Narrow::default());
    assert!(journal.write_to(&mut file).is_err());
    assert_eq!(journal.bytes(), &all[3..]);
    while journal.write_to(&mut file).is_err() {}
    assert_eq!(file.bytes, all);
    let replay = Replay::<Domain>::new(&all).expect("it can be read");
    assert_eq!(replay.ticks(), 1);
}

mod fragile {
    use squad_htn::prelude::*;

    fn sound(breaks: bool) -> bool {
        assert!(!breaks, "it breaks");
        true
    }

    htn_domain! {
        pub domain fragile(breaks: &bool);
        agent u8;
        operator step(who: u8) by who {}
        pub method go() if self::sound(*breaks) { step(1); }
    }
}

#[test]
fn a_game_that_panics_ends_its_journal() {
    use fragile::fragile::{Director, Domain, Task};
    let mut director = Director::new(Task::Go).interval(1);
    director
        .keep_journal(JournalOptions::new())
        .expect("it has not ticked");
    for _ in 0..3 {
        director.tick(&false, Budget::steps(100));
    }
    let broken = catch_unwind(AssertUnwindSafe(|| {
        director.tick(&true, Budget::steps(100));
    }));
    assert!(broken.is_err());
    assert!(director.journal().is_some_and(|journal| !journal.is_over()));
    for _ in 0..3 {
        director.tick(&false, Budget::steps(100));
    }
    assert!(director.journal().is_some_and(|journal| journal.is_over()));
    let bytes = director.end_journal().expect("it is kept").take();
    let mut replay = Replay::<Domain>::new(&bytes).expect("it can be read");
    assert_eq!((replay.ticks(), replay.ending()), (3, Ending::Panicked));
    assert_eq!(replay.run(&false), Ok(None));
}

#[test]
fn at_a_scheduler_too() {
    use fragile::fragile::{Domain, SquadScheduler, Task};
    let mut hq = SquadScheduler::with_limits(Limits::compact());
    let squads = [(); 2].map(|()| {
        let id = hq.add(Task::Go);
        let squad = hq.squad_mut(id).expect("it has just come");
        squad.set_settings(squad.settings().interval(1));
        squad
            .keep_journal(JournalOptions::new())
            .expect("it has not ticked");
        id
    });
    let frame = |hq: &mut SquadScheduler, breaks: &'static bool| {
        hq.tick(
            |id| if id == squads[0] { breaks } else { &false },
            Budget::steps(100),
        );
    };
    for _ in 0..3 {
        frame(&mut hq, &false);
    }
    assert!(catch_unwind(AssertUnwindSafe(|| frame(&mut hq, &true))).is_err());
    for _ in 0..3 {
        frame(&mut hq, &false);
    }
    let ends = [(3, Ending::Panicked), (6, Ending::Ended)];
    for (id, end) in squads.into_iter().zip(ends) {
        let squad = hq.squad_mut(id).expect("it is here");
        let bytes = squad.end_journal().expect("it is kept").take();
        let mut replay = Replay::<Domain>::new(&bytes).expect("it can be read");
        assert_eq!((replay.ticks(), replay.ending()), end);
        assert_eq!(replay.run(&false), Ok(None));
    }
}

#[test]
fn greater_limits_are_asked_for() {
    let limits = Limits {
        events: 5_000,
        ..Limits::compact()
    };
    let mut director = Director::with_limits(Task::Work, limits);
    director
        .keep_journal(JournalOptions::new())
        .expect("it has not ticked");
    let bytes = director.end_journal().expect("it is kept").take();
    let error = Replay::<Domain>::new(&bytes).expect_err("too much");
    let wanted = ReplayError::Limit {
        limit: "events",
        was: 5_000,
        most: 4_096,
    };
    assert_eq!(error, wanted);
    assert!(
        error.to_string().contains("raise it with `Replay::within`"),
        "{error}"
    );
    let replay = Replay::<Domain>::within(&bytes, limits).expect("it can be read");
    assert_eq!(replay.director().executor().limits(), limits);
}
