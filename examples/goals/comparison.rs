//! Same goals, different actions: what each of the three does in each situation, and why not for a weightier goal.

use crate::cast::{alone, character, level_facts, state};
use crate::decision::{Decision, decide};
use crate::domain::fear::{Fact, Planner, State, Task};
#[cfg(not(feature = "explain"))]
use crate::lacking::why_not;
use crate::level::{Level, Node};
use crate::scenes::squad;
use crate::situations::{SITUATIONS, Situation};
use crate::terms::{Act, Goal, Kind, RATS_GOALS, SOLDIERS_GOALS, SQUAD, Weights};
#[cfg(feature = "explain")]
use crate::why::why_not;

/// A row of the table.
pub struct Row {
    pub situation: &'static str,
    /// In the order of [`Kind::ALL`].
    pub cells: Vec<Cell>,
}

/// A decision, with the reasons against weightier goals.
pub struct Cell {
    pub decision: Decision,
    /// One reason per goal of `Decision::failed`.
    pub reasons: Vec<String>,
}

/// Returns the decisions of all kinds in all situations, with the same goals.
pub fn table(planner: &mut Planner) -> Result<Vec<Row>, String> {
    let row = |situation: &Situation| {
        let cells = Kind::ALL.into_iter().map(|kind| {
            let facts = situation.apply(kind.who(), alone(kind, SOLDIERS_GOALS));
            cell(planner, kind, &state(facts)?)
        });
        Ok(Row {
            situation: situation.name,
            cells: cells.collect::<Result<_, String>>()?,
        })
    };
    SITUATIONS.iter().map(row).collect()
}

fn cell(planner: &mut Planner, kind: Kind, state: &State) -> Result<Cell, String> {
    let decision = decide(planner, state, kind.who()).map_err(|full| full.to_string())?;
    let goals = decision.failed.iter();
    let reasons = goals.map(|(goal, _)| why_not(planner, state, kind.who(), *goal));
    Ok(Cell {
        reasons: reasons.collect::<Result<_, _>>()?,
        decision,
    })
}

/// A character with other goals or other actions.
pub struct Aside {
    pub what: &'static str,
    pub cell: Cell,
}

/// Name, kind, goals, situation, and additional actions.
type Case = (
    &'static str,
    Kind,
    Weights,
    &'static Situation,
    &'static [Act],
);

/// Returns decisions without goals, with another kind's goals, and with an additional action.
pub fn asides(planner: &mut Planner) -> Result<Vec<Aside>, String> {
    let quiet = &SITUATIONS[0];
    let in_sight = situation("The player in sight, far away");
    let shot_at = situation("Under fire in the open");
    let dodge_first: Weights = &[(Goal::Dodge, 0.9), (Goal::Cover, 0.85)];
    let cover_first: Weights = &[(Goal::Cover, 0.9), (Goal::Dodge, 0.85)];
    let patrols: Weights = &[(Goal::KillEnemy, 0.8), (Goal::Patrol, 0.95)];
    let cases: [Case; 10] = [
        (
            "an assassin without goals, under fire",
            Kind::Assassin,
            &[],
            shot_at,
            &[],
        ),
        ("a rat without goals", Kind::Rat, &[], quiet, &[]),
        (
            "a rat with a rat's goals",
            Kind::Rat,
            RATS_GOALS,
            quiet,
            &[],
        ),
        (
            "a rat with the soldier's goals",
            Kind::Rat,
            SOLDIERS_GOALS,
            quiet,
            &[],
        ),
        (
            "the same rat, under fire",
            Kind::Rat,
            SOLDIERS_GOALS,
            shot_at,
            &[],
        ),
        (
            "a soldier who only wants to kill, under fire",
            Kind::Soldier,
            &[(Goal::KillEnemy, 0.8)],
            shot_at,
            &[],
        ),
        (
            "a soldier with patrol as the weightiest goal, player in sight",
            Kind::Soldier,
            patrols,
            in_sight,
            &[],
        ),
        (
            "a soldier who prefers dodge to cover, under fire",
            Kind::Soldier,
            dodge_first,
            shot_at,
            &[],
        ),
        (
            "a soldier who prefers cover to dodge, under fire",
            Kind::Soldier,
            cover_first,
            shot_at,
            &[],
        ),
        (
            "the same soldier with the action GotoNode",
            Kind::Soldier,
            cover_first,
            shot_at,
            &[Act::GotoNode],
        ),
    ];
    let aside = |(what, kind, goals, situation, more): Case| {
        let actions: Vec<Act> = kind.actions().iter().chain(more).copied().collect();
        let mut facts = level_facts();
        facts.extend(character(kind.who(), &actions, goals, kind != Kind::Rat));
        let state = state(situation.apply(kind.who(), facts))?;
        Ok(Aside {
            what,
            cell: cell(planner, kind, &state)?,
        })
    };
    cases.into_iter().map(aside).collect()
}

fn situation(name: &str) -> &'static Situation {
    SITUATIONS
        .iter()
        .find(|one| one.name == name)
        .unwrap_or(&SITUATIONS[0])
}

/// A world state of the lecture, and what the squad does in it.
pub struct World {
    pub nearby: bool,
    pub known: bool,
    pub in_cover: bool,
    /// The chosen goal and behaviour.
    pub does: String,
}

/// Returns the world states of the lecture's last slides: knowledge about the player decides what the squad does.
pub fn worlds(planner: &mut Planner) -> Result<Vec<World>, String> {
    let cases = [
        (false, false, false),
        (true, false, false),
        (true, true, false),
        (true, true, true),
    ];
    let world = |(nearby, known, in_cover): (bool, bool, bool)| {
        let places = if in_cover {
            [Node::Crates, Node::Barrier, Node::Pillar, Node::Van]
        } else {
            [Node::Gate; 4]
        };
        let mut facts = squad(places);
        facts.push(Fact::AdvanceTo(Node::Hall));
        facts.extend([Node::Hall, Node::Terminal].map(Fact::Area));
        facts.extend(nearby.then_some(Fact::PlayerNearby));
        facts.extend(known.then_some(Fact::PlayerAt(Node::Office)));
        facts.extend(SQUAD.into_iter().filter(|_| in_cover).map(Fact::InCover));
        let found = planner
            .find(&state(facts)?, &Level, Task::Lead)
            .map_err(|full| full.to_string())?;
        let does = found.and_then(|plan| {
            let mut nodes = plan.tree().nodes();
            let goal = nodes.find_map(|node| match node.task() {
                Some(Task::Behave { goal }) => Some(goal),
                _ => None,
            })?;
            // The next node of the tree is the behaviour.
            Some(format!(
                "{goal:?}: {}",
                nodes.next()?.name().replace('_', " ")
            ))
        });
        Ok(World {
            nearby,
            known,
            in_cover,
            does: does.unwrap_or_else(|| "nothing".to_owned()),
        })
    };
    cases.into_iter().map(world).collect()
}
