//! Saves of other domains, and of other versions of one.

use saves::{json, saved};
use squad_htn::Domain;
use squad_htn::save::{FORMAT, Header, LeftOut, WhyLeftOut};

mod before {
    use serde::{Deserialize, Serialize};
    use squad_htn::{Term, htn_domain};

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
    pub enum Place {
        Mill,
        Chapel,
    }

    htn_domain! {
        pub domain town;
        predicate armed(u8) [4];
        predicate alarm();
        predicate ammo(u8 => u32) [8];
        predicate at(u8, Place) [8];
        predicate seen(u8) [8];
        predicate heard(u8, u8) [8];
        predicate order(=> u8);
        operator restrain(who: u8, target: u8) {}
        internal operator claim(what: u8) {}
        method clear() {}
    }
}

mod now {
    use serde::{Deserialize, Serialize};
    use squad_htn::{Term, htn_domain};

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
    pub enum Place {
        Chapel,
        Mill,
    }

    htn_domain! {
        pub domain town;
        predicate new(u8);
        predicate ammo(u8 => u16) [8];
        predicate alarm();
        predicate at(u8, Place) [8];
        predicate seen(what: u8) [2];
        predicate heard(u8 => u8) [8];
        predicate order(=> u8);
        operator restrain(who: u8, target: u8, with: u8) {}
        operator claim(what: u8) {}
        method clear() {}
    }
}

mod elsewhere {
    squad_htn::htn_domain! {
        pub domain village;
        predicate seen(u8);
    }
}

mod twin {
    squad_htn::htn_domain! {
        /// With another doc comment, and other features.
        pub domain village;
        predicate seen(u8); // the same
    }
}

use before::town::Fact as Was;
use now::town::{Fact, State};

fn old() -> before::town::State {
    before::town::State::from_facts([
        Was::Order(4),
        Was::Armed(1),
        Was::Armed(2),
        Was::Alarm,
        Was::Ammo(1, 30),
        Was::At(1, before::Place::Mill),
        Was::Seen(9),
        Was::Seen(5_0),
        Was::Seen(7),
        Was::Heard(1, 2),
    ])
    .expect("they fit")
}

const DIFFERS: &str = "the save is of another version of the domain `town`: predicate `armed` is gone; `ammo`: column 2 was `u32`, \
    now `u16`; predicate `heard` had no `=>`, now it has one; operator `restrain` had 2 parameters, now 3; and 3 more";

#[test]
fn other_version_is_refused_with_differences() {
    let error = serde_json::from_str::<State>(&json(&old())).expect_err("it is refused");
    assert!(error.to_string().starts_with(DIFFERS), "{error}");
    assert!(postcard::from_bytes::<State>(&saved(&old())).is_err());
}

#[test]
fn another_domain_is_refused() {
    let text = json(&elsewhere::village::State::new());
    let error = serde_json::from_str::<State>(&text).expect_err("it is refused");
    assert!(
        error
            .to_string()
            .starts_with("the save is of the domain `village`, not `town`"),
        "{error}"
    );
}

#[test]
fn older_format_is_refused() {
    let text = json(&State::new()).replacen(&format!("\"format\":{FORMAT}"), "\"format\":1", 1);
    let error = serde_json::from_str::<State>(&text).expect_err("it is refused");
    let told = format!("save format 1 is not supported; this build reads format {FORMAT} at line");
    assert!(error.to_string().starts_with(&told), "{error}");
}

/// A field that was added to a save later has a default.
#[test]
fn save_without_a_later_field_loads() {
    let old = on_duty(old_posts::Task::Guard { post: 3 });
    let mut save = serde_json::to_value(&old).expect("it can be saved");
    let director = save.pointer_mut("/saved/director");
    let director = director.and_then(|director| director.as_object_mut());
    let removed = director.and_then(|director| director.remove("search_steps"));
    assert!(removed.is_some_and(|steps| steps["root"] != 0));
    let new: old_posts::Director = serde_json::from_value(save).expect("it loads");
    assert_eq!(new.search_steps().all(), 0);
    assert!(new.is_busy(Soldier(1)));
}

