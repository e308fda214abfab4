//! The pages: repairs and the table; and the whole fight.

use htn_view::{RepairedPlan, Report, Scene, Shape, Tone};

use crate::clock;
use crate::field::Place;
use crate::mission::Mission;
use crate::study::{self, Row, WAYS};
use crate::world::{Doing, TICKS_A_SECOND};

/// The country as the report shows it.
pub struct Map(Scene);

impl Map {
    pub fn new(mission: &Mission) -> Map {
        let mut scene = Scene::new();
        let field = &mission.world.field;
        for (at, ((x, y), radius)) in field.hills().iter().enumerate() {
            let corner = |corner: u8| {
                let angle = f32::from(corner) * std::f32::consts::TAU / 16.0;
                (x + radius * angle.cos(), y + radius * angle.sin())
            };
            let outline = (0..16).map(corner).collect();
            scene.draw(
                0,
                &format!("hill {at}"),
                Shape::area([outline]).tone(Tone::Gone),
            );
        }
        let mut map = Map(scene);
        map.draw(mission);
        map
    }

    /// How it looks in this tick.
    pub fn draw(&mut self, mission: &Mission) {
        let world = &mission.world;
        let tick = world.tick.into();
        for &(from, to) in world.field.roads() {
            if from < to {
                let tone = if world.is_closed(from, to) {
                    Tone::Foe
                } else {
                    Tone::Faint
                };
                let line = Shape::line([world.field.point(from), world.field.point(to)]);
                self.0.draw(tick, &road(from, to), line.tone(tone));
            }
        }
        for (at, name) in crate::field::Vehicle::NAMES
            .iter()
            .enumerate()
            .take(world.ours.len())
        {
            let Some(one) = &world.ours[at] else {
                self.0.erase(tick, name);
                continue;
            };
            let (x, y) = world.field.point(one.place);
            let point = match one.doing {
                Doing::Driving { to, ticks, of } => {
                    let (far_x, far_y) = world.field.point(to);
                    let part = 1.0 - ticks as f32 / of as f32;
                    (x + part * (far_x - x), y + part * (far_y - y))
                }
                _ => (x, y),
            };
            let tone = if one.hits > 0 {
                Tone::Warn
            } else {
                Tone::Friend
            };
            self.0
                .draw(tick, name, Shape::mark(point).tone(tone).label(&name[..1]));
        }
        for at in 0..world.theirs.len() {
            let name = crate::field::Enemy(at as u8).name();
            match &world.theirs[at] {
                Some(one) => {
                    let mark = Shape::mark(world.field.point(one.place)).tone(Tone::Foe);
                    self.0.draw(tick, &name, mark.label(&(at + 1).to_string()));
                }
                None => self.0.erase(tick, &name),
            }
        }
    }

    /// The whole fight.
    pub fn report(&self, mission: &Mission, title: &str) -> String {
        Report::new(title)
            .ticks_a_second(TICKS_A_SECOND.into())
            .squad("platoon", &mission.recording)
            .scene(&self.0)
            .to_html()
    }
}

fn road(from: Place, to: Place) -> String {
    format!("road {}–{}", from.name(), to.name())
}

/// Repairs, and the table of the study.
pub fn page(seed: u64, repairs: &[&RepairedPlan], rows: &[Row]) -> String {
    let mut body = String::new();
    if !rows.is_empty() {
        let fights = rows[0].seconds.len();
        body += &format!(
            "<h2>{fights} fights with each way to go on after a failure</h2>\n<table>\n<tr><th>repair</th>"
        );
        for (name, _) in WAYS {
            body += &format!("<th>{name}</th>");
        }
        body += "</tr>\n";
        for (name, cells) in study::table(rows) {
            let cells: String = cells
                .iter()
                .map(|cell| format!("<td>{cell}</td>"))
                .collect();
            body += &format!("<tr><th>{name}</th>{cells}</tr>\n");
        }
        let times: String = rows
            .iter()
            .map(|row| format!("<td>{:.2}</td>", row.milliseconds()))
            .collect();
        body +=
            &format!("<tr><th>milliseconds of ticks, measured on this machine</th>{times}</tr>\n");
        body += "</table>\n<p>Means, with their intervals of 95%. Thrown away is what was planned and not carried out, or taken back.</p>\n";
    }
    body += "<h2>What repairs did</h2>\n";
    for repair in repairs {
        body += &format!("<h3>{}</h3>\n{}", clock(repair.tick), repair.to_html());
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
        <title>left alive, seed {seed}</title>\n<style>{STYLE}{}</style>\n<h1>Left alive, seed {seed}</h1>\n{body}</html>\n",
        RepairedPlan::CSS
    )
}

const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } th, td { padding: .25rem .8rem; text-align: right; border-bottom: 1px solid #8884; }
th:first-child { text-align: left; font-weight: 500; } h2 { margin-top: 2.2rem; } h3 { margin-bottom: .3rem; }
";
