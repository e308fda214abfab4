//! An independent description of the steps of the squad's domain: agents, guards, effects.

use crate::squad::squad::{Fact, Task};
use crate::squad::{Actor, TOKENS};

/// A predicate that guards read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reads {
    Holds,
    Reserved,
    Taken,
    Danger,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sync {
    BlockOn(Actor, Actor),
    GlobalBlock(Actor),
    FinishAction(Actor),
    StopAction(Actor),
}

/// The changes of a step to the facts at one moment.
#[derive(Clone, Copy, Default, Debug)]
pub struct Change {
    pub add: Option<Fact>,
    pub delete: Option<Fact>,
}

/// A guard: a fact that must exist, or must not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Guard {
    pub fact: Fact,
    pub wanted: bool,
    pub reads: Reads,
}

#[derive(Clone, Debug)]
pub struct Spec {
    pub external: bool,
    pub sync: Option<Sync>,
    /// The arguments of the agent type.
    pub agents: Vec<Actor>,
    /// The agents after `by`.
    pub doers: Vec<Actor>,
    pub engages: bool,
    pub guard: Option<Guard>,
    /// True if the guard must hold as long as the action runs.
    pub during: bool,
    /// The tag, for the facts `acting` and `token`.
    pub tag: Option<u16>,
    pub token: bool,
    /// Applies at once, or when the action starts.
    pub start: Change,
    pub success: Change,
    pub sensed: Change,
    pub undo: Option<Task>,
}

impl Spec {
    /// Returns true if any effect at any moment is on the predicate.
    pub fn writes(&self, reads: Reads) -> bool {
        [self.start, self.success, self.sensed]
            .iter()
            .any(|change| {
                [change.add, change.delete]
                    .iter()
                    .flatten()
                    .any(|fact| predicate(fact) == Some(reads))
            })
    }

    pub fn senses(&self, reads: Reads) -> bool {
        self.sensed
            .add
            .is_some_and(|fact| predicate(&fact) == Some(reads))
    }

    /// Returns the agents that it engages.
    pub fn engaged(&self) -> &[Actor] {
        if self.engages { &self.doers } else { &[] }
    }
}

fn predicate(fact: &Fact) -> Option<Reads> {
    match fact {
        Fact::Holds(_) => Some(Reads::Holds),
        Fact::Reserved(_) => Some(Reads::Reserved),
        Fact::Taken(_) => Some(Reads::Taken),
        Fact::Danger => Some(Reads::Danger),
        _ => None,
    }
}

fn internal(agents: Vec<Actor>) -> Spec {
    Spec {
        external: false,
        sync: None,
        agents,
        doers: Vec::new(),
        engages: false,
        guard: None,
        during: false,
        tag: None,
        token: false,
        start: Change::default(),
        success: Change::default(),
        sensed: Change::default(),
        undo: None,
    }
}

fn external(tag: u16, doers: Vec<Actor>, agents: Vec<Actor>) -> Spec {
    Spec {
        external: true,
        doers,
        engages: true,
        tag: Some(tag),
        ..internal(agents)
    }
}

fn sync(sync: Sync, agents: Vec<Actor>) -> Spec {
    Spec {
        sync: Some(sync),
        ..internal(agents)
    }
}

fn add(fact: Fact) -> Change {
    Change {
        add: Some(fact),
        delete: None,
    }
}

fn delete(fact: Fact) -> Change {
    Change {
        add: None,
        delete: Some(fact),
    }
}

fn needs(fact: Fact, reads: Reads) -> Option<Guard> {
    Some(Guard {
        fact,
        wanted: true,
        reads,
    })
}

fn forbids(fact: Fact, reads: Reads) -> Option<Guard> {
    Some(Guard {
        fact,
        wanted: false,
        reads,
    })
}

