//! Beliefs about a state: claims, the facts that they make believed, and claims that are passed on.

mod allocations;

use std::collections::BTreeMap;

use allocations::calls_during;
use squad_htn::prelude::*;
use squad_htn::{Beliefs, BeliefsFull, Claim, Heard, decay};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Soldier(u8);

htn_domain! {
    domain scout;
    agent Soldier;
    predicate me(=> Soldier);
    predicate enemy(u8 => place: u8) [4];
    predicate mined(u8) [4];
    predicate alarm();
    predicate order(=> number: u8, place: u8);
    operator go(who: Soldier, place: u8) by who { success delete enemy(_, place); }
    pub method act() if me(me) && order(_, place) && enemy(_, place) && !mined(place) && !alarm() {
        go(me, place);
    }
}

htn_domain! {
    domain staff;
    predicate foes(place: u8, who: u8) [16];
    operator bomb(place: u8) {}
    pub method act() if foes(place, _) { bomb(place); }
}

use scout::{Domain, Fact, State};

const ANA: Soldier = Soldier(1);
const BEN: Soldier = Soldier(2);

type Head = Beliefs<Domain>;
type Word = Claim<Fact, Soldier>;

fn never(_: Fact, age: u64) -> f32 {
    decay::never(age)
}

fn over_a_hundred(_: Fact, age: u64) -> f32 {
    decay::evenly(age, 100)
}

fn facts(state: &State) -> Vec<String> {
    state.facts().map(|fact| fact.to_string()).collect()
}

#[test]
fn later_value_of_a_key_wins_from_any_source() {
    let (mut state, mut head) = (State::new(), Head::new(never));
    assert_eq!(head.see(&mut state, Fact::Enemy(1, 20), 10), Ok(Heard::New));
    let older = Claim::seen(Fact::Enemy(1, 30), 9).told_by(BEN, 1.0);
    assert_eq!(head.hear(&mut state, older, 50), Ok(Heard::Outdated));
    let later = Claim::seen(Fact::Enemy(1, 30), 11).told_by(BEN, 0.5);
    let instead = Ok(Heard::Instead(Fact::Enemy(1, 20)));
    assert_eq!(head.hear(&mut state, later, 50), instead);
    assert_eq!(facts(&state), ["enemy(1, 30)"]);
    let why = head.why(&state, Fact::Enemy(1, 30)).unwrap();
    assert_eq!(
        (why.when, why.hands, why.from, why.sure),
        (11, 1, Some(BEN), 0.5)
    );
    assert_eq!(head.why(&state, Fact::Enemy(1, 20)), None);

    // In the same tick, the more certain claim wins.
    let surer = Claim::seen(Fact::Enemy(1, 40), 11);
    assert!(head.hear(&mut state, surer, 50).unwrap().changed());
    assert_eq!(head.hear(&mut state, later, 50), Ok(Heard::Outdated));
    // Other keys are unaffected, and so are predicates without a key.
    assert_eq!(head.see(&mut state, Fact::Enemy(2, 20), 60), Ok(Heard::New));
    assert_eq!(head.see(&mut state, Fact::Mined(1), 60), Ok(Heard::New));
    assert_eq!(head.see(&mut state, Fact::Mined(2), 60), Ok(Heard::New));
    assert_eq!(head.see(&mut state, Fact::Order(1, 7), 60), Ok(Heard::New));
    let order = head.see(&mut state, Fact::Order(2, 8), 61);
    assert_eq!(order, Ok(Heard::Instead(Fact::Order(1, 7))));
    assert_eq!(state.len(), 5);
}

