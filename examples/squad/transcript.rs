//! A mission as a story: who does and says what, and why.

use squad_htn::prelude::*;
use squad_htn::{FailureCause, NoPlanReason};

use crate::domain::squad::Domain;
use crate::mission::Turn;
use crate::paint;
use crate::sim::{Map, TICKS_A_SECOND};
use crate::words::Words;

/// A line: when, who, and what.
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

/// The lines of one tick.
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

/// Minutes, seconds and tenths.
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

/// What the director decided, where that is news.
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
            format!("breaks off: {}; {}", words.part(task), words.why(why)),
        ),
        Event::Repaired {
            plan,
            at: Some(task),
            ..
        } => (plan, format!("is mended, goes on {}", words.part(task))),
        Event::Repaired { plan, at: None, .. } => (plan, "is made anew".to_owned()),
        Event::Abandoned {
            plan,
            used_up: Some(_),
            ..
        } => (plan, "is given up: it was repaired too often".to_owned()),
        Event::Abandoned { plan, reason, .. } => (plan, format!("is given up: {reason}")),
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
