//! A squad as a state machine: restrains the nearest suspect, two officers at a time, several pairs at once.

use crate::restraining::{OFFICERS, TARGETS};

/// An action that a squad begins. Actors are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begin {
    Restrain { officer: u8, target: u8 },
    Complement { officer: u8, target: u8 },
}

/// The constant data.
#[derive(Clone)]
pub struct Game {
    pub distances: [[f32; TARGETS]; OFFICERS],
    pub limit: f32,
    pub restrain_ticks: u32,
    pub complement_ticks: u32,
}

/// Where a plan is. Its reservations are made as it begins.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Stage {
    /// Nothing has begun.
    #[default]
    New,
    /// Both actions run, or one of them.
    Restraining,
    /// The barrier is open; the partner is not free yet.
    PartnerBusy,
}

#[derive(Clone, Copy, Default)]
struct Plan {
    officer: u8,
    partner: Option<u8>,
    target: u8,
    stage: Stage,
    officer_until: u32,
    partner_until: u32,
}

/// A squad: what it knows and what it does.
#[derive(Clone, Default)]
pub struct Squad {
    pub surrendered: [bool; TARGETS],
    pub dead: [bool; TARGETS],
    pub restrained: [bool; TARGETS],
    pub following_order: [bool; OFFICERS],
    target_reserved: [bool; TARGETS],
    officer_reserved: [bool; OFFICERS],
    plans: [Plan; OFFICERS],
    count: usize,
}

impl Squad {
    /// Finds the nearest pair and its nearest partner. Returns false if there is no such pair.
    pub fn plan(&mut self, game: &Game) -> bool {
        let mut best = (f32::INFINITY, 0, 0);
        for target in 0..TARGETS {
            if !self.is_wanted(target) || self.target_reserved[target] {
                continue;
            }
            for officer in 0..OFFICERS {
                let d = game.distances[officer][target];
                if !self.officer_reserved[officer] && d < game.limit && d < best.0 {
                    best = (d, officer, target);
                }
            }
        }
        let (d, officer, target) = best;
        if d == f32::INFINITY {
            return false;
        }
        let mut nearest = (f32::INFINITY, None);
        for partner in 0..OFFICERS {
            if partner == officer || self.following_order[partner] || self.officer_reserved[partner]
            {
                continue;
            }
            let d = game.distances[partner][target];
            if d < game.limit && d < nearest.0 {
                nearest = (d, Some(partner as u8));
            }
        }
        self.plans[self.count] = Plan {
            officer: officer as u8,
            partner: nearest.1,
            target: target as u8,
            ..Plan::default()
        };
        self.count += 1;
        true
    }

    fn is_wanted(&self, target: usize) -> bool {
        self.surrendered[target] && !self.dead[target] && !self.restrained[target]
    }

    /// Returns true if there is a plan.
    pub fn is_active(&self) -> bool {
        self.count > 0
    }

    /// One frame.
    pub fn tick(&mut self, now: u32, game: &Game, mut begin: impl FnMut(Begin)) {
        let mut at = 0;
        while at < self.count {
            if self.carry_on(at, now, game, &mut begin) {
                // The younger plans keep their order.
                self.plans.copy_within(at + 1..self.count, at);
                self.count -= 1;
            } else {
                at += 1;
            }
        }
    }

    /// One frame of one plan; whether it has ended.
    fn carry_on(
        &mut self,
        at: usize,
        now: u32,
        game: &Game,
        begin: &mut impl FnMut(Begin),
    ) -> bool {
        let plan = &mut self.plans[at];
        let (officer, target) = (plan.officer as usize, plan.target as usize);
        match plan.stage {
            Stage::New => {
                let partner = plan.partner.map(usize::from);
                let taken = self.officer_reserved[officer]
                    || self.target_reserved[target]
                    || partner.is_some_and(|partner| self.officer_reserved[partner]);
                plan.stage = Stage::Restraining;
                plan.officer_until = now + game.restrain_ticks;
                plan.partner_until = now + game.complement_ticks;
                // The facts may have changed since it was planned.
                if taken || !self.is_wanted(target) {
                    return true;
                }
                self.officer_reserved[officer] = true;
                self.target_reserved[target] = true;
                begin(Begin::Restrain {
                    officer: officer as u8,
                    target: target as u8,
                });
                if let Some(partner) = partner {
                    self.officer_reserved[partner] = true;
                    begin(Begin::Complement {
                        officer: partner as u8,
                        target: target as u8,
                    });
                }
                false
            }
            Stage::Restraining if now < plan.officer_until => false,
            Stage::Restraining => {
                plan.stage = Stage::PartnerBusy;
                self.officer_reserved[officer] = false;
                self.target_reserved[target] = false;
                self.free_partner(at, now)
            }
            Stage::PartnerBusy => self.free_partner(at, now),
        }
    }

    fn free_partner(&mut self, at: usize, now: u32) -> bool {
        let plan = &self.plans[at];
        match plan.partner {
            Some(_) if now < plan.partner_until => false,
            Some(partner) => {
                self.officer_reserved[partner as usize] = false;
                true
            }
            None => true,
        }
    }
}