#[test]
fn denial_overrides_older_claims() {
    let (mut state, mut head) = (State::new(), Head::new(never));
    let mut see_not = |state: &mut State, fact, now| head.see_not(state, fact, now).unwrap();
    assert_eq!(see_not(&mut state, Fact::Mined(3), 20), Heard::Noted);
    let seen = |fact, when| Claim::seen(fact, when).told_by(BEN, 1.0);
    assert_eq!(
        head.hear(&mut state, seen(Fact::Mined(3), 19), 30),
        Ok(Heard::Outdated)
    );
    assert_eq!(
        head.hear(&mut state, seen(Fact::Mined(3), 21), 30),
        Ok(Heard::New)
    );

    head.see(&mut state, Fact::Enemy(1, 20), 10).unwrap();
    let gone = head.see_not(&mut state, Fact::Enemy(1, 20), 30);
    assert_eq!(gone, Ok(Heard::Gone(Fact::Enemy(1, 20))));
    // An older position is ignored. A newer position is accepted, although a later denial exists for that place.
    assert_eq!(
        head.hear(&mut state, seen(Fact::Enemy(1, 40), 9), 31),
        Ok(Heard::Outdated)
    );
    assert_eq!(
        head.hear(&mut state, seen(Fact::Enemy(1, 20), 29), 31),
        Ok(Heard::Outdated)
    );
    assert_eq!(
        head.hear(&mut state, seen(Fact::Enemy(1, 40), 30), 31),
        Ok(Heard::New)
    );
    // He is seen at the old place again.
    let back = head.hear(&mut state, seen(Fact::Enemy(1, 20), 32), 33);
    assert_eq!(back, Ok(Heard::Instead(Fact::Enemy(1, 40))));
    // A denial older than the sighting, or about another place, changes nothing.
    let not = |fact, when| Claim::seen_not(fact, when).told_by(BEN, 1.0);
    assert_eq!(
        head.hear(&mut state, not(Fact::Enemy(1, 20), 31), 34),
        Ok(Heard::Outdated)
    );
    assert_eq!(
        head.hear(&mut state, not(Fact::Enemy(1, 50), 34), 34),
        Ok(Heard::Noted)
    );
    assert_eq!(facts(&state), ["enemy(1, 20)", "mined(3)"]);
}

#[test]
fn repeated_claim_updates_time_and_certainty() {
    let (mut state, mut head) = (State::new(), Head::new(over_a_hundred));
    let word = |when, sure| Claim::seen(Fact::Alarm, when).told_by(BEN, sure);
    head.hear(&mut state, word(100, 0.8), 100).unwrap();
    let sure =
        |head: &Head, state: &State, now| (100.0 * head.sure(state, Fact::Alarm, now)).round();
    assert_eq!(sure(&head, &state, 150), 40.0);
    // A later but less certain claim: the known one was more certain at that time.
    assert_eq!(
        head.hear(&mut state, word(150, 0.1), 150),
        Ok(Heard::Confirmed)
    );
    assert_eq!(sure(&head, &state, 150), 40.0);
    assert_eq!(sure(&head, &state, 175), 30.0);
    // An earlier but more certain claim raises the certainty at the known time.
    assert_eq!(
        head.hear(&mut state, word(140, 1.0), 150),
        Ok(Heard::Confirmed)
    );
    assert_eq!(sure(&head, &state, 150), 90.0);
    assert_eq!(head.hear(&mut state, word(140, 0.2), 150), Ok(Heard::Known));
}

#[test]
fn source_is_that_of_the_latest_claim() {
    for order in [[0, 1], [1, 0]] {
        let (mut state, mut head) = (State::new(), Head::new(never));
        let words = [
            Claim::seen(Fact::Alarm, 100),
            Claim::seen(Fact::Alarm, 200).told_by(BEN, 0.9),
        ];
        for word in order {
            head.hear(&mut state, words[word], 200).unwrap();
        }
        let why = head.why(&state, Fact::Alarm).unwrap();
        assert_eq!(
            why.to_string(),
            "alarm() (tick 200, from Soldier(2) at 1 hand, 100% sure)"
        );
        // Denials follow the same rule.
        let mut head = Head::new(never);
        for word in order {
            let not = Claim {
                holds: false,
                ..words[word]
            };
            head.hear(&mut State::new(), not, 200).unwrap();
        }
        let not = head.claims(&State::new()).next().unwrap();
        assert_eq!((not.when, not.from, not.hands), (200, Some(BEN), 1));
    }
}

