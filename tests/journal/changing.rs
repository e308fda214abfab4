//! Journals of another version of the domain: a regression test of a mission.

use squad_htn::journal::{JournalOptions, Replay, ReplayError};
use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Guard {
    Ash,
    Beck,
}

/// A version of the domain `watch`.
macro_rules! version {
    ($version:ident: $($items:tt)*) => {
        mod $version {
            use squad_htn::prelude::*;

            use super::Guard;

            htn_domain! {
                pub domain watch;
                agent Guard;
                operator cover(who: Guard, post: u8) by who {}
                $($items)*
            }
        }
    };
}

version! { first:
    predicate guard(Guard) [4];
    predicate open(u8) [4];
    predicate unused(u8) [4];
    pub method work() if open(post) && guard(who) { cover(who, post); }
}

// Predicates are in another order, one is new, and one without facts is missing.
version! { moved:
    predicate late(u8) [4];
    predicate open(u8) [4];
    predicate guard(Guard) [4];
    pub method work() if open(post) && guard(who) { cover(who, post); }
}

version! { other:
    predicate guard(Guard) [4];
    predicate open(u8) [4];
    pub method work() if open(post) && guard(who) && (post < 3 || who == Guard::Beck) { cover(who, post); }
}

// The agent takes the post before it covers: other plans, but the same commands.
version! { careful:
    predicate guard(Guard) [4];
    predicate open(u8) [4];
    predicate taken(u8) [4];
    internal operator take(post: u8) { add taken(post); undo release(post); }
    internal operator release(post: u8) { delete taken(post); }
    pub method work() if open(post) && guard(who) && !taken(post) {
        take(post);
        cover(who, post);
        global_block(who);
        release(post);
    }
}

version! { gone:
    predicate guard(Guard) [4];
    pub method work() if guard(who) { cover(who, 1); }
}

version! { wider:
    predicate guard(Guard) [4];
    predicate open(u8 => by: u8) [4];
    pub method work() if open(post, _) && guard(who) { cover(who, post); }
}

version! { retyped:
    predicate guard(Guard) [4];
    predicate open(u16) [4];
    pub method work() if open(_) && guard(who) { cover(who, 1); }
}

version! { smaller:
    predicate guard(Guard) [4];
    predicate open(u8) [1];
    pub method work() if open(post) && guard(who) { cover(who, post); }
}

version! { renamed:
    predicate guard(Guard) [4];
    predicate open(u8) [4];
    pub method toil() if open(post) && guard(who) { cover(who, post); }
}

version! { asking:
    predicate guard(Guard) [4];
    predicate open(u8) [4];
    pub method work(post: u8) if guard(who) { cover(who, post); }
}

mod elsewhere {
    squad_htn::htn_domain! {
        pub domain depot;
        operator fill(post: u8) {}
    }
}

/// Post after post is open, and covered.
fn journal(options: JournalOptions) -> Vec<u8> {
    use first::watch::{Director, Fact, Task};
    let mut director = Director::new(Task::Work).interval(4);
    for who in [Guard::Ash, Guard::Beck] {
        director
            .state_mut()
            .insert(Fact::Guard(who))
            .expect("it fits");
    }
    director.keep_journal(options).expect("it has not ticked");
    for tick in 0..60_u8 {
        let post = tick / 12;
        match tick % 12 {
            2 => {
                _ = director
                    .state_mut()
                    .insert(Fact::Open(post))
                    .expect("it fits")
            }
            10 => _ = director.state_mut().remove(Fact::Open(post)),
            _ => {}
        }
        for command in director.tick(&(), Budget::steps(1_000)) {
            if let Command::Start { id, .. } = command {
                director.finish(id, Outcome::Success).expect("it runs");
            }
        }
    }
    director.end_journal().expect("it is kept").take()
}

fn events() -> Vec<u8> {
    journal(JournalOptions::new().with_events())
}

#[test]
fn the_same_domain_does_the_same() {
    let bytes = events();
    let mut replay = Replay::<first::watch::Domain>::new(&bytes).expect("it can be read");
    assert!(replay.is_same_domain());
    assert_eq!(replay.run(&()), Ok(None));
    assert_eq!(replay.to_string(), "the same in 60 ticks");
}

#[test]
fn facts_are_read_by_the_names_of_their_predicates() {
    let bytes = events();
    let mut replay = Replay::<moved::watch::Domain>::new(&bytes).expect("it can be read");
    assert!(!replay.is_same_domain());
    assert_eq!(replay.run(&()), Ok(None));
    assert!(
        replay
            .director()
            .state()
            .contains(moved::watch::Fact::Guard(Guard::Beck))
    );
}

