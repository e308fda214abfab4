//! The report: one page that shows a whole mission.

mod data;

use crate::escape::escape_xml;
use crate::recording::Recorded;
use crate::scene::Scene;

const PAGE: &str = include_str!("report/page.html");
const CSS: &str = include_str!("report/page.css");
const JS: &str = include_str!("report/page.js");

/// A page that shows a whole mission: one HTML file that needs no network and nothing besides. A slider over time moves
/// everything: the map, a row for each agent, the plans that are alive as trees, the facts, the log. A click on a step, a
/// wait or a task tells why.
///
/// ```
/// use htn_view::{Recorded, Report, Scene};
///
/// fn page(alpha: &Recorded, bravo: &Recorded, scene: &Scene) -> String {
///     Report::new("Two squads in one building")
///         .ticks_a_second(30.0)
///         .squad("Alpha", alpha)
///         .squad("Bravo", bravo)
///         .scene(scene)
///         .to_html()
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Report<'a> {
    title: String,
    ticks_a_second: f64,
    squads: Vec<(String, &'a Recorded)>,
    scene: Option<&'a Scene>,
}

impl<'a> Report<'a> {
    /// A report without squads.
    pub fn new(title: &str) -> Report<'a> {
        Report {
            title: title.to_owned(),
            ticks_a_second: 60.0,
            squads: Vec::new(),
            scene: None,
        }
    }

    /// How many ticks of the game are a second. 60 at first.
    #[must_use]
    pub fn ticks_a_second(mut self, ticks: f64) -> Self {
        if ticks > 0.0 && ticks.is_finite() {
            self.ticks_a_second = ticks;
        }
        self
    }

    /// One squad more: its name, and what was recorded of it. Where there is one alone its name is not shown.
    #[must_use]
    pub fn squad(mut self, name: &str, recorded: &'a Recorded) -> Self {
        self.squads.push((name.to_owned(), recorded));
        self
    }

    /// The map. Without one the page does without.
    #[must_use]
    pub fn scene(mut self, scene: &'a Scene) -> Self {
        self.scene = (!scene.is_empty()).then_some(scene);
        self
    }

    /// The page.
    pub fn to_html(&self) -> String {
        let data = data::write(self);
        let parts = [
            ("{{title}}", escape_xml(&self.title)),
            ("{{css}}", CSS.to_owned()),
            ("{{data}}", data),
            ("{{js}}", JS.to_owned()),
        ];
        // Piece by piece, so that nothing that was put in is looked at again.
        let (mut page, mut rest) = (String::new(), PAGE);
        for (place, part) in parts {
            if let Some((before, after)) = rest.split_once(place) {
                page.push_str(before);
                page.push_str(&part);
                rest = after;
            }
        }
        page.push_str(rest);
        page
    }
}