/// The content of a newer save may have any form, so the error must come before anything else is read.
#[test]
fn newer_save_is_refused_before_its_content_is_read() {
    use now::town::{Director, SquadScheduler, Task};

    fn refuse<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) {
        let newer = FORMAT + 1;
        let text = json(value);
        let future = format!("\"format\":{newer},\"weather\":[\"rain\"]");
        let future = text.replacen(&format!("\"format\":{FORMAT}"), &future, 1);
        check(serde_json::from_str::<T>(&future).err());

        // The format is the first number of a save in bytes.
        let mut bytes = saved(value);
        assert_eq!(u32::from(bytes[0]), FORMAT);
        bytes[0] += 1;
        bytes.truncate(2);
        let error = postcard::from_bytes::<T>(&bytes).err();
        assert_eq!(error, Some(postcard::Error::SerdeDeCustom));
        // The value that is in use can still be saved as before.
        assert_eq!(json(value), text);
    }

    fn check(error: Option<serde_json::Error>) {
        let told = format!(
            "save format {} is not supported; this build reads format {FORMAT}: \
             the save was written by a newer version of `squad-htn`; \
             help: keep the save and load it with an updated program at line",
            FORMAT + 1
        );
        let error = error.expect("it is refused").to_string();
        assert!(error.starts_with(&told), "{error}");
    }

    let director = Director::new(Task::Clear);
    refuse(&State::new());
    refuse(&director);
    refuse(director.executor());
    refuse(director.planner().expect("a director of its own has one"));
    refuse(&SquadScheduler::new());

    let current = format!("\"format\":{FORMAT}");
    let text = json(&director).replacen(&current, &format!("\"format\":{}", FORMAT + 1), 1);
    let mut text = serde_json::Deserializer::from_str(&text);
    check(Director::load_matching(&mut text, None).err());
}

#[test]
fn save_of_another_kind_is_refused() {
    let text = json(&State::new()).replacen("\"of\":\"state\"", "\"of\":\"plan\"", 1);
    let error = serde_json::from_str::<State>(&text).expect_err("it is refused");
    assert!(
        error
            .to_string()
            .starts_with("expected the save of a state, found a plan"),
        "{error}"
    );
}

#[test]
fn content_before_header_is_refused() {
    let text = json(&State::new());
    let value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(
        serde_json::from_value::<State>(value).expect("it loads"),
        State::new()
    );
    let (domain, rest) = text.split_once(",\"of\"").expect("there are fields");
    let (of, content) = rest.split_once(",\"saved\"").expect("there are fields");
    let turned = format!(
        "{{\"saved\"{},{}, \"of\"{of}}}",
        content.trim_end_matches('}'),
        &domain[1..]
    );
    let error = serde_json::from_str::<State>(&turned).expect_err("it is refused");
    assert!(
        error.to_string().contains("`saved` must come after"),
        "{error}"
    );
}

fn out(predicate: &str, facts: u32, why: WhyLeftOut) -> LeftOut {
    LeftOut {
        predicate: predicate.into(),
        facts,
        why,
    }
}

#[test]
fn matching_keeps_unchanged_predicates() {
    let (text, bytes) = (json(&old()), saved(&old()));
    let from_text = State::load_matching(&mut serde_json::Deserializer::from_str(&text));
    let from_bytes = State::load_matching(&mut postcard::Deserializer::from_bytes(&bytes));
    let from_text = from_text.expect("it loads");
    assert_eq!(from_text, from_bytes.expect("it loads"));
    let (state, left_out) = from_text;
    let facts: Vec<Fact> = state.facts().collect();
    assert_eq!(
        facts,
        [Fact::Alarm, Fact::Seen(9), Fact::Seen(50), Fact::Order(4)]
    );
    let changed = |how: &str| WhyLeftOut::Changed(how.into());
    assert_eq!(
        left_out,
        [
            out("armed", 2, WhyLeftOut::Gone),
            out("ammo", 1, changed("`ammo`: column 2 was `u32`, now `u16`")),
            out("at", 1, changed("type `Place` has a different definition")),
            out("seen", 1, WhyLeftOut::Full { capacity: 2 }),
            out(
                "heard",
                1,
                changed("predicate `heard` had no `=>`, now it has one")
            ),
        ]
    );
    let told: Vec<String> = left_out.iter().map(ToString::to_string).collect();
    assert_eq!(
        told[0],
        "2 facts of `armed`: the predicate no longer exists"
    );
    assert_eq!(told[3], "1 fact of `seen`: it holds 2 facts");
}

