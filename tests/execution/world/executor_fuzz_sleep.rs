//! Fuzzes an executor with many sleeping plans against a twin that visits all of them: no change must be missed.
//!
//! A call of `sensor_timeout`, even with the same value, makes an executor visit all its plans in the next tick. Plans must
//! act the same after it.

use squad_htn::prelude::*;
use squad_htn::{ActionId, PlanId};

use super::seed::Seed;
use crate::common::Random;
use crate::squad::Actor;

use sleepers::{Action, Domain, Executor, Fact, Planner, State, Task};

/// The game state that expressions read.
#[derive(Clone, Copy, Default, Debug)]
pub struct Game {
    pub loud: bool,
}

htn_domain! {
    /// Conditions on facts, on the game, and on both.
    pub domain sleepers(game: &Game);
    agent Actor;

    predicate danger();
    predicate item(u8) [16];
    predicate mark(u8) [16];
    predicate reserved(Actor) [64];
    predicate zone(u8 => u8) [4];
    predicate cries(u16) [6];

    operator act(tag: u16, who: Actor) by who {}
    operator joint(tag: u16, a: Actor, b: Actor) by a, b {}
    operator shout(tag: u16, who: Actor) by who {
        busy false;
        start add cries(tag);
        finish delete cries(tag);
    }
    operator sneak(tag: u16, who: Actor) by who { while !danger(); failure delete item(1); }
    operator hush(tag: u16, who: Actor) by who { busy false; while !danger(); }
    operator listen(tag: u16, who: Actor) by who { while !game.loud; }
    operator ward(tag: u16, who: Actor, i: u8) by who { while item(i); }
    operator swap(tag: u16, who: Actor, i: u8) by who {
        while item(i) && !danger();
        start delete item(i);
        failure add item(i);
    }
    operator make(tag: u16, who: Actor, i: u8) by who { success add item(i); }
    operator spoil(tag: u16, who: Actor, i: u8) by who { start delete item(i); }
    operator need(tag: u16, who: Actor, i: u8) by who { if item(i); finish delete item(i); }
    operator lift(tag: u16, a: Actor, b: Actor, i: u8) by a, b { if item(i); }
    operator scan(tag: u16, who: Actor, i: u8) by who { sensed add mark(i); }
    operator aim(tag: u16, who: Actor, i: u8) by who { if mark(i); finish delete mark(i); }
    operator walk(tag: u16, who: Actor, z: u8) by who {
        if zone(1, k) && k <= z;
        success add zone(1, z);
    }

    internal operator reserve(who: Actor) {
        if !reserved(who);
        add reserved(who);
        undo free(who);
    }
    internal operator free(who: Actor) { delete reserved(who); }
    internal operator take(i: u8) { if item(i); delete item(i); undo put(i); }
    internal operator put(i: u8) { add item(i); }
    internal operator note() { if zone(2, z); add zone(2, z); }

    method pair(tag: u16, a: Actor, b: Actor, i: u8) if item(i) && !danger() {
        make(tag, a, i);
        act(tag, b);
        closer(tag, a, b, i);
        act(tag, a);
    }
    method closer(tag: u16, a: Actor, b: Actor, i: u8) {
        branch both if mark(i) && item(j) && j != i { joint(tag, a, b); need(tag, b, j); }
        branch one { act(tag, a); }
    }
    method scout(tag: u16, a: Actor, b: Actor, i: u8) {
        scan(tag, a, i);
        aim(tag, b, i);
        act(tag, a);
    }
}

/// Counts of an episode.
#[derive(Clone, Copy, Default, Debug)]
pub struct SleepCounts {
    pub ticks: usize,
    pub started: usize,
    pub compared: usize,
}

struct SleepFuzz {
    random: Random,
    agents: usize,
    tag: u16,
    planner: Planner,
    executor: Executor,
    grace: u32,
    state: State,
    game: Game,
    running: Vec<(ActionId, Action)>,
    broken: Vec<PlanId>,
}

