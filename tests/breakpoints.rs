//! Breakpoints: where a director halts, and that halting changes nothing.

use squad_htn::journal::{JournalOptions, Replay};
use squad_htn::prelude::*;
use squad_htn::{Break, BreakError, DebugStep};

/// A medic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Medic(pub u16);

htn_domain! {
    pub domain ward;

    agent Medic;

    predicate medic(Medic) [8];
    predicate wounded(u16) [16];
    predicate taken(u16) [16];
    predicate alarm();

    internal operator take(patient: u16) {
        if !taken(patient);
        add taken(patient);
        undo release(patient);
    }
    internal operator release(patient: u16) { delete taken(patient); }
    operator bandage(who: Medic, patient: u16) by who {
        success delete wounded(patient);
        failure add alarm();
    }
    operator call(who: Medic) by who {}

    pub method help() {
        branch treat if wounded(patient) && !taken(patient) && medic(who) {
            take(patient);
            care(who, patient);
            release(patient);
        }
        branch rest if !wounded(_) && medic(who) { call(who); }
    }
    method care(who: Medic, patient: u16) {
        branch loud if alarm() { call(who); bandage(who, patient); }
        branch quiet { bandage(who, patient); }
    }
}

use ward::{Action, Director, Domain, Fact, SquadScheduler, Task};

fn director() -> Director {
    let mut director = Director::new(Task::Help).interval(4);
    for n in 1..=2 {
        director.state_mut().insert(Fact::Medic(Medic(n))).unwrap();
    }
    for n in 1..=3 {
        director.state_mut().insert(Fact::Wounded(n)).unwrap();
    }
    director
}

/// A game in which each action takes two ticks of the director, and the second bandage fails.
#[derive(Default)]
struct Game {
    running: Vec<(u64, ActionId, Action)>,
    bandages: u32,
    story: Vec<String>,
}

impl Game {
    fn frame(&mut self, director: &mut Director) {
        if director.halted().is_some() {
            assert_eq!(director.tick(&(), Budget::steps(1_000)).count(), 0);
            return;
        }
        let tick = director.executor().ticks();
        let bandages = &mut self.bandages;
        self.running.retain(|(since, id, action)| {
            if tick < since + 2 {
                return true;
            }
            let is_bandage = matches!(action, Action::Bandage { .. });
            *bandages += u32::from(is_bandage);
            let outcome = match (is_bandage, *bandages) {
                (true, 2) => Outcome::Failure,
                _ => Outcome::Success,
            };
            director.finish(*id, outcome).unwrap();
            false
        });
        for command in director.tick(&(), Budget::steps(7)) {
            match command {
                Command::Start { id, action, .. } => self.running.push((tick + 1, id, action)),
                Command::Stop { id, .. } => self.running.retain(|(_, other, _)| *other != id),
            }
        }
        self.story
            .extend(director.events().map(|event| event.to_string()));
    }

    fn play(director: &mut Director, ticks: u64) -> Vec<String> {
        let mut game = Game::default();
        while director.executor().ticks() < ticks {
            game.frame(director);
        }
        game.story
    }
}

/// Plays until the director halts, and returns why.
fn until_halt(game: &mut Game, director: &mut Director) -> String {
    for _ in 0..200 {
        game.frame(director);
        if let Some(halt) = director.halted() {
            assert_eq!(halt.tick(), director.executor().ticks());
            return halt.to_string();
        }
    }
    panic!("it never halts: {:#?}", game.story);
}

#[test]
fn director_halts_at_the_end_of_the_tick() {
    let mut director = director();
    let mut game = Game::default();
    let start = director.break_on(Break::operator("bandage")).unwrap();
    let why = until_halt(&mut game, &mut director);
    let last = game.story.last().unwrap();
    assert!(
        why.starts_with("operator bandage: tick ") && why.contains("started bandage"),
        "{why}"
    );
    assert!(
        game.story.iter().any(|line| why.ends_with(line.as_str())),
        "{why} {last}"
    );
    let halt = director.halted().unwrap();
    assert_eq!(halt.breaks(), [start]);
    // The commands and events of its last tick stay.
    assert!(director.commands().count() > 0 && director.events().count() > 0);
    let tick = director.executor().ticks();
    for _ in 0..5 {
        assert_eq!(director.tick(&(), Budget::unlimited()).count(), 0);
    }
    assert_eq!(director.executor().ticks(), tick);
    assert!(director.resume() && !director.resume());
    game.frame(&mut director);
    assert_eq!(director.executor().ticks(), tick + 1);
}

