//! The report of a mission: `--report FILE`.

use htn_view::{Recording, Report, Scene, Shape, Tone};

use crate::domain::squad::Domain;
use crate::domain::squad::{Director, Fact};
use crate::memory::Memory;
use crate::mission::{Mission, Turn};
use crate::sim::{
    DoorId, Map, Mode, OFFICERS, PersonId, RoomId, Spot, TICKS_A_SECOND, Tile, officer_ids,
    suspect_id,
};
use crate::words::Words;

/// Records a mission tick by tick.
pub struct Reporter {
    pub recording: Recording<Domain>,
    pub scene: Scene,
}

impl Reporter {
    pub fn new(mission: &Mission) -> Reporter {
        let mut reporter = Reporter::of_building(&mission.world.map);
        reporter.draw(mission);
        reporter
    }

    /// Creates a reporter with a drawing of the building only.
    pub fn of_building(map: &Map) -> Reporter {
        let owned = map.clone();
        let names = move |value: htn_view::Value<'_>| Words(&owned).value(value);
        let mut reporter = Reporter {
            recording: Recording::new().names(names),
            scene: Scene::new(),
        };
        reporter.draw_walls(map);
        reporter
    }

    /// Records a tick.
    pub fn record(&mut self, mission: &Mission, turn: &Turn) {
        self.record_squad(&mission.brain.director, &mission.brain.memory);
        let words = Words(&mission.world.map);
        for &happening in &turn.happenings {
            if let Some((who, what)) = words.happening(happening) {
                self.recording.note(&who, &what);
            }
        }
        for &order in &turn.orders {
            self.recording.note("Player", &words.order(order));
        }
        self.draw(mission);
    }

    fn record_squad(&mut self, director: &Director, memory: &Memory) {
        self.recording.tick(director);
        // A report without an explanation is still useful, so errors are ignored.
        #[cfg(feature = "explain")]
        let _ = self.recording.explain(director, memory);
        #[cfg(not(feature = "explain"))]
        let _ = memory;
    }

    /// Records a tick of a replay, in which only the squad's knowledge is available.
    pub fn record_known(&mut self, director: &Director, memory: &Memory) {
        self.record_squad(director, memory);
        let (tick, map) = (director.executor().ticks(), &memory.map);
        let is = |fact| director.state().contains(fact);
        self.draw_rooms(tick, map, |room| is(Fact::Cleared(room)));
        self.draw_doors(tick, map, |door| is(Fact::Open(door)));
        for whom in (0..memory.people()).map(|index| PersonId(index as u8)) {
            let Some(spot) = memory.last_seen(whom) else {
                continue;
            };
            if whom.index() < OFFICERS {
                self.mark_officer(tick, map, whom, spot, !is(Fact::Fallen(whom)));
                continue;
            }
            let (label, tone) = if is(Fact::Dead(whom)) || is(Fact::Down(whom)) {
                ("x", Tone::Gone)
            } else if is(Fact::Restrained(whom)) {
                ("c", Tone::Done)
            } else if is(Fact::Surrendered(whom)) {
                ("h", Tone::Calm)
            } else {
                ("!", Tone::Foe)
            };
            self.mark(tick, map, whom, spot, label, tone);
        }
    }

    /// Returns the report as HTML.
    pub fn page(&self, title: &str) -> String {
        Report::new(title)
            .ticks_a_second(TICKS_A_SECOND.into())
            .squad("squad", &self.recording)
            .scene(&self.scene)
            .to_html()
    }

    /// Returns the graph of the domain as SVG, with how often each branch was tried.
    #[cfg(feature = "explain")]
    pub fn graph(&self) -> Option<String> {
        let mut coverage = htn_view::Coverage::of::<Domain>()?;
        coverage.recording(&self.recording);
        let graph = htn_view::Graph::of::<Domain>()?.with(&coverage);
        // Voice lines are left out, because almost every method has some.
        let graph = graph.without_bookkeeping().without(&["play_vo"]);
        Some(graph.to_svg())
    }

    /// Never returns a graph: the command line rejects `--graph`.
    #[cfg(not(feature = "explain"))]
    pub fn graph(&self) -> Option<String> {
        None
    }

