//! The standard team: its bots walk about, and go for a point if they happen to see one.

use super::Orders;
use crate::game::{Map, Order, Report};
use crate::terms::Waypoint;

/// The distance at which a bot notices a point, in metres.
const NOTICED: f32 = 16.0;

#[derive(Default)]
pub struct Standard {
    ours: Vec<Waypoint>,
}

impl Standard {
    pub fn think(&mut self, map: &Map, reports: &[Report], orders: &mut Orders) {
        for report in reports {
            match *report {
                Report::Holds { point, ours } => {
                    self.ours.retain(|other| *other != point);
                    if ours {
                        self.ours.push(point);
                    }
                }
                Report::Spawned { bot, at } | Report::Passed { bot, at } => {
                    if let Some(point) = self.point_in_sight(map, at) {
                        orders.push((bot, Order::Go(point)));
                    }
                }
                Report::Arrived { bot, .. } => orders.push((bot, Order::Stop)),
                Report::Died { .. } | Report::Sees { .. } | Report::LostSight { .. } => {}
            }
        }
    }

    /// Returns a point that is not ours and is visible from a waypoint.
    fn point_in_sight(&self, map: &Map, at: Waypoint) -> Option<Waypoint> {
        let here = map.place(at);
        let seen = |point: &Waypoint| {
            let there = map.place(*point);
            !self.ours.contains(point) && here.metres(there) <= NOTICED && map.sees(here, there)
        };
        map.points.iter().map(|(point, _)| *point).find(seen)
    }
}