#[test]
fn each_condition_halts_when_it_is_met() {
    let halts = |on: Break<Domain>| {
        let (mut director, mut game) = (director(), Game::default());
        director.break_on(on).unwrap();
        until_halt(&mut game, &mut director)
    };
    let quiet = halts(Break::branch("care", "quiet"));
    assert!(
        quiet.starts_with("branch care quiet: tick 4: plan 1 found"),
        "{quiet}"
    );
    // Only after the failure is there an alarm.
    let loud = halts(Break::branch("care", "loud"));
    assert!(loud.starts_with("branch care loud: tick "), "{loud}");
    assert!(!loud.contains("plan 1 "), "{loud}");
    let failed = halts(Break::event("failed"));
    assert!(failed.contains("failed at bandage"), "{failed}");
    let repair = halts(Break::event("needs_repair"));
    assert!(repair.contains("needs a repair"), "{repair}");
    assert_eq!(
        halts(Break::when(Fact::Alarm)),
        "when alarm(): alarm() appeared"
    );
    let taken = halts(Break::when_any("taken"));
    assert!(taken.starts_with("when taken: taken("), "{taken}");
    let internal = halts(Break::operator("take"));
    assert!(internal.contains("started take("), "{internal}");
}

/// A fact that holds already does not appear. One that the game removes and inserts again does.
#[test]
fn facts_of_the_game_appear() {
    let mut director = director();
    director.break_on(Break::when(Fact::Wounded(2))).unwrap();
    director.break_on(Break::when_any("alarm")).unwrap();
    let tick = |director: &mut Director| {
        let _ = director.tick(&(), Budget::steps(1_000));
        let why = director.halted().map(|halt| halt.to_string());
        director.resume();
        why
    };
    assert_eq!(tick(&mut director), None);
    director.state_mut().remove(Fact::Wounded(2));
    assert_eq!(tick(&mut director), None);
    director.state_mut().insert(Fact::Wounded(2)).unwrap();
    director.state_mut().insert(Fact::Alarm).unwrap();
    let why = "when wounded(2): wounded(2) appeared; when alarm: alarm() appeared";
    assert_eq!(tick(&mut director).as_deref(), Some(why));
    assert_eq!(tick(&mut director), None);
}

#[test]
fn steps_end_after_a_tick_or_an_event() {
    let (mut director, mut game) = (director(), Game::default());
    director.halt();
    assert_eq!(director.halted().unwrap().to_string(), "by the game");
    for tick in 1..=3 {
        director.step(DebugStep::Tick);
        game.frame(&mut director);
        assert_eq!(director.halted().unwrap().to_string(), "step: one tick");
        assert_eq!(director.executor().ticks(), tick);
    }
    let mut quiet = 0;
    for _ in 0..20 {
        director.step(DebugStep::Event);
        let before = game.story.len();
        while director.halted().is_none() {
            assert_eq!(game.story.len(), before, "an event ends the step");
            game.frame(&mut director);
            quiet += u32::from(director.halted().is_none());
        }
        let why = director.halted().unwrap().to_string();
        assert_eq!(why, format!("step: {}", game.story[before]));
    }
    assert!(quiet > 0, "some ticks have no event");
    // A breakpoint within a step has its own reason.
    director.break_on(Break::event("planned")).unwrap();
    let why = loop {
        director.step(DebugStep::Tick);
        game.frame(&mut director);
        let why = director.halted().unwrap().to_string();
        if why != "step: one tick" {
            break why;
        }
    };
    assert!(why.starts_with("event planned: tick "), "{why}");
}

/// A mission with many breaks and steps is the same as one without.
#[test]
fn halting_changes_nothing() {
    let plain = Game::play(&mut director(), 80);
    for seed in 1..=20u64 {
        let mut random = seed;
        let (mut director, mut game) = (director(), Game::default());
        let all = [
            Break::branch("help", "treat"),
            Break::operator("call"),
            Break::event("finished"),
            Break::when_any("taken"),
            Break::when(Fact::Alarm),
        ];
        let ids: Vec<_> = all
            .into_iter()
            .map(|on| director.break_on(on).unwrap())
            .collect();
        let mut halts = 0;
        while director.executor().ticks() < 80 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            game.frame(&mut director);
            match random >> 60 {
                0 => director.halt(),
                1 => _ = director.remove_break(ids[(random >> 32) as usize % ids.len()]),
                2..6 => director.step(DebugStep::Tick),
                6 => director.step(DebugStep::Event),
                7..12 => _ = director.resume(),
                _ => {}
            }
            halts += u32::from(director.halted().is_some());
        }
        assert!(halts > 0, "seed {seed}");
        assert_eq!(game.story, plain, "seed {seed}");
    }
}