#[test]
fn header_reports_differences_of_its_domain() {
    type Old = before::town::Domain;
    type New = now::town::Domain;
    assert_ne!(Old::HASH, New::HASH);
    assert_ne!(Old::HASH, 0);
    let header = Header::of::<Old>();
    assert_eq!(header.check::<Old>(), Ok(()));
    assert_eq!(
        header.check::<New>().expect_err("it differs").to_string(),
        DIFFERS
    );
    let again: Header = serde_json::from_str(&json(&header)).expect("it loads");
    assert_eq!(again, header);
    let again: Header = postcard::from_bytes(&saved(&header)).expect("it loads");
    assert_eq!(again, header);
}

#[test]
fn doc_comments_and_places_do_not_count() {
    assert_eq!(
        <elsewhere::village::Domain as Domain>::HASH,
        <twin::village::Domain as Domain>::HASH
    );
}

/// Versions of a domain that differ in one property.
macro_rules! versions {
    ($($name:ident: $most:expr, { $($variants:tt)* }, $expression:expr;)*) => {$(
        mod $name {
            use squad_htn::{Term, htn_domain};
            const MOST: usize = $most;
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
            pub enum Place { $($variants)* }
            htn_domain! {
                pub domain town;
                predicate at(u8, Place) [MOST];
                operator go(who: u8) {}
                pub method act() { branch go if at(who, _) && who > $expression { go(who); } }
            }
        }
    )*};
}

versions! {
    plain: 8, { Mill, Chapel }, 1;
    same: 4 + 4, { Mill, Chapel }, 1;
    larger: 9, { Mill, Chapel }, 1;
    turned: 8, { Chapel, Mill }, 1;
    more: 8, { Mill, Chapel, Yard }, 1;
    deeper: 8, { Mill, Chapel(bool) }, 1;
    otherwise: 8, { Mill, Chapel }, 2;
}

#[test]
fn every_change_of_meaning_is_another_version() {
    let hash = plain::town::Domain::HASH;
    assert_eq!(hash, same::town::Domain::HASH);
    let others = [
        larger::town::Domain::HASH,
        turned::town::Domain::HASH,
        more::town::Domain::HASH,
        deeper::town::Domain::HASH,
        otherwise::town::Domain::HASH,
    ];
    for (number, other) in others.iter().enumerate() {
        assert_ne!(*other, hash, "{number}");
        assert!(!others[..number].contains(other), "{number}");
    }
    let told = |header: Header| {
        header
            .check::<plain::town::Domain>()
            .expect_err("it differs")
    };
    assert_eq!(
        told(Header::of::<turned::town::Domain>()).to_string(),
        "the save is of another version of the domain `town`: type `Place` has a different definition"
    );
    assert_eq!(
        told(Header::of::<otherwise::town::Domain>()).to_string(),
        "the save is of another version of the domain `town`: all signatures match, so a condition, body, effect or \
         capacity has changed"
    );
}

/// A squad whose soldiers are booked for a post each, and what becomes of them in a patch.
mod posts {
    use serde::{Deserialize, Serialize};
    use squad_htn::Term;

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
    pub struct Soldier(pub u8);

    pub struct Radio {
        pub channel: u8,
    }

    pub fn one_less(n: u8) -> u8 {
        n.checked_sub(1).expect("there is a booking")
    }

    pub mod before {
        use super::{Radio, Soldier};

