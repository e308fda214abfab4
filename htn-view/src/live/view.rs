//! The live view as a widget: all squads, and the selected one.

use std::collections::BTreeMap;
use std::sync::Arc;

use htn_core::domain::Domain;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Widget};

use super::keys::{Filter, Pane};
use super::paint::Paint;
use super::panes;
use super::watched::Watched;
use crate::escape;
use crate::recording::{Cursor, Recording, Update};
use crate::story::by_name;

/// The minimum size of the terminal: columns and lines.
const LEAST: (u16, u16) = (40, 12);
/// The maximum number of removed squads that can still be selected.
const GONE: usize = 16;

/// The state of squads: agents and their actions, plans with the state of each step, recent changes of facts, and
/// events. It is a widget for an app with a `ratatui` terminal; otherwise, use [`LiveFeed`](crate::LiveFeed).
///
/// ```
/// # use htn_view::{LiveView, Recording};
/// # use squad_htn::prelude::*;
/// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
/// # pub struct Medic(pub u16);
/// # htn_domain! {
/// #     pub domain ward;
/// #     agent Medic;
/// #     predicate medic(Medic) [8];
/// #     predicate wounded(u16) [8];
/// #     operator bandage(who: Medic, patient: u16) by who { success delete wounded(patient); }
/// #     pub method help() if wounded(patient) && medic(who) { bandage(who, patient); }
/// # }
/// # use ward::{Director, Domain, Fact, Task};
/// # fn main() -> Result<(), CapacityError> {
/// # let mut director = Director::new(Task::Help);
/// # director.state_mut().insert(Fact::Medic(Medic(1)))?;
/// # director.state_mut().insert(Fact::Wounded(12))?;
/// let mut recording = Recording::<Domain>::new();
/// let mut view = LiveView::new().colours(false);
/// for _frame in 0..3 {
///     director.tick(&(), Budget::micros(500));
///     recording.tick(&director);
///     view.show("ward", &recording);
/// }
/// // In an app with a terminal: `terminal.draw(|frame| view.draw(frame))`, and keys by `view.key(key)`.
/// let text = view.to_text(80, 24);
/// assert!(text.contains("▶ bandage(Medic(1), 12)"), "{text}");
///
/// // Paused, the view keeps this picture. A squad that is gone is greyed.
/// view.set_paused(true);
/// view.gone("ward");
/// assert!(view.is_paused() && view.len() == 1);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct LiveView {
    /// In the order of their names.
    squads: Squads,
    /// The squads that are shown while the view is paused.
    frozen: Option<Squads>,
    /// Removed squads, the latest last.
    gone: Vec<String>,
    seen: BTreeMap<String, Cursor>,
    chosen: String,
    paint: Paint,
    pub(super) pane: Pane,
    pub(super) zoomed: bool,
    pub(super) filter: Filter,
    scrolls: [Scroll; Pane::ALL.len()],
}

/// Shared with the paused view, and copied when they change.
type Squads = Vec<(String, Arc<Watched>)>;

/// The scroll position of a pane.
#[derive(Clone, Copy, Default, Debug)]
struct Scroll {
    /// The first visible line; `None` to follow the default position.
    top: Option<usize>,
    /// The last drawing: the first line, the maximum first line, and the number of lines.
    drawn: (usize, usize, usize),
}

impl Default for LiveView {
    fn default() -> Self {
        LiveView::new()
    }
}

impl LiveView {
    /// Creates a view without squads. It has colours, unless the environment has `NO_COLOR`. [`LiveView`](Self) has an
    /// example.
    pub fn new() -> LiveView {
        let no_colours = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        LiveView {
            squads: Vec::new(),
            frozen: None,
            gone: Vec::new(),
            seen: BTreeMap::new(),
            chosen: String::new(),
            paint: Paint {
                colours: !no_colours,
            },
            pane: Pane::Plans,
            zoomed: false,
            filter: Filter::All,
            scrolls: Default::default(),
        }
    }

    /// Enables or disables colours. [`LiveView`](Self) has an example.
    #[must_use]
    pub fn colours(mut self, on: bool) -> LiveView {
        self.paint = Paint { colours: on };
        self
    }

    /// Adds the changes of a squad. Call it after each [`Recording::tick`], or less often. See the example of
    /// [`LiveView`](Self).
    pub fn show<D: Domain>(&mut self, squad: &str, recording: &Recording<D>) {
        if let Some((update, cursor)) = recording.since(self.seen.get(squad), 0) {
            self.seen.insert(squad.to_owned(), cursor);
            self.take(squad, update);
        }
    }

