//! The data of the page: JSON, in which texts are indices into one list.

use std::collections::HashMap;

use super::Report;
use crate::escape;
use crate::json::Json;
use crate::recording::{CallId, CallKind, LineAbout, Recorded, StepMark, TextId, Why, WhyAbout};
use crate::scene::{Scene, ShapeKind};
use crate::story::{Ended, LineKind, PlanSpan, Story, Version};

/// The texts, each once.
#[derive(Default)]
struct Texts {
    numbers: HashMap<String, usize>,
    list: Vec<String>,
}

impl Texts {
    /// Returns the index of a text, made visible. Texts of several lines are documentation.
    fn number(&mut self, text: &str) -> i64 {
        let text = &escape::lines(text)[..];
        if let Some(number) = self.numbers.get(text) {
            return *number as i64;
        }
        self.numbers.insert(text.to_owned(), self.list.len());
        self.list.push(text.to_owned());
        self.list.len() as i64 - 1
    }
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
            .list(&report.squads, |json, (name, squad)| {
                let story = Story::of(squad);
                let mut writer = Writer {
                    json,
                    texts: &mut texts,
                    story: &story,
                };
                writer.squad(name);
            });
        if let Some(scene) = report.scene {
            scene_data(json.key("scene"), &mut texts, scene);
        }
        json.key("texts")
            .list(&texts.list, |json, text| json.string(text));
    });
    json.into_text()
}

struct Writer<'a, 'r> {
    json: &'a mut Json,
    texts: &'a mut Texts,
    story: &'a Story<'r>,
}

impl Writer<'_, '_> {
    fn recorded(&self) -> &Recorded {
        self.story.recorded
    }

    fn text(&mut self, id: TextId) -> i64 {
        self.texts.number(self.story.recorded.text(id))
    }

    /// Writes -1 for `None`.
    fn maybe_text(&mut self, id: Option<TextId>) -> i64 {
        id.map_or(-1, |id| self.text(id))
    }

    fn call(&mut self, id: CallId) -> i64 {
        self.texts.number(&self.story.recorded.show(id))
    }

    fn numbers(&mut self, numbers: impl IntoIterator<Item = i64>) {
        self.json.list(numbers, Json::number);
    }

    fn squad(&mut self, name: &str) {
        let story = self.story;
        self.json.object(|json| {
            let mut writer = Writer {
                json,
                texts: &mut *self.texts,
                story,
            };
            writer.squad_keys(name);
        });
    }

    fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut item: impl FnMut(&mut Writer<'_, '_>, T),
    ) {
        let (texts, story) = (&mut *self.texts, self.story);
        self.json.list(items, |json, one| {
            let mut writer = Writer {
                json,
                texts: &mut *texts,
                story,
            };
            item(&mut writer, one);
        });
    }

    fn squad_keys(&mut self, name: &str) {
        let story = self.story;
        self.json.key("name").string(&escape::line(name));
        let domain = escape::line(story.recorded.domain());
        self.json.key("domain").string(&domain);
        let forgotten = self.recorded().forgotten();
        self.json.key("forgotten").number(forgotten);
        let restarts = story.restarts.iter();
        self.json
            .key("restarts")
            .list(restarts, |json, tick| json.number(*tick));
        let agents: Vec<i64> = story.agents.iter().map(|agent| self.text(*agent)).collect();
        self.json.key("agents");
        self.numbers(agents);
        self.json.key("actions");
        self.list(&story.actions, |writer, action| {
            let row = |agent: &TextId| writer.story.agents.iter().position(|a| a == agent);
            let rows: Vec<i64> = action
                .by
                .iter()
                .filter_map(row)
                .map(|at| at as i64)
                .collect();
            let ended = match action.ended {
                Ended::Not => 0,
                Ended::Well => 1,
                Ended::Badly => 2,
                Ended::Stopped => 3,
                Ended::Cut => 4,
            };
            let (call, why) = (writer.call(action.call), writer.maybe_text(action.why));
            let rest = [
                action.from as i64,
                action.to as i64,
                ended,
                call,
                action.plan as i64,
                action.step.into(),
                why,
            ];
            writer.with_rows(rows, &rest);
        });
        self.json.key("waits");
        self.list(&story.waits, |writer, wait| {
            let row = |agent: &TextId| writer.story.agents.iter().position(|a| a == agent);
            let rows: Vec<i64> = wait
                .agents
                .iter()
                .filter_map(row)
                .map(|at| at as i64)
                .collect();
            let (call, why) = (writer.call(wait.call), writer.text(wait.why));
            let rest = [
                wait.from as i64,
                wait.to as i64,
                call,
                wait.plan as i64,
                wait.step.into(),
                why,
                wait.held.into(),
            ];
            writer.with_rows(rows, &rest);
        });
        self.json.key("plans");
        self.list(&story.plans, |writer, plan| writer.plan(plan));
        self.json.key("facts");
        self.list(&story.facts, |writer, span| {
            let call = writer.story.recorded.call(span.fact);
            let args: Vec<&str> = call
                .args
                .iter()
                .map(|arg| writer.story.recorded.text(*arg))
                .collect();
            let args = writer.texts.number(&args.join(", "));
            let name = writer.text(call.name);
            writer.json.list([()], |json, ()| {
                for number in [name, args, span.from as i64] {
                    json.number(number);
                }
                match span.to {
                    Some(to) => json.number(to),
                    None => json.null(),
                }
            });
        });
        self.json.key("searches");
        self.list(&story.searches, |writer, (tick, search)| {
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
            writer.numbers(numbers.map(|number| number as i64));
        });
        self.json.key("whys");
        self.list(&story.whys, |writer, (tick, why)| writer.why(*tick, why));
        self.json.key("log");
        self.list(&story.log, |writer, line| {
            let who: Vec<i64> = line
                .agents
                .iter()
                .map(|agent| writer.text(*agent))
                .collect();
            let text = writer.texts.number(&line.text);
            writer.json.list([()], |json, ()| {
                json.number(line.tick);
                json.number(kind(line.kind));
                json.number(line.plan);
                json.list(&who, |json, agent| json.number(*agent));
                json.number(text);
                json.number(i64::from(line.own));
            });
        });
    }

    fn with_rows(&mut self, rows: Vec<i64>, rest: &[i64]) {
        self.json.list([()], |json, ()| {
            json.list(rows.iter(), |json, row| json.number(*row));
            for number in rest {
                json.number(*number);
            }
        });
    }

    /// Writes an explanation: tick, subject, plan, tick of its facts, whether the result was the same, and lines.
    fn why(&mut self, tick: u64, why: &Why) {
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
            for number in [tick, about, why.plan, why.known, why.same.into()] {
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
        let story = self.story;
        self.json.object(|json| {
            json.key("id").number(plan.plan);
            json.key("from").number(plan.from);
            json.key("to").number(plan.to);
            json.key("goal").number(goal);
            let words = plan.ended.as_deref().unwrap_or("");
            json.key("words").string(&escape::line(words));
            json.key("repairs").list(&plan.repairs, |json, (from, to)| {
                json.list([from, to], |json, tick| json.number(*tick));
            });
            json.key("versions");
            let mut writer = Writer {
                json,
                texts: &mut *self.texts,
                story,
            };
            writer.list(&plan.versions, |writer, version| writer.version(version));
        });
    }

    fn version(&mut self, version: &Version) {
        let story = self.story;
        self.json.object(|json| {
            json.key("from").number(version.from);
            json.key("to").number(version.to);
            json.key("nodes");
            let mut writer = Writer {
                json,
                texts: &mut *self.texts,
                story,
            };
            writer.list(&version.shape.nodes, |writer, node| {
                let call = node.call.map_or(-1, |call| writer.call(call));
                let numbers = [node.name, node.branch, node.doc].map(|text| writer.text(text));
                let bound = node.bindings.iter();
                let bound: Vec<_> = bound
                    .map(|(n, v)| (writer.text(*n), writer.text(*v)))
                    .collect();
                writer.json.list([()], |json, ()| {
                    json.maybe(node.parent);
                    json.number(call);
                    for number in numbers {
                        json.number(number);
                    }
                    json.list(&bound, |json, (name, value)| {
                        json.list([*name, *value], Json::number);
                    });
                });
            });
            writer.json.key("steps");
            writer.list(&version.shape.steps, |writer, step| {
                let call = writer.call(step.call);
                let kind = match writer.story.recorded.call(step.call).kind {
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
    }
}

fn scene_data(json: &mut Json, texts: &mut Texts, scene: &Scene) {
    let [left, top, width, height] = scene.bounds();
    // Marks are as large as a square of a typical map.
    let unit = f64::from(width.max(height)) / 45.0;
    let margin = unit as f32;
    json.object(|json| {
        let bounds = [
            left - margin,
            top - margin,
            width + 2.0 * margin,
            height + 2.0 * margin,
        ];
        json.key("box")
            .list(bounds, |json, number| json.float(number.into()));
        json.key("unit").float(unit);
        json.key("shapes").list(&scene.things, |json, thing| {
            json.object(|json| {
                json.key("name").number(texts.number(&thing.name));
                json.key("states")
                    .list(&thing.states, |json, (tick, shape)| {
                        json.list([()], |json, ()| {
                            json.number(*tick);
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
                    });
            });
        });
    });
}
