//! Random plans: well-formed ones, which reserve and free everything they use, and wild ones without rules.

use squad_htn::SearchError;

use super::model::{Above, Step};
use super::specs::{Facts, Guard, Reads, spec};
use crate::common::Random;
use crate::squad::squad::{self, Fact, Task};
use crate::squad::{Actor, Game, Kind, LENIENT, Line, STRICT};

/// A script: lines under numbered nodes, of which the first is the root.
#[derive(Clone, Debug)]
pub struct Script {
    pub lines: Vec<(u16, Line)>,
    pub root: u16,
    /// True if its guards are checked only when it runs.
    pub wild: bool,
}

/// Makes scripts with unique tags and nodes.
pub struct Generator {
    next: u16,
    agents: usize,
    /// True if some nodes are guarded.
    guards: bool,
}

const WILD: [Kind; 21] = [
    Kind::Act,
    Kind::Act,
    Kind::Help,
    Kind::Joint,
    Kind::Shout,
    Kind::Make,
    Kind::Spoil,
    Kind::Need,
    Kind::Lift,
    Kind::Spot,
    Kind::Careful,
    Kind::Grab,
    Kind::Reserve,
    Kind::Free,
    Kind::Take,
    Kind::Leave,
    Kind::Note,
    Kind::BlockOn,
    Kind::GlobalBlock,
    Kind::FinishAction,
    Kind::StopAction,
];

const BODY: [Kind; 18] = [
    Kind::Act,
    Kind::Act,
    Kind::Help,
    Kind::Joint,
    Kind::Shout,
    Kind::Make,
    Kind::Spoil,
    Kind::Need,
    Kind::Lift,
    Kind::Spot,
    Kind::Careful,
    Kind::Grab,
    Kind::Nudge,
    Kind::Note,
    Kind::BlockOn,
    Kind::GlobalBlock,
    Kind::FinishAction,
    Kind::StopAction,
];

impl Generator {
    pub fn new(agents: usize) -> Self {
        Generator {
            next: 0,
            agents,
            guards: true,
        }
    }

    pub fn without_guards(agents: usize) -> Self {
        Generator {
            guards: false,
            ..Self::new(agents)
        }
    }

    fn number(&mut self) -> u16 {
        self.next += 1;
        self.next
    }

    fn agent(&self, random: &mut Random) -> Actor {
        Actor(1 + random.below(self.agents) as u8)
    }

    /// Returns a line of this kind, usually with two different agents.
    pub fn line(&mut self, random: &mut Random, kind: Kind) -> Line {
        let a = self.agent(random);
        let mut b = self.agent(random);
        // A joint action needs two different agents.
        if b == a && (matches!(kind, Kind::Joint | Kind::Lift) || random.below(3) > 0) {
            b = Actor(1 + a.0 % self.agents as u8);
        }
        Line::new(self.number(), kind, a, b, 1 + random.below(2) as u8)
    }

    pub fn wild(&mut self, random: &mut Random) -> Script {
        let steps = 1 + random.below(7);
        let lines = (0..steps).map(|_| {
            let kind = WILD[random.below(WILD.len())];
            self.line(random, kind)
        });
        let lines = lines.collect();
        self.tree(random, lines, true)
    }

    /// Returns a script that reserves up to two agents or places, acts and frees them. Some reserve one more on the way.
    pub fn well_formed(&mut self, random: &mut Random) -> Script {
        let mut reserves: Vec<Line> = Vec::new();
        for _ in 0..random.below(3) {
            self.reserve(random, &mut reserves);
        }
        let mut lines = reserves.clone();
        for _ in 0..1 + random.below(4) {
            let kind = BODY[random.below(BODY.len())];
            lines.push(self.line(random, kind));
        }
        if random.below(4) == 0 {
            let before = reserves.len();
            self.reserve(random, &mut reserves);
            lines.extend_from_slice(&reserves[before..]);
            let kind = BODY[random.below(BODY.len())];
            lines.push(self.line(random, kind));
        }
        for reserve in reserves {
            let free = if reserve.kind() == Kind::Take {
                Kind::Leave
            } else {
                Kind::Free
            };
            lines.push(Line::new(
                self.number(),
                free,
                reserve.a(),
                reserve.b(),
                reserve.place().0,
            ));
        }
        self.tree(random, lines, false)
    }