#[test]
fn the_first_difference_is_told() {
    let bytes = events();
    let mut replay = Replay::<other::watch::Domain>::new(&bytes).expect("it can be read");
    let difference = replay
        .run(&())
        .expect("it can be played")
        .expect("Beck covers");
    assert_eq!(
        difference.to_string(),
        "the same until tick 40, then `plan 12 started cover(Beck, 3)` instead of `plan 12 started cover(Ash, 3)`"
    );
    assert_eq!(
        difference.at(10).to_string(),
        "the same until 0:04.0 (tick 40), then `plan 12 started cover(Beck, 3)` instead of `plan 12 started cover(Ash, 3)`"
    );
    let told = difference.to_string();
    assert_eq!(replay.to_string(), told);

    let bytes = journal(JournalOptions::new());
    let mut replay = Replay::<other::watch::Domain>::new(&bytes).expect("it can be read");
    let difference = replay
        .run(&())
        .expect("it can be played")
        .expect("Beck covers");
    assert!(!difference.is_known);
    assert_eq!(
        difference.to_string(),
        "the same until tick 40, then something else, beginning with `plan 12 started cover(Beck, 3)` \
         (the journal was recorded without events)"
    );
}

#[test]
fn commands_only_ignores_events() {
    for bytes in [events(), journal(JournalOptions::new())] {
        let replay = Replay::<careful::watch::Domain>::new(&bytes);
        let mut replay = replay.expect("it can be read");
        let difference = replay
            .run(&())
            .expect("it can be played")
            .expect("plans are longer");
        assert!(
            difference.to_string().contains("found: 4 steps"),
            "{difference}"
        );
        let replay = Replay::<careful::watch::Domain>::new(&bytes);
        let mut replay = replay.expect("it can be read").commands_only();
        assert_eq!(replay.run(&()), Ok(None));
        let replay = Replay::<other::watch::Domain>::new(&bytes);
        let mut replay = replay.expect("it can be read").commands_only();
        let difference = replay
            .run(&())
            .expect("it can be played")
            .expect("Beck covers");
        assert_eq!(difference.now.as_deref(), Some("start cover(Beck, 3)"));
    }
}

#[test]
fn what_can_not_be_read_any_more_is_named() {
    let bytes = events();
    let told = [
        Replay::<gone::watch::Domain>::new(&bytes).map(drop),
        Replay::<wider::watch::Domain>::new(&bytes).map(drop),
        Replay::<retyped::watch::Domain>::new(&bytes).map(drop),
        Replay::<renamed::watch::Domain>::new(&bytes).map(drop),
        Replay::<asking::watch::Domain>::new(&bytes).map(drop),
        Replay::<elsewhere::depot::Domain>::new(&bytes).map(drop),
    ];
    let told = told.map(|error| error.expect_err("it can't be read").to_string());
    let what_to_do = "; help: use the build of the game that wrote it, or make a new one";
    let reasons = told.each_ref().map(|told| {
        let reason = told.strip_prefix("the journal cannot be replayed: ");
        reason.and_then(|reason| reason.strip_suffix(what_to_do))
    });
    assert_eq!(
        reasons.map(Option::unwrap_or_default),
        [
            "predicate `open` is gone",
            "predicate `open` had 1 column, now 2",
            "`open`: column 1 was `u8`, now `u16`",
            "method `work` is gone",
            "method `work` had 0 parameters, now 1",
            "its domain is `watch`, not `depot`",
        ]
    );
}

#[test]
fn facts_that_do_not_fit_any_more_are_an_error() {
    use first::watch::{Director, Domain, Fact, Task};
    let mut director = Director::new(Task::Work);
    director
        .keep_journal(JournalOptions::new())
        .expect("it has not ticked");
    director.tick(&(), Budget::steps(10));
    for post in 0..2 {
        director
            .state_mut()
            .insert(Fact::Open(post))
            .expect("it fits");
    }
    director.tick(&(), Budget::steps(10));
    let bytes = director.end_journal().expect("it is kept").take();
    assert!(
        Replay::<Domain>::new(&bytes)
            .expect("it can be read")
            .run(&())
            .is_ok()
    );
    let mut replay = Replay::<smaller::watch::Domain>::new(&bytes).expect("it can be read");
    let error = replay.run(&()).expect_err("there is no room");
    assert!(
        matches!(error, ReplayError::Full { tick: 2, .. }),
        "{error:?}"
    );
    assert!(
        error
            .to_string()
            .starts_with("tick 2: predicate `open` is full: it holds 1 fact")
    );
}
