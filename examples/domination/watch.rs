//! One match as text: the map and the activity of each bot, every few seconds.

use std::io::{self, Write};

use crate::game::{Body, End, Side, State, TICKS_A_SECOND};
use crate::study::MatchUp;
use crate::teams::{Match, destination};
use crate::terms::{Bot, Waypoint};

/// Seconds between two printed maps.
const EVERY: u32 = 5;

/// The marks of the bots on the map, by side.
const NAMES: [&str; 2] = ["12345678", "abcdefgh"];

/// Returns the mark of a bot.
pub fn mark(side: Side, index: usize) -> char {
    NAMES[side].chars().nth(index).unwrap_or('?')
}

/// Returns the name of a waypoint: the letter of a domination point, or else its coordinates.
pub fn place(game: &Match<'_>, at: Waypoint) -> String {
    let map = game.server.map;
    let place = map.place(at);
    match map.letter(at) {
        Some(letter) => letter.to_string(),
        None => format!("{:.0},{:.0}", place.x.floor(), place.y.floor()),
    }
}

/// Formats ticks as minutes and seconds.
pub fn clock(ticks: u32) -> String {
    let seconds = ticks / TICKS_A_SECOND;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Prints the match if [`EVERY`] seconds have passed since the last time.
pub fn show(game: &Match<'_>, match_up: &MatchUp, out: &mut impl Write) -> io::Result<()> {
    let server = &game.server;
    if server.now == 0 || !server.now.is_multiple_of(EVERY * TICKS_A_SECOND) {
        return Ok(());
    }
    let [ours, theirs] = match_up.kinds.map(|kind| kind.to_string());
    let [a, b] = server.scores;
    write!(out, "{}  {ours} {a}, {theirs} {b}  ", clock(server.now))?;
    for (point, letter) in &server.map.points {
        let holder = server
            .holder(*point)
            .map_or("nobody", |side| [&ours, &theirs][side].as_str());
        write!(out, "  {letter}: {holder}")?;
    }
    write!(out, "\n\n{}\n", drawn(game))?;
    for side in [0, 1] {
        for (index, body) in server.bodies[side].iter().enumerate() {
            writeln!(
                out,
                "  {}  {}",
                mark(side, index),
                activity(game, side, index, body)
            )?;
        }
    }
    writeln!(out)
}

/// Describes how the match ended.
pub fn ending(game: &Match<'_>, match_up: &MatchUp, end: End) -> String {
    let [a, b] = game.server.scores;
    let time = clock(game.server.now);
    match end {
        End::Won(side) => format!("{} wins, {a} : {b} after {time}.", match_up.kinds[side]),
        End::Drawn => {
            format!("Both teams reach the goal in the same tick: {a} : {b} after {time}.")
        }
        End::Limit => format!("Time is up after {time} at {a} : {b}: no team wins."),
    }
}

fn drawn(game: &Match<'_>) -> String {
    let map = game.server.map;
    let wall = |x, y| if map.is_wall(x, y) { '#' } else { ' ' };
    let row = |y| (0..map.width).map(|x| wall(x, y)).collect::<Vec<char>>();
    let mut rows: Vec<Vec<char>> = (0..map.height).map(row).collect();
    for (point, letter) in &map.points {
        let place = map.place(*point);
        rows[place.y as usize][place.x as usize] = *letter;
    }
    for side in [0, 1] {
        for (index, body) in game.server.bodies[side].iter().enumerate() {
            if body.is_alive() {
                rows[body.at.y as usize][body.at.x as usize] = mark(side, index);
            }
        }
    }
    let lines = rows
        .into_iter()
        .map(|row| format!("    {}\n", row.into_iter().collect::<String>().trim_end()));
    lines.collect()
}

/// Describes what a bot does, and the action of its plan.
fn activity(game: &Match<'_>, side: Side, index: usize, body: &Body) -> String {
    let state = match body.state {
        State::Explore => "explores".to_owned(),
        State::Go => body.goal.map_or("goes".to_owned(), |goal| {
            format!("goes to {}", place(game, goal))
        }),
        State::Hunt => body.prey().map_or("hunts".to_owned(), |foe| {
            format!("hunts {}", mark(1 - side, foe.index()))
        }),
        State::Flee => "flees".to_owned(),
        State::Dead => return "dead".to_owned(),
    };
    let bot = Bot(index as u8);
    let errands = game.htn(side).map_or(&[][..], |htn| htn.errands());
    let errand = errands
        .iter()
        .find(|errand| destination(errand.action).0 == bot);
    let plan = errand.map_or(String::new(), |errand| {
        let to = place(game, destination(errand.action).1);
        format!("   plan: {} {to}", errand.action.name())
    });
    format!("{:>3} health, {state:<18}{plan}", body.health)
        .trim_end()
        .to_owned()
}
