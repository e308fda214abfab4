//! Fuzzes directors of a game that panics now and then and whose members leave during searches. The checks use only commands,
//! facts and events.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use squad_htn::prelude::*;
use squad_htn::{ActionId, FailureCause};

use super::home::{Home, Place};
use super::seed::Seed;
use crate::common::Random;
use crate::squad::Actor;

use unstable::{Action, Fact, Task};

/// Counts the calls from the domain's expressions, and panics in some of them.
#[derive(Default)]
pub struct Game {
    calls: Cell<u64>,
    /// One call in this many panics. 0 disables it.
    panics: Cell<u64>,
}

impl Game {
    fn call<T>(&self, value: T) -> T {
        let call = self.calls.get() + 1;
        self.calls.set(call);
        let hash = call.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
        if self.panics.get() > 0 && hash.is_multiple_of(self.panics.get()) {
            // Panics without printing a message.
            std::panic::resume_unwind(Box::new("the game"));
        }
        value
    }
}

htn_domain! {
    /// A chosen member is only known to exist at the time of the search; afterwards it is reserved.
    pub domain unstable(game: &Game);
    agent Actor;

    predicate open();
    predicate crew(Actor) [8];
    predicate reserved(Actor) [8];
    predicate job(u8) [8];
    predicate taken(u8) [8];
    predicate shut(u8) [8];
    predicate done(u8) [8];
    predicate acting(u8, Actor) [16];

    axiom free(who: Actor) { crew(who) && !reserved(who) && game.call(true) }

    internal operator reserve(who: Actor) {
        if !reserved(who) && game.call(true);
        add reserved(game.call(who));
        undo release(game.call(who));
    }
    internal operator release(who: Actor) { delete reserved(game.call(who)); }
    internal operator take(n: u8) {
        if !taken(n);
        add taken(game.call(n));
        undo drop(n);
    }
    internal operator drop(n: u8) { if game.call(true); delete taken(n); }

    operator shout(who: Actor) by who { busy game.call(false); }
    operator work(who: Actor, n: u8) by who {
        if !shut(n) && game.call(true);
        while !shut(n) && game.call(true);
        cost game.call(2.0);
        busy game.call(true);
        start add acting(game.call(n), who);
        finish delete acting(game.call(n), who);
        success add done(game.call(n));
        failure delete done(game.call(n));
    }
    operator carry(a: Actor, b: Actor, n: u8) by a, b {
        start add acting(game.call(n), a);
        finish delete acting(game.call(n), a);
        success delete done(game.call(n));
    }

    pub method root() if open() { job_of_two_or_one(); }
    method job_of_two_or_one() {
        branch two
            if job(n) && !taken(n) && free(a) && free(b) && a != b && game.call(true)
            sort by game.call(n)
        {
            take(n);
            reserve(a);
            reserve(b);
            both(a, b, n);
            release(b);
            release(a);
            drop(n);
        }
        branch one if job(n) && !taken(n) && free(a) sort by game.call(n) desc {
            take(n);
            reserve(a);
            shout(a);
            work(a, n);
            global_block(a);
            release(a);
            drop(n);
        }
    }
    method both(a: Actor, b: Actor, n: u8) {
        branch at_once if crew(a) && crew(b) && done(n) && game.call(true) { carry(a, b, n); }
        branch in_turn if crew(a) && crew(b) {
            unordered { work(a, n); work(b, n); }
            carry(a, b, n);
        }
    }
}

const AGENTS: usize = 4;
const JOBS: usize = 3;

/// Counts of an episode.
#[derive(Clone, Copy, Default, Debug)]
pub struct PanicCounts {
    pub ticks: usize,
    pub started: usize,
    pub panics: usize,
    /// Members that left while a search was paused.
    pub left: usize,
    pub repairs: usize,
}

struct PanicFuzz {
    random: Random,
    director: Home<unstable::Domain>,
    game: Game,
    running: Vec<(ActionId, Action)>,
    reported: Vec<ActionId>,
    /// The agents reported to have left that have not come back, and those of them that had left when the tick began.
    gone: Vec<Actor>,
    gone_before: Vec<Actor>,
    /// True if the game panicked in the last call, or effects were lost by a panic.
    poisoned: bool,
    loses: bool,
    counts: PanicCounts,
    story: Vec<String>,
}

