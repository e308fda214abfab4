//! The fight: positions, shelled roads, and hits. It does not depend on the planner.

use crate::field::{COLUMNS, Enemy, Field, Place, Vehicle};
use crate::kit::rng::Rng;

pub const TICKS_A_SECOND: u32 = 10;
/// Metres per tick.
const SPEED: f32 = 2.5;
/// The duration of a salvo in ticks.
const SALVO: u32 = 3 * TICKS_A_SECOND;
/// The duration of repairs at a depot in ticks.
const MENDING: u32 = 12 * TICKS_A_SECOND;

/// The state of an own vehicle.
#[derive(Clone, Debug)]
pub struct Ours {
    pub place: Place,
    pub hits: u8,
    pub activity: Activity,
}

/// The activity of an own vehicle. `ticks` is the remaining time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Activity {
    Nothing,
    Driving { to: Place, ticks: u32, of: u32 },
    Striking { target: Enemy, ticks: u32 },
    Suppressing { target: Enemy },
    Mending { ticks: u32 },
}

/// The state of an enemy vehicle.
#[derive(Clone, Debug)]
pub struct Theirs {
    pub place: Place,
    pub hits: u8,
    /// Ticks until it shoots.
    reload: u32,
    /// Ticks until it moves.
    stays: u32,
}

/// An event of the fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News {
    /// The activity of a vehicle ended; true for success.
    Over(Vehicle, bool),
    Hit(Vehicle),
    Lost(Vehicle),
    Destroyed(Enemy),
    /// A shell destroyed an enemy.
    Shelled(Enemy),
    Moved(Enemy, Place),
    Closed(Place, Place),
    Opened(Place, Place),
}

/// The fight.
#[derive(Clone, Debug)]
pub struct World {
    pub field: Field,
    pub tick: u32,
    pub ours: Vec<Option<Ours>>,
    pub theirs: Vec<Option<Theirs>>,
    /// Roads under fire, with the tick in which each opens again.
    pub closed: Vec<(Place, Place, u32)>,
    rng: Rng,
}

impl World {
    /// Creates a fight with own vehicles in the west, and enemies in the middle and in the east.
    pub fn new(seed: u64, ours: usize, theirs: usize) -> World {
        let mut rng = Rng::new(seed);
        let field = Field::new(&mut rng);
        let mut west: Vec<Place> = Field::column(0).chain(Field::column(1)).collect();
        let mut east: Vec<Place> = (3..COLUMNS).flat_map(Field::column).collect();
        rng.shuffle(&mut west);
        rng.shuffle(&mut east);
        let ours = west.into_iter().take(ours).map(|place| {
            Some(Ours {
                place,
                hits: 0,
                activity: Activity::Nothing,
            })
        });
        let ours = ours.collect();
        let theirs = east.into_iter().take(theirs).map(|place| {
            Some(Theirs {
                place,
                hits: 0,
                reload: rng.below(50) as u32,
                stays: 60 + rng.below(120) as u32,
            })
        });
        let theirs = theirs.collect();
        World {
            field,
            tick: 0,
            ours,
            theirs,
            closed: Vec::new(),
            rng,
        }
    }