/// Runs an episode.
pub fn run(seed: u64) -> SleepCounts {
    let _seed = Seed(seed);
    let mut fuzz = SleepFuzz::new(seed);
    let mut counts = SleepCounts {
        ticks: 20 + fuzz.random.below(120),
        ..SleepCounts::default()
    };
    for _ in 0..counts.ticks {
        for _ in 0..fuzz.random.below(4) {
            fuzz.input();
        }
        fuzz.tick(&mut counts);
    }
    counts
}

impl SleepFuzz {
    fn new(seed: u64) -> SleepFuzz {
        let mut random = Random::new(seed ^ 0x0C80_0D00);
        let grace = random.below(4) as u32;
        let limits = Limits {
            plans: [3, 8, 40][random.below(3)],
            steps: 512,
            events: 8_192,
            ..Limits::compact()
        };
        let executor = Executor::with_limits(limits)
            .sensor_timeout(grace)
            .stall_timeout([0, 0, 0, 3, 9][random.below(5)]);
        let mut state = ideal();
        state.clear();
        for fact in ideal().facts() {
            if matches!(fact, Fact::Zone(..)) || random.below(2) == 0 {
                state.insert(fact).expect("the fact fits");
            }
        }
        SleepFuzz {
            agents: 2 + random.below(10),
            random,
            tag: 0,
            planner: Planner::with_limits(Limits::compact()),
            executor,
            grace,
            state,
            game: Game::default(),
            running: Vec::new(),
            broken: Vec::new(),
        }
    }

    fn actor(&mut self) -> Actor {
        Actor(1 + self.random.below(self.agents) as u8)
    }

    fn item(&mut self) -> u8 {
        1 + self.random.below(4) as u8
    }

    fn task(&mut self) -> Task {
        self.tag += 1;
        let (tag, who, i) = (self.tag, self.actor(), self.item());
        let other = Actor(who.0 % self.agents as u8 + 1);
        let (a, b) = (who, other);
        match self.random.below(29) {
            0..=3 => Task::Act { tag, who },
            4 | 5 => Task::Joint { tag, a, b },
            6 => Task::Shout { tag, who },
            7 => Task::Sneak { tag, who },
            8 => Task::Hush { tag, who },
            9 => Task::Listen { tag, who },
            10 => Task::Ward { tag, who, i },
            11 => Task::Swap { tag, who, i },
            12 => Task::Make { tag, who, i },
            13 => Task::Spoil { tag, who, i },
            14 => Task::Need { tag, who, i },
            15 => Task::Lift { tag, a, b, i },
            16 => Task::Scan { tag, who, i },
            17 => Task::Aim { tag, who, i },
            18 => Task::Walk { tag, who, z: i },
            19 => Task::Reserve { who },
            20 => Task::Free { who },
            21 => Task::Take { i },
            22 => Task::Note,
            23 => Task::BlockOn { a, b },
            24 => Task::GlobalBlock { a },
            25 => Task::FinishAction { a },
            26 => Task::StopAction { a },
            27 => Task::Pair { tag, a, b, i },
            _ => Task::Scout { tag, a, b, i },
        }
    }

    /// Plans a few steps from facts with which everything succeeds.
    fn plan(&mut self) -> bool {
        let count = 1 + self.random.below(7);
        let tasks: Vec<Task> = (0..count).map(|_| self.task()).collect();
        self.planner.start_all(&ideal(), &tasks);
        let progress = self.planner.resume(&Game::default(), Budget::unlimited());
        progress.expect("the plan fits") == Progress::Found
    }

