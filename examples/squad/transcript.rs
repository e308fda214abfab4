//! The transcript of a mission: who does and says what, and why.

use squad_htn::prelude::*;
use squad_htn::{FailureCause, NoPlanReason};

use crate::domain::squad::Domain;
use crate::mission::Turn;
use crate::paint;
use crate::sim::{Map, TICKS_A_SECOND};
use crate::words::Words;

/// A line of the transcript: time, subject and text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub time: String,
    pub subject: String,
    pub what: String,
}

impl Line {
    pub fn show(&self, colour: bool) -> String {
        let Line {
            time,
            subject,
            what,
        } = self;
        if colour {
            paint::line(time, subject, what)
        } else {
            format!("{time}  {subject:<10} {what}")
        }
    }
}

/// Returns the lines of one tick.
pub fn lines(map: &Map, turn: &Turn) -> Vec<Line> {
    let words = Words(map);
    let mut lines = Lines {
        time: clock(turn.tick),
        lines: Vec::new(),
    };
    for &happening in &turn.happenings {
        if let Some((who, what)) = words.happening(happening) {
            lines.add(&who, &what);
        }
    }
    for &order in &turn.orders {
        lines.add("Player", &words.order(order));
    }
    for event in &turn.traffic.events {
        if let Some((subject, what)) = decision(&words, event) {
            lines.add(&subject, &what);
        }
    }
    if let Some(found) = &turn.traffic.found {
        lines.add(&format!("plan {}", found.plan), &words.plan(found));
    }
    lines.lines
}

/// Formats a tick as minutes, seconds and tenths.
pub fn clock(tick: u32) -> String {
    let (seconds, tenths) = (tick / TICKS_A_SECOND, tick % TICKS_A_SECOND);
    format!("{:>2}:{:02}.{tenths}", seconds / 60, seconds % 60)
}

struct Lines {
    time: String,
    lines: Vec<Line>,
}

impl Lines {
    fn add(&mut self, subject: &str, what: &str) {
        self.lines.push(Line {
            time: self.time.clone(),
            subject: subject.to_owned(),
            what: what.to_owned(),
        });
    }
}

/// Returns the line about a decision of the director, if it is worth one.
fn decision(words: &Words<'_>, event: &Event<Domain>) -> Option<(String, String)> {
    let (plan, what) = match *event {
        Event::Started {
            task,
            action: Some(_),
            ..
        } => return words.act(task),
        Event::Failed {
            plan, task, why, ..
        } if why != FailureCause::Stopped => (
            plan,
            format!("is interrupted: {}; {}", words.part(task), words.why(why)),
        ),
        Event::Repaired {
            plan,
            at: Some(task),
            ..
        } => (plan, format!("is repaired, continues {}", words.part(task))),
        Event::Repaired { plan, at: None, .. } => (plan, "is replanned from the root".to_owned()),
        Event::Abandoned {
            plan,
            used_up: Some(_),
            ..
        } => (plan, "is abandoned after too many repairs".to_owned()),
        Event::Abandoned { plan, reason, .. } => (plan, format!("is abandoned: {reason}")),
        Event::NoPlan {
            reason: NoPlanReason::Full(full),
            ..
        } => return Some(("planner".to_owned(), full.to_string())),
        Event::NoPlan {
            reason: NoPlanReason::DoesNotFit(full),
            ..
        } => return Some(("planner".to_owned(), full.to_string())),
        _ => return None,
    };
    Some((format!("plan {plan}"), what))
}
