//! Hauling with arrays: crates that wait and crates inside a truck are lists, in order.

use crate::domains::haul::haul::{Fact, Task};
use crate::domains::haul::{Place, Roads};

/// A step of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Drive(u16, u16),
    PutIn(u16, u16),
    Unload(u16, u16),
}

impl Step {
    pub fn of(task: Task) -> Step {
        match task {
            Task::Drive { truck, to } => Step::Drive(truck.0, to.0),
            Task::PutIn { truck, box_ } => Step::PutIn(truck.0, box_.0),
            Task::Unload { truck, box_ } => Step::Unload(truck.0, box_.0),
            other => panic!("{other}"),
        }
    }
}

/// A problem. Everything is numbered as in the domain.
#[derive(Clone, Default)]
pub struct Haul {
    trucks: Vec<u16>,
    /// By truck.
    broken: Vec<bool>,
    parked: Vec<u16>,
    load: Vec<u32>,
    room: Vec<u32>,
    /// Crate and place.
    waiting: Vec<(u16, u16)>,
    /// By crate.
    weight: Vec<u32>,
    goal: Vec<u16>,
    /// Crate and truck.
    inside: Vec<(u16, u16)>,
}

impl Haul {
    pub fn new(facts: impl Iterator<Item = Fact>) -> Haul {
        let mut haul = Haul::default();
        for fact in facts {
            match fact {
                Fact::Truck(truck) => haul.trucks.push(truck.0),
                Fact::Broken(truck) => put(&mut haul.broken, truck.0, true),
                Fact::Parked(truck, place) => put(&mut haul.parked, truck.0, place.0),
                Fact::Load(truck, load) => put(&mut haul.load, truck.0, load),
                Fact::Room(truck, room) => put(&mut haul.room, truck.0, room),
                Fact::Waits(box_, place) => haul.waiting.push((box_.0, place.0)),
                Fact::Weight(box_, weight) => put(&mut haul.weight, box_.0, weight),
                Fact::Goal(box_, place) => put(&mut haul.goal, box_.0, place.0),
                Fact::Inside(..) => panic!("{fact}: trucks begin empty"),
            }
        }
        haul.broken.resize(haul.parked.len(), false);
        haul.inside.reserve(haul.waiting.len());
        haul
    }

    pub fn copy_from(&mut self, other: &Haul) {
        self.parked.copy_from_slice(&other.parked);
        self.load.copy_from_slice(&other.load);
        self.waiting.clear();
        self.waiting.extend_from_slice(&other.waiting);
        self.inside.clear();
    }

    pub fn solve(&mut self, roads: &Roads, plan: &mut Vec<Step>) {
        plan.clear();
        while let Some((truck, from)) = self.next(roads) {
            self.go(truck, from, plan);
            self.load_all(truck, from, plan);
            while let Some(to) = self.nearest_goal(truck, roads) {
                self.go(truck, to, plan);
                self.unload_at(truck, to, plan);
            }
        }
    }

    /// The first crate that a truck has room for: the nearest such truck, and where the crate is.
    fn next(&self, roads: &Roads) -> Option<(u16, u16)> {
        for &(box_, from) in &self.waiting {
            let mut nearest = (f32::INFINITY, u16::MAX);
            for &truck in &self.trucks {
                let t = usize::from(truck);
                if !self.broken[t] && self.fits(truck, box_) {
                    let way = roads.way(Place(self.parked[t]), Place(from));
                    if way < nearest.0 {
                        nearest = (way, truck);
                    }
                }
            }
            if nearest.1 != u16::MAX {
                return Some((nearest.1, from));
            }
        }
        None
    }

    fn fits(&self, truck: u16, box_: u16) -> bool {
        let (truck, box_) = (usize::from(truck), usize::from(box_));
        self.load[truck] + self.weight[box_] <= self.room[truck]
    }

    fn go(&mut self, truck: u16, to: u16, plan: &mut Vec<Step>) {
        let parked = &mut self.parked[usize::from(truck)];
        if *parked != to {
            *parked = to;
            plan.push(Step::Drive(truck, to));
        }
    }

    /// After each crate it looks from the first one on again, as the domain does.
    fn load_all(&mut self, truck: u16, from: u16, plan: &mut Vec<Step>) {
        let loadable =
            |haul: &Haul, &(box_, place): &(u16, u16)| place == from && haul.fits(truck, box_);
        while let Some(at) = self.waiting.iter().position(|waits| loadable(self, waits)) {
            let (box_, _) = self.waiting.remove(at);
            self.inside.push((box_, truck));
            self.load[usize::from(truck)] += self.weight[usize::from(box_)];
            plan.push(Step::PutIn(truck, box_));
        }
    }

    fn nearest_goal(&self, truck: u16, roads: &Roads) -> Option<u16> {
        let mut nearest = (f32::INFINITY, u16::MAX);
        let parked = Place(self.parked[usize::from(truck)]);
        for &(box_, carrier) in &self.inside {
            if carrier == truck {
                let to = self.goal[usize::from(box_)];
                let way = roads.way(parked, Place(to));
                if way < nearest.0 {
                    nearest = (way, to);
                }
            }
        }
        (nearest.1 != u16::MAX).then_some(nearest.1)
    }

    fn unload_at(&mut self, truck: u16, to: u16, plan: &mut Vec<Step>) {
        let (goal, weight, load) = (&self.goal, &self.weight, &mut self.load);
        self.inside.retain(|&(box_, carrier)| {
            let leaves = carrier == truck && goal[usize::from(box_)] == to;
            if leaves {
                load[usize::from(truck)] -= weight[usize::from(box_)];
                plan.push(Step::Unload(truck, box_));
            }
            !leaves
        });
    }
}

fn put<T: Copy + Default>(array: &mut Vec<T>, at: u16, value: T) {
    let at = usize::from(at);
    if array.len() <= at {
        array.resize(at + 1, T::default());
    }
    array[at] = value;
}
