//! The content of the live view's panes, line by line.

use ratatui::text::{Line, Span};

use super::keys::Filter;
use super::paint::Paint;
use super::watched::{Activity, Watched};
use crate::escape;
use crate::recording::{PlanShape, Planner, StepMark};
use crate::story::LineKind;
use crate::tree::{Item, items, node_text};

/// The title of a pane, and its lines.
type Content = (String, Vec<Line<'static>>);

/// The maximum indentation of tasks.
const DEEPEST: usize = 12;

/// Returns the line with the time and the state of the planner.
pub(super) fn status(squad: &Watched, paused: bool, paint: Paint) -> Line<'static> {
    let search = |repairs: u64| match repairs {
        0 => String::from("a plan"),
        plan => format!("a repair of plan {plan}"),
    };
    let (text, style) = match (squad.planner, &squad.search) {
        _ if squad.gone => (String::from("gone"), paint.dim()),
        (Planner::Halted, _) => {
            let mut halts = squad.log.iter().rev();
            let last = halts.find(|entry| entry.kind == LineKind::Halt);
            let text = last.map_or("halted", |entry| &entry.text);
            (text.to_owned(), paint.chosen())
        }
        (Planner::Searches { repairs, steps }, _) => {
            let text = format!("searches for {}: {steps} steps so far", search(repairs));
            (text, paint.running())
        }
        (planner, last) => {
            let due = match planner {
                Planner::Due => "about to search",
                _ => "does not search",
            };
            let last = last.as_ref().map_or(String::new(), |(tick, last)| {
                let (what, steps) = (search(last.repairs), last.steps);
                format!("; last for {what}, {steps} steps, at tick {tick}")
            });
            (format!("{due}{last}"), Default::default())
        }
    };
    let domain = escape::line(&squad.domain);
    let mut spans = vec![
        Span::styled(format!("{domain}, tick {}", squad.tick), paint.title()),
        Span::raw("  "),
        Span::styled(text, style),
    ];
    if paused {
        spans.insert(0, Span::styled(" PAUSED ", paint.chosen()));
        spans.insert(1, Span::raw(" "));
    }
    Line::from(spans)
}

pub(super) fn agents(squad: &Watched, paint: Paint) -> Content {
    let agents = squad.agents();
    let widest = agents.iter().map(|(name, _)| name.chars().count());
    let wide = widest.max().unwrap_or(0).min(12);
    let now = squad.tick;
    let line = |(name, deed): &(String, Activity)| {
        let (age, text, style) = match deed {
            Activity::Acts { what, since } => (Some(since), what.clone(), paint.running()),
            Activity::Waits { until, since } => {
                (Some(since), format!("waits until {until}"), paint.waiting())
            }
            Activity::Idle => (None, String::from("idle"), paint.dim()),
        };
        let age = age.map_or(String::new(), |since| {
            now.saturating_sub(*since).to_string()
        });
        Line::from(vec![
            Span::raw(format!("{name:<wide$} ")),
            Span::styled(format!("{age:>4} "), paint.dim()),
            Span::styled(text, style),
        ])
    };
    let lines = agents.iter().map(line).collect();
    (String::from(" agents, ticks so far "), lines)
}

pub(super) fn facts(squad: &Watched, paint: Paint) -> Content {
    let lines = squad.changes.iter().map(|change| {
        let (sign, style) = if change.came {
            ('+', paint.running())
        } else {
            ('-', paint.trouble())
        };
        Line::from(vec![
            Span::styled(format!("{:>5} ", change.tick), paint.dim()),
            Span::styled(format!("{sign} "), style),
            Span::raw(change.fact.clone()),
        ])
    });
    let title = format!(" facts: {}, recent changes ", squad.moment.facts.len());
    (title, lines.collect())
}

pub(super) fn events(squad: &Watched, filter: Filter, paint: Paint) -> Content {
    let shown = squad.log.iter().filter(|told| filter.shows(told.kind));
    let lines = shown.map(|told| {
        Line::from(vec![
            Span::styled(format!("{:>5} ", told.tick), paint.dim()),
            Span::raw(format!("{:<8} ", told.who)),
            Span::styled(told.text.clone(), paint.line(told.kind)),
        ])
    });
    (format!(" events: {} ", filter.name()), lines.collect())
}

pub(super) fn plans(squad: &Watched, paint: Paint) -> Content {
    let mut lines = Vec::new();
    for shape in squad.moment.plans.values() {
        lines.push(plan_title(squad, shape, paint));
        plan_tree(squad, shape, paint, &mut lines);
    }
    (format!(" plans: {} ", squad.moment.plans.len()), lines)
}

fn plan_title(squad: &Watched, shape: &PlanShape, paint: Paint) -> Line<'static> {
    let done = |step: &&crate::recording::Step| step.mark == StepMark::Done;
    let done = shape.steps.iter().filter(done).count();
    let mut title = format!(
        "plan {}: {done} of {} steps done",
        shape.plan,
        shape.steps.len()
    );
    if shape.priority != 0 {
        title += &format!(", priority {}", shape.priority);
    }
    let mut spans = vec![Span::styled(title, paint.title())];
    if let Some(broken) = squad.moment.broken.get(&shape.plan) {
        let text = format!(", needs a repair since tick {}", broken.tick);
        spans.push(Span::styled(text, paint.trouble()));
    }
    Line::from(spans)
}

/// Writes tasks and steps. A plan may be as deep as it is long, so this does not recurse.
fn plan_tree(squad: &Watched, shape: &PlanShape, paint: Paint, lines: &mut Vec<Line<'static>>) {
    let below = items(shape);
    let roots = below[shape.nodes.len()].iter().rev();
    let mut left: Vec<(Item, usize)> = roots.map(|item| (*item, 1)).collect();
    while let Some((item, depth)) = left.pop() {
        let indent = "  ".repeat(depth.min(DEEPEST));
        match item {
            Item::Node(node) => {
                let text = escape::line(&node_text(&squad.tables, &shape.nodes[node]));
                lines.push(Line::from(format!("{indent}{text}")));
                let inside = below[node].iter().rev();
                left.extend(inside.map(|item| (*item, depth + 1)));
            }
            Item::Step(at) => lines.push(step(squad, shape, at, &indent, paint)),
        }
    }
}

fn step(
    squad: &Watched,
    shape: &PlanShape,
    at: usize,
    indent: &str,
    paint: Paint,
) -> Line<'static> {
    let step = &shape.steps[at];
    let (sign, style) = paint.step(step.mark);
    let text = escape::line(&squad.tables.show(step.call));
    let mut spans = vec![
        Span::raw(indent.to_owned()),
        Span::styled(format!("{sign} {text}"), style),
    ];
    let ticks = |since: u64| format!(" {}", squad.tick.saturating_sub(since));
    let wait = squad.moment.waits.get(&(shape.plan, at as u32));
    match (step.mark, wait) {
        (StepMark::Running, _) => spans.push(Span::styled(ticks(step.since), paint.dim())),
        (StepMark::Waiting, Some(wait)) => {
            spans.push(Span::styled(ticks(wait.tick), paint.dim()));
            spans.push(Span::styled(" waits", paint.waiting()));
        }
        _ => {}
    }
    Line::from(spans)
}
