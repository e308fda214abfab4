//! Chrome's trace format, which Perfetto and `chrome://tracing` open.
//!
//! Slices of a track must be nested or disjoint, so each agent has as many tracks as simultaneous actions: most have
//! one, and one for waits.

use std::collections::HashMap;

use crate::json::Json;
use crate::recording::{Recorded, TextId};
use crate::story::{Ended, LineKind, Story};

/// The three groups of tracks.
const AGENTS: u64 = 1;
const PLANS: u64 = 2;
const SEARCHES: u64 = 3;

impl Recorded {
    /// Returns the recording in Chrome's trace format, as JSON: for `ui.perfetto.dev` or `chrome://tracing`. Agents
    /// have tracks with their actions and with their waits and holds; arrows lead from the end of an action to the wait
    /// that it ended. Plans have tracks with their repairs, and searches have one.
    /// [`Recording`](crate::Recording) has an example.
    ///
    /// All ticks have the same length, whatever their real duration.
    pub fn timeline(&self, ticks_a_second: f64) -> String {
        let story = Story::of(self);
        let micros = if ticks_a_second > 0.0 && ticks_a_second.is_finite() {
            1e6 / ticks_a_second
        } else {
            1e6
        };
        let mut trace = Trace {
            json: Json::default(),
            micros,
            recorded: self,
            story: &story,
        };
        trace.write();
        trace.json.into_text()
    }
}

struct Trace<'s> {
    json: Json,
    micros: f64,
    recorded: &'s Recorded,
    story: &'s Story,
}

/// A slice of a track.
struct Slice {
    group: u64,
    track: u64,
    name: String,
    category: &'static str,
    from: f64,
    to: f64,
    /// A colour name of the viewers.
    colour: Option<&'static str>,
    args: Vec<(&'static str, String)>,
}

/// Assigns overlapping spans to lanes: each to the first free one.
#[derive(Default)]
struct Lanes(Vec<u64>);

impl Lanes {
    fn take(&mut self, from: u64, to: u64) -> u64 {
        let to = to.max(from.saturating_add(1));
        match self.0.iter().position(|free| *free <= from) {
            Some(lane) => {
                self.0[lane] = to;
                lane as u64
            }
            None => {
                self.0.push(to);
                self.0.len() as u64 - 1
            }
        }
    }
}

/// The maximum number of tracks of an agent: lanes for actions, then lanes for waits.
const LANES: u64 = 32;
const WAITS: u64 = 16;

impl Trace<'_> {
    fn write(&mut self) {
        let mut json = std::mem::take(&mut self.json);
        json.object(|json| {
            json.key("displayTimeUnit").string("ms");
            json.key("otherData").object(|json| {
                json.key("domain").string(self.recorded.domain());
                let forgotten = self.recorded.forgotten().to_string();
                json.key("forgotten entries").string(&forgotten);
            });
            json.key("traceEvents").list([()], |json, ()| {
                // The list begins with one event, so that each other one begins with a line break.
                self.json = std::mem::take(json);
                self.process(AGENTS, "agents");
                self.process(PLANS, "plans");
                self.process(SEARCHES, "searches");
                self.agents();
                self.plans();
                self.searches();
                self.notes();
                *json = std::mem::take(&mut self.json);
            });
        });
        self.json = json;
    }

    fn at(&self, tick: u64) -> f64 {
        tick as f64 * self.micros
    }

    fn event(&mut self, phase: &str, group: u64, track: u64, more: impl FnOnce(&mut Json)) {
        self.json.line();
        self.json.object(|json| {
            json.key("ph").string(phase);
            json.key("pid").number(group);
            json.key("tid").number(track);
            more(json);
        });
    }

    fn process(&mut self, group: u64, name: &str) {
        self.metadata("process_name", group, 0, name);
        self.event("M", group, 0, |json| {
            json.key("name").string("process_sort_index");
            json.key("args")
                .object(|json| json.key("sort_index").number(group));
        });
    }

    fn metadata(&mut self, what: &str, group: u64, track: u64, name: &str) {
        self.event("M", group, track, |json| {
            json.key("name").string(what);
            json.key("args")
                .object(|json| json.key("name").string(name));
        });
    }

    fn track(&mut self, group: u64, track: u64, name: &str) {
        self.metadata("thread_name", group, track, name);
        self.event("M", group, track, |json| {
            json.key("name").string("thread_sort_index");
            json.key("args")
                .object(|json| json.key("sort_index").number(track));
        });
    }

