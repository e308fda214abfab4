//! Why there is no plan for a goal, found out by asking again: what would have to be otherwise, so that there was one? It takes
//! nothing but the planner. With the feature `explain`, `why` tells at which conditions of the domain it failed.

use crate::domain::MAGAZINE;
use crate::domain::fear::{Fact, Planner, State, Task, get, rows};
use crate::level::{Level, Node};
use crate::terms::{Act, Goal, Kind, Who};

/// The actions that he would need; or, where nobody could do anything for that goal, what would have to be so first.
pub fn not(planner: &mut Planner, state: &State, who: Who, goal: Goal) -> Result<String, String> {
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
    match case.has_plan(&able)? {
        true => case.actions(state, able, who, missing),
        false => case.circumstances(&able, &Change::all(state, who)),
    }
}

struct Case<'a> {
    planner: &'a mut Planner,
    task: Task,
}

impl Case<'_> {
    fn has_plan(&mut self, state: &State) -> Result<bool, String> {
        let found = self.planner.find(state, &Level, self.task);
        Ok(found.map_err(|full| full.to_string())?.is_some())
    }

    /// Each action that would be enough; or else some that would be enough together, and none of which can be spared.
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
            return Ok(format!("can't {}", listed(&enough, "or")));
        }
        let mut needed = Vec::new();
        for act in missing {
            able.remove(Fact::Can(who, act));
            if !self.has_plan(&able)? {
                insert(&mut able, Fact::Can(who, act))?;
                needed.push(format!("{act:?}"));
            }
        }
        Ok(format!("would need {}", listed(&needed, "and")))
    }

    /// Each thing that would be enough if it were otherwise; or else two of them.
    fn circumstances(&mut self, able: &State, changes: &[Change]) -> Result<String, String> {
        let mut enough: Vec<String> = Vec::new();
        for change in changes {
            if self.has_plan(&change.made(able)?)? && !enough.iter().any(|it| it == change.now) {
                enough.push(change.now.to_owned());
            }
        }
        if !enough.is_empty() {
            return Ok(listed(&enough, "and"));
        }
        for (at, one) in changes.iter().enumerate() {
            let first = one.made(able)?;
            for other in &changes[at + 1..] {
                if self.has_plan(&other.made(&first)?)? {
                    return Ok(format!("{}; besides, {}", one.now, other.now));
                }
            }
        }
        Ok("more than two things would have to be otherwise".to_owned())
    }
}

/// Something that could be otherwise.
struct Change {
    /// How it is now.
    now: &'static str,
    fact: Fact,
    /// Whether the fact is to be there.
    there: bool,
}

impl Change {
    /// Whatever could be otherwise for somebody, besides what he can do.
    fn all(state: &State, who: Who) -> Vec<Change> {
        let player = match get::player_at(state) {
            None => "nobody knows where the player is",
            Some(_) => "the player is out of reach",
        };
        let here = get::at(state, who);
        let mut come = vec![
            ("nobody shoots at him", Fact::UnderFire(who)),
            ("the player is not in sight", Fact::SeesPlayer(who)),
            ("the player is not about", Fact::PlayerNearby),
            (player, Fact::PlayerAt(Node::Office)),
            ("nothing was heard", Fact::Disturbance(Node::Office)),
            ("the player is not in cover", Fact::PlayerInCover),
            ("he is not in cover", Fact::InCover(who)),
            ("he has no clear shot", Fact::ClearShot(who)),
            ("he has no room to roll", Fact::RoomToRoll(who)),
            ("he is unarmed", Fact::Drawn(who)),
            ("he has no rounds", Fact::Rounds(who, MAGAZINE)),
            ("he has no grenade", Fact::Grenades(who, 1)),
        ];
        come.extend(here.map(|here| (player, Fact::PlayerAt(here))));
        // A place of each kind.
        let places = [
            rows::ambush(state).next(),
            rows::view(state).next(),
            rows::smart_object(state).next(),
            rows::cover(state).next(),
        ];
        let places = places.into_iter().flatten();
        come.extend(places.map(|place| ("it can't be done here", Fact::At(who, place))));
        let mut gone = vec![
            ("he is in cover", Fact::InCover(who)),
            ("he is up on the wall", Fact::Mounted(who)),
            ("the player is in cover", Fact::PlayerInCover),
        ];
        let ways =
            rows::blocked(state).map(|(from, to)| ("a door is shut", Fact::Blocked(from, to)));
        gone.extend(ways);
        let ways =
            rows::barred(state).map(|(from, to)| ("the way is barred", Fact::Barred(from, to)));
        gone.extend(ways);
        let change = |there| move |(now, fact)| Change { now, fact, there };
        let changes = come.into_iter().map(change(true));
        let changes = changes.chain(gone.into_iter().map(change(false)));
        changes
            .filter(|change| state.contains(change.fact) != change.there)
            .collect()
    }

    fn made(&self, state: &State) -> Result<State, String> {
        let mut state = state.clone();
        match self.there {
            true => insert(&mut state, self.fact)?,
            false => _ = state.remove(self.fact),
        }
        Ok(state)
    }
}

fn insert(state: &mut State, fact: Fact) -> Result<(), String> {
    let inserted = state.insert(fact);
    inserted.map(drop).map_err(|full| full.to_string())
}

/// `a, b or c`.
fn listed(all: &[String], word: &str) -> String {
    match all {
        [front @ .., last] if !front.is_empty() => format!("{} {word} {last}", front.join(", ")),
        _ => all.concat(),
    }
}
