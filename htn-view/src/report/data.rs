//! The data of the page: JSON, in which texts are indices into one list.

use std::collections::HashMap;

use super::Report;
use crate::escape;
use crate::json::Json;
use crate::recording::{
    CallId, CallKind, LineAbout, Node, Recorded, Search, StepMark, Tables, TextId, Why, WhyAbout,
};
use crate::scene::{Scene, Shape, ShapeKind, Thing};
use crate::story::{
    ActionSpan, Ended, FactSpan, LineKind, LogLine, OPEN, PlanSpan, Story, Version, WaitSpan,
};

/// The texts, each once.
#[derive(Default)]
pub(crate) struct Texts {
    /// Their indices, by the texts as the game has them.
    numbers: HashMap<String, usize>,
    /// The texts, made visible.
    list: Vec<String>,
    /// The sum of their lengths.
    #[cfg(feature = "live-page")]
    pub bytes: usize,
}

impl Texts {
    /// Returns all texts. Their positions are their indices.
    pub fn all(&self) -> &[String] {
        &self.list
    }

    /// Returns the index of a text, made visible. Texts of several lines are documentation.
    fn number(&mut self, text: &str) -> i64 {
        if let Some(number) = self.numbers.get(text) {
            return *number as i64;
        }
        let shown = escape::lines(text);
        #[cfg(feature = "live-page")]
        {
            self.bytes += text.len() + shown.len();
        }
        self.numbers.insert(text.to_owned(), self.list.len());
        self.list.push(shown);
        self.list.len() as i64 - 1
    }
}

/// A squad of the page.
pub(crate) struct SquadData<'a> {
    pub name: &'a str,
    pub recorded: &'a Recorded,
    pub story: &'a Story,
}

pub(super) fn write(report: &Report<'_>) -> String {
    let mut texts = Texts::default();
    let starts = report
        .squads
        .iter()
        .map(|(_, squad)| *squad.ticks().start());
    let ends = report.squads.iter().map(|(_, squad)| *squad.ticks().end());
    let (begins, ends) = (starts.min().unwrap_or(0), ends.max().unwrap_or(0));
    let mut json = Json::default();
    json.object(|json| {
        json.key("title").string(&escape::line(&report.title));
        json.key("rate").float(report.ticks_a_second);
        json.key("begins").number(begins);
        json.key("ends").number(ends.max(begins));
        json.key("squads")
            .list(&report.squads, |json, (name, recorded)| {
                let story = &Story::of(recorded);
                let squad = SquadData {
                    name,
                    recorded,
                    story,
                };
                squad.write(json, &mut texts);
            });
        if let Some(scene) = report.scene {
            scene_data(json.key("scene"), &mut texts, scene);
        }
        json.key("texts")
            .list(texts.all(), |json, text| json.string(text));
    });
    json.into_text()
}

/// The items of a story to write: the indices in each list, or `None` for all.
#[derive(Default)]
pub(crate) struct StoryPart {
    actions: Option<Vec<usize>>,
    waits: Option<Vec<usize>>,
    facts: Option<Vec<usize>>,
    plans: Option<Vec<usize>>,
    searches: Option<Vec<usize>>,
    whys: Option<Vec<usize>>,
    log: Option<Vec<usize>>,
}

#[cfg(feature = "live-page")]
impl StoryPart {
    /// Returns what has changed since the last call.
    pub fn changed(story: &mut Story) -> StoryPart {
        StoryPart {
            actions: Some(story.actions.changed().collect()),
            waits: Some(story.waits.changed().collect()),
            facts: Some(story.facts.changed().collect()),
            plans: Some(story.plans.changed().collect()),
            searches: Some(story.searches.changed().collect()),
            whys: Some(story.whys.changed().collect()),
            log: Some(story.log.changed().collect()),
        }
    }
}

