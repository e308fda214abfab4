//! One match, with the map and what each bot is doing every few seconds.

use std::io::{self, Write};

use crate::game::{Body, End, Side, State, TICKS_A_SECOND};
use crate::study::MatchUp;
use crate::teams::{Match, destination};
use crate::terms::{Bot, Waypoint};

/// Seconds between two pictures.
const EVERY: u32 = 5;

/// What the bots of the first team are called on the map, and those of the second.
const NAMES: [&str; 2] = ["12345678", "abcdefgh"];

/// The mark of a bot.
pub fn mark(side: Side, index: usize) -> char {
    NAMES[side].chars().nth(index).unwrap_or('?')
}

/// What a waypoint is called: a domination point by its letter, all others by where they are.
pub fn place(game: &Match<'_>, at: Waypoint) -> String {
    let map = game.server.map;
    let place = map.place(at);
    match map.letter(at) {
        Some(letter) => letter.to_string(),
        None => format!("{:.0},{:.0}", place.x.floor(), place.y.floor()),
    }
}

/// Time as minutes and seconds.
pub fn clock(ticks: u32) -> String {
    let seconds = ticks / TICKS_A_SECOND;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Shows the match as it is, if it is time for it.
pub fn show(game: &Match<'_>, match_up: &MatchUp, out: &mut impl Write) -> io::Result<()> {
    if game.server.now % (EVERY * TICKS_A_SECOND) != 0 || game.server.now == 0 {
        return Ok(());
    }
    picture(game, match_up, out)
}

/// Shows the match as it is.
pub fn picture(game: &Match<'_>, match_up: &MatchUp, out: &mut impl Write) -> io::Result<()> {
    let server = &game.server;
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
                doing(game, side, index, body)
            )?;
        }
    }
    writeln!(out)
}

/// How it ended.
pub fn ending(game: &Match<'_>, match_up: &MatchUp, end: End) -> String {
    let [a, b] = game.server.scores;
    let time = clock(game.server.now);
    match end {
        End::Won(side) => format!("{} wins, {a} : {b} after {time}.", match_up.kinds[side]),
        End::Drawn => format!("Both are there in the same moment: {a} : {b} after {time}."),
        End::Limit => format!("Time is up after {time}, {a} : {b}: nobody has won."),
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

/// What a bot does, and what its plan has it do.
fn doing(game: &Match<'_>, side: Side, index: usize, body: &Body) -> String {
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