        squad_htn::htn_domain! {
            pub domain posts(radio: &Radio);
            agent Soldier;
            predicate soldier(Soldier) [8];
            predicate post(u8) [8];
            predicate booked(Soldier) [8];
            predicate bookings(=> u8);
            predicate walking(Soldier => u8) [8];
            predicate tries(Soldier => u8) [8];
            predicate heard(u8) [8];
            predicate seen(u8) [8];
            internal operator book(who: Soldier) {
                if !booked(who) && bookings(n);
                undo release(who);
                add booked(who), bookings(n + 1);
            }
            internal operator release(who: Soldier) {
                if bookings(n);
                delete booked(who);
                add bookings(super::one_less(n));
            }
            internal operator call(post: u8) {
                if !heard(post);
                undo hang_up(post);
                add heard(post);
            }
            internal operator hang_up(post: u8) { if post == radio.channel; delete heard(post); }
            operator walk(who: Soldier, post: u8) by who {
                if tries(who, n);
                start add walking(who, post);
                finish delete walking(who, _);
                failure add tries(who, n + 1);
            }
            operator watch(who: Soldier, post: u8) by who {}
            pub method guard(post: u8) if soldier(who) && !booked(who) {
                book(who);
                walk(who, post);
                watch(who, post);
            }
            pub method listen(post: u8) if soldier(who) && !booked(who) {
                call(post);
                watch(who, post);
            }
        }
    }

    pub mod now {
        use super::{Radio, Soldier};

        squad_htn::htn_domain! {
            pub domain posts(radio: &Radio);
            agent Soldier;
            predicate alarm();
            predicate man(Soldier) [8];
            predicate post(u8, u8) [8];
            predicate booked(Soldier) [8];
            predicate bookings(=> u8);
            predicate walking(Soldier => u8) [8];
            predicate tries(Soldier => u8) [8];
            predicate heard(u8) [8];
            predicate seen(u8) [1];
            operator march(who: Soldier, post: u8) by who {}
            pub method guard(post: u8) if man(who) && post != radio.channel { march(who, post); }
            pub method rest() {}
        }
    }
}

use posts::before::posts as old_posts;
use posts::now::posts as new_posts;
use posts::{Radio, Soldier};
use squad_htn::prelude::*;
use squad_htn::save::LoadReport;

const RADIO: Radio = Radio { channel: 3 };

/// A director with a plan whose second step runs.
fn on_duty(task: old_posts::Task) -> old_posts::Director {
    use old_posts::Fact;
    let mut director = old_posts::Director::new(task)
        .interval(7)
        .policy(Policy::Replace);
    let facts = [
        Fact::Soldier(Soldier(1)),
        Fact::Post(3),
        Fact::Bookings(4),
        Fact::Tries(Soldier(1), 2),
        Fact::Seen(8),
        Fact::Seen(9),
    ];
    for fact in facts {
        director.state_mut().insert(fact).expect("there is room");
    }
    for _ in 0..2 {
        director.tick(&RADIO, Budget::unlimited());
    }
    assert!(director.is_busy(Soldier(1)));
    director
}

/// From both formats, which say the same.
fn patched(
    old: &old_posts::Director,
    task: Option<new_posts::Task>,
) -> Result<(new_posts::Director, LoadReport), String> {
    let (text, bytes) = (json(old), saved(old));
    let mut text = serde_json::Deserializer::from_str(&text);
    let mut bytes = postcard::Deserializer::from_bytes(&bytes);
    let from_text = new_posts::Director::load_matching(&mut text, task);
    let from_bytes = new_posts::Director::load_matching(&mut bytes, task);
    match (from_text, from_bytes) {
        (Ok((director, report)), Ok((other, other_report))) => {
            assert!(director.state().facts().eq(other.state().facts()));
            assert_eq!(report, other_report);
            assert_eq!(json(&director), json(&other));
            Ok((director, report))
        }
        (Err(error), Err(_)) => Err(error.to_string()),
        _ => panic!("one loads, and the other does not"),
    }
}