/// Runs an episode.
pub fn run(seed: u64, place: Place) -> (PanicCounts, Vec<String>) {
    let _seed = Seed(seed);
    let mut fuzz = PanicFuzz::new(seed, place);
    let often = [0, 7, 40, 40, 300][fuzz.random.below(5)];
    for _ in 0..60 + fuzz.random.below(60) {
        // Quiet for some time, so that there are plans to disturb.
        let calm = fuzz.random.below(3) > 0;
        fuzz.game.panics.set(if calm { 0 } else { often });
        // In a scheduler, a frame that a panic cut off may have continued a squad's plans. Reports then belong to the next
        // frame.
        let waits = fuzz.poisoned && place != Place::Alone;
        for _ in 0..if waits { 0 } else { fuzz.random.below(3) } {
            fuzz.input();
        }
        let slice = [1, 2, 4, 4, 9, 30, 100_000][fuzz.random.below(7)];
        fuzz.tick(slice);
    }
    fuzz.drain();
    (fuzz.counts, fuzz.story)
}

/// The agents that an action engages.
fn engaged(action: Action) -> Vec<Actor> {
    match action {
        Action::Shout { .. } => vec![],
        Action::Work { who, .. } => vec![who],
        Action::Carry { a, b, .. } => vec![a, b],
    }
}

/// The agents that an action names.
fn named(action: Action) -> Vec<Actor> {
    match action {
        Action::Shout { who } => vec![who],
        other => engaged(other),
    }
}

impl PanicFuzz {
    fn new(seed: u64, place: Place) -> PanicFuzz {
        let mut random = Random::new(seed ^ 0x0DA2_6E85);
        let policy = [Policy::Accumulate, Policy::Accumulate, Policy::Replace][random.below(3)];
        let director = Home::new(place, Task::Root, Limits::compact(), |director| {
            director
                .interval([1, 3, 8][random.below(3)])
                .policy(policy)
                .max_repairs([0, 2, 1_000][random.below(3)])
                .retry([Retry::Same, Retry::Other][random.below(2)])
        });
        let mut fuzz = PanicFuzz {
            random,
            director,
            game: Game::default(),
            running: Vec::new(),
            reported: Vec::new(),
            gone: Vec::new(),
            gone_before: Vec::new(),
            poisoned: false,
            loses: false,
            counts: PanicCounts::default(),
            story: Vec::new(),
        };
        fuzz.put(Fact::Open, true);
        for n in 1..=JOBS as u8 {
            fuzz.put(Fact::Job(n), true);
            fuzz.put(Fact::Crew(Actor(n)), true);
        }
        fuzz
    }

    fn put(&mut self, fact: Fact, there: bool) {
        let state = self.director.state_mut();
        state.set(fact, there).expect("the fact fits");
    }

    fn input(&mut self) {
        match self.random.below(12) {
            0..=4 => {
                let open = |run: &&(ActionId, Action)| !self.reported.contains(&run.0);
                let open: Vec<ActionId> =
                    self.running.iter().filter(open).map(|run| run.0).collect();
                if !open.is_empty() {
                    let id = open[self.random.below(open.len())];
                    let outcome = match self.random.below(4) {
                        0 => Outcome::Failure,
                        _ => Outcome::Success,
                    };
                    self.finish(id, outcome);
                }
            }
            5..=7 => {
                let who = Actor(1 + self.random.below(AGENTS) as u8);
                if self.director.state().contains(Fact::Crew(who)) {
                    self.put(Fact::Crew(who), false);
                    self.director.agent_left(who);
                    self.gone.push(who);
                    self.story.push(format!("{who:?} leaves"));
                    self.counts.left += 1;
                } else {
                    self.put(Fact::Crew(who), true);
                    self.gone.retain(|gone| *gone != who);
                    self.gone_before.retain(|gone| *gone != who);
                    self.story.push(format!("{who:?} comes"));
                }
            }
            8 => {
                let n = 1 + self.random.below(JOBS) as u8;
                let shut = self.random.below(3) == 0;
                self.put(Fact::Shut(n), shut);
            }
            9 => {
                let plans: Vec<_> = self
                    .director
                    .executor()
                    .plans()
                    .map(|plan| plan.id)
                    .collect();
                if !plans.is_empty() {
                    self.director.cancel(plans[self.random.below(plans.len())]);
                }
            }
            10 => self.director.replan_now(),
            _ => {}
        }
    }

    /// Reports the end of an action. It is already ending if the game panicked meanwhile.
    fn finish(&mut self, id: ActionId, outcome: Outcome) {
        let accepted = self.director.finish(id, outcome);
        assert!(
            accepted.is_ok() || self.poisoned,
            "{accepted:?}: {:#?}",
            self.story
        );
        if accepted.is_ok() {
            self.reported.push(id);
        }
    }

