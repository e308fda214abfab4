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
    squad_htn::htn_domain! { pub domain village; predicate seen(u8); }
}

mod twin {
    squad_htn::htn_domain! {
        /// With another doc comment, and other features.
        pub domain village; predicate seen(u8); // the same
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
fn another_version_is_refused_and_told() {
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
            .starts_with("the save is of the domain `village`, and not of `town`"),
        "{error}"
    );
}

#[test]
fn another_format_is_refused() {
    let text = json(&State::new()).replacen(&format!("\"format\":{FORMAT}"), "\"format\":999", 1);
    let error = serde_json::from_str::<State>(&text).expect_err("it is refused");
    let told = format!("the save has format 999, and this program reads format {FORMAT}");
    assert!(error.to_string().starts_with(&told), "{error}");
}

#[test]
fn something_else_is_refused() {
    let text = json(&State::new()).replacen("\"of\":\"state\"", "\"of\":\"plan\"", 1);
    let error = serde_json::from_str::<State>(&text).expect_err("it is refused");
    assert!(
        error
            .to_string()
            .starts_with("the save is of a plan, and not of a state"),
        "{error}"
    );
}

#[test]
fn fields_may_be_sorted_but_not_turned_round() {
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
    assert!(error.to_string().contains("`saved` comes after"), "{error}");
}

fn out(predicate: &str, facts: u32, why: WhyLeftOut) -> LeftOut {
    LeftOut {
        predicate: predicate.into(),
        facts,
        why,
    }
}

#[test]
fn what_is_the_same_is_carried_over() {
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
            out("at", 1, changed("the type `Place` is defined otherwise")),
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
        "2 facts of `armed`: there is no such predicate any more"
    );
    assert_eq!(told[3], "1 fact of `seen`: it holds 2 facts");
}

#[test]
fn a_header_knows_its_domain() {
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

/// The same domain but for one thing each.
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
fn whatever_means_something_else_is_another_version() {
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
        "the save is of another version of the domain `town`: the type `Place` is defined otherwise"
    );
    assert_eq!(
        told(Header::of::<otherwise::town::Domain>()).to_string(),
        "the save is of another version of the domain `town`: all signatures are the same, so it is a condition, a body, an \
         effect or a capacity that has changed"
    );
}
