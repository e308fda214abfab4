//! Who may keep a journal, and what becomes of it.

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
        Err(JournalError::Kept)
    );
    assert!(director.end_journal().is_some() && director.end_journal().is_none());
    director.tick(&Sea::default(), Budget::steps(100));
    let error = director
        .keep_journal(JournalOptions::new())
        .expect_err("it has ticked");
    assert_eq!(error, JournalError::UnderWay { tick: 1 });
    assert!(
        error.to_string().contains("give a new director the facts"),
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

#[test]
fn what_can_not_be_written_is_kept_for_later() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut director = director();
    director
        .keep_journal(JournalOptions::new())
        .expect("it has not ticked");
    director.tick(&Sea::default(), Budget::steps(100));
    let journal = director.journal_mut().expect("it is kept");
    assert!(journal.write_to(&mut Full).is_err());
    let bytes = director.end_journal().expect("it is kept").take();
    assert_eq!(
        Replay::<Domain>::new(&bytes).map(|replay| replay.ticks()),
        Ok(1)
    );
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
        error
            .to_string()
            .contains("`Replay::within` takes greater limits"),
        "{error}"
    );
    let replay = Replay::<Domain>::within(&bytes, limits).expect("it can be read");
    assert_eq!(replay.director().executor().limits(), limits);
}
