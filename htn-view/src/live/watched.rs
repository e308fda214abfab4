//! A squad in the live view: its state, computed from updates, and its recent log.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::escape;
use crate::recording::{
    CallId, Entry, Moment, Planner, Search, StepMark, Tables, TextId, Update, What,
};
use crate::story::{LineKind, LogLine, by_name};

/// The maximum number of log lines, and of changes of facts.
const KEPT: usize = 1_000;

/// A line of the log.
#[derive(Clone, Debug)]
pub(super) struct LogEntry {
    pub tick: u64,
    pub kind: LineKind,
    pub who: String,
    pub text: String,
}

/// A fact that came or went.
#[derive(Clone, Debug)]
pub(super) struct Changed {
    pub tick: u64,
    pub came: bool,
    pub fact: String,
}

/// The activity of an agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Activity {
    Acts { what: String, since: u64 },
    Waits { until: String, since: u64 },
    Idle,
}

/// A squad.
#[derive(Clone, Default, Debug)]
pub(super) struct Watched {
    pub domain: String,
    pub tick: u64,
    pub planner: Planner,
    pub gone: bool,
    /// The last search, and the tick of its last steps.
    pub search: Option<(u64, Search)>,
    pub log: VecDeque<LogEntry>,
    pub changes: VecDeque<Changed>,
    pub tables: Tables,
    pub moment: Moment,
}

impl Watched {
    pub fn take(&mut self, update: Update) {
        self.gone = false;
        if let Some(start) = update.start {
            self.domain = start.schema.domain().to_owned();
            self.tables = Tables::default();
            self.moment = Moment::default();
            self.tables.texts = update.texts;
            self.tables.calls = update.calls;
            let base = start.base.into_iter();
            base.for_each(|entry| self.moment.apply(entry));
        } else {
            self.tables.texts.extend(update.texts);
            self.tables.calls.extend(update.calls);
        }
        (self.tick, self.planner) = (update.tick, update.planner);
        if update.missed > 0 {
            let first = update.entries.first();
            let told = LogEntry {
                tick: first.map_or(update.tick, |entry| entry.tick),
                kind: LineKind::Missing,
                who: String::from("view"),
                text: format!("missed {} entries", update.missed),
            };
            keep(&mut self.log, told);
        }
        for entry in update.entries {
            self.tell(&entry);
            self.moment.apply(entry);
        }
    }

    /// Records an entry in the logs.
    fn tell(&mut self, entry: &Entry) {
        let tick = entry.tick;
        if let Some(line) = LogLine::of(&self.tables, tick, &entry.what) {
            let told = LogEntry {
                tick,
                kind: line.kind,
                who: escape::line(&line.who(&self.tables)),
                text: escape::line(&line.text),
            };
            keep(&mut self.log, told);
        }
        match &entry.what {
            What::Facts { added, removed } => {
                let removed = removed.iter().map(|fact| (false, fact));
                for (came, fact) in removed.chain(added.iter().map(|fact| (true, fact))) {
                    let fact = escape::line(&self.tables.show(*fact));
                    keep(&mut self.changes, Changed { tick, came, fact });
                }
            }
            What::Search(search) => self.search = Some((tick, search.clone())),
            _ => {}
        }
    }

    /// Returns all agents that facts or steps name, by name, with their activities.
    pub fn agents(&self) -> Vec<(String, Activity)> {
        let steps = self.moment.plans.values().flat_map(|plan| &plan.steps);
        let calls = steps.map(|step| step.call);
        let named = self.moment.facts.iter().copied().chain(calls);
        let named: BTreeSet<TextId> = named.flat_map(|call| self.tables.named(call)).collect();
        let acts = self.acts();
        let deed = |agent: TextId| {
            let acts = acts.get(&agent).map(|(since, call)| Activity::Acts {
                what: escape::line(&self.tables.show(*call)),
                since: *since,
            });
            acts.or_else(|| self.waits(agent)).unwrap_or(Activity::Idle)
        };
        let agents = named.into_iter();
        let agents = agents.map(|agent| (escape::line(self.tables.text(agent)), deed(agent)));
        let mut agents: Vec<_> = agents.collect();
        agents.sort_by(|a, b| by_name(&a.0, &b.0));
        agents
    }

    /// Returns the actions of agents: start and call. If an agent has several, the latest.
    fn acts(&self) -> BTreeMap<TextId, (u64, CallId)> {
        let mut acts = BTreeMap::<TextId, (u64, CallId)>::new();
        let steps = self.moment.plans.values().flat_map(|plan| &plan.steps);
        for step in steps.filter(|step| step.mark == StepMark::Running) {
            for agent in self.tables.by(step.call) {
                let act = acts.entry(agent).or_insert((step.since, step.call));
                if act.0 <= step.since {
                    *act = (step.since, step.call);
                }
            }
        }
        acts
    }

    /// Returns the first wait that names the agent, or a repair if a broken plan has further steps for it.
    fn waits(&self, agent: TextId) -> Option<Activity> {
        let told = self.moment.waits.values();
        let mut told = told.filter_map(|entry| self.wait(entry, agent));
        told.next().or_else(|| {
            let mut broken = self.moment.broken.iter();
            broken.find_map(|(plan, entry)| {
                let mut steps = self.moment.plans.get(plan)?.steps.iter();
                let needed = steps.any(|step| {
                    step.mark != StepMark::Done && self.tables.named(step.call).contains(&agent)
                });
                needed.then(|| Activity::Waits {
                    until: format!("plan {plan} is repaired"),
                    since: entry.tick,
                })
            })
        })
    }

    fn wait(&self, entry: &Entry, agent: TextId) -> Option<Activity> {
        let What::Event(event) = &entry.what else {
            return None;
        };
        let waits = if event.held {
            event.agent == Some(agent)
        } else {
            self.tables.named(event.task?).contains(&agent)
        };
        waits.then(|| Activity::Waits {
            until: escape::line(event.why.map_or("", |why| self.tables.text(why))),
            since: entry.tick,
        })
    }
}

fn keep<T>(list: &mut VecDeque<T>, item: T) {
    if list.len() == KEPT {
        list.pop_front();
    }
    list.push_back(item);
}
