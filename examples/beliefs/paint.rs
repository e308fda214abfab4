//! Terminal colours.

use std::io::IsTerminal;

use crate::story::Tone;
use crate::terms::Side;

/// Applies colours, if they are enabled.
#[derive(Clone, Copy)]
pub struct Paint(bool);

/// A text style.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    Plain,
    Faint,
    Blue,
    Red,
    Reported,
    Wrong,
    Strong,
}

impl Paint {
    /// Enables colours if they are wanted, standard output is a terminal, and `NO_COLOR` is not set.
    pub fn new(wanted: bool) -> Paint {
        let disabled = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Paint(wanted && !disabled && std::io::stdout().is_terminal())
    }

    pub fn apply(self, colour: Colour, text: &str) -> String {
        let code = match colour {
            _ if !self.0 => return text.to_owned(),
            Colour::Plain => return text.to_owned(),
            Colour::Faint => "2",
            Colour::Blue => "94",
            Colour::Red => "91",
            Colour::Reported => "36",
            Colour::Wrong => "33",
            Colour::Strong => "1",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    pub fn side(self, side: Side, text: &str) -> String {
        let colour = match side {
            Side::Blue => Colour::Blue,
            Side::Red => Colour::Red,
        };
        self.apply(colour, text)
    }

    pub fn line(self, tone: Tone, text: &str) -> String {
        let colour = match tone {
            Tone::Sight => Colour::Faint,
            Tone::Overheard => Colour::Reported,
            Tone::Outdated | Tone::Unknowable | Tone::Refusal => Colour::Wrong,
            Tone::Loss | Tone::Place => Colour::Strong,
            Tone::Speech | Tone::Order | Tone::Command => Colour::Plain,
        };
        self.apply(colour, text)
    }
}
