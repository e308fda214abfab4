//! Journals with answers: a replay needs nothing of the game.

#[path = "answers/oracle.rs"]
mod oracle;

use oracle::dice::{Domain, Fact, Headquarters, Task};
use oracle::{Dice, limits, state};
use saves::rng::{Rng, seeds};
use squad_htn::journal::{Ending, JournalOptions, Replay};
use squad_htn::prelude::*;
use squad_htn::{Director, Workers};

/// How a tick came out.
fn told(director: &Director<Domain>) -> Vec<String> {
    let events = director.events().map(|event| event.to_string());
    let commands = director.commands().map(|command| command.to_string());
    let rest = format!("{:?} {}", director.search_steps(), director.state());
    events.chain(commands).chain([rest]).collect()
}

/// Ends some of the actions, and changes a fact.
fn meddle(director: &mut Director<Domain>, running: &mut Vec<ActionId>, random: &mut Rng) {
    for command in director.commands() {
        match command {
            Command::Start { id, .. } => running.push(id),
            Command::Stop { id, .. } => running.retain(|other| *other != id),
        }
    }
    running.retain(|id| {
        let ends = random.chance(40);
        if ends {
            let outcome = *random.pick(&[Outcome::Success, Outcome::Success, Outcome::Failure]);
            director.finish(*id, outcome).expect("it runs");
        }
        !ends
    });
    if random.chance(10) {
        director
            .state_mut()
            .remove(Fact::Seen(random.below(16) as u8));
    }
}

fn director(random: &mut Rng, options: JournalOptions) -> Director<Domain> {
    let mut director = Director::with_limits(Task::Live, limits())
        .interval(1 + random.below(6) as u32)
        .policy(*random.pick(&[Policy::Accumulate, Policy::Replace, Policy::Preempt]));
    for fact in state().facts() {
        director.state_mut().insert(fact).expect("there is room");
    }
    director.keep_journal(options).expect("it has not ticked");
    director
}

/// A game that answers at random: its journal, and how each tick came out.
fn game(seed: u64, ticks: u64, options: JournalOptions) -> (Vec<u8>, Vec<Vec<String>>, u64) {
    let random = &mut Rng::new(seed);
    let mut director = director(random, options);
    let (dice, mut running, mut story) = (Dice::new(seed), Vec::new(), Vec::new());
    for _tick in 0..ticks {
        match random.below(4) {
            0 => director.tick(&dice, Budget::micros(random.below(20) as u64)),
            _ => director.tick(&dice, Budget::steps(random.below(60) as u64)),
        };
        story.push(told(&director));
        meddle(&mut director, &mut running, random);
    }
    let mut journal = director.end_journal().expect("it is kept");
    (journal.take(), story, journal.lost_answers())
}

/// Plays a journal with a game that answers nonsense; how often that was asked.
fn play(bytes: &[u8], story: &[Vec<String>], seed: u64) -> u64 {
    let nonsense = Dice::new(seed ^ 0xABCD);
    let mut replay = Replay::<Domain>::new(bytes).expect("it can be read");
    assert!(replay.has_answers());
    for (tick, was) in story.iter().enumerate().take(replay.ticks() as usize) {
        let before = replay.before_search(&nonsense).expect("it can be played");
        assert_eq!(before.executor().ticks(), tick as u64 + 1);
        assert!(replay.tick(&nonsense).expect("it can be played"));
        assert_eq!(told(replay.director()), *was, "seed {seed}, tick {tick}");
    }
    assert_eq!(replay.difference(), None, "seed {seed}");
    assert_eq!(replay.unanswered(), 0, "seed {seed}");
    nonsense.rolls()
}

#[test]
fn a_game_that_answers_at_random_is_played_again_tick_for_tick() {
    let mut events = 0;
    for seed in seeds(40, 2_000) {
        let (bytes, story, lost) = game(seed, 60, JournalOptions::new().with_answers(10_000));
        assert_eq!(lost, 0);
        assert_eq!(play(&bytes, &story, seed), 0, "seed {seed}");
        events += story.iter().map(|told| told.len() - 1).sum::<usize>();
    }
    assert!(events > 500, "{events}");
}