    fn slice(&mut self, slice: Slice) {
        self.event("X", slice.group, slice.track, |json| {
            json.key("name").string(&slice.name);
            json.key("cat").string(slice.category);
            json.key("ts").float(slice.from);
            // The difference of the written numbers: consecutive slices must not overlap by a rounding error.
            json.key("dur")
                .float(Json::rounded(slice.to) - Json::rounded(slice.from));
            if let Some(colour) = slice.colour {
                json.key("cname").string(colour);
            }
            json.key("args").object(|json| {
                for (key, value) in &slice.args {
                    json.key(key).string(value);
                }
            });
        });
    }

    fn agents(&mut self) {
        let story = self.story;
        // The track of each action, for arrows.
        let mut tracks = vec![None; story.actions.len()];
        for (at, agent) in story.agents.iter().enumerate() {
            let first = (at as u64 + 1) * LANES;
            let actions = self.actions(*agent, first, &mut tracks);
            let waits = self.waits(*agent, first + WAITS);
            let name = self.recorded.text(*agent);
            for lane in 0..actions.max(1) {
                let name = match lane {
                    0 => name.to_owned(),
                    more => format!("{name} ({})", more + 1),
                };
                self.track(AGENTS, first + lane, &name);
            }
            for lane in 0..waits {
                self.track(AGENTS, first + WAITS + lane, &format!("{name} waits"));
            }
        }
        self.arrows(&tracks);
    }

    fn actions(&mut self, agent: TextId, first: u64, tracks: &mut [Option<u64>]) -> u64 {
        let (story, mut lanes) = (self.story, Lanes::default());
        for (at, action) in story.actions.iter().enumerate() {
            if !action.by.contains(&agent) {
                continue;
            }
            let lane = lanes.take(action.from, action.to).min(WAITS - 1);
            tracks[at].get_or_insert(first + lane);
            let mut args = vec![
                ("plan", action.plan.to_string()),
                ("step", action.step.to_string()),
                ("action", action.action.to_string()),
            ];
            let ended = match action.ended {
                Ended::Not => "goes on",
                Ended::Well => "well",
                Ended::Badly => "badly",
                Ended::Stopped => "stopped",
                Ended::Cut => "cut off: the clock restarted",
            };
            args.push(("ended", ended.to_owned()));
            let why = action.why.map(|why| self.recorded.text(why).to_owned());
            args.extend(why.map(|why| ("why", why)));
            self.slice(Slice {
                group: AGENTS,
                track: first + lane,
                name: self.recorded.show(action.call),
                category: "action",
                from: self.at(action.from),
                to: self.at(action.to.max(action.from + 1)),
                colour: (action.ended == Ended::Badly).then_some("bad"),
                args,
            });
        }
        lanes.0.len().min(WAITS as usize) as u64
    }

    fn waits(&mut self, agent: TextId, first: u64) -> u64 {
        let (story, mut lanes) = (self.story, Lanes::default());
        for wait in story.waits.iter() {
            if !wait.agents.contains(&agent) {
                continue;
            }
            let lane = lanes.take(wait.from, wait.to).min(WAITS - 1);
            let (verb, category) = if wait.held {
                ("is held before", "hold")
            } else {
                ("waits:", "wait")
            };
            let until = self.recorded.text(wait.why).to_owned();
            self.slice(Slice {
                group: AGENTS,
                track: first + lane,
                name: format!("{verb} {}", self.recorded.show(wait.call)),
                category,
                from: self.at(wait.from),
                to: self.at(wait.to),
                colour: Some("grey"),
                args: vec![("plan", wait.plan.to_string()), ("until", until)],
            });
        }
        lanes.0.len().min(WAITS as usize) as u64
    }