    fn tick(&mut self, slice: u64) {
        self.counts.ticks += 1;
        if !self.poisoned {
            self.gone_before.clone_from(&self.gone);
        }
        let (director, game) = (&mut self.director, &self.game);
        let call = AssertUnwindSafe(|| director.tick(game, slice));
        let commands = catch_unwind(call).ok();
        self.poisoned = commands.is_none();
        if self.poisoned {
            self.counts.panics += 1;
            self.story.push("the game panics".to_owned());
            return;
        }
        // Reports from before a panic are processed in the call that continues.
        for id in self.reported.drain(..) {
            self.running.retain(|run| run.0 != id);
        }
        for event in self.director.events() {
            self.story.push(event.to_string());
            self.counts.repairs += usize::from(matches!(event, Event::Repaired { .. }));
            let lost = match event {
                Event::Finished { lost, .. } | Event::Failed { lost, .. } => lost,
                _ => None,
            };
            self.loses |= lost.is_some();
            // The game must clean up after an undo that failed.
            if let Event::Failed {
                task,
                why: FailureCause::Panicked,
                action: None,
                ..
            } = event
            {
                let left = match task {
                    Task::Release { who } => Some(Fact::Reserved(who)),
                    Task::Drop { n } => Some(Fact::Taken(n)),
                    _ => None,
                };
                self.loses |= left.is_some();
            }
        }
        for command in commands.into_iter().flatten() {
            self.follow(command);
        }
        self.check();
    }

    fn follow(&mut self, command: Command<unstable::Domain>) {
        match command {
            Command::Start { id, action, .. } => {
                self.counts.started += 1;
                let agents = engaged(action);
                for (other, run) in &self.running {
                    assert_ne!(*other, id, "twice: {:#?}", self.story);
                    let twice = engaged(*run).iter().any(|agent| agents.contains(agent));
                    assert!(!twice, "`{action}` beside `{run}`: {:#?}", self.story);
                }
                let gone = |who: &Actor| self.gone.contains(who) && self.gone_before.contains(who);
                let gone = named(action).into_iter().find(gone);
                assert_eq!(gone, None, "`{action}`: {:#?}", self.story);
                self.running.push((id, action));
            }
            Command::Stop { id, action, .. } => {
                let at = self.running.iter().position(|run| *run == (id, action));
                let at = at.unwrap_or_else(|| panic!("`{action}` never ran: {:#?}", self.story));
                self.running.remove(at);
            }
        }
    }

    /// Asserts, if no effects were lost, that exactly the agents of plans are reserved and that exactly the running actions
    /// act. A plan in repair may have begun to undo its steps when the game panicked.
    fn check(&self) {
        if self.loses {
            return;
        }
        let (mut needed, mut allowed) = (Vec::new(), Vec::new());
        for plan in self.director.executor().plans() {
            let mut here = Vec::new();
            for (step, task) in plan.tasks().enumerate() {
                match task {
                    _ if !plan.has_started(step) => {}
                    Task::Reserve { who } => here.push(Fact::Reserved(who)),
                    Task::Take { n } => here.push(Fact::Taken(n)),
                    Task::Release { who } => here.retain(|fact| *fact != Fact::Reserved(who)),
                    Task::Drop { n } => here.retain(|fact| *fact != Fact::Taken(n)),
                    _ => {}
                }
            }
            match plan.needs_repair && self.counts.panics > 0 {
                true => allowed.extend(here),
                false => needed.extend(here),
            }
        }
        for (_, action) in &self.running {
            needed.extend(match *action {
                Action::Shout { .. } => None,
                Action::Work { who, n } => Some(Fact::Acting(n, who)),
                Action::Carry { a, n, .. } => Some(Fact::Acting(n, a)),
            });
        }
        for fact in &needed {
            let there = self.director.state().contains(*fact);
            assert!(there, "no {fact}: {:#?}", self.story);
        }
        allowed.extend(needed);
        let kept =
            |fact: &Fact| matches!(fact, Fact::Reserved(_) | Fact::Taken(_) | Fact::Acting(..));
        for fact in self.director.state().facts().filter(kept) {
            assert!(allowed.contains(&fact), "{fact}: {:#?}", self.story);
        }
    }

    /// Finds no further plan, and the game does not panic. All plans must end.
    fn drain(&mut self) {
        self.game.panics.set(0);
        if self.poisoned {
            self.tick(9);
        }
        self.put(Fact::Open, false);
        (1..=JOBS as u8).for_each(|n| self.put(Fact::Shut(n), false));
        for _ in 0..400 {
            if self.director.executor().plans().len() == 0 && !self.poisoned {
                break;
            }
            let open = |run: &&(ActionId, Action)| !self.reported.contains(&run.0);
            let open: Vec<ActionId> = self.running.iter().filter(open).map(|run| run.0).collect();
            open.into_iter()
                .for_each(|id| self.finish(id, Outcome::Success));
            self.tick(9);
        }
        assert_eq!(
            self.director.executor().plans().len(),
            0,
            "{:#?}",
            self.story
        );
        assert!(self.running.is_empty(), "{:#?}", self.story);
    }
}
