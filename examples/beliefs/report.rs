//! The report of a battle: `--report FILE`.

use std::collections::BTreeMap;

use htn_view::{Recording, Report, Scene, Shape, Tone};

use crate::battle::Battle;
use crate::domain::{command, leader, soldier};
use crate::map::{self, Map, OBJECTIVES};
use crate::mind::SECOND;
use crate::story::StoryLine;
use crate::terms::{Side, Soldier, soldiers};

/// Half the side of a place's square on the map, in metres.
const HALF: f32 = 9.0;

/// Records a battle tick by tick, each mind separately.
pub struct Reporter {
    headquarters: [Recording<command::Domain>; 2],
    soldiers: Vec<Recording<soldier::Domain>>,
    leaders: BTreeMap<Soldier, Recording<leader::Domain>>,
    scene: Scene,
}

impl Reporter {
    pub fn new(battle: &Battle) -> Reporter {
        let mut reporter = Reporter {
            headquarters: [Recording::new(), Recording::new()],
            soldiers: soldiers().map(|_| Recording::new()).collect(),
            leaders: BTreeMap::new(),
            scene: Scene::new(),
        };
        for (from, to) in battle.map.ways() {
            let way = Shape::line(between(battle.map.at(from), battle.map.at(to)));
            let name = format!("{} to {}", map::name(from), map::name(to));
            reporter.scene.draw(0, &name, way.tone(Tone::Faint));
        }
        for place in map::places() {
            let plain = Shape::rectangle(corner(&battle.map, place), 2.0 * HALF, 2.0 * HALF);
            let name = map::name(place);
            reporter
                .scene
                .draw(0, name, plain.tone(Tone::Plain).label(name));
        }
        reporter.draw(battle);
        reporter
    }

    /// Records a tick and its transcript lines.
    pub fn record(&mut self, battle: &Battle, lines: &[StoryLine]) {
        for who in soldiers().filter(|who| battle.body(*who).lives()) {
            let mind = &battle.minds[who.index()];
            self.soldiers[who.index()].tick(&mind.director);
            if let Some(leading) = &mind.leading {
                let recording = self.leaders.entry(who).or_default();
                recording.tick(&leading.director);
            }
        }
        for side in Side::BOTH {
            let recording = &mut self.headquarters[side.index()];
            recording.tick(&battle.headquarters[side.index()].director);
            for line in lines.iter().filter(|line| line.side == side) {
                recording.note(side.name(), &line.text);
            }
        }
        self.draw(battle);
    }

    /// Returns the report as HTML.
    pub fn page(&self, title: &str) -> String {
        let mut report = Report::new(title).ticks_a_second(SECOND as f64);
        for side in Side::BOTH {
            let name = format!("{} headquarters", side.name());
            report = report.squad(&name, &self.headquarters[side.index()]);
            for who in side.soldiers() {
                if let Some(leads) = self.leaders.get(&who) {
                    report = report.squad(&format!("{who} leads"), leads);
                }
                report = report.squad(who.name(), &self.soldiers[who.index()]);
            }
        }
        report.scene(&self.scene).to_html()
    }

    fn draw(&mut self, battle: &Battle) {
        let tick = battle.tick;
        for (place, holder) in OBJECTIVES.into_iter().zip(battle.holds) {
            let tone = match holder {
                Some(Side::Blue) => Tone::Calm,
                Some(Side::Red) => Tone::Warn,
                None => Tone::Done,
            };
            let name = map::name(place);
            let square = Shape::rectangle(corner(&battle.map, place), 2.0 * HALF, 2.0 * HALF);
            self.scene.draw(tick, name, square.tone(tone).label(name));
        }
        for who in soldiers() {
            let body = battle.body(who);
            let tone = match (body.lives(), who.side()) {
                (false, _) => Tone::Gone,
                (true, Side::Blue) => Tone::Friend,
                (true, Side::Red) => Tone::Foe,
            };
            // Blue is drawn above a place and Red below it, each soldier next to the others.
            let (x, y) = body.position;
            let side = if who.side() == Side::Blue { -1.0 } else { 1.0 };
            let at = (
                x + 4.5 * (f32::from(who.0 % 8) - 3.5),
                y + side * (HALF + 3.0),
            );
            let letter = who.name().get(..1).unwrap_or("?");
            self.scene
                .draw(tick, who.name(), Shape::mark(at).tone(tone).label(letter));
        }
    }
}

/// Returns the part of a link that is outside of its places.
fn between(from: (f32, f32), to: (f32, f32)) -> [(f32, f32); 2] {
    let part = 1.4 * HALF / map::straight(from, to);
    let (x, y) = (part * (to.0 - from.0), part * (to.1 - from.1));
    [(from.0 + x, from.1 + y), (to.0 - x, to.1 - y)]
}

fn corner(map: &Map, place: crate::terms::Place) -> (f32, f32) {
    let (x, y) = map.at(place);
    (x - HALF, y - HALF)
}
