//! A recording as lines of a log.

use std::fmt::Write;

use htn_core::EventKind;

use super::Story;
use crate::escape;
use crate::recording::{Recorded, RecordedEvent, Tables, TextId, What};

/// The kind of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineKind {
    Plan,
    NoPlan,
    Start,
    End,
    Fail,
    Wait,
    Repair,
    Note,
    Missing,
    Restart,
    Halt,
}

impl LineKind {
    pub fn name(self) -> &'static str {
        match self {
            LineKind::Plan => "plan",
            LineKind::NoPlan => "no plan",
            LineKind::Start => "start",
            LineKind::End => "end",
            LineKind::Fail => "failure",
            LineKind::Wait => "wait",
            LineKind::Repair => "repair",
            LineKind::Note => "note",
            LineKind::Missing => "missing",
            LineKind::Restart => "restart",
            LineKind::Halt => "halt",
        }
    }
}

/// A line of the log.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct LogLine {
    pub tick: u64,
    pub kind: LineKind,
    /// The number of the plan, or 0.
    pub plan: u64,
    /// The agents that the line is about.
    pub agents: Vec<TextId>,
    /// True if the agents themselves act or speak.
    pub own: bool,
    pub text: String,
}

impl LogLine {
    /// Returns the line for an entry, if it has one.
    pub fn of(tables: &Tables, tick: u64, what: &What) -> Option<LogLine> {
        let line = |kind, agents, own, text| LogLine {
            tick,
            kind,
            plan: 0,
            agents,
            own,
            text,
        };
        match what {
            What::Event(event) => Some(LogLine::of_event(tables, tick, event)),
            What::Note(who, text) => {
                let text = tables.text(*text).to_owned();
                Some(line(LineKind::Note, vec![*who], true, text))
            }
            What::Missed(count) => {
                let text = format!("{count} events are missing: there was no room for them");
                Some(line(LineKind::Missing, Vec::new(), false, text))
            }
            What::Halted(reason) => {
                let text = format!("halted: {}", tables.text(*reason));
                Some(line(LineKind::Halt, Vec::new(), false, text))
            }
            What::Restarted(clock) => {
                let text = format!("the clock restarted: a new segment begins at tick {clock}");
                Some(line(LineKind::Restart, Vec::new(), false, text))
            }
            _ => None,
        }
    }

    /// Returns the agents, or the plan.
    pub fn who(&self, tables: &Tables) -> String {
        match self.agents.first() {
            Some(agent) if self.own => tables.text(*agent).to_owned(),
            _ if self.plan > 0 => format!("plan {}", self.plan),
            _ if matches!(self.kind, LineKind::Restart | LineKind::Halt) => "director".to_owned(),
            _ => "planner".to_owned(),
        }
    }

    fn of_event(tables: &Tables, tick: u64, event: &RecordedEvent) -> LogLine {
        let task = event.task.map(|task| tables.show(task));
        let task = task.as_deref();
        let why = event.why.map_or("", |why| tables.text(why));
        let named = |text: &str| match task {
            Some(task) => format!("{text}{task}"),
            None => text.to_owned(),
        };
        let root = |text: &str| match task {
            Some(task) => format!("{text} at {task}"),
            None => format!("{text} from the root"),
        };
        let (kind, text) = match event.kind {
            EventKind::Planned if event.number == 1 => (LineKind::Plan, "found: 1 step".to_owned()),
            EventKind::Planned => (LineKind::Plan, format!("found: {} steps", event.number)),
            EventKind::NoPlan => (LineKind::NoPlan, why.to_owned()),
            EventKind::Started => (LineKind::Start, named("started ")),
            EventKind::Finished if why.is_empty() => (LineKind::End, named("finished ")),
            EventKind::Finished => (LineKind::End, format!("{}; {why}", named("finished "))),
            EventKind::Failed => (LineKind::Fail, format!("{}: {why}", named("failed at "))),
            EventKind::Waits => (LineKind::Wait, format!("{} until {why}", named("waits: "))),
            EventKind::NeedsRepair => (LineKind::Repair, root("needs a repair")),
            EventKind::Repaired => (LineKind::Repair, root("repaired")),
            EventKind::Replaced => {
                let text = format!("replaced by plan {}", event.number);
                (LineKind::Plan, text)
            }
            EventKind::Completed => (LineKind::Plan, "completed".to_owned()),
            EventKind::Abandoned => (LineKind::Plan, format!("abandoned: {why}")),
        };
        let agents = event.task.map_or(Vec::new(), |task| match event.action {
            Some(_) => tables.by(task),
            None => tables.named(task),
        });
        LogLine {
            tick,
            kind,
            plan: event.plan,
            own: event.action.is_some() && kind != LineKind::Fail,
            agents,
            text,
        }
    }
}

/// Returns the text about the end of a plan.
pub(super) fn plan_ending(tables: &Tables, event: &RecordedEvent) -> String {
    match (event.number, event.why) {
        (0, None) => "completed".to_owned(),
        (0, Some(why)) => format!("abandoned: {}", tables.text(why)),
        (by, _) => format!("replaced by plan {by}"),
    }
}

impl Recorded {
    /// Returns the log as text, a line for each event and each note: time in seconds, agents or plan, and text.
    /// Characters of names that would break a line or change its direction are shown by their number.
    /// [`Recording`](crate::Recording) has an example.
    pub fn log(&self, ticks_a_second: f64) -> String {
        let story = Story::of(self);
        let mut text = String::new();
        for line in story.log.iter() {
            let who = line.who(self.tables());
            let seconds = line.tick as f64 / ticks_a_second.max(f64::MIN_POSITIVE);
            let (who, what) = (escape::line(&who), escape::line(&line.text));
            let _ = writeln!(text, "{seconds:>8.2}  {who:<10} {what}");
        }
        text
    }
}
