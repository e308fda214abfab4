//! A map from its text.
//!
//! | letter | what it is |
//! |---|---|
//! | `#` | wall |
//! | space | floor |
//! | `o` | a waypoint |
//! | `s` | a waypoint where bots spawn |
//! | `A` to `Z` | a domination point, which is a waypoint too |

use super::map::{Map, Place};
use crate::terms::{POINTS, WAYPOINTS, Waypoint};

/// The map of the example.
const YARD: &str = include_str!("yard.txt");
/// What is looked up by two squares stays small.
const MOST_SQUARES: usize = 4096;

impl Map {
    /// The map that is there without a file.
    pub fn yard() -> Result<Map, String> {
        Map::read("yard", YARD)
    }

    /// Reads a map, and says where it makes no sense.
    pub fn read(name: &str, text: &str) -> Result<Map, String> {
        let wrong = |what: String| format!("the map `{name}`: {what}");
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let (width, height) = (lines.iter().map(Vec::len).max().unwrap_or(0), lines.len());
        if width * height > MOST_SQUARES {
            return Err(wrong(format!(
                "{width} by {height} squares; {MOST_SQUARES} are allowed"
            )));
        }
        let mut map = Map {
            name: name.to_owned(),
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
                map.put(row, column, letter).map_err(wrong)?;
            }
        }
        map.points.sort_by_key(|(_, letter)| *letter);
        map.complete().map_err(wrong)
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
                return Err(format!("there are two domination points `{letter}`"));
            }
            'A'..='Z' => self.points.push((at, letter)),
            _ => {
                let (line, column) = (row + 1, column + 1);
                return Err(format!(
                    "`{letter}` in line {line}, column {column}; allowed are `#`, space, `o`, `s`, and `A` to `Z`"
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
            return Err("no domination point (`A` to `Z`): nobody could win".to_owned());
        }
        if self.points.len() > POINTS {
            let many = self.points.len();
            return Err(format!("{many} domination points; {POINTS} are allowed"));
        }
        if self.spawns.is_empty() {
            return Err("no spawn point (`s`): bots have to begin somewhere".to_owned());
        }
        let places = self.places.clone();
        self.connected().map_err(|lost| {
            let Place { x, y } = places[lost.index()];
            let (line, column) = (y as usize + 1, x as usize + 1);
            format!(
                "the waypoint in line {line}, column {column} can't be reached from the first one: put waypoints in \
                 between, each in sight of the next and at most 9 squares away"
            )
        })
    }
}
