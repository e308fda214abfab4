//! The archive of all squads and of the map, and its changes as JSON.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::escape;
use crate::json::Json;
use crate::live::feed::FeedMessage;
use crate::recording::{Assembly, Planner, Update};
use crate::report::data::{SquadData, StoryPart, Texts, scene_bounds, thing_data};
use crate::scene::{Point, Scene, SceneCursor, Shape, Thing};
use crate::story::StoryBuilder;

/// The maximum number of removed squads that are kept.
const GONE: usize = 16;
/// The part of the memory that the map may use.
const MAP: usize = 4;
/// The maximum size of the batches that are kept for browsers that are a little late.
const BATCHES: usize = 8 << 20;

/// A squad.
struct KeptSquad {
    name: String,
    gone: bool,
    assembly: Assembly,
    builder: StoryBuilder,
    /// The number of entries that the builder has.
    told: usize,
    /// The approximate size of the entries.
    bytes: usize,
    tick: u64,
    planner: Planner,
    /// True if something has changed since the last batch.
    changed: bool,
    /// True if the next batch replaces everything.
    whole: bool,
}

impl KeptSquad {
    fn new(name: String, assembly: Assembly) -> KeptSquad {
        let mut squad = KeptSquad {
            name,
            gone: false,
            builder: StoryBuilder::default(),
            told: 0,
            bytes: 0,
            tick: 0,
            planner: Planner::Idle,
            changed: true,
            whole: true,
            assembly,
        };
        squad.rebuild();
        squad
    }

    fn take(&mut self, update: Update) {
        (self.tick, self.planner) = (update.tick, update.planner);
        (self.changed, self.gone) = (true, false);
        let renumbers = update.renumbers();
        if renumbers {
            // Otherwise, texts that are not needed any more would add up.
            self.assembly.recorded.forget_names();
        }
        if self.assembly.take(update) || renumbers {
            return self.rebuild();
        }
        let recorded = &self.assembly.recorded;
        for entry in recorded.entries_from(self.told) {
            self.bytes += entry.bytes();
            let what = entry.what.clone();
            self.builder.take(recorded.tables(), entry.tick, what);
        }
        self.told = recorded.len();
    }

    fn rebuild(&mut self) {
        let recorded = &self.assembly.recorded;
        self.builder = StoryBuilder::of(recorded);
        self.told = recorded.len();
        self.bytes = recorded.entries_from(0).map(|entry| entry.bytes()).sum();
        (self.changed, self.whole) = (true, true);
    }

    /// Drops the older half if the entries need more than `limit` bytes.
    fn stay_within(&mut self, limit: usize) {
        if self.bytes > limit {
            self.assembly.recorded.forget_entries(&mut self.bytes);
            self.rebuild();
        }
    }

    /// Writes the squad as an object: all of it, or what has changed.
    fn write(&mut self, json: &mut Json, texts: &mut Texts, at: Option<usize>) {
        let part = match at {
            // Later batches begin here.
            Some(_) if self.whole => {
                StoryPart::changed(&mut self.builder.story);
                StoryPart::default()
            }
            Some(_) => StoryPart::changed(&mut self.builder.story),
            None => StoryPart::default(),
        };
        json.object(|json| {
            if let Some(at) = at {
                json.key("at").number(at as u64);
                json.key("whole").number(i64::from(self.whole));
            }
            json.key("tick").number(self.tick);
            json.key("gone").number(i64::from(self.gone));
            let (kind, repairs, steps) = match self.planner {
                Planner::Idle => (0, 0, 0),
                Planner::Due => (1, 0, 0),
                Planner::Halted => (3, 0, 0),
                Planner::Searches { repairs, steps } => (2, repairs, steps),
            };
            json.key("planner")
                .list([kind, repairs, steps], Json::number);
            let squad = SquadData {
                name: &self.name,
                recorded: &self.assembly.recorded,
                story: &self.builder.story,
            };
            squad.keys(json, texts, part);
        });
    }
}

/// Returns the approximate size of states of the map.
fn size<'s>(states: impl Iterator<Item = &'s (u64, Option<Shape>)>) -> usize {
    states
        .map(|(_, shape)| {
            let points = shape.iter().flat_map(|shape| &shape.outlines).flatten();
            80 + size_of::<Point>() * points.count()
        })
        .sum()
}

