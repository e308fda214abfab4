//! All results, computed once for the terminal and for the page.

use crate::bodies::Span;
use crate::comparison::{self, Aside, Row, World};
use crate::day;
use crate::domain::fear::Planner;
use crate::scenes::{Scene, scenes};
use crate::stage::{Played, play};
use crate::terms::Kind;

/// The part to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    All,
    Characters,
    Squad,
}

/// The results.
pub struct Shown {
    pub seed: u64,
    pub characters: Option<Characters>,
    pub squad: Option<Squad>,
}

/// The results about single characters.
pub struct Characters {
    pub table: Vec<Row>,
    pub asides: Vec<Aside>,
    pub day: Vec<Span>,
}

/// The results about the squad.
pub struct Squad {
    pub worlds: Vec<World>,
    pub scenes: Vec<(Scene, Played)>,
}

impl Shown {
    pub fn new(part: Part, seed: u64) -> Result<Shown, String> {
        let mut planner = Planner::new();
        let mut shown = Shown {
            seed,
            characters: None,
            squad: None,
        };
        if part != Part::Squad {
            let mut day = Vec::new();
            for kind in Kind::ALL {
                day.extend(day::live(kind, seed)?);
            }
            let table = comparison::table(&mut planner)?;
            shown.characters = Some(Characters {
                table,
                asides: comparison::asides(&mut planner)?,
                day,
            });
        }
        if part != Part::Characters {
            let played = scenes(seed).into_iter().map(|scene| {
                let played = play(&scene, seed)?;
                Ok((scene, played))
            });
            let scenes = played.collect::<Result<_, String>>()?;
            shown.squad = Some(Squad {
                worlds: comparison::worlds(&mut planner)?,
                scenes,
            });
        }
        Ok(shown)
    }
}