    /// Draws what never changes: visible walls, and furniture.
    fn draw_walls(&mut self, map: &Map) {
        let wall = |spot: &Spot| map.tile(*spot) == Tile::Wall && map.is_beside_floor(*spot);
        let walls: Vec<Spot> = map.spots().filter(wall).collect();
        let tables = |spot: &Spot| map.tile(*spot) == Tile::Furniture;
        let tables: Vec<Spot> = map.spots().filter(tables).collect();
        let shape = |spots: &[Spot]| Shape::area(runs(map, spots));
        self.scene.draw(0, "walls", shape(&walls).tone(Tone::Wall));
        self.scene
            .draw(0, "furniture", shape(&tables).tone(Tone::Gone));
    }

    /// Draws what changes: rooms, doors and people.
    fn draw(&mut self, mission: &Mission) {
        let (world, tick) = (&mission.world, u64::from(mission.world.tick));
        let map = &world.map;
        self.draw_rooms(tick, map, |room| mission.brain.is_cleared(room));
        self.draw_doors(tick, map, |door| world.is_open(door));
        for (index, suspect) in world.suspects.iter().enumerate() {
            let (label, tone) = match suspect.mode {
                Mode::Hiding => ("?", Tone::Faint),
                Mode::Fighting | Mode::Running(_) => ("!", Tone::Foe),
                Mode::Surrendered => ("h", Tone::Calm),
                Mode::Cuffed => ("c", Tone::Done),
                Mode::PlayingDead | Mode::Dead => ("x", Tone::Gone),
            };
            self.mark(tick, map, suspect_id(index), suspect.spot, label, tone);
        }
        for who in officer_ids() {
            let officer = &world.officers[who.index()];
            self.mark_officer(tick, map, who, officer.spot, officer.alive());
        }
    }

    fn draw_rooms(&mut self, tick: u64, map: &Map, is_clear: impl Fn(RoomId) -> bool) {
        for room in map.room_ids() {
            let tone = if is_clear(room) {
                Tone::Done
            } else {
                Tone::Plain
            };
            let name = map.room_name(room);
            let shape = Shape::area(runs(map, &map.rooms[room.0 as usize].spots));
            let shape = shape.tone(tone).label(name);
            self.scene.draw(tick, &format!("the {name}"), shape);
        }
    }

    fn draw_doors(&mut self, tick: u64, map: &Map, is_open: impl Fn(DoorId) -> bool) {
        for door in map.door_ids() {
            let tone = if is_open(door) {
                Tone::Faint
            } else {
                Tone::Warn
            };
            let (x, y) = corner(map, map.door(door).spot);
            let shape = Shape::rectangle((x, y), 1.0, 1.0).tone(tone);
            self.scene.draw(tick, &format!("{door:?}"), shape);
        }
    }

    fn mark_officer(&mut self, tick: u64, map: &Map, who: PersonId, spot: Spot, alive: bool) {
        let tone = if alive { Tone::Friend } else { Tone::Gone };
        let name = who.to_string();
        let letter = name.get(..1).unwrap_or("?");
        self.mark(tick, map, who, spot, letter, tone);
    }

    fn mark(&mut self, tick: u64, map: &Map, who: PersonId, spot: Spot, label: &str, tone: Tone) {
        let (x, y) = corner(map, spot);
        let shape = Shape::mark((x + 0.5, y + 0.5)).tone(tone).label(label);
        self.scene.draw(tick, &who.to_string(), shape);
    }
}

fn corner(map: &Map, spot: Spot) -> (f32, f32) {
    let (x, y) = map.place(spot);
    (x as f32, y as f32)
}

/// Returns squares as rectangles, one for each horizontal run.
fn runs(map: &Map, spots: &[Spot]) -> Vec<Vec<(f32, f32)>> {
    let mut runs: Vec<(f32, f32, f32)> = Vec::new();
    for spot in spots {
        let (x, y) = corner(map, *spot);
        match runs.last_mut() {
            Some((_, end, row)) if *row == y && *end == x => *end += 1.0,
            _ => runs.push((x, x + 1.0, y)),
        }
    }
    let rectangle =
        |(from, to, y): (f32, f32, f32)| vec![(from, y), (to, y), (to, y + 1.0), (from, y + 1.0)];
    runs.into_iter().map(rectangle).collect()
}
