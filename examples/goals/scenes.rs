//! Scenes in which a squad behaves: where everybody is, what is known, and what happens to whom.

use crate::cast::{character, level_facts};
use crate::domain::fear::Fact;
use crate::kit::rng::Rng;
use crate::level::Node;
use crate::terms::{Goal, Kind, Line, SQUAD, Who};

/// See the module's documentation.
pub struct Scene {
    pub name: &'static str,
    /// What to look for.
    pub about: &'static str,
    pub facts: Vec<Fact>,
    /// What happens, and in which tick.
    pub script: Vec<(u32, Happening)>,
    /// The lines that have to be heard before it can be over.
    pub lines: &'static [Line],
}

impl Scene {
    /// What happens in it, in words.
    pub fn happenings(&self) -> impl Iterator<Item = (u32, String)> {
        self.script.iter().map(|(tick, happening)| {
            let what = match happening {
                Happening::Shot(who) => format!("the player shoots at {who:?}"),
                Happening::Orders(weight) => format!("orders weigh {weight}"),
            };
            (*tick, what)
        })
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Happening {
    /// The player shoots at somebody.
    Shot(Who),
    /// What orders weigh, from now on.
    Orders(f32),
}

/// What a member of a squad wants for himself: the lecture's three.
pub const MEMBERS_GOALS: [(Goal, f32); 3] = [
    (Goal::Survive, 0.9),
    (Goal::KillEnemy, 0.8),
    (Goal::Patrol, 0.7),
];

/// What an order weighs: more than an enemy, less than a life.
pub const ORDERS: f32 = 0.85;

/// A squad of four soldiers at these nodes.
pub fn squad(places: [Node; 4]) -> Vec<Fact> {
    let mut facts = level_facts();
    for ((rank, who), place) in (1..).zip(SQUAD).zip(places) {
        facts.extend(character(
            who,
            Kind::Soldier.actions(),
            &MEMBERS_GOALS,
            true,
        ));
        facts.extend([
            Fact::Member(who),
            Fact::Rank(who, rank),
            Fact::At(who, place),
        ]);
    }
    let goals = [(Goal::KillEnemy, 0.8), (Goal::Patrol, 0.7)];
    facts.extend(goals.map(|(goal, weight)| Fact::SquadGoal(goal, weight)));
    facts.push(Fact::OrderWeight(ORDERS));
    facts
}

/// The player is in the office, and all see him.
fn found() -> Vec<Fact> {
    let mut facts = vec![Fact::PlayerNearby, Fact::PlayerAt(Node::Office)];
    for who in SQUAD {
        facts.extend([Fact::SeesPlayer(who), Fact::ClearShot(who)]);
    }
    facts
}

const DOORSTEP: [Node; 4] = [Node::Hall, Node::Hall, Node::Gate, Node::Gate];

/// The scenes, with who is shot at and when from the seed.
pub fn scenes(seed: u64) -> Vec<Scene> {
    let mut rng = Rng::new(seed);
    // The first in rank lays fire; the others set out one after the other, from the third tick on.
    let turn = rng.below(3);
    let goes = SQUAD[1 + turn];
    let when = 4 + turn as u32 + rng.below(2) as u32;
    let under_fire = |script: Vec<(u32, Happening)>| {
        let facts = squad(DOORSTEP).into_iter().chain(found()).collect();
        (facts, script)
    };
    let mut scenes = Vec::new();
    let mut add = |name, about, (facts, script): (Vec<Fact>, _), lines| {
        scenes.push(Scene {
            name,
            about,
            facts,
            script,
            lines,
        });
    };

    let mut patrol = squad([Node::Gate; 4]);
    patrol.push(Fact::AdvanceTo(Node::Hall));
    add(
        "Orderly advance",
        "Nobody is about. One moves at a time, another guards him, and the last one faces backwards.",
        (patrol, Vec::new()),
        &[Line::OrderlyAdvance],
    );

    let mut search = squad(DOORSTEP);
    search.push(Fact::PlayerNearby);
    search.extend([Node::Terminal, Node::Burrow, Node::Crates, Node::Barrier].map(Fact::Area));
    add(
        "Search",
        "The player is about, nobody knows where. Pairs look into one place each: one searches, the other guards.",
        (search, Vec::new()),
        &[Line::Search],
    );

    let cover = &[Line::GetToCover, Line::AdvanceCover];
    add(
        "Get to cover, then advance cover",
        "The player is seen. One lays suppression fire while the others go; then another one fires for him.",
        under_fire(Vec::new()),
        cover,
    );
    add(
        "One who goes is shot at",
        "His life weighs 0.9, the order 0.85: he breaks off and dodges. The others go on; the order stands, and he goes on when he is back.",
        under_fire(vec![(when, Happening::Shot(goes))]),
        cover,
    );
    add(
        "The same, and orders weigh 0.95",
        "Weights change at run time: now no life weighs more than the order, and nobody breaks off.",
        under_fire(vec![
            (1, Happening::Orders(0.95)),
            (when, Happening::Shot(goes)),
        ]),
        cover,
    );
    add(
        "The one who fires is shot at",
        "He breaks off and dodges. The others go on, and one who has nowhere to go takes over the fire.",
        under_fire(vec![(when + 2, Happening::Shot(Who::Alpha))]),
        cover,
    );
    scenes
}
