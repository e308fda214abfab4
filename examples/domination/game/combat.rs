//! Sight, shots and wounds.

use super::body::Body;
use super::map::Map;
use super::reactions::{Enemy, Senses};
use super::server::TICKS_A_SECOND;
use crate::kit::rng::Rng;
use crate::terms::Foe;

/// The health of a bot that has just spawned.
pub const HEALTH: i32 = 100;
/// The health that a hit costs.
const DAMAGE: i32 = 12;
/// The range of sight and of shots, in metres.
const RANGE: f32 = 28.0;
/// Bots see up to sixty degrees to either side: the cosine of that.
const FIELD_OF_VIEW: f32 = 0.5;
/// Teammates within this distance are near, in metres.
const NEAR: f32 = 12.0;
/// Ticks between two shots.
const RELOAD: u32 = TICKS_A_SECOND * 6 / 10;
/// The number of ticks without danger after which a bot recovers, by one point per tick.
const RECOVERY: u32 = 5 * TICKS_A_SECOND;

/// Returns the percentage of shots that hit at this distance in metres.
pub fn hit_chance(metres: f32) -> i32 {
    (80 - (3.0 * metres) as i32).max(5)
}

/// A shot in the air, by the indices of shooter and target in their teams.
pub struct Shot {
    pub by: usize,
    pub at: usize,
}

impl Body {
    /// Returns true if it sees the other body: alive, in range, in its field of view, and without a wall in between.
    pub fn sees(&self, map: &Map, other: &Body) -> bool {
        if !self.is_alive() || !other.is_alive() || self.at.metres(other.at) > RANGE {
            return false;
        }
        let in_view = self
            .at
            .direction(other.at)
            .is_none_or(|(x, y)| x * self.facing.0 + y * self.facing.1 >= FIELD_OF_VIEW);
        in_view && map.sees(self.at, other.at)
    }

    /// Recovers health after some time without danger.
    pub fn recover(&mut self, now: u32) {
        if self.is_alive() && now >= self.danger + RECOVERY {
            self.health = (self.health + 1).min(HEALTH);
        }
    }
}

/// Returns what bot `index` of `own` notices of `foes`.
pub fn senses(map: &Map, own: &[Body], index: usize, foes: &[Body]) -> Senses {
    let body = &own[index];
    if !body.is_alive() {
        return Senses::default();
    }
    let mut senses = Senses::default();
    for (foe, other) in (0..).map(Foe).zip(foes) {
        // A bot that is shot at turns round and sees the shooter.
        let shooter = body.alarm == Some(foe) && other.is_alive() && map.sees(body.at, other.at);
        if !shooter && !body.sees(map, other) {
            continue;
        }
        senses.enemies += 1;
        let metres = body.at.metres(other.at);
        if senses.enemy.is_none_or(|nearest| metres < nearest.metres) {
            senses.enemy = Some(Enemy {
                foe,
                at: other.at,
                near: other.near(map),
                metres,
            });
        }
    }
    let is_near = |(mate, other): (usize, &Body)| {
        mate != index && other.is_alive() && other.at.metres(body.at) <= NEAR
    };
    senses.mates = own.iter().enumerate().filter(|pair| is_near(*pair)).count();
    senses
}

/// Returns the shots that a side fires in this tick. Each bot shoots at its prey if it sees it.
pub fn fire(map: &Map, own: &mut [Body], foes: &[Body], now: u32) -> Vec<Shot> {
    let mut shots = Vec::new();
    for (by, body) in own.iter_mut().enumerate() {
        let Some(prey) = body.prey.filter(|prey| prey.in_sight) else {
            continue;
        };
        let at = prey.foe.index();
        if now >= body.loaded && foes.get(at).is_some_and(|foe| body.sees(map, foe)) {
            body.loaded = now + RELOAD;
            shots.push(Shot { by, at });
        }
    }
    shots
}

/// Applies the damage of shots. Both sides fire before any of them lands, so neither has an advantage.
pub fn land(shots: &[Shot], shooters: &[Body], targets: &mut [Body], rng: &mut Rng, now: u32) {
    for shot in shots {
        let metres = shooters[shot.by].at.metres(targets[shot.at].at);
        let target = &mut targets[shot.at];
        target.alarm = Some(Foe(shot.by as u8));
        target.danger = now;
        if rng.percent(hit_chance(metres)) {
            target.health -= DAMAGE;
        }
    }
}
