//! The colours of the live view, which can be off.

use ratatui::style::{Color, Modifier, Style};

use crate::recording::StepMark;
use crate::story::LineKind;

/// The styles of text. Without colours, important text is bold and unimportant text dim.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    pub colours: bool,
}

impl Paint {
    fn tone(self, colour: Color, otherwise: Modifier) -> Style {
        if self.colours {
            Style::new().fg(colour)
        } else {
            Style::new().add_modifier(otherwise)
        }
    }

    pub fn dim(self) -> Style {
        self.tone(Color::DarkGray, Modifier::DIM)
    }

    pub fn title(self) -> Style {
        self.tone(Color::Cyan, Modifier::BOLD)
            .add_modifier(Modifier::BOLD)
    }

    pub fn focus(self) -> Style {
        self.tone(Color::Cyan, Modifier::BOLD)
    }

    pub fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    pub fn running(self) -> Style {
        self.tone(Color::Green, Modifier::BOLD)
    }

    pub fn waiting(self) -> Style {
        self.tone(Color::Yellow, Modifier::empty())
    }

    pub fn trouble(self) -> Style {
        self.tone(Color::Red, Modifier::BOLD)
    }

    pub fn step(self, mark: StepMark) -> (&'static str, Style) {
        match mark {
            StepMark::Waiting => ("·", Style::new()),
            StepMark::Running => ("▶", self.running()),
            StepMark::Done => ("✓", self.dim()),
            StepMark::Failed => ("✗", self.trouble()),
        }
    }

    pub fn line(self, kind: LineKind) -> Style {
        match kind {
            LineKind::Plan => self.title(),
            LineKind::NoPlan | LineKind::Fail | LineKind::Missing => self.trouble(),
            LineKind::Restart | LineKind::Halt => self.chosen(),
            LineKind::Start => self.running(),
            LineKind::Wait => self.dim(),
            LineKind::Repair => self.waiting(),
            LineKind::End | LineKind::Note => Style::new(),
        }
    }
}