/// Describes a step.
pub fn spec(task: Task) -> Spec {
    match task {
        Task::Reserve { who } => Spec {
            guard: forbids(Fact::Reserved(who), Reads::Reserved),
            start: add(Fact::Reserved(who)),
            undo: Some(Task::Free { who }),
            ..internal(vec![who])
        },
        Task::Free { who } => Spec {
            start: delete(Fact::Reserved(who)),
            ..internal(vec![who])
        },
        Task::Take { place } => Spec {
            guard: forbids(Fact::Taken(place), Reads::Taken),
            start: add(Fact::Taken(place)),
            undo: Some(Task::Leave { place }),
            ..internal(vec![])
        },
        Task::Leave { place } => Spec {
            start: delete(Fact::Taken(place)),
            ..internal(vec![])
        },
        Task::Nudge { who, .. } => internal(vec![who]),
        Task::Note { .. } => internal(vec![]),
        Task::Act { tag, who } => external(tag, vec![who], vec![who]),
        Task::Help { tag, who, whom } => external(tag, vec![who], vec![who, whom]),
        Task::Joint { tag, a, b } => external(tag, vec![a, b], vec![a, b]),
        Task::Shout { tag, who } => Spec {
            engages: false,
            ..external(tag, vec![who], vec![who])
        },
        Task::Make { tag, who, item } => Spec {
            success: add(Fact::Holds(item)),
            ..external(tag, vec![who], vec![who])
        },
        Task::Spoil { tag, who, item } => Spec {
            start: delete(Fact::Holds(item)),
            ..external(tag, vec![who], vec![who])
        },
        Task::Need { tag, who, item } => Spec {
            guard: needs(Fact::Holds(item), Reads::Holds),
            ..external(tag, vec![who], vec![who])
        },
        Task::Lift { tag, a, b, item } => Spec {
            guard: needs(Fact::Holds(item), Reads::Holds),
            ..external(tag, vec![a, b], vec![a, b])
        },
        Task::Spot { tag, who, item } => Spec {
            sensed: add(Fact::Holds(item)),
            ..external(tag, vec![who], vec![who])
        },
        Task::Careful { tag, who } => Spec {
            guard: forbids(Fact::Danger, Reads::Danger),
            during: true,
            ..external(tag, vec![who], vec![who])
        },
        Task::Grab { tag, who } => Spec {
            token: true,
            ..external(tag, vec![who], vec![who])
        },
        Task::BlockOn { a, b } => sync(Sync::BlockOn(a, b), vec![a, b]),
        Task::GlobalBlock { a } => sync(Sync::GlobalBlock(a), vec![a]),
        Task::FinishAction { a } => sync(Sync::FinishAction(a), vec![a]),
        Task::StopAction { a } => sync(Sync::StopAction(a), vec![a]),
        other => panic!("`{other}` is no step of a plan"),
    }
}

/// The facts and the counts of moments. Implements the effects of the domain.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Facts {
    facts: Vec<Fact>,
    pub starts: u32,
    pub ends: u32,
    pub wins: u32,
    pub losses: u32,
}

impl Facts {
    pub fn contains(&self, fact: Fact) -> bool {
        self.facts.contains(&fact)
    }

    /// Inserts a fact. Returns true if that changed anything.
    pub fn insert(&mut self, fact: Fact) -> bool {
        let new = !self.contains(fact);
        if new {
            self.facts.push(fact);
        }
        new
    }

    /// Removes a fact. Returns true if that changed anything.
    pub fn remove(&mut self, fact: Fact) -> bool {
        let before = self.facts.len();
        self.facts.retain(|other| *other != fact);
        self.facts.len() != before
    }

    pub fn iter(&self) -> impl Iterator<Item = Fact> + '_ {
        self.facts.iter().copied()
    }

    pub fn holds(&self, guard: Guard) -> bool {
        self.contains(guard.fact) == guard.wanted
    }

    /// Applies a change. Returns true if that changed anything.
    fn apply(&mut self, change: Change) -> bool {
        let mut changed = false;
        if let Some(fact) = change.delete {
            changed |= self.remove(fact);
        }
        if let Some(fact) = change.add {
            changed |= self.insert(fact);
        }
        changed
    }

    /// Returns true if there is no capacity for what the step adds when it starts.
    pub fn is_full_for(&self, spec: &Spec) -> bool {
        let tokens = || {
            self.facts
                .iter()
                .filter(|fact| matches!(fact, Fact::Token(_)))
        };
        let tag = spec.tag.unwrap_or_default();
        spec.token && tokens().count() >= TOKENS && !self.contains(Fact::Token(tag))
    }

    /// Applies an internal step, or the start of an action. Returns true if a fact changed.
    pub fn start(&mut self, spec: &Spec) -> bool {
        let changed = self.apply(spec.start);
        if let Some(tag) = spec.tag {
            self.insert(Fact::Acting(tag));
            if spec.token {
                self.insert(Fact::Token(tag));
            }
            self.starts += 1;
        }
        changed
    }

    /// Applies the end of an action.
    pub fn end(&mut self, spec: &Spec, well: bool) {
        let tag = spec.tag.expect("an action");
        self.remove(Fact::Acting(tag));
        if spec.token {
            self.remove(Fact::Token(tag));
        }
        self.ends += 1;
        if well {
            self.apply(spec.success);
            self.wins += 1;
        } else {
            self.losses += 1;
        }
    }

    /// Applies the effects that the planner assumes of a step.
    pub fn plan(&mut self, spec: &Spec) {
        self.start(spec);
        if spec.external {
            self.end(spec, true);
            self.apply(spec.sensed);
        }
    }
}
