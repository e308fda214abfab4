//! What the game does for a squad that restrains suspects: it carries actions out, and has another suspect surrender for
//! each who is led away. Squads with planners of their own (`speed`) and squads at a scheduler have it in common.

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

/// What such a squad needs, with room to spare.
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

/// After how many ticks a squad joins. They do so one after another, so that there is as much to do in each tick: what a squad
/// does comes round every five searches.
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

/// What the game tells a squad.
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

    /// Whether no action runs.
    pub fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    /// An action begins in this tick.
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

    /// Whether there is something to tell in this tick.
    pub fn has_news(&self, now: u32) -> bool {
        let ends = self.running.iter().any(|running| running.until <= now);
        ends || self.led_away.contains(&now)
    }

    /// Tells of what has ended by this tick.
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