#[test]
fn without_answers_another_game_is_another_story() {
    let differs = (0..20).filter(|seed| {
        let (bytes, ..) = game(*seed, 60, JournalOptions::new());
        let mut replay = Replay::<Domain>::new(&bytes).expect("it can be read");
        assert!(!replay.has_answers());
        let nonsense = Dice::new(seed ^ 0xABCD);
        let differs = replay.run(&nonsense).expect("it can be played").is_some();
        assert_eq!(replay.unanswered(), 0, "nothing was promised");
        differs
    });
    assert!(differs.count() > 10);
}

#[test]
fn one_that_was_cut_off_is_played_up_to_there() {
    let (bytes, story, _) = game(3, 20, JournalOptions::new().with_answers(10_000));
    for end in 0..bytes.len() {
        if let Ok(replay) = Replay::<Domain>::new(&bytes[..end])
            && replay.has_answers()
        {
            assert!(!matches!(replay.ending(), Ending::Damaged { .. }), "{end}");
            play(&bytes[..end], &story, end as u64);
        }
    }
}

#[test]
fn what_there_is_no_room_for_is_told_and_asked_again() {
    let (bytes, story, lost) = game(5, 60, JournalOptions::new().with_answers(8));
    assert!(lost > 0);
    let nonsense = Dice::new(1);
    let mut replay = Replay::<Domain>::new(&bytes).expect("it can be read");
    while replay.tick(&nonsense).expect("it can be played") {}
    assert!(replay.unanswered() > 0);
    assert!(nonsense.rolls() >= replay.unanswered());
    assert_eq!(replay.ticks(), story.len() as u64);
}

/// Where one question changes its mind in each tick among many that don't, only that one is written.
#[test]
fn only_news_are_written() {
    let ticks = |ticks| {
        game(9, ticks, JournalOptions::new().with_answers(10_000))
            .0
            .len()
    };
    let without = |ticks| game(9, ticks, JournalOptions::new()).0.len();
    assert!(ticks(60) > without(60));

    let mut director = Director::<still::Domain>::new(still::Task::Wait).interval(1);
    for who in 0..50 {
        director
            .state_mut()
            .insert(still::Fact::Who(who))
            .expect("there is room");
    }
    let options = JournalOptions::new().with_answers(1_000);
    director.keep_journal(options).expect("it has not ticked");
    let calm = |director: &mut Director<still::Domain>, alarm: Option<u8>| {
        director.tick(&Quiet { alarm }, Budget::unlimited());
        director.journal_mut().expect("it is kept").take().len()
    };
    let first = calm(&mut director, None);
    assert!(first > 50 * 10, "{first}");
    let same: usize = (0..20).map(|_| calm(&mut director, None)).sum();
    assert!(same < 20 * 20, "{same}");
    let one = calm(&mut director, Some(7));
    assert!(one > 10 && one < 100, "{one}");
}

/// What expressions ask.
pub struct Quiet {
    alarm: Option<u8>,
}

htn_domain! {
    /// Nothing happens.
    pub domain still(quiet: &Quiet);
    agent u8;
    predicate who(u8) [64];
    operator go(who: u8) by who {}
    pub method wait() if who(who) && quiet.alarm == Some(who) && quiet.alarm == Some(99) { go(who); }
}

/// As many threads as there are portions.
struct Scoped;

impl Workers for Scoped {
    fn share<T: Send>(&self, items: &mut [T], portion: usize, each: impl Fn(&mut [T]) + Sync) {
        std::thread::scope(|scope| {
            for portion in items.chunks_mut(portion) {
                scope.spawn(|| each(portion));
            }
        });
    }
}

/// Squads on several threads throw the same dice, so who is answered what is known to nobody but their journals.
#[test]
fn squads_of_a_headquarters_are_played_again_one_by_one() {
    for seed in seeds(10, 300) {
        let random = &mut Rng::new(seed);
        let mut hq = Headquarters::with_limits(limits()).turn(1 + random.below(40) as u64);
        let mut squads = Vec::new();
        for _ in 0..6 {
            let options = JournalOptions::new().with_answers(10_000);
            let id = hq.enlist_director(director(random, options));
            squads.push((id, Vec::new(), Vec::new()));
        }
        let dice = Dice::new(seed);
        for frame in 0..40 {
            let budget = Budget::steps(random.below(300) as u64);
            match frame % 2 {
                0 => hq.tick(|_| &dice, budget),
                _ => hq.tick_on(&Scoped, |_| &dice, budget),
            }
            for (id, running, story) in &mut squads {
                let squad = hq.squad_mut(*id).expect("it is here");
                story.push(told(squad));
                meddle(squad, running, random);
            }
        }
        for (id, _, story) in squads {
            let squad = hq.squad_mut(id).expect("it is here");
            let bytes = squad.end_journal().expect("it is kept").take();
            assert_eq!(play(&bytes, &story, seed), 0, "seed {seed}, squad {id}");
        }
    }
}