#[test]
fn old_or_uncertain_claims_are_not_believed() {
    let (mut state, mut head) = (State::new(), Head::new(over_a_hundred).believes_from(0.5));
    let word = |when, sure| Claim::<_, Soldier>::seen(Fact::Alarm, when).discounted(sure);
    for doubted in [
        word(0, 1.0),
        word(100, 0.4),
        word(100, f32::NAN),
        word(100, -1.0),
    ] {
        assert_eq!(
            head.hear(&mut state, doubted, 100),
            Ok(Heard::Doubted),
            "{doubted}"
        );
    }
    // Times in the future and certainties above 1 are clamped.
    assert_eq!(
        head.hear(
            &mut state,
            Claim {
                sure: 9.0,
                ..word(500, 1.0)
            },
            100
        ),
        Ok(Heard::New)
    );
    let why = head.why(&state, Fact::Alarm).unwrap();
    assert_eq!((why.when, why.sure), (100, 1.0));

    head.see(&mut state, Fact::Mined(1), 120).unwrap();
    let mut gone = Vec::new();
    head.forget(&mut state, 150, |claim| gone.push(claim.fact));
    assert_eq!(gone, []);
    head.forget(&mut state, 151, |claim| gone.push(claim.fact));
    assert_eq!(gone, [Fact::Alarm]);
    assert_eq!(facts(&state), ["mined(1)"]);
    // Denials are forgotten in the same way.
    head.see_not(&mut state, Fact::Mined(2), 160).unwrap();
    head.forget(&mut state, 211, |_| ());
    assert_eq!(head.claims(&state).count(), 0);
}

#[test]
fn claims_do_not_change_plain_facts() {
    let (mut head, mut state) = (Head::new(never), State::new());
    state.insert(Fact::Order(1, 7)).unwrap();
    state.insert(Fact::Mined(1)).unwrap();
    for fact in [Fact::Order(2, 8), Fact::Order(1, 7), Fact::Mined(1)] {
        assert_eq!(head.see(&mut state, fact, 10), Ok(Heard::Known), "{fact}");
    }
    assert_eq!(
        head.see_not(&mut state, Fact::Mined(1), 10),
        Ok(Heard::Known)
    );
    assert_eq!(head.sure(&state, Fact::Mined(1), 10), 1.0);
    assert_eq!(head.sure(&state, Fact::Mined(2), 10), 0.0);
    assert_eq!(head.claims(&state).count(), 0);
    head.clear(&mut state);
    assert_eq!(state.len(), 2);
}

#[test]
fn effect_of_plan_removes_belief_until_newer_claim() {
    let (mut state, mut head) = (State::new(), Head::new(never));
    head.see(&mut state, Fact::Enemy(1, 20), 10).unwrap();
    state.remove(Fact::Enemy(1, 20));
    assert_eq!(head.why(&state, Fact::Enemy(1, 20)), None);
    assert_eq!(head.claims(&state).count(), 0);
    assert_eq!(
        head.see(&mut state, Fact::Enemy(1, 20), 10),
        Ok(Heard::Outdated)
    );
    assert_eq!(head.see(&mut state, Fact::Enemy(1, 20), 11), Ok(Heard::New));
}

#[test]
fn fact_restored_after_removal_is_not_forgotten() {
    const MINE: Fact = Fact::Mined(1);
    let seen = || {
        let (mut state, mut head) = (State::new(), Head::new(over_a_hundred));
        head.see(&mut state, MINE, 10).unwrap();
        (state, head)
    };
    // In between, the fact is missing from the state.
    let looks: [fn(&mut Head, &mut State); 3] = [
        |head, state| head.forget(state, 11, |claim| panic!("{claim}")),
        |head, state| head.retain(state, |_| true),
        |head, state| assert_eq!(head.see(state, MINE, 10), Ok(Heard::Outdated)),
    ];
    for look in looks {
        let (mut state, mut head) = seen();
        state.remove(MINE);
        look(&mut head, &mut state);
        state.insert(MINE).unwrap();
        assert_eq!(head.why(&state, MINE), None);
        assert_eq!(head.sure(&state, MINE, 60), 1.0);
        assert_eq!(head.see_not(&mut state, MINE, 60), Ok(Heard::Known));
        assert_eq!(head.claims(&state).count(), 0);
        head.retain(&mut state, |claim| panic!("{claim}"));
        head.forget(&mut state, 500, |claim| panic!("{claim}"));
        head.clear(&mut state);
        assert_eq!(facts(&state), ["mined(1)"]);
    }
    // A denied fact that is inserted directly.
    let (mut state, mut head) = seen();
    head.see_not(&mut state, MINE, 11).unwrap();
    state.insert(MINE).unwrap();
    assert_eq!(head.claims(&state).count(), 0);
    head.clear(&mut state);
    assert_eq!(facts(&state), ["mined(1)"]);

    // By an explicit claim.
    let (mut state, mut head) = seen();
    assert_eq!(head.know(&mut state, MINE), Ok(false));
    assert_eq!(head.know(&mut state, Fact::Order(1, 7)), Ok(true));
    assert_eq!(head.why(&state, MINE), None);
    assert_eq!(
        head.see(&mut state, Fact::Order(2, 8), 20),
        Ok(Heard::Known)
    );
    head.forget(&mut state, 500, |claim| panic!("{claim}"));
    assert_eq!(facts(&state), ["mined(1)", "order(1, 7)"]);
    for place in 2..5 {
        head.know(&mut state, Fact::Mined(place)).unwrap();
    }
    assert!(head.know(&mut state, Fact::Mined(9)).is_err());
    // Removed by an effect: claims from before the removal are ignored.
    let (mut state, mut head) = seen();
    head.know(&mut state, MINE).unwrap();
    state.remove(MINE);
    assert_eq!(head.see(&mut state, MINE, 9), Ok(Heard::Outdated));
    assert_eq!(head.see(&mut state, MINE, 20), Ok(Heard::New));
}

