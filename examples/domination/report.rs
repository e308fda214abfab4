//! One match as an interactive page: `--report FILE`.

use htn_view::{Recording, Report, Scene, Shape, Tone, Value};
use squad_htn::{CapacityError, Term};

use crate::domain::domination::Domain;
use crate::game::{Map, Place, Server, TICKS_A_SECOND};
use crate::teams::{FRAMES, Match};
use crate::terms::{Bot, Foe, Waypoint};
use crate::watch::mark;

/// Records the HTN team's director frame by frame, and draws the map.
pub struct Reporter {
    recording: Recording<Domain>,
    scene: Scene,
}

impl Reporter {
    pub fn new(map: &Map) -> Reporter {
        let places = map.waypoints().map(|at| match map.letter(at) {
            Some(letter) => letter.to_string(),
            None => {
                let Place { x, y } = map.place(at);
                format!("{x:.0},{y:.0}")
            }
        });
        let places: Vec<String> = places.collect();
        let names = move |value: Value<'_>| match value.type_name {
            "Waypoint" => places.get(Waypoint::from_word(value.word).index()).cloned(),
            "Bot" => Some(name(0, Bot::from_word(value.word).index())),
            "Foe" => Some(name(1, Foe::from_word(value.word).index())),
            _ => None,
        };
        let mut reporter = Reporter {
            recording: Recording::new().names(names),
            scene: Scene::new(),
        };
        reporter.draw_walls(map);
        reporter
    }

    /// Plays one tick and records it.
    pub fn step(&mut self, game: &mut Match<'_>) -> Result<(), CapacityError> {
        game.step_observed(&mut |director| self.recording.tick(director))?;
        self.draw(&game.server);
        Ok(())
    }

    fn draw(&mut self, server: &Server<'_>) {
        let tick = u64::from(FRAMES * server.now);
        for (point, letter) in &server.map.points {
            let tone = match server.holder(*point) {
                None => Tone::Plain,
                Some(0) => Tone::Done,
                Some(_) => Tone::Warn,
            };
            let Place { x, y } = server.map.place(*point);
            let shape = Shape::rectangle((x - 1.5, y - 1.5), 3.0, 3.0).tone(tone);
            self.scene.draw(
                tick,
                &format!("point {letter}"),
                shape.label(&letter.to_string()),
            );
        }
        for (side, tone) in [(1, Tone::Foe), (0, Tone::Friend)] {
            for (index, body) in server.bodies[side].iter().enumerate() {
                let tone = if body.is_alive() { tone } else { Tone::Gone };
                let shape = Shape::mark((body.at.x, body.at.y)).tone(tone);
                let label = mark(side, index).to_string();
                self.scene
                    .draw(tick, &name(side, index), shape.label(&label));
            }
        }
    }

    /// Returns the recorded page.
    pub fn page(&self, title: &str) -> String {
        Report::new(title)
            .ticks_a_second(f64::from(FRAMES * TICKS_A_SECOND))
            .squad("team", &self.recording)
            .scene(&self.scene)
            .to_html()
    }

    fn draw_walls(&mut self, map: &Map) {
        let mut walls = Vec::new();
        for y in 0..map.height {
            let mut x = 0;
            while x < map.width {
                let end = (x..map.width)
                    .find(|x| !map.is_wall(*x, y))
                    .unwrap_or(map.width);
                if end > x {
                    let (left, right, top) = (x as f32, end as f32, y as f32);
                    walls.push(vec![
                        (left, top),
                        (right, top),
                        (right, top + 1.0),
                        (left, top + 1.0),
                    ]);
                }
                x = end.max(x) + 1;
            }
        }
        self.scene
            .draw(0, "walls", Shape::area(walls).tone(Tone::Wall));
    }
}

fn name(side: usize, index: usize) -> String {
    let mark = mark(side, index);
    match side {
        0 => format!("bot {mark}"),
        _ => format!("enemy {mark}"),
    }
}
