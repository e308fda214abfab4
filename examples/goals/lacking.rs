//! Reasons why there is no plan for a goal, found by changing facts and planning again. This needs only the planner. With the feature
//! `explain`, the module `why` reports the failed conditions of the domain instead.

use crate::domain::MAGAZINE;
use crate::domain::fear::{Fact, Planner, State, Task, get, rows};
use crate::level::{Level, Node};
use crate::terms::{Act, Goal, Kind, Who};

/// Returns the missing actions, or if no actions would help, the circumstances that would have to change.
pub fn why_not(
    planner: &mut Planner,
    state: &State,
    who: Who,
    goal: Goal,
) -> Result<String, String> {
    let mut case = Case {
        planner,
        task: Task::Pursue { who, goal },
    };
    let mut missing: Vec<Act> = Kind::ALL
        .into_iter()
        .flat_map(Kind::actions)
        .copied()
        .collect();
    missing.sort_unstable();
    missing.dedup();
    missing.retain(|act| !state.contains(Fact::Can(who, *act)));
    let mut able = state.clone();
    for act in &missing {
        insert(&mut able, Fact::Can(who, *act))?;
    }
    if case.has_plan(&able)? {
        case.actions(state, able, who, missing)
    } else {
        case.circumstances(&able, &Change::all(state, who))
    }
}

/// A planner with the task that failed.
struct Case<'a> {
    planner: &'a mut Planner,
    task: Task,
}

impl Case<'_> {
    fn has_plan(&mut self, state: &State) -> Result<bool, String> {
        let found = self.planner.find(state, &Level, self.task);
        Ok(found.map_err(|full| full.to_string())?.is_some())
    }

    /// Returns each action that would be enough by itself, or else a minimal set of actions.
    fn actions(
        &mut self,
        state: &State,
        mut able: State,
        who: Who,
        missing: Vec<Act>,
    ) -> Result<String, String> {
        let mut enough = Vec::new();
        for act in &missing {
            let mut more = state.clone();
            insert(&mut more, Fact::Can(who, *act))?;
            if self.has_plan(&more)? {
                enough.push(format!("{act:?}"));
            }
        }
        if !enough.is_empty() {
            return Ok(format!("lacks {}", listed(&enough, "or")));
        }
        let mut needed = Vec::new();
        for act in missing {
            able.remove(Fact::Can(who, act));
            if !self.has_plan(&able)? {
                insert(&mut able, Fact::Can(who, act))?;
                needed.push(format!("{act:?}"));
            }
        }
        Ok(format!("needs {}", listed(&needed, "and")))
    }

    /// Returns each circumstance whose change would be enough, or else two that have to change together.
    fn circumstances(&mut self, able: &State, changes: &[Change]) -> Result<String, String> {
        let mut enough: Vec<String> = Vec::new();
        for change in changes {
            if self.has_plan(&change.applied_to(able)?)?
                && !enough.iter().any(|it| it == change.now)
            {
                enough.push(change.now.to_owned());
            }
        }
        if !enough.is_empty() {
            return Ok(listed(&enough, "and"));
        }
        for (at, one) in changes.iter().enumerate() {
            let first = one.applied_to(able)?;
            for other in &changes[at + 1..] {
                if self.has_plan(&other.applied_to(&first)?)? {
                    return Ok(format!("{}, and {}", one.now, other.now));
                }
            }
        }
        Ok("more than two circumstances would have to change".to_owned())
    }
}

/// A circumstance that could change.
struct Change {
    /// Describes the current circumstance.
    now: &'static str,
    fact: Fact,
    /// True if the change inserts the fact, false if it removes it.
    inserts: bool,
}

impl Change {
    /// Returns the possible changes for a character, apart from his actions.
    fn all(state: &State, who: Who) -> Vec<Change> {
        let player = match get::player_at(state) {
            None => "the player's place is unknown",
            Some(_) => "the player is out of reach",
        };
        let here = get::at(state, who);
        let mut come = vec![
            ("he is not under fire", Fact::UnderFire(who)),
            ("the player is not in sight", Fact::SeesPlayer(who)),
            ("the player is not nearby", Fact::PlayerNearby),
            (player, Fact::PlayerAt(Node::Office)),
            ("there is no disturbance", Fact::Disturbance(Node::Office)),
            ("the player is not in cover", Fact::PlayerInCover),
            ("he is not in cover", Fact::InCover(who)),
            ("he has no clear shot", Fact::ClearShot(who)),
            ("he has no room to roll", Fact::RoomToRoll(who)),
            ("he is unarmed", Fact::Drawn(who)),
            ("he has no rounds", Fact::Rounds(who, MAGAZINE)),
            ("he has no grenade", Fact::Grenades(who, 1)),
        ];
        come.extend(here.map(|here| (player, Fact::PlayerAt(here))));
        // One place of each kind.
        let places = [
            rows::ambush(state).next(),
            rows::view(state).next(),
            rows::smart_object(state).next(),
            rows::cover(state).next(),
        ];
        let places = places.into_iter().flatten();
        come.extend(places.map(|place| ("he is at the wrong place", Fact::At(who, place))));
        let mut gone = vec![
            ("he is in cover", Fact::InCover(who)),
            ("he is on a wall", Fact::Mounted(who)),
            ("the player is in cover", Fact::PlayerInCover),
        ];
        let ways =
            rows::blocked(state).map(|(from, to)| ("a door is shut", Fact::Blocked(from, to)));
        gone.extend(ways);
        let ways =
            rows::barred(state).map(|(from, to)| ("the way is barred", Fact::Barred(from, to)));
        gone.extend(ways);
        let change = |inserts| move |(now, fact)| Change { now, fact, inserts };
        let changes = come.into_iter().map(change(true));
        let changes = changes.chain(gone.into_iter().map(change(false)));
        changes
            .filter(|change| state.contains(change.fact) != change.inserts)
            .collect()
    }

    /// Returns a copy of the state with this change.
    fn applied_to(&self, state: &State) -> Result<State, String> {
        let mut state = state.clone();
        if self.inserts {
            insert(&mut state, self.fact)?;
        } else {
            state.remove(self.fact);
        }
        Ok(state)
    }
}

fn insert(state: &mut State, fact: Fact) -> Result<(), String> {
    let inserted = state.insert(fact);
    inserted.map(drop).map_err(|full| full.to_string())
}

/// Joins items as `a, b or c`.
fn listed(all: &[String], word: &str) -> String {
    match all {
        [front @ .., last] if !front.is_empty() => format!("{} {word} {last}", front.join(", ")),
        _ => all.concat(),
    }
}
