//! Where the time of a match goes, for both teams alike: the figures that explain who wins.

use crate::game::{Body, Server, Side, State, TICKS_A_SECOND, other};
use crate::terms::{POINTS, Waypoint};

/// Who is nearer than this takes part in a fight, in metres.
const NEAR: f32 = 12.0;
/// A point that is nearer than this is on a bot's way, in metres on foot.
const BESIDE: f32 = 8.0;

/// What one team's time went into: ticks of its bots, added up, unless it says otherwise.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// By number of points: ticks of the match in which the team held so many.
    pub holding: [u64; POINTS + 1],
    pub dead: u64,
    /// With an enemy in sight.
    pub fighting: u64,
    /// After an enemy who is out of sight, or on the run.
    pub chasing: u64,
    /// At a point of its own team.
    pub guarding: u64,
    /// On the way.
    pub walking: u64,
    /// With nothing to do: without an order, or with one that is carried out.
    pub idle: u64,
    /// Sent to a point that a mate is sent to, too.
    pub together: u64,
    /// On the way with a point beside it that is not its team's, and that it does not go for.
    pub passing: u64,
    /// How often a point that was lost was had again, and how many ticks it took in all.
    pub regained: u64,
    pub lost: u64,
    /// How many died, and how many of those with more enemies than friends around.
    pub deaths: u64,
    pub outnumbered: u64,
}

/// Keeps the accounts of a match.
#[derive(Clone, Debug, Default)]
pub struct Accountant {
    pub accounts: [Account; 2],
    /// By side and point: whether the side holds it, and when it lost it.
    ours: [[bool; POINTS]; 2],
    lost: [[Option<u32>; POINTS]; 2],
    alive: [Vec<bool>; 2],
}

impl Accountant {
    /// Looks at the game after a tick.
    pub fn look(&mut self, server: &Server<'_>) {
        for side in [0, 1] {
            self.points(server, side);
            self.bots(server, side);
            let alive = server.bodies[side].iter().map(Body::is_alive);
            self.alive[side] = alive.collect();
        }
    }

    fn points(&mut self, server: &Server<'_>, side: Side) {
        let account = &mut self.accounts[side];
        let mut many = 0;
        for (index, (point, _)) in server.map.points.iter().enumerate() {
            let now = server.holder(*point) == Some(side);
            let before = std::mem::replace(&mut self.ours[side][index], now);
            many += usize::from(now);
            let lost = &mut self.lost[side][index];
            if before && !now {
                *lost = Some(server.now);
            }
            if let Some(since) = lost.take_if(|_| now) {
                account.regained += 1;
                account.lost += u64::from(server.now - since);
            }
        }
        account.holding[many] += 1;
    }

    fn bots(&mut self, server: &Server<'_>, side: Side) {
        let account = &mut self.accounts[side];
        for (index, body) in server.bodies[side].iter().enumerate() {
            if body.is_alive() {
                account.bot(server, side, index);
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
    /// A tick of a bot that is alive.
    fn bot(&mut self, server: &Server<'_>, side: Side, index: usize) {
        let (map, bodies) = (server.map, &server.bodies[side]);
        let body = &bodies[index];
        let is_point = |at: Waypoint| map.letter(at).is_some();
        let is_ours = |point: Waypoint| server.holder(point) == Some(side);
        let stands_on_ours = body.from == body.to && is_point(body.from) && is_ours(body.from);
        let share = if body.sees_prey() {
            &mut self.fighting
        } else if matches!(body.state, State::Hunt | State::Flee) {
            &mut self.chasing
        } else if body.is_idle() {
            &mut self.idle
        } else if stands_on_ours {
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

    pub fn join(&mut self, other: &Account) {
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
        self.lost += other.lost;
        self.deaths += other.deaths;
        self.outnumbered += other.outnumbered;
    }

    /// Ticks of the team's bots, dead or alive.
    pub fn all(&self) -> u64 {
        self.dead + self.fighting + self.chasing + self.guarding + self.walking + self.idle
    }

    /// From losing a point to having it again, in seconds: the mean.
    pub fn seconds_lost(&self) -> f64 {
        self.lost as f64 / f64::from(TICKS_A_SECOND) / self.regained.max(1) as f64
    }
}

/// A part of a whole.
pub fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