    fn input(&mut self) {
        match self.random.below(20) {
            0..=4 => {
                if self.plan() {
                    let priority = self.random.below(3) as i32;
                    let plan = self.planner.plan().expect("it was found");
                    let _ = self.executor.submit(plan, priority);
                }
            }
            5..=11 => {
                if !self.running.is_empty() {
                    let (id, _) = self.running[self.random.below(self.running.len())];
                    let outcome = match self.random.below(4) {
                        0 => Outcome::Failure,
                        _ => Outcome::Success,
                    };
                    let _ = self.executor.finish(id, outcome);
                }
            }
            12 => {
                let who = self.actor();
                self.executor.agent_left(who);
            }
            13 => {
                let plans: Vec<PlanId> = self.executor.plans().map(|plan| plan.id).collect();
                if !plans.is_empty() {
                    let plan = plans[self.random.below(plans.len())];
                    assert!(self.executor.cancel(plan));
                }
            }
            14 => self.game.loud = self.random.below(4) == 0,
            15 | 16 => {
                if let Some(plan) = self.broken.pop() {
                    if self.random.below(3) == 0 {
                        self.executor.cancel(plan);
                    } else if self.plan() {
                        let repair = self.planner.plan().expect("it was found");
                        let _ = self.executor.replace(plan, repair);
                    }
                }
            }
            _ => self.change_fact(),
        }
    }

    fn change_fact(&mut self) {
        let i = self.item();
        let fact = [Fact::Item(i), Fact::Mark(i), Fact::Danger][self.random.below(3)];
        let there = match fact {
            Fact::Danger => self.random.below(4) == 0,
            _ => self.random.below(5) > 0,
        };
        if there {
            self.state.insert(fact).expect("the fact fits");
        } else {
            self.state.remove(fact);
        }
        if self.random.below(10) == 0 {
            // Another state with the same facts.
            self.state = State::from_facts(self.state.facts()).expect("the facts fit");
        }
    }

    fn tick(&mut self, counts: &mut SleepCounts) {
        let mut twin = (self.random.below(3) == 0).then(|| {
            (
                self.executor.clone().sensor_timeout(self.grace),
                self.state.clone(),
            )
        });
        let (danger, game) = (self.state.contains(Fact::Danger), self.game);
        let before = std::mem::take(&mut self.running);
        crate::between(&mut self.executor);
        crate::between(&mut self.state);
        let commands: Vec<_> = self.executor.tick(&mut self.state, &game).collect();
        if let Some((executor, state)) = &mut twin {
            let others: Vec<_> = executor.tick(state, &game).collect();
            assert_eq!(
                commands, others,
                "the commands of one that looks at all plans"
            );
            assert!(events(&self.executor).eq(events(executor)));
            assert!(self.state == *state, "the facts");
            counts.compared += 1;
        }
        let ended: Vec<ActionId> = self.executor.events().filter_map(ended).collect();
        // No step changes `danger`, so the actions were checked with this value.
        for (id, action) in &before {
            let breaks = match action {
                Action::Sneak { .. } | Action::Hush { .. } | Action::Swap { .. } => danger,
                Action::Listen { .. } => game.loud,
                _ => false,
            };
            assert!(!breaks || ended.contains(id), "`{action}` goes on");
        }
        self.running = before;
        for command in commands {
            if let Command::Start { id, action, .. } = command {
                counts.started += 1;
                self.running.push((id, action));
            }
        }
        self.running.retain(|(id, _)| !ended.contains(id));
        self.broken
            .extend(self.executor.events().filter_map(|event| match event {
                Event::NeedsRepair { plan, .. } => Some(plan),
                _ => None,
            }));
    }
}

/// Returns the facts with which every plan succeeds.
fn ideal() -> State {
    let items = (1..=4).map(Fact::Item);
    let marks = (1..=4).map(Fact::Mark);
    let zones = [Fact::Zone(1, 0), Fact::Zone(2, 0)];
    State::from_facts(items.chain(marks).chain(zones)).expect("the facts fit")
}

/// Returns the events without the waiting ones: which of several busy agents a step reports to wait for depends on its last
/// visit.
fn events(executor: &Executor) -> impl Iterator<Item = Event<Domain>> {
    let events = executor.events();
    events.filter(|event| !matches!(event, Event::Waits { .. }))
}

fn ended(event: Event<Domain>) -> Option<ActionId> {
    match event {
        Event::Finished { action, .. } | Event::Failed { action, .. } => action,
        _ => None,
    }
}
