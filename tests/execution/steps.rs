//! Short names for the steps of the squad's domain, and a rig for lists of them.
#![allow(dead_code)]

use squad_htn::{Executor, PlanId};

use crate::rig::{Rig, plan};
pub use crate::squad::squad::{self, Fact, Task};
pub use crate::squad::{A1, A2, A3, Actor, I1, Item, LENIENT, P1, Place, STRICT};

pub fn act(tag: u16, who: Actor) -> Task {
    Task::Act { tag, who }
}
pub fn help(tag: u16, who: Actor, whom: Actor) -> Task {
    Task::Help { tag, who, whom }
}
pub fn joint(tag: u16, a: Actor, b: Actor) -> Task {
    Task::Joint { tag, a, b }
}
pub fn shout(tag: u16, who: Actor) -> Task {
    Task::Shout { tag, who }
}
pub fn make(tag: u16, who: Actor, item: Item) -> Task {
    Task::Make { tag, who, item }
}
pub fn spoil(tag: u16, who: Actor, item: Item) -> Task {
    Task::Spoil { tag, who, item }
}
pub fn need(tag: u16, who: Actor, item: Item) -> Task {
    Task::Need { tag, who, item }
}
pub fn lift(tag: u16, a: Actor, b: Actor, item: Item) -> Task {
    Task::Lift { tag, a, b, item }
}
pub fn spot(tag: u16, who: Actor, item: Item) -> Task {
    Task::Spot { tag, who, item }
}
pub fn careful(tag: u16, who: Actor) -> Task {
    Task::Careful { tag, who }
}
pub fn grab(tag: u16, who: Actor) -> Task {
    Task::Grab { tag, who }
}
pub fn reserve(who: Actor) -> Task {
    Task::Reserve { who }
}
pub fn free(who: Actor) -> Task {
    Task::Free { who }
}
pub fn take(place: Place) -> Task {
    Task::Take { place }
}
pub fn leave(place: Place) -> Task {
    Task::Leave { place }
}
pub fn nudge(tag: u16, who: Actor) -> Task {
    Task::Nudge { tag, who }
}
pub fn note(tag: u16) -> Task {
    Task::Note { tag }
}
pub fn block_on(a: Actor, b: Actor) -> Task {
    Task::BlockOn { a, b }
}
pub fn global_block(a: Actor) -> Task {
    Task::GlobalBlock { a }
}
pub fn finish_action(a: Actor) -> Task {
    Task::FinishAction { a }
}
pub fn stop_action(a: Actor) -> Task {
    Task::StopAction { a }
}

/// The initial facts of every state of the squad.
pub fn counters() -> [Fact; 4] {
    [
        Fact::Starts(0),
        Fact::Ends(0),
        Fact::Wins(0),
        Fact::Losses(0),
    ]
}

/// A rig for plans given as lists of steps. They are planned without guards and run with them.
pub struct Squad(pub Rig<squad::Domain>);

impl Squad {
    pub fn new() -> Self {
        Self::with(Executor::new(), [])
    }

    pub fn with(executor: Executor<squad::Domain>, facts: impl IntoIterator<Item = Fact>) -> Self {
        Squad(Rig::with(executor, counters().into_iter().chain(facts)))
    }

    #[track_caller]
    pub fn submit(&mut self, steps: &[Task]) -> PlanId {
        self.0.submit(&LENIENT, steps, 0)
    }

    #[track_caller]
    pub fn submit_at(&mut self, priority: i32, steps: &[Task]) -> PlanId {
        self.0.submit(&LENIENT, steps, priority)
    }

    /// Replaces a plan that needs a repair.
    #[track_caller]
    pub fn replace(&mut self, id: PlanId, steps: &[Task]) {
        let plan = plan(&self.0.state, &LENIENT, steps);
        self.0
            .executor
            .replace(id, &plan)
            .expect("the repair is taken");
    }

    /// Ticks, and asserts the commands.
    #[track_caller]
    pub fn expect(&mut self, commands: &str) {
        self.0.expect(&STRICT, commands);
    }

    #[track_caller]
    pub fn succeed(&mut self, action: &str) {
        self.0.succeed(action);
    }

    #[track_caller]
    pub fn fail(&mut self, action: &str) {
        self.0.fail(action);
    }

    pub fn put(&mut self, fact: Fact) {
        self.0.state.insert(fact).expect("the fact fits");
    }

    pub fn has(&self, fact: Fact) -> bool {
        self.0.holds(fact)
    }

    pub fn is_busy(&self, who: Actor) -> bool {
        self.0.executor.is_busy(who)
    }

    /// Returns the texts of all steps started in the last tick, in order, including internal and synchronising ones.
    pub fn started(&self) -> Vec<String> {
        use squad_htn::Event;
        let events = self.0.executor.events();
        let started = events.filter_map(|event| match event {
            Event::Started { task, .. } => Some(task.to_string()),
            _ => None,
        });
        started.collect()
    }
}