/// The recordings of all squads, the map, and the batches of their latest changes.
pub(super) struct Archive {
    title: String,
    rate: f64,
    keep: usize,
    squads: Vec<KeptSquad>,
    scene: Scene,
    /// The approximate size of the map.
    scene_bytes: usize,
    texts: Texts,
    /// The number of texts that the batches have.
    sent_texts: usize,
    sent_scene: SceneCursor,
    scene_changed: bool,
    /// True while changes become batches.
    is_watched: bool,
    /// The number of the last batch.
    number: u64,
    batches: VecDeque<Arc<str>>,
    /// The size of the batches.
    bytes: usize,
    /// The whole, as of a batch.
    whole: Option<(u64, Arc<str>)>,
}

impl Archive {
    pub fn new(title: &str, rate: f64, keep: usize) -> Archive {
        Archive {
            title: title.to_owned(),
            rate,
            keep,
            squads: Vec::new(),
            scene: Scene::new(),
            scene_bytes: 0,
            texts: Texts::default(),
            sent_texts: 0,
            sent_scene: SceneCursor::default(),
            scene_changed: false,
            is_watched: false,
            number: 0,
            batches: VecDeque::new(),
            bytes: 0,
            whole: None,
        }
    }

    /// Returns the title and the ticks per second.
    pub fn heading(&self) -> (&str, f64) {
        (&self.title, self.rate)
    }

    pub fn take(&mut self, message: FeedMessage) {
        match message {
            FeedMessage::Squad(name, update) => self.take_squad(name, *update),
            FeedMessage::Gone(name) => self.remove(&name),
            FeedMessage::Scene(change) => {
                let states = change.things.iter().flat_map(|(_, _, states)| states);
                self.scene_bytes += size(states);
                self.scene.apply(*change);
                self.scene_changed = true;
                self.trim_scene();
            }
        }
    }

    fn take_squad(&mut self, name: String, update: Update) {
        let known = self.squads.iter_mut().find(|squad| squad.name == name);
        match known {
            Some(squad) => squad.take(update),
            None => {
                let (tick, planner) = (update.tick, update.planner);
                if let Some(assembly) = Assembly::begin(update) {
                    let squad = KeptSquad::new(name.clone(), assembly);
                    self.squads.push(KeptSquad {
                        tick,
                        planner,
                        ..squad
                    });
                }
            }
        }
        let limit = self.keep / self.squads.len().max(1);
        if let Some(squad) = self.squads.iter_mut().find(|squad| squad.name == name) {
            squad.stay_within(limit);
        }
    }

    fn remove(&mut self, name: &str) {
        if let Some(squad) = self.squads.iter_mut().find(|squad| squad.name == name) {
            (squad.gone, squad.changed) = (true, true);
        }
        let gone = self.squads.iter().filter(|squad| squad.gone).count();
        if gone > GONE
            && let Some(oldest) = self.squads.iter().position(|squad| squad.gone)
        {
            self.squads.remove(oldest);
            self.restart();
        }
    }

    /// Drops the older half of the states of the map if there are too many.
    fn trim_scene(&mut self) {
        if self.scene_bytes <= self.keep / MAP {
            return;
        }
        let states = || self.scene.things.iter().flat_map(|thing| &thing.states);
        let mut ticks: Vec<u64> = states().map(|(tick, _)| *tick).collect();
        let middle = ticks.len() / 2;
        if ticks.is_empty() {
            return;
        }
        let middle = *ticks.select_nth_unstable(middle).1;
        self.scene.forget(middle);
        self.scene_bytes = size(self.scene.things.iter().flat_map(|thing| &thing.states));
        self.restart();
    }

    /// Makes all browsers get the whole, because indices have changed.
    fn restart(&mut self) {
        self.texts = Texts::default();
        self.batches.clear();
        (self.bytes, self.whole) = (0, None);
        // No browser has this batch.
        self.number += 1;
        self.begin_batches();
    }

    /// Counts everything as sent.
    fn begin_batches(&mut self) {
        for squad in &mut self.squads {
            let story = &mut squad.builder.story;
            if self.is_watched {
                StoryPart::changed(story);
            } else {
                story.forget();
            }
            (squad.changed, squad.whole) = (false, false);
        }
        self.sent_texts = self.texts.all().len();
        self.sent_scene = SceneCursor::default();
        self.scene.since(&mut self.sent_scene);
        self.scene_changed = false;
    }

    /// Sets whether there are browsers. Without, changes do not become batches.
    pub fn set_watched(&mut self, is_watched: bool) {
        if self.is_watched != is_watched {
            self.is_watched = is_watched;
            self.restart();
        }
    }

