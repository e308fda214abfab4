//! The log of a mission: what became of the plan's steps, of the units, and of the mission.

use squad_htn::MatrixEntry;

use crate::domain::Task;
use crate::terms::Unit;

/// The end of a mission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Seized,
    /// All surviving units are back at the farm.
    Withdrawn,
    /// All units are lost.
    Destroyed,
    /// The player's relief arrived before the end.
    Relieved,
}

impl Ending {
    /// Returns the ending in a word or two.
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
            Ending::Withdrawn => "all units have pulled back",
            Ending::Destroyed => "no unit is left",
            Ending::Relieved => "too late: the player's relief has arrived",
        })
    }
}

/// The outcome of a step of the plan.
#[derive(Clone, PartialEq, Debug)]
pub enum StepOutcome {
    NotStarted,
    Running,
    Done,
    Failed(String),
    Interrupted,
}

/// A step of the plan as executed.
#[derive(Clone, PartialEq, Debug)]
pub struct StepRecord {
    pub start: f32,
    pub end: f32,
    pub outcome: StepOutcome,
}

/// The time that a unit waited to start a task, and the reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Wait {
    pub unit: Unit,
    pub task: Task,
    pub until: String,
    pub minutes: f32,
}

/// The log of a mission.
#[derive(Clone, Debug)]
pub struct MissionLog {
    pub ending: Ending,
    /// The duration in minutes.
    pub minutes: f32,
    /// The actions of the units.
    pub entries: Vec<MatrixEntry>,
    /// Indexed by step of the original plan.
    pub records: Vec<StepRecord>,
    pub waited: Vec<Wait>,
    pub lost: Vec<(Unit, f32)>,
    /// The reports to the commander, with their times.
    pub log: Vec<(f32, String)>,
}
