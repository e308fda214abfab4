//! The report: one page for a whole mission.

pub(crate) mod data;

use crate::escape::escape_xml;
use crate::recording::Recorded;
use crate::scene::Scene;

const PAGE: &str = include_str!("report/page.html");
const CSS: &str = include_str!("report/page.css");
const JS: &str = include_str!("report/page.js");

/// A page for a whole mission: one HTML file without external resources. A time slider moves everything: the map, a row
/// for each agent, the current plans as trees, the facts, the log. A click on a step, a wait or a task shows its
/// reason.
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
    /// Creates a report without squads. [`Report`](Self) has an example.
    pub fn new(title: &str) -> Report<'a> {
        Report {
            title: title.to_owned(),
            ticks_a_second: 60.0,
            squads: Vec::new(),
            scene: None,
        }
    }

    /// Sets the ticks of the game per second. Default: 60. See the example of [`Report`](Self).
    #[must_use]
    pub fn ticks_a_second(mut self, ticks: f64) -> Self {
        if ticks > 0.0 && ticks.is_finite() {
            self.ticks_a_second = ticks;
        }
        self
    }

    /// Adds a squad with its name and recording. The name is shown if there are several. The example of [`Report`](Self)
    /// uses it.
    #[must_use]
    pub fn squad(mut self, name: &str, recorded: &'a Recorded) -> Self {
        self.squads.push((name.to_owned(), recorded));
        self
    }

    /// Adds the map. [`Report`](Self) has an example.
    #[must_use]
    pub fn scene(mut self, scene: &'a Scene) -> Self {
        self.scene = (!scene.is_empty()).then_some(scene);
        self
    }

    /// Returns the page. See the example of [`Report`](Self).
    pub fn to_html(&self) -> String {
        page(&self.title, "", &data::write(self))
    }
}

/// Returns the page with these data. `connect` is added to its security policy.
pub(crate) fn page(title: &str, connect: &str, data: &str) -> String {
    let parts = [
        ("{{connect}}", connect),
        ("{{title}}", &escape_xml(title)),
        ("{{css}}", CSS),
        ("{{data}}", data),
        ("{{js}}", JS),
    ];
    // Piece by piece, so that inserted text is never searched.
    let (mut page, mut rest) = (String::new(), PAGE);
    for (place, part) in parts {
        if let Some((before, after)) = rest.split_once(place) {
            page.push_str(before);
            page.push_str(part);
            rest = after;
        }
    }
    page.push_str(rest);
    page
}
