//! What keys do.

use std::ops::ControlFlow;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::view::LiveView;
use crate::story::LineKind;

/// The panes, in the order in which Tab goes over them.
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

/// Which events are shown.
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
        use LineKind::{End, Fail, Missing, NoPlan, Note, Plan, Repair, Restart, Start, Wait};
        match kind {
            Plan => matches!(self, Filter::All | Filter::Plans),
            NoPlan | Repair => matches!(self, Filter::All | Filter::Plans | Filter::Trouble),
            Start | End => matches!(self, Filter::All | Filter::Actions),
            Fail => matches!(self, Filter::All | Filter::Actions | Filter::Trouble),
            Wait => matches!(self, Filter::All | Filter::Waits),
            Note => self == Filter::All,
            Missing | Restart => true,
        }
    }
}

/// The one after it, or before it, round and round.
pub(super) fn next<T: Copy + PartialEq>(all: &[T], at: T, back: bool) -> T {
    let place = all.iter().position(|other| *other == at).unwrap_or(0);
    let step = if back { all.len() - 1 } else { 1 };
    all[(place + step) % all.len()]
}

impl LiveView {
    /// What the keys do, in a line.
    pub(super) const HELP: &str =
        "←→ squad  Tab pane  ↑↓ scroll  z zoom  f filter  Space pause  q quit";

    /// Somebody has pressed a key. `Break` where he wants no more of the view: `q`, Escape or Control-C.
    ///
    /// | key | what it does |
    /// |---|---|
    /// | left, right, `1` to `9` | another squad |
    /// | Tab, Shift-Tab | another pane |
    /// | up, down, Page Up, Page Down, Home, End | scrolls in the pane |
    /// | `z`, Enter | the pane has all of the screen, or a part again |
    /// | `f` | events: all, plans and repairs, actions, waits, trouble |
    /// | space, `p` | the view stands still, while the game goes on |
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
