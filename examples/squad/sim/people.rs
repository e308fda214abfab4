//! The people in the building, and their states.

#[cfg(feature = "json")]
use htn_view::serde::{Deserialize, Serialize};

use std::collections::VecDeque;

use super::acts::ActProgress;
use super::ids::{OFFICERS, PersonId, Spot};

/// A member of the squad.
#[derive(Clone, Debug)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub struct Officer {
    pub spot: Spot,
    /// From 100 to 0, which is death.
    pub health: i32,
    /// The current act, voice lines excluded.
    pub doing: Option<ActProgress>,
    /// The voice lines in progress, in their order.
    pub saying: VecDeque<ActProgress>,
    /// Ticks until the next shot.
    pub reload: u32,
}

impl Officer {
    pub fn alive(&self) -> bool {
        self.health > 0
    }

    /// Returns true if he is wounded and not bandaged.
    pub fn hurt(&self) -> bool {
        self.alive() && self.health < 70
    }
}

/// The temper of a suspect, which decides his reaction to officers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub enum Temper {
    /// Surrenders when found.
    Meek,
    /// Runs if there is an exit.
    Runner,
    /// Shoots.
    Fighter,
}

/// The activity of a suspect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub enum Mode {
    /// Keeps still.
    Hiding,
    Fighting,
    /// On the way to another hiding place.
    Running(Spot),
    /// Has his hands up. He may run if he is left alone for long.
    Surrendered,
    Cuffed,
    /// Lies on the floor, wounded but alive.
    PlayingDead,
    Dead,
}

/// A suspect.
#[derive(Clone, Debug)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub struct Suspect {
    pub spot: Spot,
    pub temper: Temper,
    pub mode: Mode,
    pub health: i32,
    /// Consecutive ticks with an officer in view.
    pub watched: u32,
    /// Consecutive ticks without an officer in view.
    pub unwatched: u32,
    /// Ticks until the next shot, or the next square when running.
    pub pause: u32,
    /// The number of times that he may still run.
    pub runs_left: u32,
}

impl Suspect {
    /// Returns true if he is neither handcuffed nor dead.
    pub fn at_large(&self) -> bool {
        !matches!(self.mode, Mode::Cuffed | Mode::Dead)
    }

    /// Returns what an officer who sees him can print_line.
    pub fn looks(&self) -> Looks {
        match self.mode {
            Mode::Hiding | Mode::Fighting | Mode::Running(_) => Looks::Armed,
            Mode::Surrendered => Looks::HandsUp,
            Mode::Cuffed => Looks::Cuffed,
            Mode::PlayingDead | Mode::Dead => Looks::Lying,
        }
    }
}

/// The appearance of a suspect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub enum Looks {
    Armed,
    HandsUp,
    Cuffed,
    /// Lies on the floor, dead or alive.
    Lying,
}

/// Returns the identifiers of the officers.
pub fn officer_ids() -> impl Iterator<Item = PersonId> {
    (0..OFFICERS as u8).map(PersonId)
}

/// Returns the identifier of a suspect by index.
pub fn suspect_id(index: usize) -> PersonId {
    PersonId((OFFICERS + index) as u8)
}
