//! The people: what they are like and what state they are in.

#[cfg(feature = "json")]
use htn_view::serde::{Deserialize, Serialize};

use std::collections::VecDeque;

use super::acts::Doing;
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
    /// From 100 down to 0, which is death.
    pub health: i32,
    /// What he does with his hands and feet.
    pub doing: Option<Doing>,
    /// What he says meanwhile, one line after the other.
    pub saying: VecDeque<Doing>,
    /// Ticks until he can shoot again.
    pub reload: u32,
}

impl Officer {
    pub fn alive(&self) -> bool {
        self.health > 0
    }

    /// Hit, and not bandaged yet.
    pub fn hurt(&self) -> bool {
        self.alive() && self.health < 70
    }
}

/// What kind of person a suspect is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub enum Temper {
    /// Gives up when found.
    Meek,
    /// Runs while there is a way out.
    Runner,
    /// Shoots.
    Fighter,
}

/// What a suspect is up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "json",
    derive(Serialize, Deserialize),
    serde(crate = "htn_view::serde")
)]
pub enum Mode {
    /// Keeps still, and hopes.
    Hiding,
    Fighting,
    /// On the way to another place to hide.
    Running(Spot),
    /// Hands up. A suspect whom nobody watches for long may think again.
    Surrendered,
    Cuffed,
    /// On the floor, and maybe not as dead as it looks.
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
    /// Ticks since an officer came into view, or since the last one left it.
    pub watched: u32,
    pub unwatched: u32,
    /// Ticks until the next shot, or the next square when running.
    pub pause: u32,
    /// How often this one will still run.
    pub runs_left: u32,
}

impl Suspect {
    /// Neither in cuffs nor dead.
    pub fn at_large(&self) -> bool {
        !matches!(self.mode, Mode::Cuffed | Mode::Dead)
    }

    /// What an officer who looks at him sees.
    pub fn looks(&self) -> Looks {
        match self.mode {
            Mode::Hiding | Mode::Fighting | Mode::Running(_) => Looks::Armed,
            Mode::Surrendered => Looks::HandsUp,
            Mode::Cuffed => Looks::Cuffed,
            Mode::PlayingDead | Mode::Dead => Looks::Lying,
        }
    }
}

/// What can be told about a suspect at a glance.
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
    /// Whether he lives can't be seen.
    Lying,
}

/// The numbers of the officers.
pub fn officer_ids() -> impl Iterator<Item = PersonId> {
    (0..OFFICERS as u8).map(PersonId)
}

/// The number of a suspect, by his index.
pub fn suspect_id(index: usize) -> PersonId {
    PersonId((OFFICERS + index) as u8)
}