    /// Reports that a squad was removed. The latest removed squads can still be selected.
    /// [`LiveView`](Self) has an example.
    pub fn gone(&mut self, squad: &str) {
        self.seen.remove(squad);
        let Ok(at) = self.place(squad) else { return };
        Arc::make_mut(&mut self.squads[at].1).gone = true;
        self.gone.retain(|other| other != squad);
        self.gone.push(squad.to_owned());
        if self.gone.len() > GONE {
            let first = self.gone.remove(0);
            self.squads.retain(|(name, _)| *name != first);
        }
    }

    pub(super) fn take(&mut self, squad: &str, update: Update) {
        let at = self.place(squad).unwrap_or_else(|at| {
            self.squads.insert(at, (squad.to_owned(), Arc::default()));
            at
        });
        self.gone.retain(|other| other != squad);
        Arc::make_mut(&mut self.squads[at].1).take(update);
    }

    fn place(&self, squad: &str) -> Result<usize, usize> {
        self.squads
            .binary_search_by(|(name, _)| by_name(name, squad))
    }

    /// Removes all squads.
    pub(super) fn clear(&mut self) {
        (self.squads, self.frozen) = (Vec::new(), None);
        self.gone.clear();
        self.seen.clear();
    }

    /// Returns the number of squads, including removed ones that can still be selected.
    /// [`LiveView`](Self) has an example.
    pub fn len(&self) -> usize {
        self.squads.len()
    }

    /// Returns true if there are no squads.
    pub fn is_empty(&self) -> bool {
        self.squads.is_empty()
    }

    /// Returns true if the view is paused. Changes are shown when it continues. [`LiveView`](Self) has an example.
    pub fn is_paused(&self) -> bool {
        self.frozen.is_some()
    }

    /// Pauses or continues the view. [`LiveView`](Self) has an example.
    pub fn set_paused(&mut self, paused: bool) {
        self.frozen = if paused {
            self.frozen.take().or_else(|| Some(self.squads.clone()))
        } else {
            None
        };
    }

    fn looked_at(&self) -> &Squads {
        self.frozen.as_ref().unwrap_or(&self.squads)
    }

    /// Returns the index of the selected squad, or 0 if it was removed.
    fn chosen(&self) -> usize {
        let mut squads = self.looked_at().iter();
        squads
            .position(|(name, _)| *name == self.chosen)
            .unwrap_or(0)
    }

    /// Selects the squad at this index, if it exists.
    pub(super) fn choose(&mut self, at: usize) {
        if let Some((name, _)) = self.looked_at().get(at) {
            self.chosen = name.clone();
            self.scrolls = Default::default();
        }
    }

    pub(super) fn choose_next(&mut self, back: bool) {
        let count = self.looked_at().len().max(1);
        let step = if back { count - 1 } else { 1 };
        self.choose((self.chosen() + step) % count);
    }

    /// Returns the number of lines of a page of the pane.
    pub(super) fn page(&self) -> i64 {
        let (_, _, room) = self.scrolls[self.pane as usize].drawn;
        room.saturating_sub(1).max(1) as i64
    }

    pub(super) fn scroll(&mut self, lines: i64) {
        let scroll = &mut self.scrolls[self.pane as usize];
        let (top, last, _) = scroll.drawn;
        let top = (top as i64).saturating_add(lines).clamp(0, last as i64);
        scroll.top = Some(top as usize);
    }