    fn reserve(&mut self, random: &mut Random, reserves: &mut Vec<Line>) {
        let kind = if random.below(3) == 0 {
            Kind::Take
        } else {
            Kind::Reserve
        };
        let line = self.line(random, kind);
        let same = |other: &Line| {
            other.kind() == kind
                && if kind == Kind::Take {
                    other.place() == line.place()
                } else {
                    other.a() == line.a()
                }
        };
        if !reserves.iter().any(same) {
            reserves.push(line);
        }
    }

    /// Moves ranges of the lines under nodes of their own, some of them guarded.
    fn tree(&mut self, random: &mut Random, mut lines: Vec<Line>, wild: bool) -> Script {
        let mut rows = Vec::new();
        for _ in 0..random.below(3) {
            if lines.is_empty() {
                break;
            }
            let from = random.below(lines.len());
            let to = from + 1 + random.below(lines.len() - from);
            let node = self.number();
            let guarded = self.guards && random.below(3) == 0;
            let kind = if guarded { Kind::Guarded } else { Kind::Node };
            let item = 1 + random.below(2) as u8;
            let below: Vec<Line> = lines.drain(from..to).collect();
            rows.extend(below.into_iter().map(|line| (node, line)));
            lines.insert(from, Line::new(node, kind, Actor(0), Actor(0), item));
        }
        let root = self.number();
        rows.extend(lines.into_iter().map(|line| (root, line)));
        Script {
            lines: rows,
            root,
            wild,
        }
    }
}

/// Returns the steps of a plan for the model, each with the conditions above it.
pub fn steps(plan: &squad::Plan, wild: bool, facts: &Facts) -> Vec<Step> {
    let mut states = vec![facts.clone()];
    for task in plan.tasks() {
        let mut after = states.last().expect("at least one").clone();
        after.plan(&spec(task));
        states.push(after);
    }
    let above = |step: usize| {
        let tree = plan.tree();
        let mut node = tree.above(step);
        let mut above = Vec::new();
        while let Some(present) = node {
            if let Some(Task::Guarded { item, .. }) = present.task() {
                let guard = Guard {
                    fact: Fact::Holds(item),
                    wanted: true,
                    reads: Reads::Holds,
                };
                let planned = states
                    .iter()
                    .map(|state| wild || state.holds(guard))
                    .collect();
                above.push(Above { guard, planned });
            }
            node = present.parent().and_then(|parent| tree.node(parent));
        }
        above
    };
    let steps = plan.tasks().enumerate().map(|(at, task)| Step {
        task,
        spec: spec(task),
        above: above(at),
        started: false,
        ended: None,
    });
    steps.collect()
}

/// Writes the script into the facts and plans it. Returns `None` if it cannot be planned with the current facts.
pub fn plan<'p>(
    planner: &'p mut squad::Planner,
    state: &mut squad::State,
    script: &Script,
) -> Option<&'p squad::Plan> {
    for (node, line) in &script.lines {
        state
            .insert(Fact::Child(*node, *line))
            .expect("the script fits");
    }
    let game: &Game = if script.wild { &LENIENT } else { &STRICT };
    match planner.find(state, game, Task::Node { node: script.root }) {
        Ok(plan) => plan,
        // If other plans have all the tokens, no plan with a token exists.
        Err(full) => {
            let SearchError::PredicateFull { predicate, .. } = full else {
                panic!("{full}");
            };
            assert_eq!(predicate, "token", "{full}");
            None
        }
    }
}

/// Removes the script from the facts.
pub fn forget(state: &mut squad::State, script: &Script) {
    for (node, line) in &script.lines {
        state.remove(Fact::Child(*node, *line));
    }
}