impl SquadData<'_> {
    /// Writes the whole squad as an object.
    pub fn write(&self, json: &mut Json, texts: &mut Texts) {
        json.object(|json| self.keys(json, texts, StoryPart::default()));
    }

    /// Writes the keys of the object. Lists of which only a part is written have pairs of an index and an item, and are
    /// left out if they have none.
    pub fn keys(&self, json: &mut Json, texts: &mut Texts, part: StoryPart) {
        let story = self.story;
        json.key("name").string(&escape::line(self.name));
        let domain = escape::line(self.recorded.domain());
        json.key("domain").string(&domain);
        json.key("forgotten").number(self.recorded.forgotten());
        let restarts = story.restarts.iter();
        json.key("restarts")
            .list(restarts, |json, tick| json.number(*tick));
        let tables = self.recorded.tables();
        let mut writer = Writer {
            json,
            texts,
            tables,
        };
        let agents: Vec<i64> = story.agents.iter().map(|id| writer.text(*id)).collect();
        writer.json.key("agents");
        writer.numbers(agents);
        writer.items("actions", &story.actions, part.actions, |w, one| {
            w.action(one)
        });
        writer.items("waits", &story.waits, part.waits, |w, one| w.wait(one));
        writer.items("plans", &story.plans, part.plans, |w, one| w.plan(one));
        writer.items("facts", &story.facts, part.facts, |w, one| w.fact(one));
        writer.items("searches", &story.searches, part.searches, |w, one| {
            w.search(one)
        });
        writer.items("whys", &story.whys, part.whys, |w, one| w.why(one));
        writer.items("log", &story.log, part.log, |w, one| w.line(one));
    }
}

struct Writer<'a> {
    json: &'a mut Json,
    texts: &'a mut Texts,
    tables: &'a Tables,
}