    /// Draws the view: for `Terminal::draw` of `ratatui`. The example of [`LiveView`](Self) uses it.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        frame.render_widget(self, frame.area());
    }

    /// Returns the picture for a screen of this size, as text. [`LiveView`](Self) has an example.
    pub fn to_text(&mut self, columns: u16, lines: u16) -> String {
        let area = Rect::new(0, 0, columns, lines);
        let mut buffer = Buffer::empty(area);
        self.render(area, &mut buffer);
        let mut text = String::new();
        for y in 0..area.height {
            let cells = (0..area.width).map(|x| buffer[(x, y)].symbol());
            let line: String = cells.collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    fn tabs(&self, width: u16) -> Line<'static> {
        let squads = self.looked_at();
        let at = self.chosen();
        // The selected squad is visible, with as many before it as fit.
        let label = |(name, squad): &(String, Arc<Watched>)| {
            let gone = if squad.gone { " (gone)" } else { "" };
            format!(" {}{gone} ", escape::line(name))
        };
        let mut first = at;
        let mut room = usize::from(width) / 2;
        while first > 0 {
            let wide = label(&squads[first - 1]).chars().count() + 1;
            if wide > room {
                break;
            }
            (first, room) = (first - 1, room - wide);
        }
        let mut spans = Vec::new();
        if first > 0 {
            spans.push(Span::styled("‹", self.paint.dim()));
        }
        for (place, squad) in squads
            .iter()
            .enumerate()
            .skip(first)
            .take(usize::from(width))
        {
            if place > first {
                spans.push(Span::styled("│", self.paint.dim()));
            }
            let style = match (place == at, squad.1.gone) {
                (true, _) => self.paint.chosen(),
                (false, true) => self.paint.dim(),
                (false, false) => Default::default(),
            };
            spans.push(Span::styled(label(squad), style));
        }
        Line::from(spans)
    }

    fn draw_pane(&mut self, pane: Pane, squad: &Watched, area: Rect, buffer: &mut Buffer) {
        if area.height < 3 {
            return;
        }
        let paint = self.paint;
        let (title, lines) = match pane {
            Pane::Agents => panes::agents(squad, paint),
            Pane::Facts => panes::facts(squad, paint),
            Pane::Plans => panes::plans(squad, paint),
            Pane::Events => panes::events(squad, self.filter, paint),
        };
        let room = usize::from(area.height) - 2;
        let last = lines.len().saturating_sub(room);
        let follows = matches!(pane, Pane::Facts | Pane::Events);
        let scroll = &mut self.scrolls[pane as usize];
        // At the end, the pane follows new lines again.
        scroll.top = scroll.top.filter(|top| !follows || *top < last);
        let top = match scroll.top {
            Some(top) => top.min(last),
            None if follows => last,
            None => 0,
        };
        scroll.drawn = (top, last, room);
        let style = if pane == self.pane {
            paint.focus()
        } else {
            paint.dim()
        };
        let mut block = Block::bordered().border_style(style).title(title);
        if last > 0 {
            let shown = format!(" {} to {} of {} ", top + 1, top + room, lines.len());
            block = block.title_bottom(Line::styled(shown, paint.dim()).right_aligned());
        }
        let inside = block.inner(area);
        block.render(area, buffer);
        for (line, row) in lines.iter().skip(top).zip(inside.rows()) {
            line.render(row, buffer);
            // A line that does not fit ends with a sign.
            if line.width() > usize::from(row.width) {
                buffer[(row.right() - 1, row.y)].set_symbol("…");
            }
        }
    }

    fn draw_body(&mut self, squad: &Watched, area: Rect, buffer: &mut Buffer) {
        if self.zoomed {
            return self.draw_pane(self.pane, squad, area, buffer);
        }
        let [left, right] =
            Layout::horizontal([Constraint::Percentage(40), Constraint::Percentage(60)])
                .areas(area);
        // Few agents leave space for facts.
        let agents = squad.agents().len().max(2) + 2;
        let agents = (agents as u16).min(area.height * 3 / 5);
        let [agents, facts] =
            Layout::vertical([Constraint::Length(agents), Constraint::Min(0)]).areas(left);
        let [plans, events] =
            Layout::vertical([Constraint::Percentage(55), Constraint::Percentage(45)]).areas(right);
        self.draw_pane(Pane::Agents, squad, agents, buffer);
        self.draw_pane(Pane::Facts, squad, facts, buffer);
        self.draw_pane(Pane::Plans, squad, plans, buffer);
        self.draw_pane(Pane::Events, squad, events, buffer);
    }
}

impl Widget for &mut LiveView {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let (columns, rows) = LEAST;
        if area.width < columns || area.height < rows {
            let (width, height) = (area.width, area.height);
            let small = format!(
                "{width} columns and {height} lines: at least {columns} and {rows} are needed"
            );
            let small = Paragraph::new(small).wrap(ratatui::widgets::Wrap { trim: true });
            return small.render(area, buffer);
        }
        let [tabs, status, body, last] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Min(0),
            Constraint::Length(1),
        ])
        .areas(area);
        let at = self.chosen();
        match self.looked_at().get(at).map(|(_, squad)| squad.clone()) {
            Some(squad) => {
                self.tabs(tabs.width).render(tabs, buffer);
                let paused = self.is_paused();
                panes::status(&squad, paused, self.paint).render(status, buffer);
                self.draw_body(&squad, body, buffer);
            }
            None => Line::from("No squad yet.").render(tabs, buffer),
        }
        Line::styled(LiveView::HELP, self.paint.dim()).render(last, buffer);
    }
}