#[test]
fn claims_can_be_mapped_to_another_domain() {
    let (mut state, mut head) = (State::new(), Head::new(never));
    head.see(&mut state, Fact::Enemy(1, 20), 10).unwrap();
    head.see(&mut state, Fact::Mined(4), 11).unwrap();
    let mut map: staff::State = staff::State::new();
    let mut staff: Beliefs<staff::Domain, Soldier> = Beliefs::new(|_, age| decay::by_half(age, 10));
    let report = |fact| match fact {
        Fact::Enemy(who, place) => Some(staff::Fact::Foes(place, who)),
        _ => None,
    };
    let said = head
        .claims(&state)
        .filter_map(|word| word.told_by(ANA, 0.5).map(report));
    assert_eq!(staff.hear_all(&mut map, said, 20), Ok(1));
    let why = staff.why(&map, staff::Fact::Foes(20, 1)).unwrap();
    assert_eq!(
        why.to_string(),
        "foes(20, 1) (tick 10, from Soldier(1) at 1 hand, 50% sure)"
    );
    assert_eq!(staff.confidence(why, 20), 0.25);
    // He passes it on. Denials are passed on in the same way.
    head.see_not(&mut state, Fact::Enemy(1, 20), 30).unwrap();
    let said = head
        .claims(&state)
        .filter_map(|word| word.told_by(ANA, 0.5).map(report));
    assert_eq!(staff.hear_all(&mut map, said, 31), Ok(1));
    assert!(map.is_empty());
}

#[test]
fn claims_of_removed_sources_are_forgotten() {
    let (mut state, mut head) = (State::new(), Head::new(never));
    let order = Claim::seen(Fact::Order(1, 7), 10).told_by(BEN, 1.0);
    head.hear(&mut state, order, 10).unwrap();
    head.see(&mut state, Fact::Alarm, 10).unwrap();
    head.retain(&mut state, |word| word.from != Some(BEN));
    assert_eq!(facts(&state), ["alarm()"]);
    assert_eq!(head.claims(&state).count(), 1);
}

#[test]
fn full_beliefs_are_an_error_and_unchanged() {
    let (mut state, mut head) = (State::new(), Head::new(never));
    for mine in 0..4 {
        head.see(&mut state, Fact::Mined(mine), 1).unwrap();
    }
    let full = CapacityError {
        predicate: "mined",
        capacity: 4,
    };
    let before = state.clone();
    assert_eq!(
        head.see(&mut state, Fact::Mined(9), 2),
        Err(BeliefsFull::State(full))
    );
    assert_eq!((&state, head.claims(&state).count()), (&before, 4));

    let mut head = Head::with_capacity(1, never);
    let mut state = State::new();
    head.see(&mut state, Fact::Enemy(1, 1), 1).unwrap();
    let full = BeliefsFull::Beliefs { capacity: 1 };
    let none = Err(full);
    assert_eq!(head.see(&mut state, Fact::Enemy(2, 1), 2), none);
    assert!(head.see(&mut state, Fact::Enemy(1, 2), 2).is_ok());
    assert!(head.see_not(&mut state, Fact::Enemy(1, 2), 3).is_ok());
    assert_eq!(head.see_not(&mut state, Fact::Enemy(1, 3), 3), none);
    assert!(state.is_empty());
    // Forgotten claims free their space.
    assert_eq!(head.see(&mut state, Fact::Enemy(2, 1), 4), Ok(Heard::New));
    let message = full.to_string();
    assert!(
        message.contains("the belief store is full") && message.contains("help:"),
        "{message}"
    );
}