#[test]
fn unknown_names_are_errors_with_the_nearest() {
    let mut director = director();
    let mut error = |on: Break<Domain>| director.break_on(on).unwrap_err().to_string();
    let cases = [
        (
            Break::branch("hepl", "treat"),
            "unknown method `hepl`; help: there is a method `help`",
        ),
        (
            Break::branch("help", "traet"),
            "unknown branch `traet`; help: there is a branch `treat`",
        ),
        (
            Break::branch("bandage", "treat"),
            "unknown method `bandage`",
        ),
        (
            Break::operator("bandages"),
            "unknown operator `bandages`; help: there is an operator `bandage`",
        ),
        (Break::operator("help"), "unknown operator `help`"),
        (
            Break::event("complete"),
            "unknown event `complete`; help: there is an event `completed`",
        ),
        (
            Break::event("Planned"),
            "unknown event `Planned`; help: there is an event `planned`",
        ),
        (Break::when_any("wound"), "unknown predicate `wound`"),
        (
            Break::when_any("wonded"),
            "unknown predicate `wonded`; help: there is a predicate `wounded`",
        ),
        (Break::operator(""), "unknown operator ``"),
    ];
    for (on, text) in cases {
        assert_eq!(error(on), text);
    }
    let text: Result<Break<Domain>, BreakError> = "when a fact appears".parse();
    assert_eq!(
        text.unwrap_err().to_string(),
        "`when a fact appears` is no breakpoint; help: write `branch METHOD BRANCH`, `operator NAME`, `event NAME` or \
         `when PREDICATE`"
    );
}

#[test]
fn breakpoints_are_listed_and_removed() {
    let mut director = director();
    assert_eq!(director.breaks().count(), 0);
    let first = director.break_on(Break::event("planned")).unwrap();
    let second = director.break_on(Break::when(Fact::Wounded(9))).unwrap();
    let texts: Vec<String> = director.breaks().map(|(_, on)| on.to_string()).collect();
    assert_eq!(texts, ["event planned", "when wounded(9)"]);
    assert!(director.remove_break(first) && !director.remove_break(first));
    assert_eq!(
        director.breaks().map(|(id, _)| id).collect::<Vec<_>>(),
        [second]
    );
    assert!(director.remove_break(second));
    let third = director.break_on(Break::event("planned")).unwrap();
    assert!(third > second, "numbers are not used again");
    // A copy has none, and runs.
    until_halt(&mut Game::default(), &mut director);
    let mut copy = director.clone();
    assert!(copy.halted().is_none() && copy.breaks().count() == 0);
    let _ = copy.tick(&(), Budget::steps(1_000));
    assert_eq!(copy.executor().ticks(), director.executor().ticks() + 1);
}

#[test]
fn a_journal_has_the_ticks_that_happened() {
    let mut director = director();
    director.keep_journal(JournalOptions::new()).unwrap();
    director.break_on(Break::operator("bandage")).unwrap();
    let mut game = Game::default();
    while director.executor().ticks() < 30 {
        game.frame(&mut director);
        director.resume();
    }
    let journal = director.end_journal().unwrap().take();
    let mut replay = Replay::<Domain>::new(&journal).unwrap();
    while replay.tick(&()).unwrap() {}
    assert_eq!(replay.director().executor().ticks(), 30);
    assert!(replay.difference().is_none() && replay.director().halted().is_none());
}

#[test]
fn squad_of_a_scheduler_is_paused() {
    let mut hq = SquadScheduler::with_limits(Limits::compact());
    let ids = [hq.add_director(director()), hq.add_director(director())];
    hq.squad_mut(ids[0])
        .unwrap()
        .break_on(Break::event("started"))
        .unwrap();
    let mut frames = 0;
    while hq.is_paused(ids[0]) == Some(false) {
        hq.tick(|_| &(), Budget::steps(1_000));
        frames += 1;
        assert!(frames < 100);
    }
    let ticks = |hq: &SquadScheduler, at: usize| hq.squad(ids[at]).unwrap().executor().ticks();
    let at = ticks(&hq, 0);
    let why = hq.squad(ids[0]).unwrap().halted().unwrap().to_string();
    assert!(why.starts_with("event started: tick "), "{why}");
    // In the frame in which it halts, its commands are there.
    assert!(
        hq.awake()
            .any(|(id, squad)| id == ids[0] && squad.commands().count() > 0)
    );
    for _ in 0..10 {
        hq.tick(|_| &(), Budget::steps(1_000));
        assert!(hq.awake().all(|(id, _)| id != ids[0]));
    }
    assert_eq!((ticks(&hq, 0), ticks(&hq, 1)), (at, at + 10));
    // A step of a tick.
    hq.squad_mut(ids[0]).unwrap().step(DebugStep::Tick);
    assert_eq!(hq.is_paused(ids[0]), Some(false));
    hq.tick(|_| &(), Budget::steps(1_000));
    assert_eq!((ticks(&hq, 0), hq.is_paused(ids[0])), (at + 1, Some(true)));
    assert!(hq.set_paused(ids[0], false));
    hq.tick(|_| &(), Budget::steps(1_000));
    assert_eq!(ticks(&hq, 0), at + 2);
    // A pause of the game's own is not ended by the director.
    hq.set_paused(ids[1], true);
    hq.squad_mut(ids[1]).unwrap().resume();
    assert_eq!(hq.is_paused(ids[1]), Some(true));
}
