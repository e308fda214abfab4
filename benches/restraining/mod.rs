//! The game's side of a squad that restrains suspects: it carries out the actions, and lets another suspect surrender
//! for each one that is led away. Squads with planners of their own (`speed`) and squads of a scheduler share it.

use squad_htn::prelude::*;

use crate::domains::restrain::restraint::{Action, Fact};
use crate::domains::restrain::{Actor, suspect};

pub const OFFICERS: usize = 4;
pub const TARGETS: usize = 6;

pub const TICKS_A_SECOND: u32 = 60;
pub const TICKS_BETWEEN_PLANS: u32 = 30;
pub const RESTRAIN_TICKS: u32 = 50;
/// Longer than the other, so that the partner is waited for.
pub const COMPLEMENT_TICKS: u32 = 70;
/// Then he is led away, and another one surrenders in his place.
pub const RESTRAINED_TICKS: u32 = 90;

/// The limits of such a squad, with room to spare.
pub const LIMITS: Limits = Limits::compact()
    .depth(16)
    .steps(24)
    .bindings(512)
    .trail(256)
    .sort(256)
    .choices(64)
    .checks(64)
    .tasks(48)
    .plans(6)
    .events(48);

/// The tick in which a squad joins. Squads join one after another, so that each tick has the same amount of work: a
/// squad repeats its actions every five searches.
pub fn joins(number: u32) -> u32 {
    number % (5 * TICKS_BETWEEN_PLANS)
}

/// Suspects from 0.
pub fn index(suspect: Actor) -> usize {
    usize::from(suspect.0 - 1001)
}

/// The actions of a squad that run, and the suspects that it has restrained.
pub struct Duty {
    running: Vec<Running>,
    /// By suspect: when he is led away; 0 for never.
    led_away: [u32; TARGETS],
}

struct Running {
    id: ActionId,
    until: u32,
    restrains: Option<Actor>,
}

/// A report of the game to a squad.
pub enum Report {
    Finished(ActionId),
    /// A fact, and whether it holds from now on.
    Seen(Fact, bool),
}

impl Duty {
    pub fn new() -> Duty {
        Duty {
            running: Vec::with_capacity(2 * OFFICERS),
            led_away: [0; TARGETS],
        }
    }

    /// Returns true if no action runs.
    pub fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    /// Begins an action in this tick.
    pub fn begin(&mut self, id: ActionId, action: Action, now: u32) {
        let (ticks, restrains) = match action {
            Action::Restrain { target, .. } => (RESTRAIN_TICKS, Some(target)),
            Action::RestrainComplement { .. } => (COMPLEMENT_TICKS, None),
        };
        self.running.push(Running {
            id,
            until: now + ticks,
            restrains,
        });
    }

    /// Returns true if there is something to report in this tick.
    pub fn has_news(&self, now: u32) -> bool {
        let ends = self.running.iter().any(|running| running.until <= now);
        ends || self.led_away.contains(&now)
    }

    /// Reports the actions that have ended by this tick.
    pub fn report(&mut self, now: u32, mut tell: impl FnMut(Report)) {
        let led_away = &mut self.led_away;
        self.running.retain(|running| {
            let runs = now < running.until;
            if !runs {
                tell(Report::Finished(running.id));
                if let Some(target) = running.restrains {
                    tell(Report::Seen(Fact::Restrained(target), true));
                    led_away[index(target)] = now + RESTRAINED_TICKS;
                }
            }
            runs
        });
        for (target, at) in led_away.iter().enumerate() {
            if *at == now {
                tell(Report::Seen(
                    Fact::Restrained(suspect(target as u16 + 1)),
                    false,
                ));
            }
        }
    }
}