mod last_week {
    use super::Dice;
    squad_htn::htn_domain! {
        pub domain watch(dice: &Dice);
        agent u8;
        predicate who(u8) [4];
        operator look(who: u8) by who {}
        operator walk(who: u8) by who {}
        pub method live() if who(who) && dice.says() { look(who); }
        pub method live() if who(who) { walk(who); }
    }
}

mod today {
    use super::Dice;
    squad_htn::htn_domain! {
        pub domain watch(dice: &Dice);
        agent u8;
        predicate who(u8) [4];
        operator look(who: u8) by who {}
        operator walk(who: u8) by who {}
        pub method live() if who(who) && dice.says() && dice.maybe().is_some() { look(who); }
        pub method live() if who(who) { walk(who); }
    }
}

#[test]
fn another_version_is_answered_what_it_asks_as_before_and_the_rest_is_counted() {
    use last_week::watch::{Director, Fact, Task};
    let mut director = Director::new(Task::Live).interval(1);
    director
        .state_mut()
        .insert(Fact::Who(1))
        .expect("there is room");
    let options = JournalOptions::new().with_answers(100).with_events();
    director.keep_journal(options).expect("it has not ticked");
    let dice = Dice::new(1);
    for _ in 0..30 {
        for command in director.tick(&dice, Budget::unlimited()) {
            if let Command::Start { id, .. } = command {
                director.finish(id, Outcome::Success).expect("it runs");
            }
        }
    }
    let bytes = director.end_journal().expect("it is kept").take();

    let mut replay = Replay::<last_week::watch::Domain>::new(&bytes).expect("it can be read");
    assert_eq!(replay.run(&Dice::new(2)), Ok(None));
    assert_eq!(replay.unanswered(), 0);

    let mut replay = Replay::<today::watch::Domain>::new(&bytes).expect("it can be read");
    let nonsense = Dice::new(2);
    let difference = replay.run(&nonsense).expect("it can be played").cloned();
    assert!(difference.is_some());
    assert!(replay.unanswered() > 0 && nonsense.rolls() >= replay.unanswered());
}

/// What expressions ask.
pub struct Mood(u64);

impl Mood {
    fn likes(&self, who: u8) -> bool {
        (self.0 ^ u64::from(who)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 63 == 0
    }
}

htn_domain! {
    /// Others each time.
    pub domain rota(mood: &Mood);
    agent u8;
    predicate who(u8) [64];
    operator go(who: u8) by who {}
    pub method work() if who(who) && mood.likes(who) && mood.likes(who + 1) { go(who); }
}

/// More questions than there is room to remember: what was told long ago is told once more.
#[test]
fn what_is_known_of_many_questions_is_forgotten_in_time() {
    for (seed, most) in (0..20).flat_map(|seed| [(seed, 20), (seed, 40), (seed, 4_000)]) {
        let mut random = Rng::new(seed);
        let mut director = Director::<rota::Domain>::new(rota::Task::Work).interval(1);
        let options = JournalOptions::new().with_answers(most);
        director.keep_journal(options).expect("it has not ticked");
        let mut story = Vec::new();
        for tick in 0..80 {
            director.state_mut().clear();
            for _ in 0..3 {
                let fact = rota::Fact::Who(random.below(60) as u8);
                director.state_mut().insert(fact).expect("there is room");
            }
            for command in director.tick(&Mood(tick / 10), Budget::unlimited()) {
                if let Command::Start { id, .. } = command {
                    director.finish(id, Outcome::Success).expect("it runs");
                }
            }
            story.extend(director.events().map(|event| event.to_string()));
        }
        let mut journal = director.end_journal().expect("it is kept");
        assert_eq!(journal.lost_answers(), 0);
        let bytes = journal.take();
        let mut replay = Replay::<rota::Domain>::new(&bytes).expect("it can be read");
        assert_eq!(replay.run(&Mood(99)), Ok(None), "seed {seed}, {most}");
        assert_eq!(replay.unanswered(), 0, "seed {seed}, {most}");
        assert!(!story.is_empty());
    }
}
