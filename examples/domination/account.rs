//! How both teams spend a match: the figures that explain who wins.

use crate::game::{Body, Server, Side, State, TICKS_A_SECOND, other};
use crate::kit::json::json_object;
use crate::terms::{POINTS, Waypoint};

/// Bots nearer than this take part in a fight, in metres.
const NEAR: f32 = 12.0;
/// A point nearer than this is on a bot's way, in metres on foot.
const BESIDE: f32 = 8.0;

/// How one team spent its time. Unless a field says otherwise, the unit is bot ticks, summed over the team.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// Indexed by a number of points: match ticks in which the team held exactly that many.
    pub holding: [u64; POINTS + 1],
    pub dead: u64,
    /// With an enemy in sight.
    pub fighting: u64,
    /// In pursuit of an enemy out of sight, or fleeing.
    pub chasing: u64,
    /// At a point of its own team.
    pub guarding: u64,
    /// On the way to a goal.
    pub walking: u64,
    /// Without an order, or with an order that is complete.
    pub idle: u64,
    /// Sent to the same point as a teammate.
    pub together: u64,
    /// Walking close past a point that the team could take but that is not the bot's goal.
    pub passing: u64,
    /// The number of lost points that were retaken.
    pub regained: u64,
    /// The ticks from loss to retaking, summed over all retaken points.
    pub ticks_lost: u64,
    /// The number of deaths.
    pub deaths: u64,
    /// The number of deaths with more enemies than teammates near.
    pub outnumbered: u64,
}

json_object!(Account {
    holding,
    dead,
    fighting,
    chasing,
    guarding,
    walking,
    idle,
    together,
    passing,
    regained,
    ticks_lost,
    deaths,
    outnumbered,
});

/// Collects the [`Account`] of each side during a match.
#[derive(Clone, Debug, Default)]
pub struct Accountant {
    pub accounts: [Account; 2],
    /// Indexed by side and point: true while the side holds the point.
    held: [[bool; POINTS]; 2],
    /// Indexed by side and point: the tick in which the side lost the point.
    lost: [[Option<u32>; POINTS]; 2],
    /// Indexed by side and bot: true if the bot was alive after the previous tick.
    alive: [Vec<bool>; 2],
}

impl Accountant {
    /// Adds the current tick. Called once after each tick.
    pub fn record(&mut self, server: &Server<'_>) {
        for side in [0, 1] {
            self.record_points(server, side);
            self.record_bots(server, side);
            let alive = server.bodies[side].iter().map(Body::is_alive);
            self.alive[side] = alive.collect();
        }
    }

    fn record_points(&mut self, server: &Server<'_>, side: Side) {
        let account = &mut self.accounts[side];
        let mut count = 0;
        for (index, (point, _)) in server.map.points.iter().enumerate() {
            let now = server.holder(*point) == Some(side);
            let before = std::mem::replace(&mut self.held[side][index], now);
            count += usize::from(now);
            let lost = &mut self.lost[side][index];
            if before && !now {
                *lost = Some(server.now);
            }
            if let Some(since) = lost.take_if(|_| now) {
                account.regained += 1;
                account.ticks_lost += u64::from(server.now - since);
            }
        }
        account.holding[count] += 1;
    }

    fn record_bots(&mut self, server: &Server<'_>, side: Side) {
        let account = &mut self.accounts[side];
        for (index, body) in server.bodies[side].iter().enumerate() {
            if body.is_alive() {
                account.record_living_bot(server, side, index);
                continue;
            }
            account.dead += 1;
            if self.alive[side].get(index) == Some(&true) {
                account.deaths += 1;
                account.outnumbered += u64::from(was_outnumbered(server, side, body));
            }
        }
    }
}

fn was_outnumbered(server: &Server<'_>, side: Side, dead: &Body) -> bool {
    let around = |side: Side| {
        let near = |body: &&Body| body.is_alive() && body.at.metres(dead.at) <= NEAR;
        server.bodies[side].iter().filter(near).count()
    };
    around(other(side)) > around(side) + 1
}

impl Account {
    /// Adds one tick of a living bot.
    fn record_living_bot(&mut self, server: &Server<'_>, side: Side, index: usize) {
        let (map, bodies) = (server.map, &server.bodies[side]);
        let body = &bodies[index];
        let is_point = |at: Waypoint| map.letter(at).is_some();
        let is_ours = |point: Waypoint| server.holder(point) == Some(side);
        let guards = body.from == body.to && is_point(body.from) && is_ours(body.from);
        let share = if body.sees_prey() {
            &mut self.fighting
        } else if matches!(body.state, State::Hunt | State::Flee) {
            &mut self.chasing
        } else if body.is_idle() {
            &mut self.idle
        } else if guards {
            &mut self.guarding
        } else {
            &mut self.walking
        };
        *share += 1;
        let with_mate = |goal: Waypoint| {
            let mut mates = bodies.iter().enumerate();
            let goes = |mate: &Body| mate.is_alive() && mate.goal == Some(goal);
            is_point(goal) && mates.any(|(other, mate)| other != index && goes(mate))
        };
        self.together += u64::from(body.goal.is_some_and(with_mate));
        let beside = |&(point, _): &(Waypoint, char)| {
            !is_ours(point) && body.goal != Some(point) && body.metres(map, point) < BESIDE
        };
        self.passing += u64::from(body.state == State::Go && map.points.iter().any(beside));
    }

    /// Adds the figures of another match.
    pub fn merge(&mut self, other: &Account) {
        for (own, other) in self.holding.iter_mut().zip(other.holding) {
            *own += other;
        }
        self.dead += other.dead;
        self.fighting += other.fighting;
        self.chasing += other.chasing;
        self.guarding += other.guarding;
        self.walking += other.walking;
        self.idle += other.idle;
        self.together += other.together;
        self.passing += other.passing;
        self.regained += other.regained;
        self.ticks_lost += other.ticks_lost;
        self.deaths += other.deaths;
        self.outnumbered += other.outnumbered;
    }

    /// Returns the ticks of all of the team's bots, dead or alive.
    pub fn total(&self) -> u64 {
        self.dead + self.fighting + self.chasing + self.guarding + self.walking + self.idle
    }

    /// Returns the mean time from losing a point to retaking it, in seconds.
    pub fn mean_seconds_lost(&self) -> f64 {
        self.ticks_lost as f64 / f64::from(TICKS_A_SECOND) / self.regained.max(1) as f64
    }
}

/// Returns `part` as a percentage of `whole`.
pub fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
