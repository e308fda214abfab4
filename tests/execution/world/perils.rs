//! Directors of a game that panics now and then, and whose members leave in the middle of searches. What is judged can be
//! seen in commands, facts and events.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use squad_htn::prelude::*;
use squad_htn::{ActionId, FailureCause};

use super::home::{Home, Place};
use super::seed::Seed;
use crate::common::Random;
use crate::squad::Actor;

use perils::{Action, Fact, Task};

/// Every expression of the domain calls it.
#[derive(Default)]
pub struct Game {
    calls: Cell<u64>,
    /// One call in so many panics; 0 for none.
    panics: Cell<u64>,
}

impl Game {
    fn call<T>(&self, value: T) -> T {
        let call = self.calls.get() + 1;
        self.calls.set(call);
        let hash = call.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
        if self.panics.get() > 0 && hash.is_multiple_of(self.panics.get()) {
            // Without the message that a panic prints.
            std::panic::resume_unwind(Box::new("the game"));
        }
        value
    }
}

htn_domain! {
    /// Who is chosen is only known to be there when the search looks: afterwards he is reserved.
    pub domain perils(game: &Game);
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

/// What an episode came to.
#[derive(Clone, Copy, Default, Debug)]
pub struct Told {
    pub ticks: usize,
    pub started: usize,
    pub panics: usize,
    /// Members that left while the planner was at work.
    pub left: usize,
    pub repairs: usize,
}

struct Perils {
    random: Random,
    director: Home<perils::Domain>,
    game: Game,
    running: Vec<(ActionId, Action)>,
    reported: Vec<ActionId>,
    /// Who left, by what the game said, and has not come back; and those of them who had when the tick began.
    gone: Vec<Actor>,
    gone_before: Vec<Actor>,
    /// The game has panicked in the last call, or effects were lost by that.
    torn: bool,
    loses: bool,
    told: Told,
    story: Vec<String>,
}

/// Runs an episode.
pub fn run(seed: u64, place: Place) -> (Told, Vec<String>) {
    let _seed = Seed(seed);
    let mut perils = Perils::new(seed, place);
    let often = [0, 7, 40, 40, 300][perils.random.below(5)];
    for _ in 0..60 + perils.random.below(60) {
        // Quiet for some time, so that there is something to break.
        let calm = perils.random.below(3) > 0;
        perils.game.panics.set(if calm { 0 } else { often });
        // At a scheduler a squad may have gone on with its plans in a frame that was cut off: then what is reported is
        // for the next one.
        let waits = perils.torn && place != Place::Alone;
        for _ in 0..if waits { 0 } else { perils.random.below(3) } {
            perils.input();
        }
        let slice = [1, 2, 4, 4, 9, 30, 100_000][perils.random.below(7)];
        perils.tick(slice);
    }
    perils.drain();
    (perils.told, perils.story)
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

impl Perils {
    fn new(seed: u64, place: Place) -> Perils {
        let mut random = Random::new(seed ^ 0x0DA2_6E85);
        let policy = [Policy::Accumulate, Policy::Accumulate, Policy::Replace][random.below(3)];
        let director = Home::new(place, Task::Root, Limits::compact(), |director| {
            director
                .interval([1, 3, 8][random.below(3)])
                .policy(policy)
                .max_repairs([0, 2, 1_000][random.below(3)])
                .retry([Retry::Same, Retry::Other][random.below(2)])
        });
        let mut perils = Perils {
            random,
            director,
            game: Game::default(),
            running: Vec::new(),
            reported: Vec::new(),
            gone: Vec::new(),
            gone_before: Vec::new(),
            torn: false,
            loses: false,
            told: Told::default(),
            story: Vec::new(),
        };
        perils.put(Fact::Open, true);
        for n in 1..=JOBS as u8 {
            perils.put(Fact::Job(n), true);
            perils.put(Fact::Crew(Actor(n)), true);
        }
        perils
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
                    self.told.left += 1;
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

    /// Tells the end of an action. Where the game has panicked while it was being ended, it is ending already.
    fn finish(&mut self, id: ActionId, outcome: Outcome) {
        let accepted = self.director.finish(id, outcome);
        assert!(
            accepted.is_ok() || self.torn,
            "{accepted:?}: {:#?}",
            self.story
        );
        if accepted.is_ok() {
            self.reported.push(id);
        }
    }

    fn tick(&mut self, slice: u64) {
        self.told.ticks += 1;
        if !self.torn {
            self.gone_before.clone_from(&self.gone);
        }
        let (director, game) = (&mut self.director, &self.game);
        let call = AssertUnwindSafe(|| director.tick(game, slice));
        let commands = catch_unwind(call).ok();
        self.torn = commands.is_none();
        if self.torn {
            self.told.panics += 1;
            self.story.push("the game panics".to_owned());
            return;
        }
        // What was reported before a panic is taken up in the call that goes on.
        for id in self.reported.drain(..) {
            self.running.retain(|run| run.0 != id);
        }
        for event in self.director.events() {
            self.story.push(event.to_string());
            self.told.repairs += usize::from(matches!(event, Event::Repaired { .. }));
            let lost = match event {
                Event::Finished { lost, .. } | Event::Failed { lost, .. } => lost,
                _ => None,
            };
            self.loses |= lost.is_some();
            // What could not be taken back is for the game to clear up.
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

    fn follow(&mut self, command: Command<perils::Domain>) {
        match command {
            Command::Start { id, action, .. } => {
                self.told.started += 1;
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

    /// Where no effects were lost: what is reserved is what the plans have reserved, and what acts is what runs. A plan in
    /// repair may have begun to take back what it has, when the game panicked.
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
            match plan.needs_repair && self.told.panics > 0 {
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

    /// No further plan is found, and the game does not panic: all plans end.
    fn drain(&mut self) {
        self.game.panics.set(0);
        if self.torn {
            self.tick(9);
        }
        self.put(Fact::Open, false);
        (1..=JOBS as u8).for_each(|n| self.put(Fact::Shut(n), false));
        for _ in 0..400 {
            if self.director.executor().plans().len() == 0 && !self.torn {
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
