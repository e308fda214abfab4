//! Colours on a terminal.

use std::io::IsTerminal;

use crate::story::Tone;
use crate::terms::Side;

/// Whether there are colours.
#[derive(Clone, Copy)]
pub struct Paint(bool);

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    Plain,
    Faint,
    Blue,
    Red,
    Told,
    Wrong,
    Strong,
}

impl Paint {
    /// Where the output is a terminal, and nobody has said that there should be none.
    pub fn new(wanted: bool) -> Paint {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Paint(wanted && !refused && std::io::stdout().is_terminal())
    }

    pub fn dress(self, colour: Colour, text: &str) -> String {
        let code = match colour {
            _ if !self.0 => return text.to_owned(),
            Colour::Plain => return text.to_owned(),
            Colour::Faint => "2",
            Colour::Blue => "94",
            Colour::Red => "91",
            Colour::Told => "36",
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
        self.dress(colour, text)
    }

    pub fn line(self, tone: Tone, text: &str) -> String {
        let colour = match tone {
            Tone::Sight => Colour::Faint,
            Tone::Overheard => Colour::Told,
            Tone::Outdated | Tone::Unknowable | Tone::Refusal => Colour::Wrong,
            Tone::Loss | Tone::Place => Colour::Strong,
            Tone::Speech | Tone::Order | Tone::Command => Colour::Plain,
        };
        self.dress(colour, text)
    }
}