    pub fn ours(&self) -> impl Iterator<Item = (Vehicle, &Ours)> {
        let alive = |(at, one): (usize, &'_ Option<Ours>)| one.is_some().then_some(at);
        let alive = self.ours.iter().enumerate().filter_map(alive);
        alive.filter_map(|at| Some((Vehicle(at as u8), self.ours[at].as_ref()?)))
    }

    pub fn theirs(&self) -> impl Iterator<Item = (Enemy, &Theirs)> + Clone {
        let all = self.theirs.iter().enumerate();
        all.filter_map(|(at, one)| Some((Enemy(at as u8), one.as_ref()?)))
    }

    /// Starts an activity. Does nothing if the vehicle is lost.
    pub fn start(&mut self, who: Vehicle, activity: Activity) {
        if let Some(one) = &mut self.ours[usize::from(who.0)] {
            one.activity = activity;
        }
    }

    pub fn drive(&self, who: Vehicle, to: Place) -> Activity {
        let from = self.ours[usize::from(who.0)]
            .as_ref()
            .map_or(to, |one| one.place);
        let ticks = (self.field.metres(from, to) / SPEED) as u32 + 1;
        Activity::Driving {
            to,
            ticks,
            of: ticks,
        }
    }

    pub fn strike(&self, target: Enemy) -> Activity {
        Activity::Striking {
            target,
            ticks: SALVO,
        }
    }

    pub fn mend(&self) -> Activity {
        Activity::Mending { ticks: MENDING }
    }

    /// Simulates a tenth of a second.
    pub fn step(&mut self) -> Vec<News> {
        self.tick += 1;
        let mut news = Vec::new();
        self.shell(&mut news);
        self.ours_act(&mut news);
        self.theirs_act(&mut news);
        news
    }

    /// Lets shells close roads for a while and, rarely, destroy an enemy.
    fn shell(&mut self, news: &mut Vec<News>) {
        let now = self.tick;
        self.closed.retain(|(from, to, until)| {
            let stays = *until > now;
            if !stays {
                news.push(News::Opened(*from, *to));
            }
            stays
        });
        if self.rng.below(40) == 0
            && let Some(&(from, to)) = self.rng.pick(self.field.roads())
            && !self.is_closed(from, to)
        {
            let until = now + 80 + self.rng.below(150) as u32;
            self.closed.push((from, to, until));
            news.push(News::Closed(from, to));
        }
        if self.rng.below(500) == 0 {
            let alive: Vec<Enemy> = self.theirs().map(|(enemy, _)| enemy).collect();
            if let Some(enemy) = self.rng.pick(&alive) {
                self.theirs[usize::from(enemy.0)] = None;
                news.push(News::Shelled(*enemy));
            }
        }
    }

    pub fn is_closed(&self, from: Place, to: Place) -> bool {
        let is_it =
            |(a, b, _): &(Place, Place, u32)| (*a, *b) == (from, to) || (*b, *a) == (from, to);
        self.closed.iter().any(is_it)
    }

    fn ours_act(&mut self, news: &mut Vec<News>) {
        for at in 0..self.ours.len() {
            let who = Vehicle(at as u8);
            let Some(one) = &mut self.ours[at] else {
                continue;
            };
            match &mut one.activity {
                Activity::Nothing | Activity::Suppressing { .. } => continue,
                Activity::Driving { ticks, .. }
                | Activity::Striking { ticks, .. }
                | Activity::Mending { ticks } => {
                    *ticks = ticks.saturating_sub(1);
                    if *ticks > 0 {
                        continue;
                    }
                }
            }
            let activity = std::mem::replace(&mut one.activity, Activity::Nothing);
            let well = match activity {
                // One drive in twenty ends in a ditch, and the vehicle returns.
                Activity::Driving { to, .. } => {
                    let arrives = !self.rng.percent(5);
                    if let (true, Some(one)) = (arrives, &mut self.ours[at]) {
                        one.place = to;
                    }
                    arrives
                }
                Activity::Mending { .. } => {
                    one.hits = 0;
                    true
                }
                Activity::Striking { target, .. } => self.salvo(target, news),
                Activity::Nothing | Activity::Suppressing { .. } => continue,
            };
            news.push(News::Over(who, well));
        }
    }

    /// Fires a salvo. Returns true if it destroys the target, which takes two hits.
    fn salvo(&mut self, target: Enemy, news: &mut Vec<News>) -> bool {
        let chance = if self.is_suppressed(target) { 75 } else { 55 };
        let hits = self.rng.percent(chance);
        let Some(enemy) = &mut self.theirs[usize::from(target.0)] else {
            return true;
        };
        enemy.hits += u8::from(hits);
        let destroyed = enemy.hits >= 2;
        if destroyed {
            self.theirs[usize::from(target.0)] = None;
            news.push(News::Destroyed(target));
        }
        destroyed
    }

    pub fn is_suppressed(&self, target: Enemy) -> bool {
        self.ours()
            .any(|(_, one)| one.activity == Activity::Suppressing { target })
    }

    fn theirs_act(&mut self, news: &mut Vec<News>) {
        for at in 0..self.theirs.len() {
            let enemy = Enemy(at as u8);
            let suppressed = self.is_suppressed(enemy);
            let Some(one) = &mut self.theirs[at] else {
                continue;
            };
            one.reload = one.reload.saturating_sub(1);
            one.stays = one.stays.saturating_sub(1);
            let (place, shoots, moves) =
                (one.place, one.reload == 0, one.stays == 0 && !suppressed);
            if shoots {
                one.reload = 45;
                self.shoot(place, if suppressed { 8 } else { 22 }, news);
            }
            if moves {
                self.wander(enemy, place, news);
            }
        }
    }

    fn shoot(&mut self, from: Place, chance: i32, news: &mut Vec<News>) {
        let seen = |(who, one): (Vehicle, &Ours)| self.field.sees(from, one.place).then_some(who);
        let seen: Vec<Vehicle> = self.ours().filter_map(seen).collect();
        let Some(&who) = self.rng.pick(&seen) else {
            return;
        };
        if !self.rng.percent(chance) {
            return;
        }
        let one = &mut self.ours[usize::from(who.0)];
        let hits = one.as_mut().map_or(0, |one| {
            one.hits += 1;
            one.hits
        });
        if hits >= 2 {
            *one = None;
            news.push(News::Lost(who));
        } else {
            news.push(News::Hit(who));
        }
    }

    /// Moves an enemy to an adjacent place along an open road.
    fn wander(&mut self, enemy: Enemy, from: Place, news: &mut Vec<News>) {
        let roads = self.field.roads().iter();
        let open = roads.filter(|(a, b)| *a == from && !self.is_closed(*a, *b));
        let open: Vec<Place> = open.map(|(_, to)| *to).collect();
        let stays = 60 + self.rng.below(120) as u32;
        let to = self.rng.pick(&open).copied().unwrap_or(from);
        if let Some(one) = &mut self.theirs[usize::from(enemy.0)] {
            (one.place, one.stays) = (to, stays);
            news.push(News::Moved(enemy, to));
        }
    }
}