impl Writer<'_> {
    fn text(&mut self, id: TextId) -> i64 {
        self.texts.number(self.tables.text(id))
    }

    /// Writes -1 for `None`.
    fn maybe_text(&mut self, id: Option<TextId>) -> i64 {
        id.map_or(-1, |id| self.text(id))
    }

    fn call(&mut self, id: CallId) -> i64 {
        self.texts.number(&self.tables.show(id))
    }

    fn numbers(&mut self, numbers: impl IntoIterator<Item = i64>) {
        self.json.list(numbers, Json::number);
    }

    fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut item: impl FnMut(&mut Writer<'_>, T),
    ) {
        let (texts, tables) = (&mut *self.texts, self.tables);
        self.json.list(items, |json, one| {
            let mut writer = Writer {
                json,
                texts: &mut *texts,
                tables,
            };
            item(&mut writer, one);
        });
    }

    fn items<T>(
        &mut self,
        key: &str,
        items: &[T],
        part: Option<Vec<usize>>,
        item: impl Fn(&mut Writer<'_>, &T),
    ) {
        match part {
            None => {
                self.json.key(key);
                self.list(items, |writer, one| item(writer, one));
            }
            Some(part) if part.is_empty() => {}
            Some(part) => {
                self.json.key(key);
                self.list(part, |writer, at| {
                    writer.list([true, false], |writer, is_index| {
                        if is_index {
                            writer.json.number(at as u64);
                        } else if let Some(one) = items.get(at) {
                            item(writer, one);
                        }
                    });
                });
            }
        }
    }

    fn action(&mut self, action: &ActionSpan) {
        let by: Vec<i64> = action.by.iter().map(|agent| self.text(*agent)).collect();
        let ended = match action.ended {
            Ended::Not => 0,
            Ended::Well => 1,
            Ended::Badly => 2,
            Ended::Stopped => 3,
            Ended::Cut => 4,
        };
        let (call, why) = (self.call(action.call), self.maybe_text(action.why));
        let rest = [ended, call, action.plan as i64, action.step.into(), why];
        self.span(by, (action.from, action.to), &rest);
    }

    fn wait(&mut self, wait: &WaitSpan) {
        let agents: Vec<i64> = wait.agents.iter().map(|agent| self.text(*agent)).collect();
        let (call, why) = (self.call(wait.call), self.text(wait.why));
        let rest = [
            call,
            wait.plan as i64,
            wait.step.into(),
            why,
            wait.held.into(),
        ];
        self.span(agents, (wait.from, wait.to), &rest);
    }

    /// Writes agents, the first tick, the end, and numbers.
    fn span(&mut self, agents: Vec<i64>, (from, to): (u64, u64), rest: &[i64]) {
        self.json.list([()], |json, ()| {
            json.list(&agents, |json, agent| json.number(*agent));
            json.number(from);
            end(json, to);
            for number in rest {
                json.number(*number);
            }
        });
    }

    fn fact(&mut self, span: &FactSpan) {
        let call = self.tables.call(span.fact);
        let args: Vec<&str> = call.args.iter().map(|arg| self.tables.text(*arg)).collect();
        let args = self.texts.number(&args.join(", "));
        let name = self.text(call.name);
        self.json.list([()], |json, ()| {
            for number in [name, args, span.from as i64] {
                json.number(number);
            }
            end(json, span.to.unwrap_or(OPEN));
        });
    }

    fn search(&mut self, (tick, search): &(u64, Search)) {
        let numbers = [
            *tick,
            search.repairs,
            search.slice,
            search.steps,
            search.bindings,
            search.backtracks,
            search.deepest,
            search.paused.into(),
        ];
        self.numbers(numbers.map(|number| number as i64));
    }

    fn line(&mut self, line: &LogLine) {
        let who: Vec<i64> = line.agents.iter().map(|agent| self.text(*agent)).collect();
        let text = self.texts.number(&line.text);
        self.json.list([()], |json, ()| {
            json.number(line.tick);
            json.number(kind(line.kind));
            json.number(line.plan);
            json.list(&who, |json, agent| json.number(*agent));
            json.number(text);
            json.number(i64::from(line.own));
        });
    }

    /// Writes an explanation: tick, subject, plan, tick of its facts, whether the result was the same, and lines.
    fn why(&mut self, (tick, why): &(u64, Why)) {
        let lines: Vec<[i64; 4]> = why
            .lines
            .iter()
            .map(|line| {
                let call = line.call.map_or(-1, |call| self.call(call));
                let depth = i64::from(line.depth);
                [depth, line_about(line.about), call, self.text(line.text)]
            })
            .collect();
        let about = match why.about {
            WhyAbout::Planned => 0,
            WhyAbout::NoPlan => 1,
            WhyAbout::Repaired => 2,
            WhyAbout::Abandoned => 3,
        };
        self.json.list([()], |json, ()| {
            for number in [*tick, about, why.plan, why.known, why.same.into()] {
                json.number(number);
            }
            json.list(&lines, |json, line| {
                json.list(line, |json, number| json.number(*number));
            });
        });
    }

    fn plan(&mut self, plan: &PlanSpan) {
        let goal = plan.versions.first().and_then(|version| {
            let nodes = &version.shape.nodes;
            nodes
                .get(1)
                .and_then(|node| node.call)
                .or(nodes.first()?.call)
        });
        let goal = goal.map_or(-1, |goal| self.call(goal));
        let (texts, tables) = (&mut *self.texts, self.tables);
        self.json.object(|json| {
            json.key("id").number(plan.plan);
            json.key("from").number(plan.from);
            end(json.key("to"), plan.to);
            json.key("goal").number(goal);
            let words = plan.ended.as_deref().unwrap_or("");
            json.key("words").string(&escape::line(words));
            json.key("repairs")
                .list(plan.repairs(), |json, (from, to)| {
                    json.list([from, to], end);
                });
            json.key("versions");
            let mut writer = Writer {
                json,
                texts,
                tables,
            };
            writer.list(&plan.versions, |w, one| w.version(one));
        });
    }

    fn version(&mut self, version: &Version) {
        let (texts, tables) = (&mut *self.texts, self.tables);
        self.json.object(|json| {
            json.key("from").number(version.from);
            end(json.key("to"), version.to);
            json.key("nodes");
            let mut writer = Writer {
                json,
                texts,
                tables,
            };
            writer.list(&version.shape.nodes, |w, one| w.node(one));
            writer.json.key("steps");
            writer.list(&version.shape.steps, |writer, step| {
                let call = writer.call(step.call);
                let kind = match writer.tables.call(step.call).kind {
                    CallKind::External => 2,
                    CallKind::Sync => 1,
                    _ => 0,
                };
                writer.json.list([()], |json, ()| {
                    json.number(call);
                    json.maybe(step.node);
                    json.number(mark(step.mark));
                    json.number(kind);
                });
            });
            writer.json.key("changes");
            writer.list(&version.changes, |writer, (tick, step, new, why)| {
                let why = writer.maybe_text(*why);
                writer.numbers([*tick as i64, (*step).into(), mark(*new), why]);
            });
        });
    }

    fn node(&mut self, node: &Node) {
        let call = node.call.map_or(-1, |call| self.call(call));
        let numbers = [node.name, node.branch, node.doc].map(|text| self.text(text));
        let bound = node.bindings.iter();
        let bound: Vec<_> = bound
            .map(|(name, value)| [self.text(*name), self.text(*value)])
            .collect();
        self.json.list([()], |json, ()| {
            json.maybe(node.parent);
            json.number(call);
            for number in numbers {
                json.number(number);
            }
            json.list(&bound, |json, pair| json.list(*pair, Json::number));
        });
    }
}

