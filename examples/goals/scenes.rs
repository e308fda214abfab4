//! Scenes of a squad: positions, knowledge, and scripted events.

use crate::cast::{character, level_facts};
use crate::domain::fear::Fact;
use crate::kit::rng::Rng;
use crate::level::Node;
use crate::terms::{Goal, Kind, Line, SQUAD, Who};

/// A scene of a squad.
pub struct Scene {
    pub name: &'static str,
    /// Describes what the scene shows.
    pub about: &'static str,
    pub facts: Vec<Fact>,
    /// Scripted events with their ticks.
    pub script: Vec<(u32, Happening)>,
    /// The voice lines that must be heard before the scene can end.
    pub lines: &'static [Line],
}

impl Scene {
    /// Describes the scripted events.
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

/// A scripted event.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Happening {
    /// The player shoots at a member.
    Shot(Who),
    /// The weight of orders changes.
    Orders(f32),
}

/// The own goals of a squad's member, from the lecture.
pub const MEMBERS_GOALS: [(Goal, f32); 3] = [
    (Goal::Survive, 0.9),
    (Goal::KillEnemy, 0.8),
    (Goal::Patrol, 0.7),
];

/// The initial weight of orders: more than an enemy, less than survival.
pub const ORDERS: f32 = 0.85;

/// Returns the facts of a squad of four soldiers at these nodes.
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

/// Returns the facts of a player in the office, in sight of all.
fn found() -> Vec<Fact> {
    let mut facts = vec![Fact::PlayerNearby, Fact::PlayerAt(Node::Office)];
    for who in SQUAD {
        facts.extend([Fact::SeesPlayer(who), Fact::ClearShot(who)]);
    }
    facts
}

const DOORSTEP: [Node; 4] = [Node::Hall, Node::Hall, Node::Gate, Node::Gate];

/// Returns the scenes. The seed decides who is shot at and when.
pub fn scenes(seed: u64) -> Vec<Scene> {
    let mut rng = Rng::new(seed);
    // The first in rank lays fire. The others set out one after the other, from the third tick on.
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
        "The player is not nearby. One member moves at a time, another guards him, and the last one faces backwards.",
        (patrol, Vec::new()),
        &[Line::OrderlyAdvance],
    );

    let mut search = squad(DOORSTEP);
    search.push(Fact::PlayerNearby);
    search.extend([Node::Terminal, Node::Burrow, Node::Crates, Node::Barrier].map(Fact::Area));
    add(
        "Search",
        "The player is nearby at an unknown place. Each pair searches one place: one member searches, the other guards.",
        (search, Vec::new()),
        &[Line::Search],
    );

    let cover = &[Line::GetToCover, Line::AdvanceCover];
    add(
        "Get to cover, then advance cover",
        "The player is in sight. One member lays suppression fire while the others go to cover; then another member lays fire for him.",
        under_fire(Vec::new()),
        cover,
    );
    add(
        "A moving member is shot at",
        "His survival weighs 0.9, the order 0.85: he interrupts it and dodges. The others continue; the order remains, and he resumes it later.",
        under_fire(vec![(when, Happening::Shot(goes))]),
        cover,
    );
    add(
        "The same with orders that weigh 0.95",
        "Weights can change at run time. Now the order weighs more than survival, and no member interrupts it.",
        under_fire(vec![
            (1, Happening::Orders(0.95)),
            (when, Happening::Shot(goes)),
        ]),
        cover,
    );
    add(
        "The gunner is shot at",
        "He stops firing and dodges. The others continue, and a member who has nowhere to go takes over the fire.",
        under_fire(vec![(when + 2, Happening::Shot(Who::Alpha))]),
        cover,
    );
    scenes
}
