//! `--explain TIME`: why the squad acts as it does at that time.

use std::collections::VecDeque;
use std::fmt::Write;
use std::rc::Rc;

use squad_htn::explain::Found as Outcome;
use squad_htn::{CapacityError, PlanId};

use crate::brain::Found;
use crate::domain::squad::{State, Task};
use crate::memory::Memory;
use crate::mission::Mission;
use crate::sim::officer_ids;
use crate::status;
use crate::transcript::{self, clock};
use crate::words::Words;

/// The number of ticks to look back for the start of a search. A search may take several ticks, and uses the facts of its first.
const LOOK_BACK: usize = 8;

/// The squad's knowledge when the search of a tick could start.
struct Known {
    tick: u32,
    state: State,
    memory: Memory,
}

impl Known {
    fn of(mission: &Mission) -> Known {
        Known {
            tick: mission.world.tick,
            state: mission.brain.director.state().clone(),
            memory: mission.brain.memory.clone(),
        }
    }

    /// Explains the result of a search, and returns the steps of its plan.
    fn explain(&self, words: &Words<'_>) -> (String, Option<Vec<Task>>) {
        match self.state.explain(&self.memory, Task::SquadTactical) {
            Ok(why) => {
                let text = why.with_names(&|value| words.value(value)).to_string();
                match why.found {
                    Outcome::Plan(steps) => (text, Some(steps)),
                    _ => (text, None),
                }
            }
            Err(error) => (format!("{error}\n"), None),
        }
    }
}

/// The origin of a plan and its history.
struct Origin {
    found: Found,
    tick: u32,
    /// The knowledge of the last ticks. The last entry is of the tick in which the plan was found.
    known: Vec<Rc<Known>>,
    /// The transcript lines about the plan.
    story: Vec<String>,
}

/// Why nothing can be explained.
#[derive(Clone, PartialEq, Debug)]
pub enum Unexplained {
    Facts(CapacityError),
    /// The mission ended in this tick.
    Over(u32),
}

/// Plays the mission up to a tick and explains what the squad does then.
pub fn explain(mission: &mut Mission, tick: u32) -> Result<String, Unexplained> {
    let mut origins: Vec<Origin> = Vec::new();
    let mut known: VecDeque<Rc<Known>> = VecDeque::new();
    while mission.world.tick < tick {
        if mission.end().is_some() {
            return Err(Unexplained::Over(mission.world.tick));
        }
        let orders = mission.sense().map_err(Unexplained::Facts)?;
        known.push_back(Rc::new(Known::of(&mission.before_search())));
        let surplus = known.len().saturating_sub(LOOK_BACK);
        known.drain(..surplus);
        let turn = mission.think(orders);
        if let Some(found) = &turn.traffic.found {
            origins.push(Origin {
                found: found.clone(),
                tick: turn.tick,
                known: known.iter().cloned().collect(),
                story: Vec::new(),
            });
        }
        for line in transcript::lines(&mission.world.map, &turn) {
            let about =
                |origin: &&mut Origin| line.subject == format!("plan {}", origin.found.plan);
            if let Some(origin) = origins.iter_mut().find(about) {
                origin
                    .story
                    .push(format!("{}  {}", line.time.trim(), line.what));
            }
        }
        let alive: Vec<PlanId> = mission
            .brain
            .director
            .executor()
            .plans()
            .map(|plan| plan.id)
            .collect();
        origins.retain(|origin| alive.contains(&origin.found.plan));
    }
    let now = Known::of(mission);
    Ok(describe(mission, &origins, &now))
}

fn describe(mission: &Mission, origins: &[Origin], now: &Known) -> String {
    let mut text = String::new();
    let words = Words(&mission.world.map);
    for who in officer_ids() {
        let doing = status::officer(mission, who);
        // Writing to a string does not fail.
        let _ = writeln!(text, "{who:<5} {doing}");
    }
    for origin in origins {
        let (id, about) = (origin.found.plan, words.plan(&origin.found));
        let _ = writeln!(text, "\nplan {id}: {about}");
        text += &indented(&origin.story.join("\n"));
        let (tick, why) = origin.why(&words);
        let _ = writeln!(
            text,
            "  why this plan, given the knowledge at {}:",
            clock(tick).trim()
        );
        text += &indented(&indented(&why));
    }
    if origins.is_empty() {
        text += "\nThere are no plans at this time.\n";
    }
    let _ = writeln!(text, "\nA search that starts now:");
    text + &indented(&now.explain(&words).0)
}

impl Origin {
    /// Returns the tick and the explanation of the facts with which the same plan is found again. If none of the recorded facts
    /// do, returns the latest with a note.
    fn why(&self, words: &Words<'_>) -> (u32, String) {
        let mut latest = None;
        for known in self.known.iter().rev() {
            let (text, steps) = known.explain(words);
            if steps.as_ref() == Some(&self.found.steps) {
                return (known.tick, text);
            }
            latest = latest.or(Some((known.tick, text)));
        }
        let (tick, text) = latest.unwrap_or((self.tick, String::new()));
        let note =
            "(a fact changed during the tick of the search; these facts give another plan)\n";
        (tick, format!("{note}{text}"))
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}
