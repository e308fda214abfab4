//! The improved team: each bot goes for the nearest point that its team does not hold, and patrols between the points if it holds
//! all. Bots do not coordinate.

use super::Orders;
use crate::game::{Map, Order, Report};
use crate::kit::rng::Rng;
use crate::terms::{Bot, Waypoint};

/// A bot's own knowledge of itself.
#[derive(Clone, Copy, Default)]
struct Own {
    /// The waypoint that it passed last; `None` while it is dead.
    at: Option<Waypoint>,
    goal: Option<Waypoint>,
}

pub struct Improved {
    bots: Vec<Own>,
    points: Vec<Waypoint>,
    ours: Vec<Waypoint>,
    rng: Rng,
}

impl Improved {
    pub fn new(map: &Map, size: usize, rng: Rng) -> Improved {
        Improved {
            bots: vec![Own::default(); size],
            points: map.points.iter().map(|(point, _)| *point).collect(),
            ours: Vec::new(),
            rng,
        }
    }

    pub fn think(&mut self, map: &Map, reports: &[Report], orders: &mut Orders) {
        for report in reports {
            self.hear(*report);
        }
        for index in 0..self.bots.len() {
            let Own { at: Some(at), goal } = self.bots[index] else {
                continue;
            };
            let settled = |goal: Waypoint| !self.ours.contains(&goal) || self.all_are_ours();
            if goal.is_some_and(settled) {
                continue;
            }
            let order = self.choose(map, at);
            self.bots[index].goal = order.goal();
            orders.push((Bot(index as u8), order));
        }
    }

    fn hear(&mut self, report: Report) {
        match report {
            Report::Spawned { bot, at } | Report::Arrived { bot, at } => {
                self.bots[bot.index()] = Own {
                    at: Some(at),
                    goal: None,
                };
            }
            Report::Passed { bot, at } => self.bots[bot.index()].at = Some(at),
            Report::Died { bot } => self.bots[bot.index()] = Own::default(),
            Report::Holds { point, ours } => {
                self.ours.retain(|other| *other != point);
                if ours {
                    self.ours.push(point);
                }
            }
            Report::Sees { .. } | Report::LostSight { .. } => {}
        }
    }

    fn all_are_ours(&self) -> bool {
        self.ours.len() == self.points.len()
    }

    /// Orders a bot to take the nearest point that is not ours, or to watch another point if all are ours.
    fn choose(&mut self, map: &Map, at: Waypoint) -> Order {
        let far = |point: &Waypoint| map.metres(at, *point);
        let to_take = self.points.iter().copied();
        let to_take = to_take.filter(|point| !self.ours.contains(point));
        if let Some(nearest) = to_take.min_by(|a, b| far(a).total_cmp(&far(b))) {
            return Order::Go(nearest);
        }
        let others = self.points.iter().copied();
        let others: Vec<Waypoint> = others.filter(|point| *point != at).collect();
        Order::Watch(self.rng.pick(&others).copied().unwrap_or(at))
    }
}