/// Writes the end of a span, or `null` if it is open.
fn end(json: &mut Json, tick: u64) {
    if tick == OPEN {
        json.null();
    } else {
        json.number(tick);
    }
}

fn mark(mark: StepMark) -> i64 {
    match mark {
        StepMark::Waiting => 0,
        StepMark::Running => 1,
        StepMark::Done => 2,
        StepMark::Failed => 3,
    }
}

/// Returns the position in the page's list, as for kinds of log lines.
fn line_about(about: LineAbout) -> i64 {
    match about {
        LineAbout::Search => 0,
        LineAbout::Done => 1,
        LineAbout::Failed => 2,
        LineAbout::Unfinished => 3,
        LineAbout::Chosen => 4,
        LineAbout::Refused => 5,
        LineAbout::InVain => 6,
        LineAbout::NotLookedAt => 7,
        LineAbout::NoFurther => 8,
        LineAbout::Detail => 9,
        LineAbout::Cut => 10,
    }
}

/// Returns the position in the page's list.
fn kind(kind: LineKind) -> i64 {
    match kind {
        LineKind::Plan => 0,
        LineKind::NoPlan => 1,
        LineKind::Start => 2,
        LineKind::End => 3,
        LineKind::Fail => 4,
        LineKind::Wait => 5,
        LineKind::Repair => 6,
        LineKind::Note => 7,
        LineKind::Missing => 8,
        LineKind::Restart => 9,
        LineKind::Halt => 10,
    }
}

fn scene_data(json: &mut Json, texts: &mut Texts, scene: &Scene) {
    json.object(|json| {
        scene_bounds(json, scene.bounds());
        json.key("shapes").list(&scene.things, |json, thing| {
            thing_data(json, texts, thing);
        });
    });
}

/// Writes the keys for the size of a map with these bounds: left, top, width and height.
pub(crate) fn scene_bounds(json: &mut Json, [left, top, width, height]: [f32; 4]) {
    // Marks are as large as a square of a typical map.
    let unit = f64::from(width.max(height)) / 45.0;
    let margin = unit as f32;
    let bounds = [
        left - margin,
        top - margin,
        width + 2.0 * margin,
        height + 2.0 * margin,
    ];
    json.key("box")
        .list(bounds, |json, number| json.float(number.into()));
    json.key("unit").float(unit);
}

/// Writes a shape with its states.
pub(crate) fn thing_data(json: &mut Json, texts: &mut Texts, thing: &Thing) {
    json.object(|json| {
        json.key("name").number(texts.number(&thing.name));
        json.key("states")
            .list(&thing.states, |json, (tick, shape)| {
                state(json, texts, *tick, shape.as_ref());
            });
    });
}

fn state(json: &mut Json, texts: &mut Texts, tick: u64, shape: Option<&Shape>) {
    json.list([()], |json, ()| {
        json.number(tick);
        let Some(shape) = shape else {
            return json.null();
        };
        json.number(match shape.kind {
            ShapeKind::Area => 0,
            ShapeKind::Line => 1,
            ShapeKind::Mark => 2,
        });
        json.string(shape.tone.name());
        json.number(texts.number(&shape.label));
        json.list(&shape.outlines, |json, outline| {
            json.list(outline, |json, (x, y)| {
                json.list([*x, *y], |json, number| json.float(number.into()));
            });
        });
    });
}