    /// Writes an arrow from the end of an action to the wait that it ended.
    fn arrows(&mut self, tracks: &[Option<u64>]) {
        let story = self.story;
        let (mut by_number, mut by_place) = (HashMap::new(), HashMap::new());
        for (at, action) in story.actions.iter().enumerate() {
            by_number.insert((story.segment(action.from), action.action), at);
            by_place.insert((action.plan, action.step, action.from), at);
        }
        let mut id = 0;
        for wait in story.waits.iter() {
            let ended = |action| by_number.get(&(story.segment(wait.from), action)).copied();
            let ended = wait.on.and_then(ended);
            let began = by_place.get(&(wait.plan, wait.step, wait.to)).copied();
            let (Some(ended), Some(began)) = (ended, began) else {
                continue;
            };
            let (Some(from), Some(to)) = (tracks[ended], tracks[began]) else {
                continue;
            };
            id += 1;
            // Inside the first slice: an arrow belongs to the slice at its time.
            let span = &story.actions[ended];
            let end = self.at(span.to.max(span.from + 1)) - self.micros / 2.0;
            let start = self.at(wait.to).max(end);
            for (phase, track, at) in [("s", from, end), ("f", to, start)] {
                self.event(phase, AGENTS, track, |json| {
                    json.key("name").string("waited for");
                    json.key("cat").string("wait");
                    json.key("id").number(id);
                    json.key("ts").float(at);
                    if phase == "f" {
                        json.key("bp").string("e");
                    }
                });
            }
        }
    }

    fn plans(&mut self) {
        let (story, mut lanes) = (self.story, Lanes::default());
        for plan in story.plans.iter() {
            let track = lanes.take(plan.from, plan.to) + 1;
            let goal = plan.versions.first().and_then(|version| {
                let nodes = &version.shape.nodes;
                let node = nodes.get(1).or(nodes.first())?;
                Some(self.recorded.show(node.call?))
            });
            let name = match goal {
                Some(goal) => format!("plan {}: {goal}", plan.plan),
                None => format!("plan {}", plan.plan),
            };
            let ended = plan.ended.as_deref().unwrap_or("goes on");
            let steps = plan
                .versions
                .last()
                .map_or(0, |last| last.shape.steps.len());
            self.slice(Slice {
                group: PLANS,
                track,
                name,
                category: "plan",
                from: self.at(plan.from),
                to: self.at(plan.to.max(plan.from + 1)),
                colour: None,
                args: vec![("ended", ended.to_owned()), ("steps", steps.to_string())],
            });
            for (from, to) in plan.repairs().filter(|(from, to)| from < to) {
                self.slice(Slice {
                    group: PLANS,
                    track,
                    name: "is repaired".to_owned(),
                    category: "repair",
                    from: self.at(from),
                    to: self.at(to),
                    colour: Some("terrible"),
                    args: Vec::new(),
                });
            }
        }
        for lane in 1..=lanes.0.len() as u64 {
            self.track(PLANS, lane, &format!("plans {lane}"));
        }
    }

    fn searches(&mut self) {
        self.track(SEARCHES, 1, "searches");
        for (tick, search) in self.story.searches.iter() {
            let name = match search.repairs {
                0 => "search".to_owned(),
                plan => format!("repair of plan {plan}"),
            };
            let number = |number: u64| number.to_string();
            self.slice(Slice {
                group: SEARCHES,
                track: 1,
                name,
                category: "search",
                from: self.at(*tick),
                to: self.at(*tick + 1),
                colour: None,
                args: vec![
                    ("steps in this tick", number(search.slice)),
                    ("steps", number(search.steps)),
                    ("bindings", number(search.bindings)),
                    ("backtracks", number(search.backtracks)),
                    ("deepest", number(search.deepest)),
                    ("paused", search.paused.to_string()),
                ],
            });
            let (at, steps) = (self.at(*tick), search.slice);
            self.event("C", SEARCHES, 0, |json| {
                json.key("name").string("search steps");
                json.key("ts").float(at);
                json.key("args")
                    .object(|json| json.key("steps").number(steps));
            });
        }
    }

    /// Writes notes of the game and events without a duration.
    fn notes(&mut self) {
        let story = self.story;
        for line in story.log.iter() {
            let track = match line.kind {
                LineKind::Note | LineKind::NoPlan | LineKind::Missing => 0,
                LineKind::Restart | LineKind::Halt => 0,
                _ => continue,
            };
            let who = line.agents.first().map(|agent| self.recorded.text(*agent));
            let name = match who {
                Some(who) => format!("{who}: {}", line.text),
                None => line.text.clone(),
            };
            let (group, at) = match line.kind {
                LineKind::Note => (AGENTS, self.at(line.tick)),
                _ => (SEARCHES, self.at(line.tick)),
            };
            self.event("i", group, track, |json| {
                json.key("name").string(&name);
                json.key("cat").string(line.kind.name());
                json.key("ts").float(at);
                // A restart is visible on all tracks, the others in their group.
                let scope = match line.kind {
                    LineKind::Restart | LineKind::Halt => "g",
                    _ => "p",
                };
                json.key("s").string(scope);
            });
        }
    }
}