#[test]
fn hearing_claims_does_not_allocate() {
    let (mut state, mut head) = (State::new(), Head::new(over_a_hundred));
    let calls = calls_during(|| {
        for now in 0..2_000_u64 {
            let foe = (now * 7 % 5) as u8;
            let word =
                Claim::seen(Fact::Enemy(foe, (now % 3) as u8), now - now % 4).told_by(BEN, 0.9);
            let _full = head.hear(&mut state, word, now);
            let _full = head.see_not(&mut state, Fact::Mined(foe), now);
            head.forget(&mut state, now, |_| ());
            assert!(head.claims(&state).count() <= 9);
        }
    });
    assert_eq!(calls, 0);
    assert!(head.bytes() > 0);
}

/// Returns random numbers that are the same on every machine.
fn random(seed: &mut u64, end: u64) -> u64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % end
}

/// Returns the beliefs that follow from these claims, by a naive algorithm.
fn judged(words: &[Word]) -> Vec<Fact> {
    let mut latest: BTreeMap<String, Word> = BTreeMap::new();
    let rank = |word: &Word| {
        let place = match word.fact {
            Fact::Enemy(_, place) => place,
            _ => 0,
        };
        (word.when, word.sure, place)
    };
    for word in words.iter().filter(|word| word.holds) {
        let key = match word.fact {
            Fact::Enemy(who, _) => format!("enemy {who}"),
            fact => fact.to_string(),
        };
        match latest.get(&key) {
            Some(known) if rank(known) > rank(word) => {}
            _ => {
                latest.insert(key, *word);
            }
        }
    }
    let denied = |word: &Word| {
        let mut words = words.iter();
        words.any(|other| {
            !other.holds
                && other.fact == word.fact
                && (other.when, other.sure) >= (word.when, word.sure)
        })
    };
    latest
        .into_values()
        .filter(|word| !denied(word))
        .map(|word| word.fact)
        .collect()
}

#[test]
fn beliefs_are_independent_of_claim_order() {
    let mut ties = 0;
    for seed in 0..2_000 {
        let chance = &mut (seed + 1);
        let many = 1 + random(chance, 24);
        // Several claims per tick, some with equal certainty.
        let mut words: Vec<Word> = (0..many)
            .map(|_| {
                let when = random(chance, 12);
                let (who, place) = (random(chance, 3) as u8, random(chance, 3) as u8);
                let fact = match random(chance, 3) {
                    0 => Fact::Mined(place),
                    _ => Fact::Enemy(who, place),
                };
                let holds = random(chance, 3) > 0;
                let sure = 0.5 + 0.25 * random(chance, 3) as f32;
                Claim {
                    holds,
                    ..Claim::seen(fact, when).told_by(BEN, sure)
                }
            })
            .collect();
        let expected = State::from_facts(judged(&words)).unwrap();
        ties += words.iter().enumerate().fold(0, |ties, (at, word)| {
            let equal = |other: &&Word| (other.when, other.sure) == (word.when, word.sure);
            ties + words[..at].iter().filter(equal).count()
        });
        for _ in 0..3 {
            for end in (1..words.len()).rev() {
                words.swap(end, random(chance, end as u64 + 1) as usize);
            }
            let (mut state, mut head) = (State::new(), Head::with_capacity(32, never));
            head.hear_all(&mut state, words.iter().copied(), 100)
                .unwrap();
            assert_eq!(state, expected, "seed {seed}: {words:?}");
        }
    }
    assert!(ties > 2_000, "{ties}");
}

/// A capacity is input: no value panics or allocates without a limit.
#[test]
fn capacity_beyond_the_maximum_is_capped() {
    let mut head = Head::with_capacity(usize::MAX, never);
    assert_eq!(
        head.bytes(),
        Head::with_capacity(Head::MAX_CAPACITY, never).bytes()
    );
    let mut state = State::new();
    assert_eq!(head.see(&mut state, Fact::Alarm, 1), Ok(Heard::New));

    let mut head = Head::with_capacity(0, never);
    let full = Err(BeliefsFull::Beliefs { capacity: 0 });
    assert_eq!(head.see(&mut State::new(), Fact::Alarm, 1), full);
    assert_eq!(head.see_not(&mut State::new(), Fact::Alarm, 1), full);
}
