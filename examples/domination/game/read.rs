//! Maps in their text format.
//!
//! | character | meaning |
//! |---|---|
//! | `#` | wall |
//! | space | floor |
//! | `o` | a waypoint |
//! | `s` | a waypoint where bots spawn |
//! | `A` to `Z` | a domination point, which is also a waypoint |

use super::map::{Map, Place};
use crate::kit::batch::checksum;
use crate::terms::{POINTS, WAYPOINTS, Waypoint};

/// The map of the study.
const YARD: &str = include_str!("yard.txt");
/// Two further maps.
const OTHERS: [(&str, &str); 2] = [
    ("halls", include_str!("halls.txt")),
    ("quarry", include_str!("quarry.txt")),
];
/// Keeps the sight table, which is indexed by two squares, small.
const MAX_SQUARES: usize = 4096;

impl Map {
    /// Returns the map of the study.
    pub fn yard() -> Result<Map, String> {
        Map::read("yard", YARD)
    }

    /// Returns all built-in maps: the one of the study, and two others.
    pub fn built_in() -> Result<Vec<Map>, String> {
        let others = OTHERS.into_iter().map(|(name, text)| Map::read(name, text));
        std::iter::once(Map::yard()).chain(others).collect()
    }

    /// Parses a map. Errors name the place and the allowed values.
    pub fn read(name: &str, text: &str) -> Result<Map, String> {
        let error = |message: String| format!("map `{name}`: {message}");
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let (width, height) = (lines.iter().map(Vec::len).max().unwrap_or(0), lines.len());
        if width * height > MAX_SQUARES {
            return Err(error(format!(
                "{width} by {height} squares exceed the limit of {MAX_SQUARES} squares"
            )));
        }
        let mut map = Map {
            name: name.to_owned(),
            hash: checksum(text.as_bytes()),
            width,
            height,
            walls: vec![false; width * height],
            places: Vec::new(),
            points: Vec::new(),
            spawns: Vec::new(),
            links: Vec::new(),
            ways: Vec::new(),
            sight: Vec::new(),
        };
        for (row, line) in lines.iter().enumerate() {
            for (column, &letter) in line.iter().enumerate() {
                map.put(row, column, letter).map_err(error)?;
            }
        }
        map.points.sort_by_key(|(_, letter)| *letter);
        map.complete().map_err(error)
    }

    fn put(&mut self, row: usize, column: usize, letter: char) -> Result<(), String> {
        let at = Waypoint(self.places.len() as u8);
        match letter {
            ' ' => return Ok(()),
            '#' => {
                self.walls[row * self.width + column] = true;
                return Ok(());
            }
            'o' => {}
            's' => self.spawns.push(at),
            'A'..='Z' if self.points.iter().any(|(_, other)| *other == letter) => {
                return Err(format!("domination point `{letter}` exists twice"));
            }
            'A'..='Z' => self.points.push((at, letter)),
            _ => {
                let (line, column) = (row + 1, column + 1);
                return Err(format!(
                    "unexpected `{letter}` in line {line}, column {column}: use `#`, space, `o`, `s`, or `A` to `Z`"
                ));
            }
        }
        if self.places.len() == WAYPOINTS {
            return Err(format!("more than {WAYPOINTS} waypoints"));
        }
        self.places.push(Place {
            x: column as f32 + 0.5,
            y: row as f32 + 0.5,
        });
        Ok(())
    }

    fn complete(self) -> Result<Map, String> {
        if self.points.is_empty() {
            return Err("no domination point: add at least one, `A` to `Z`".to_owned());
        }
        if self.points.len() > POINTS {
            let count = self.points.len();
            return Err(format!(
                "{count} domination points exceed the limit of {POINTS}"
            ));
        }
        if self.spawns.is_empty() {
            return Err("no spawn point: add at least one `s`".to_owned());
        }
        let places = self.places.clone();
        self.connected().map_err(|lost| {
            let Place { x, y } = places[lost.index()];
            let (line, column) = (y as usize + 1, x as usize + 1);
            format!(
                "the waypoint in line {line}, column {column} is unreachable from the first one: add waypoints in \
 between, each in sight of the next and at most 9 squares away"
            )
        })
    }
}