    /// Makes a batch of the changes since the last one. Returns false if nothing has changed.
    pub fn publish(&mut self) -> bool {
        let changed = self.scene_changed || self.squads.iter().any(|squad| squad.changed);
        if !self.is_watched || !changed {
            return false;
        }
        if self.texts.bytes > self.keep {
            self.restart();
            return true;
        }
        let mut json = Json::default();
        json.object(|json| self.write_batch(json));
        let batch: Arc<str> = json.into_text().into();
        self.bytes += batch.len();
        self.batches.push_back(batch);
        self.number += 1;
        while self.bytes > BATCHES
            && let Some(oldest) = self.batches.pop_front()
        {
            self.bytes -= oldest.len();
        }
        true
    }

    fn write_batch(&mut self, json: &mut Json) {
        self.write_ticks(json);
        let texts = &mut self.texts;
        let squads = self.squads.iter_mut().enumerate();
        let squads = squads.filter(|(_, squad)| squad.changed);
        json.key("squads").list(squads, |json, (at, squad)| {
            squad.write(json, texts, Some(at));
            (squad.changed, squad.whole) = (false, false);
        });
        if let Some(change) = self.scene.since(&mut self.sent_scene) {
            json.key("scene").object(|json| {
                json.key("whole").number(i64::from(change.whole));
                scene_bounds(json, self.scene.bounds());
                json.key("shapes")
                    .list(change.things, |json, (at, name, states)| {
                        let thing = Thing {
                            forgotten: 0,
                            name,
                            states,
                        };
                        let kept = self.scene.things.get(at).map_or(0, |all| all.states.len());
                        json.list([()], |json, ()| {
                            json.number(at as u64);
                            json.number((kept - thing.states.len().min(kept)) as u64);
                            thing_data(json, &mut self.texts, &thing);
                        });
                    });
            });
        }
        self.scene_changed = false;
        let from = self.sent_texts;
        self.sent_texts = self.texts.all().len();
        json.key("texts").list([()], |json, ()| {
            json.number(from as u64);
            for text in &self.texts.all()[from..] {
                json.string(text);
            }
        });
    }

    /// Writes the first and the last tick.
    fn write_ticks(&self, json: &mut Json) {
        let ticks = self.squads.iter();
        let ticks = ticks.map(|squad| squad.assembly.recorded.ticks());
        let begins = ticks.clone().map(|ticks| *ticks.start()).min();
        let ends = ticks.map(|ticks| *ticks.end()).max();
        let begins = begins.unwrap_or(0);
        json.key("begins").number(begins);
        json.key("ends").number(ends.unwrap_or(0).max(begins));
    }

    /// Returns the number of the last batch.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the batches after this number; `None` if they are not kept.
    pub fn since(&self, number: u64) -> Option<impl Iterator<Item = (u64, Arc<str>)> + '_> {
        let first = self.number - self.batches.len() as u64;
        let skipped = usize::try_from(number.checked_sub(first)?).ok()?;
        (number <= self.number).then(|| {
            let numbers = (first + 1..).zip(&self.batches);
            let numbers = numbers.map(|(number, batch)| (number, batch.clone()));
            numbers.skip(skipped)
        })
    }

    /// Returns everything, as of the last batch, with its number.
    pub fn whole(&mut self) -> (u64, Arc<str>) {
        self.publish();
        let number = self.number;
        if let Some((_, whole)) = self.whole.as_ref().filter(|(of, _)| *of == number) {
            return (number, whole.clone());
        }
        let mut json = Json::default();
        json.object(|json| {
            json.key("title").string(&escape::line(&self.title));
            json.key("rate").float(self.rate);
            self.write_ticks(json);
            let texts = &mut self.texts;
            json.key("squads").list(&mut self.squads, |json, squad| {
                squad.write(json, texts, None);
            });
            if !self.scene.is_empty() {
                json.key("scene").object(|json| {
                    scene_bounds(json, self.scene.bounds());
                    json.key("shapes").list(&self.scene.things, |json, thing| {
                        thing_data(json, &mut self.texts, thing);
                    });
                });
            }
            json.key("texts")
                .list(self.texts.all(), |json, text| json.string(text));
        });
        let whole: Arc<str> = json.into_text().into();
        self.sent_texts = self.texts.all().len();
        self.whole = Some((number, whole.clone()));
        (number, whole)
    }
}
