//! Terminal colours.

/// Returns true if standard output is a terminal and `NO_COLOR` is not set.
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

/// Colours a line of the transcript.
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

/// Colours the map: walls are dim, people are bright. Text beside the map keeps its colours.
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

/// Colours a plan's tree, which is less prominent than the transcript.
pub fn tree(text: &str) -> String {
    paint(DIM, text)
}
