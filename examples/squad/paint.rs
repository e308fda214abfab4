//! Colours, for a terminal.

/// Whether to colour what goes to standard output: a terminal shows it, and nobody asked for none.
pub fn wanted() -> bool {
    use std::io::IsTerminal;
    std::env::var_os("NO_COLOR").is_none() && std::io::stdout().is_terminal()
}

const DIM: &str = "2";
const RED: &str = "31";
const GREEN: &str = "32";
const YELLOW: &str = "33";
const CYAN: &str = "36";
const MAGENTA: &str = "35";

fn paint(colour: &str, text: &str) -> String {
    format!("\x1b[{colour}m{text}\x1b[0m")
}

/// A line of the transcript: its time, who it is about, and what.
pub fn line(time: &str, subject: &str, what: &str) -> String {
    let kind = subject.split(' ').next().unwrap_or_default();
    let colour = match kind {
        "Player" => MAGENTA,
        "suspect" => RED,
        "plan" => CYAN,
        "planner" => YELLOW,
        _ => GREEN,
    };
    let subject = paint(colour, &format!("{subject:<10}"));
    let what = match kind {
        "plan" => paint(DIM, what),
        _ => what.to_owned(),
    };
    format!("{}  {subject} {what}", paint(DIM, time))
}

/// The map: walls recede, people stand out. What stands beside it is left alone.
pub fn map(drawing: &str) -> String {
    let width = drawing
        .lines()
        .next()
        .map_or(0, |line| line.chars().count());
    let mut painted = String::new();
    for line in drawing.lines() {
        for (at, square) in line.chars().enumerate() {
            match square {
                beside if at >= width => painted.push(beside),
                '#' | '·' => painted += &paint(DIM, square.encode_utf8(&mut [0; 4])),
                '?' | '!' | 'h' | 'c' | 'x' => {
                    painted += &paint(RED, square.encode_utf8(&mut [0; 4]))
                }
                'A'..='Z' => painted += &paint(GREEN, square.encode_utf8(&mut [0; 4])),
                other => painted.push(other),
            }
        }
        painted.push('\n');
    }
    painted
}

/// What plans are made of: less loud than what comes of them.
pub fn tree(text: &str) -> String {
    paint(DIM, text)
}