#[test]
fn director_of_other_version_keeps_facts_not_plans() {
    let old = on_duty(old_posts::Task::Guard { post: 3 });
    assert!(serde_json::from_str::<new_posts::Director>(&json(&old)).is_err());
    let (mut new, report) = patched(&old, None).expect("it loads");
    // The booking is undone, and the walk has ended as a failure.
    assert_eq!(
        new.state().to_string(),
        "bookings(4)\ntries(Soldier(1), 3)\nseen(8)"
    );
    assert_eq!(
        report.to_string(),
        "3 facts kept\n\
         left out: 1 fact of `soldier`: the predicate no longer exists\n\
         left out: 1 fact of `post`: predicate `post` had 1 column, now 2\n\
         left out: 1 fact of `seen`: it holds 1 fact\n\
         dropped: plan 1: walk, watch"
    );
    assert_eq!(report.task_replaced, None);
    assert_eq!(new.task(), new_posts::Task::Guard { post: 3 });
    let settings = |text: &str| {
        let save: serde_json::Value = serde_json::from_str(text).expect("it is JSON");
        let director = &save["saved"]["director"];
        let executor = &director["executor"];
        let (tick, numbers) = (&executor["tick"], &executor["action_slots"]["next"]);
        [&director["settings"], &executor["settings"], tick, numbers].map(Clone::clone)
    };
    assert_eq!(settings(&json(&new)), settings(&json(&old)));
    // It continues: the next plan has another number.
    let fact = new_posts::Fact::Man(Soldier(5));
    new.state_mut().insert(fact).expect("there is room");
    let old_action = old.commands().find_map(|command| match command {
        Command::Start { id, .. } => Some(id),
        Command::Stop { .. } => None,
    });
    let old_action = old_action.expect("an action was started");
    assert!(new.finish(old_action, Outcome::Success).is_err());
    new.tick(&Radio { channel: 0 }, Budget::unlimited());
    new.tick(&Radio { channel: 0 }, Budget::unlimited());
    let plans: Vec<String> = new
        .executor()
        .plans()
        .map(|plan| plan.id.to_string())
        .collect();
    assert_eq!(plans, ["2"]);
}

#[test]
fn director_whose_task_is_gone_takes_the_given_one() {
    let old = on_duty(old_posts::Task::Listen { post: 3 });
    let error = patched(&old, None).expect_err("there is no task");
    assert!(
        error.starts_with(
            "the task of the saved director can't be kept: method `listen` is gone; help: give `load_matching` a task"
        ),
        "{error}"
    );
    let (new, report) = patched(&old, Some(new_posts::Task::Rest)).expect("it loads");
    assert_eq!(new.task(), new_posts::Task::Rest);
    assert_eq!(
        report.task_replaced.as_deref(),
        Some("method `listen` is gone")
    );
}

/// Saving has no context, so an `undo` that needs it can't be worked out.
#[test]
fn undo_that_sees_the_context_is_reported() {
    let old = on_duty(old_posts::Task::Listen { post: 3 });
    let (new, report) = patched(&old, Some(new_posts::Task::Rest)).expect("it loads");
    assert!(new.state().contains(new_posts::Fact::Heard(3)));
    assert_eq!(report.not_undone, ["hang_up"]);
    assert!(
        report
            .to_string()
            .ends_with("\nnot undone: effects of `hang_up`, which see the context or panicked"),
        "{report}"
    );
}

/// The expression of `release` panics if there are no bookings.
#[test]
fn undo_that_panics_does_not_prevent_saving() {
    let mut old = on_duty(old_posts::Task::Guard { post: 3 });
    let none = old_posts::Fact::Bookings(0);
    old.state_mut().insert(none).expect("there is room");
    let (new, report) = patched(&old, None).expect("it loads");
    assert_eq!(report.not_undone, ["release"]);
    assert!(new.state().contains(new_posts::Fact::Booked(Soldier(1))));
    assert!(!new.state().to_string().contains("walking"));
    let again: old_posts::Director = serde_json::from_str(&json(&old)).expect("it loads");
    assert_eq!(json(&again), json(&old));
}

