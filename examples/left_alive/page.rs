//! The pages: repairs with the table, and the report of a fight.

use htn_view::{Page, RepairedPlan, Report, Scene, Shape, Tone};

use crate::clock;
use crate::field::Place;
use crate::mission::Mission;
use crate::study::{self, Row, WAYS};
use crate::world::{Activity, TICKS_A_SECOND};

/// The map of the report.
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

    /// Draws the current tick.
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
            let point = match one.activity {
                Activity::Driving { to, ticks, of } => {
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

    /// Returns the report.
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

/// Returns the page with repairs and the table of the study.
pub fn page(seed: u64, repairs: &[&RepairedPlan], rows: &[Row]) -> String {
    let mut page = Page::new(&format!("Left alive, seed {seed}")).style(RepairedPlan::CSS);
    if let Some(row) = rows.first() {
        let fights = row.seconds.len();
        let head: Vec<&str> = [""].into_iter().chain(WAYS.map(|(name, _)| name)).collect();
        let mut table: Vec<Vec<String>> = Vec::new();
        for (name, cells) in study::table(rows) {
            table.push([name.to_owned()].into_iter().chain(cells).collect());
        }
        let times = rows.iter().map(|row| format!("{:.2}", row.milliseconds()));
        let measured = "milliseconds of ticks, measured".to_owned();
        table.push([measured].into_iter().chain(times).collect());
        page = page
            .heading(&format!(
                "{fights} fights per repair mode"
            ))
            .table(&head, &table)
            .text("Means with 95% confidence intervals. Wasted steps were planned but not done, or undone.");
    }
    page = page.heading("Repairs");
    for repair in repairs {
        page = page.html(&format!(
            "<h3>{}</h3>\n{}",
            clock(repair.tick),
            repair.to_html()
        ));
    }
    page.to_html()
}
