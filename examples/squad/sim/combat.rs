//! Shots and wounds.

use super::World;
use super::ids::{PersonId, Spot};
use super::log::Happening;
use super::people::{Mode, officer_ids, suspect_id};

const OFFICER_RELOAD: u32 = 6;
const SUSPECT_RELOAD: u32 = 8;

impl World {
    /// Fires one shot if the weapon is ready. Wounded officers shoot worse.
    pub(super) fn officer_shoots(&mut self, who: PersonId, target: PersonId) {
        let officer = &mut self.officers[who.index()];
        if officer.reload > 0 {
            return;
        }
        officer.reload = OFFICER_RELOAD;
        let unsteady = if officer.hurt() { 15 } else { 0 };
        let range = self
            .map
            .range(self.officers[who.index()].spot, self.spot_of(target));
        if self.rng.percent(50 - 2 * range - unsteady) {
            self.hit_suspect(target, who);
        }
    }

    /// Fires at the nearest visible suspect who fights.
    pub(super) fn shoot_at_shooters(&mut self, who: PersonId) {
        let spot = self.officers[who.index()].spot;
        let shooters = (0..self.suspects.len()).filter(|&index| {
            let suspect = &self.suspects[index];
            suspect.mode == Mode::Fighting && self.officer_sees(who, suspect.spot)
        });
        if let Some(index) =
            shooters.min_by_key(|&index| self.map.range(spot, self.suspects[index].spot))
        {
            self.officer_shoots(who, suspect_id(index));
        }
    }

    fn hit_suspect(&mut self, whom: PersonId, by: PersonId) {
        let damage = self.rng.between(20, 45);
        let nerve = self.rng.between(0, 99);
        let survives = self.rng.percent(30);
        let Some(suspect) = self.suspect_mut(whom) else {
            return;
        };
        suspect.health -= damage;
        let (health, fights) = (suspect.health, suspect.mode == Mode::Fighting);
        if health <= 0 {
            self.set_mode(
                whom,
                if survives {
                    Mode::PlayingDead
                } else {
                    Mode::Dead
                },
            );
            self.log(Happening::Falls { whom, by });
        } else {
            self.log(Happening::SuspectHit { whom, by });
            if nerve < if fights { 30 } else { 60 } {
                self.give_up(whom);
            }
        }
    }

    pub(super) fn give_up(&mut self, whom: PersonId) {
        self.set_mode(whom, Mode::Surrendered);
        self.log(Happening::Surrenders { whom });
    }

    pub(super) fn suspect_shoots(&mut self, by: PersonId, from: Spot) {
        let in_view = officer_ids().filter(|&who| self.officer_sees(who, from));
        let nearest =
            in_view.min_by_key(|who| self.map.range(self.officers[who.index()].spot, from));
        let Some(who) = nearest else { return };
        if let Some(suspect) = self.suspect_mut(by) {
            suspect.pause = SUSPECT_RELOAD;
        }
        let range = self.map.range(self.officers[who.index()].spot, from);
        if !self.rng.percent(48 - range) {
            return;
        }
        let damage = self.rng.between(20, 42);
        let officer = &mut self.officers[who.index()];
        officer.health = (officer.health - damage).max(0);
        let health = officer.health;
        if health > 0 {
            self.log(Happening::OfficerHit { who, by, health });
        } else {
            officer.doing = None;
            officer.saying.clear();
            self.log(Happening::OfficerDies { who, by });
        }
    }
}
