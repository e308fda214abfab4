//! `--explain TIME`: why the squad does what it does at that time.

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
use crate::standing;
use crate::transcript::{self, clock};
use crate::words::Words;

/// A search may take several ticks; it sees the facts of the one that it began in. So many are looked back for it.
const LOOK_BACK: usize = 8;

/// What the squad knew when it could begin to search in a tick.
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

    /// Why a search finds what it finds, as text; and the steps of its plan.
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

/// How a plan came about, and what became of it.
struct Origin {
    found: Found,
    tick: u32,
    /// The last one is of the tick in which it was found.
    known: Vec<Rc<Known>>,
    /// The transcript's lines about it.
    story: Vec<String>,
}

/// Why there is nothing to explain.
#[derive(Clone, PartialEq, Debug)]
pub enum Unexplained {
    Facts(CapacityError),
    /// The mission is over in this tick.
    Over(u32),
}

/// Carries a mission on to this tick, and says why the squad does what it does then.
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
    Ok(told(mission, &origins, &now))
}

fn told(mission: &Mission, origins: &[Origin], now: &Known) -> String {
    let mut text = String::new();
    let words = Words(&mission.world.map);
    for who in officer_ids() {
        let doing = standing::officer(mission, who);
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
            "  why it was found, with what was known at {}:",
            clock(tick).trim()
        );
        text += &indented(&indented(&why));
    }
    if origins.is_empty() {
        text += "\nThere is no plan at this time.\n";
    }
    let _ = writeln!(text, "\nA search that begins now:");
    text + &indented(&now.explain(&words).0)
}

impl Origin {
    /// The facts that its search saw: those with which the same plan is found again. Where there are none among those that
    /// were kept, the latest, and a line that says so.
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
        let note = "(the search saw facts that changed in that very tick; with these, another plan is found)\n";
        (tick, format!("{note}{text}"))
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}
