//! A mission as it came: what became of the plan's steps, of the units, and of the mission.

use squad_htn::MatrixEntry;

use crate::domain::Task;
use crate::terms::Unit;

/// How a mission ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Seized,
    /// All who are left are back where they began.
    Withdrawn,
    /// Nobody is left.
    Destroyed,
    /// The player's relief was there before it had ended.
    Relieved,
}

impl Ending {
    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Seized => "seized",
            Ending::Withdrawn => "withdrawn",
            Ending::Destroyed => "destroyed",
            Ending::Relieved => "too late",
        }
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Ending::Seized => "the hall is seized",
            Ending::Withdrawn => "all have pulled back",
            Ending::Destroyed => "nobody is left",
            Ending::Relieved => "the player's relief is there: too late",
        })
    }
}

/// What became of a step of the plan.
#[derive(Clone, PartialEq, Debug)]
pub enum Fate {
    NotBegun,
    Running,
    Done,
    Failed(String),
    BrokenOff,
}

/// A step of the plan as it came.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    pub start: f32,
    pub end: f32,
    pub fate: Fate,
}

/// For how long a unit stood and waited to do something, and for what.
#[derive(Clone, PartialEq, Debug)]
pub struct Waited {
    pub unit: Unit,
    pub task: Task,
    pub until: String,
    pub minutes: f32,
}

/// A mission as it came.
#[derive(Clone, Debug)]
pub struct Happened {
    pub ending: Ending,
    /// How many minutes it took.
    pub minutes: f32,
    /// What each unit did.
    pub entries: Vec<MatrixEntry>,
    /// By step of the plan that it began with.
    pub course: Vec<Course>,
    pub waited: Vec<Waited>,
    pub lost: Vec<(Unit, f32)>,
    /// What a commander would hear: when, and what.
    pub log: Vec<(f32, String)>,
}
