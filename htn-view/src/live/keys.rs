//! The keys of the live view and their effects.

use std::ops::ControlFlow;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::view::LiveView;
use crate::story::LineKind;

/// The panes, in the order of Tab.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pane {
    Agents,
    Facts,
    Plans,
    Events,
}

impl Pane {
    pub const ALL: [Pane; 4] = [Pane::Agents, Pane::Facts, Pane::Plans, Pane::Events];
}

/// The filter of events.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Filter {
    #[default]
    All,
    Plans,
    Actions,
    Waits,
    Trouble,
}

impl Filter {
    const ALL: [Filter; 5] = [
        Filter::All,
        Filter::Plans,
        Filter::Actions,
        Filter::Waits,
        Filter::Trouble,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Filter::All => "all",
            Filter::Plans => "plans and repairs",
            Filter::Actions => "actions",
            Filter::Waits => "waits",
            Filter::Trouble => "trouble",
        }
    }

    pub fn shows(self, kind: LineKind) -> bool {
        use LineKind::{
            End, Fail, Halt, Missing, NoPlan, Note, Plan, Repair, Restart, Start, Wait,
        };
        match kind {
            Plan => matches!(self, Filter::All | Filter::Plans),
            NoPlan | Repair => matches!(self, Filter::All | Filter::Plans | Filter::Trouble),
            Start | End => matches!(self, Filter::All | Filter::Actions),
            Fail => matches!(self, Filter::All | Filter::Actions | Filter::Trouble),
            Wait => matches!(self, Filter::All | Filter::Waits),
            Note => self == Filter::All,
            Missing | Restart | Halt => true,
        }
    }
}

/// Returns the next or previous element, cyclically.
pub(super) fn next<T: Copy + PartialEq>(all: &[T], at: T, back: bool) -> T {
    let place = all.iter().position(|other| *other == at).unwrap_or(0);
    let step = if back { all.len() - 1 } else { 1 };
    all[(place + step) % all.len()]
}

impl LiveView {
    /// A line with the effects of all keys.
    pub(super) const HELP: &str =
        "←→ squad  Tab pane  ↑↓ scroll  z zoom  f filter  Space pause  q quit";

    /// Handles a key. Returns `Break` if the user ends the view: `q`, Escape or Control-C. The example of
    /// [`LiveView`](Self) uses it.
    ///
    /// | key | effect |
    /// |---|---|
    /// | left, right, `1` to `9` | selects a squad |
    /// | Tab, Shift-Tab | selects a pane |
    /// | up, down, Page Up, Page Down, Home, End | scrolls the pane |
    /// | `z`, Enter | zooms the pane to the whole screen, or back |
    /// | `f` | filters events: all, plans and repairs, actions, waits, trouble |
    /// | space, `p` | pauses the view, while the game continues |
    pub fn key(&mut self, key: KeyEvent) -> ControlFlow<()> {
        if key.kind == KeyEventKind::Release {
            return ControlFlow::Continue(());
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let page = self.page();
        match key.code {
            KeyCode::Char('c' | 'd') if control => return ControlFlow::Break(()),
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => return ControlFlow::Break(()),
            KeyCode::Left | KeyCode::Char('h') => self.choose_next(true),
            KeyCode::Right | KeyCode::Char('l') => self.choose_next(false),
            KeyCode::Char(digit @ '1'..='9') => self.choose(digit as usize - '1' as usize),
            KeyCode::Tab => self.pane = next(&Pane::ALL, self.pane, false),
            KeyCode::BackTab => self.pane = next(&Pane::ALL, self.pane, true),
            KeyCode::Up | KeyCode::Char('k') => self.scroll(-1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll(1),
            KeyCode::PageUp => self.scroll(-page),
            KeyCode::PageDown => self.scroll(page),
            KeyCode::Home => self.scroll(i64::MIN),
            KeyCode::End => self.scroll(i64::MAX),
            KeyCode::Char('z') | KeyCode::Enter => self.zoomed = !self.zoomed,
            KeyCode::Char('f') => self.filter = next(&Filter::ALL, self.filter, false),
            KeyCode::Char(' ' | 'p') => self.set_paused(!self.is_paused()),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