#[test]
fn scheduler_of_another_version_keeps_squads() {
    let mut old = old_posts::SquadScheduler::new();
    let tasks = [3, 4, 5].map(|post| old_posts::Task::Guard { post });
    let ids = tasks.map(|task| old.add_director(on_duty(task)));
    let listens = old.add_director(on_duty(old_posts::Task::Listen { post: 3 }));
    old.remove(ids[1]);
    old.set_weight(ids[2], 4);
    old.set_paused(ids[2], true);
    old.tick(|_| &RADIO, Budget::unlimited());

    let (text, bytes) = (json(&old), saved(&old));
    let load = |task| {
        let mut text = serde_json::Deserializer::from_str(&text);
        new_posts::SquadScheduler::load_matching(&mut text, task)
    };
    let error = load(None).map(drop).expect_err("`listen` is gone");
    assert!(
        error.to_string().contains("method `listen` is gone"),
        "{error}"
    );
    let (mut new, reports) = load(Some(new_posts::Task::Rest)).expect("it loads");
    let mut bytes = postcard::Deserializer::from_bytes(&bytes);
    let task = Some(new_posts::Task::Rest);
    let (same, same_reports) =
        new_posts::SquadScheduler::load_matching(&mut bytes, task).expect("it loads");
    assert_eq!((json(&same), same_reports), (json(&new), reports.clone()));

    assert_eq!(reports.len(), 3);
    for (id, report) in &reports {
        let (old, new) = (old.squad(*id), new.squad(*id));
        let (old, new) = (old.expect("it was saved"), new.expect("it was loaded"));
        let (alone, alone_report) = patched(old, task).expect("it loads");
        assert_eq!(*report, alone_report, "squad {id}");
        assert_eq!(new.task(), alone.task(), "squad {id}");
        assert!(new.state().facts().eq(alone.state().facts()), "squad {id}");
    }
    assert_eq!(new.squad(listens).map(|squad| squad.task()), task);
    assert_eq!(new.is_paused(ids[2]), Some(true));
    assert_eq!(new.usage(ids[0]), old.usage(ids[0]));
    // The slot of the squad that was dismissed is free.
    assert_eq!(new.add(new_posts::Task::Rest).index(), ids[1].index());
    new.tick(|_| &RADIO, Budget::unlimited());
}

#[test]
fn director_of_another_domain_is_refused() {
    let old = on_duty(old_posts::Task::Guard { post: 3 });
    let text = json(&old);
    let mut text = serde_json::Deserializer::from_str(&text);
    let error = before::town::Director::load_matching(&mut text, None);
    let error = error.expect_err("it is refused").to_string();
    assert!(
        error.starts_with("the save is of the domain `posts`"),
        "{error}"
    );
}

/// A list of changes that can't have come from the facts.
#[test]
fn tampered_facts_without_plans_are_refused() {
    let old = on_duty(old_posts::Task::Guard { post: 3 });
    let text = json(&old);
    let broken = text.replacen(
        r#""cancel_removes":[{"booked":[1]}"#,
        r#""cancel_removes":[{"booked":[2]}"#,
        1,
    );
    assert_ne!(text, broken);
    let error = serde_json::from_str::<old_posts::Director>(&broken);
    let error = error.expect_err("it is refused").to_string();
    assert!(
        error.starts_with("`cancel_removes` has a fact that is not among `facts`"),
        "{error}"
    );
}

/// Settings that differ from the defaults in every field.
fn changed_settings() -> DirectorSettings {
    DirectorSettings::default()
        .interval(7)
        .when_idle(false)
        .keep_searching(false)
        .priority(-3)
        .duplicates(true)
        .max_repairs(2)
        .retry_after(0)
        .sensor_timeout(9)
        .stall_timeout(40)
        .detect_loops(true)
        .policy(Policy::Preempt)
        .repair(Repair::Replan)
        .retry(Retry::Other)
}

#[test]
fn director_with_settings_keeps_them_in_a_save() {
    let director = new_posts::Director::with_settings(new_posts::Task::Rest, changed_settings());
    let again: new_posts::Director = serde_json::from_str(&json(&director)).expect("it loads");
    assert_eq!(again.settings(), changed_settings());
    let again: new_posts::Director = saves::loaded(&saved(&director)).expect("it loads");
    assert_eq!(again.settings(), changed_settings());
}

#[test]
fn settings_missing_in_a_file_have_their_defaults() {
    let settings: Result<DirectorSettings, _> =
        serde_json::from_str(r#"{"interval":7,"policy":"replace"}"#);
    let expected = DirectorSettings::default();
    assert_eq!(
        settings.expect("it is valid"),
        expected.interval(7).policy(Policy::Replace)
    );
    let settings: Result<DirectorSettings, _> = serde_json::from_str(r#"{"intervall":7}"#);
    let error = settings.expect_err("there is no such setting").to_string();
    assert!(error.contains("unknown field `intervall`"), "{error}");
}
