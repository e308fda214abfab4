//! The bodies of the characters: actions take time and end, and a log records who did what when.

use squad_htn::prelude::*;

use crate::chart::Chart;
use crate::domain::fear::Action;
use crate::kit::rng::Rng;
use crate::level::{Level, Node};
use crate::terms::Who;

/// An action in the log.
#[derive(Clone, PartialEq, Debug)]
pub struct Span {
    pub who: Who,
    pub what: String,
    pub from: u32,
    /// `None` while it is in progress.
    pub to: Option<u32>,
    /// True if it completed, false if it was interrupted.
    pub well: bool,
}

/// Actions in progress and their log.
pub struct Bodies {
    now: u32,
    rng: Rng,
    running: Vec<Running>,
    pub spans: Vec<Span>,
}

/// An action in progress.
struct Running {
    id: ActionId,
    action: Action,
    /// The tick in which it ends, or `None` if it lasts until it is stopped.
    until: Option<u32>,
    /// The index of its log entry. Speech has none.
    span: Option<usize>,
}

impl Bodies {
    pub fn new(seed: u64) -> Bodies {
        Bodies {
            now: 0,
            rng: Rng::new(seed),
            running: Vec::new(),
            spans: Vec::new(),
        }
    }

    /// Starts the next tick and returns the actions that have completed.
    pub fn tick(&mut self) -> Vec<(ActionId, Action)> {
        self.now += 1;
        let now = self.now;
        let done: Vec<Running> = self
            .running
            .extract_if(.., |run| run.until == Some(now))
            .collect();
        for run in &done {
            self.end_span(run.span, true);
        }
        done.into_iter().map(|run| (run.id, run.action)).collect()
    }

    /// Starts an action of a character who is at `there`.
    pub fn begin(&mut self, id: ActionId, action: Action, there: Option<Node>) {
        let until = self.ticks(action, there).map(|ticks| self.now + ticks);
        // Speech takes no time.
        let written = !matches!(action, Action::Say { .. });
        let span = written.then(|| {
            let (what, from) = (action.to_string(), self.now);
            self.spans.push(Span {
                who: actor(action),
                what,
                from,
                to: None,
                well: false,
            });
            self.spans.len() - 1
        });
        self.running.push(Running {
            id,
            action,
            until,
            span,
        });
    }

    /// Stops an action. `well` is true if that is its normal end.
    pub fn stop(&mut self, id: ActionId, well: bool) {
        let stopped: Vec<Running> = self.running.extract_if(.., |run| run.id == id).collect();
        for run in stopped {
            self.end_span(run.span, well);
        }
    }

    fn end_span(&mut self, span: Option<usize>, well: bool) {
        if let Some(span) = span.and_then(|span| self.spans.get_mut(span)) {
            (span.to, span.well) = (Some(self.now), well);
        }
    }

    /// Returns the duration of an action, or `None` if it lasts until it is stopped.
    fn ticks(&mut self, action: Action, there: Option<Node>) -> Option<u32> {
        let chance = self.rng.between(0, 1) as u32;
        let way = |to, speed: f32| {
            let metres = there.map_or(0.0, |from| Level.distance(from, to));
            (metres / speed).ceil() as u32 + 1
        };
        Some(match action {
            Action::Guard { .. }
            | Action::FaceBack { .. }
            | Action::SuppressionFire { .. }
            | Action::SuppressionFireFromCover { .. } => return None,
            Action::MoveTo { to, .. } | Action::GotoNode { to, .. } => way(to, 1.5) + chance,
            Action::InspectDisturbance { place, .. } => way(place, 1.5) + chance,
            Action::LopeToTargetUncloaked { to, .. } => way(to, 4.0),
            Action::TraverseLinkUncloaked { to, .. } => way(to, 2.0),
            Action::SurveyArea { .. } => 5 + chance,
            Action::Say { .. } => 2,
            _ => 3,
        })
    }
}

/// Returns the first agent of an action.
pub fn actor(action: Action) -> Who {
    action.agents().next().unwrap_or(Who::Alpha)
}

/// Returns a chart of the log over this many ticks, without actions that ended in the tick of their start.
pub fn chart(spans: &[Span], ticks: u32) -> Chart {
    let spans: Vec<&Span> = spans
        .iter()
        .filter(|span| span.to != Some(span.from))
        .collect();
    let mut chart = Chart::default();
    for tick in 1..=ticks {
        chart.tick();
        for span in spans.iter().filter(|span| span.to == Some(tick)) {
            chart.end(&span.what, span.well);
        }
        for span in spans.iter().filter(|span| span.from == tick) {
            chart.begin(format!("{:?}", span.who), &span.what);
        }
    }
    chart
}
