//! The part of a game that does as it is told: actions take their time and end, and it is written down who did what when.

use squad_htn::prelude::*;

use crate::chart::Chart;
use crate::domain::fear::Action;
use crate::kit::rng::Rng;
use crate::level::{Level, Node};
use crate::terms::Who;

/// Somebody did something.
#[derive(Clone, PartialEq, Debug)]
pub struct Span {
    pub who: Who,
    pub what: String,
    pub from: u32,
    /// None where he still does.
    pub to: Option<u32>,
    /// Whether it came to its end, and was not broken off.
    pub well: bool,
}

/// See the module's documentation.
pub struct Bodies {
    now: u32,
    rng: Rng,
    running: Vec<Running>,
    pub spans: Vec<Span>,
}

struct Running {
    id: ActionId,
    action: Action,
    /// None where it goes on until it is ended.
    until: Option<u32>,
    /// Where it is written down; not where it is only said.
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

    /// The next tick begins. What is done now has ended well.
    pub fn tick(&mut self) -> Vec<(ActionId, Action)> {
        self.now += 1;
        let now = self.now;
        let done: Vec<Running> = self
            .running
            .extract_if(.., |run| run.until == Some(now))
            .collect();
        for run in &done {
            self.write_down(run.span, true);
        }
        done.into_iter().map(|run| (run.id, run.action)).collect()
    }

    /// Somebody who is there begins something.
    pub fn begin(&mut self, id: ActionId, action: Action, there: Option<Node>) {
        let until = self.ticks(action, there).map(|ticks| self.now + ticks);
        // What is said takes nobody's time.
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

    /// He is told to stop; `well` where that is how it should end.
    pub fn stop(&mut self, id: ActionId, well: bool) {
        let stopped: Vec<Running> = self.running.extract_if(.., |run| run.id == id).collect();
        for run in stopped {
            self.write_down(run.span, well);
        }
    }

    fn write_down(&mut self, span: Option<usize>, well: bool) {
        if let Some(span) = span.and_then(|span| self.spans.get_mut(span)) {
            (span.to, span.well) = (Some(self.now), well);
        }
    }

    /// How long it takes; none where it has no end of its own.
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

/// Who does it: the first of its agents.
pub fn actor(action: Action) -> Who {
    action.agents().next().unwrap_or(Who::Alpha)
}

/// A chart of what was done in so many ticks, without what was over as soon as it began.
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
