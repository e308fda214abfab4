//! Logistics with arrays, a tree of the plan and undo. It can come back to each choice of a plane, not to the order of
//! deliveries, which the domain leaves open.

use super::logistics::{Logistics, Step};
use super::tree::{Heights, TreePlan};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    DeliverFrom(u16),
    Deliver(u16, u16),
    ByTruck(u16, u16, u16),
    DriveTo(u16, u16),
    ByPlane(u16, u16, u16),
    Carry(u16, u16, u16),
}

/// A place in memory that changes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Place {
    Truck(u16),
    Plane(u16),
    Package(u16),
}

/// Below this a package is at a location; from it on, in a vehicle.
const IN_VEHICLE: u16 = 1 << 15;

/// A choice among planes with a further one.
#[derive(Clone, Copy, Debug)]
struct Choice {
    heights: Heights,
    flight: Flight,
    /// The next plane to try, by index. Whether one has to be there already.
    plane: u16,
    is_there: bool,
}

/// A delivery by plane: its node, and the node of the deliveries around it.
#[derive(Clone, Copy, Debug)]
struct Flight {
    package: u16,
    to: u16,
    departure: u16,
    arrival: u16,
    node: u32,
    deliveries: u32,
}

pub struct LogisticsWithTree {
    problem: Logistics,
    plan: TreePlan<Task, Step, Place>,
    choices: Vec<Choice>,
}

impl LogisticsWithTree {
    pub fn new(problem: Logistics) -> LogisticsWithTree {
        let packages = problem.at.len();
        LogisticsWithTree {
            problem,
            plan: TreePlan::with_capacity(16 * packages),
            choices: Vec::with_capacity(packages),
        }
    }

    pub fn plan(&self) -> &TreePlan<Task, Step, Place> {
        &self.plan
    }

    pub fn problem(&self) -> &Logistics {
        &self.problem
    }

    /// Undoes everything.
    pub fn clear(&mut self) {
        let problem = &mut self.problem;
        self.plan.clear(|place, old| *of(problem, place) = old);
        self.choices.clear();
    }

    /// Finds the first plan, from the facts of the start.
    pub fn solve(&mut self) {
        self.clear();
        self.deliver_from(1, u32::MAX);
    }

    /// Finds a plan with another plane. Returns false at the end.
    pub fn next(&mut self) -> bool {
        while let Some(choice) = self.choices.pop() {
            let problem = &mut self.problem;
            self.plan
                .return_to(choice.heights, |place, old| *of(problem, place) = old);
            let flight = choice.flight;
            if self.fly_from(choice.plane, choice.is_there, flight) {
                self.by_truck(flight.package, flight.arrival, flight.to, flight.node);
                self.deliver_from(flight.package + 1, flight.deliveries);
                return true;
            }
        }
        false
    }

    fn deliver_from(&mut self, first: u16, parent: u32) {
        let mut parent = parent;
        for package in first..self.problem.at.len() as u16 {
            parent = self.plan.begin(Task::DeliverFrom(package), 0, parent);
            self.deliver(package, parent);
        }
        let end = self.problem.at.len() as u16;
        self.plan.begin(Task::DeliverFrom(end), 1, parent);
    }

    fn deliver(&mut self, package: u16, deliveries: u32) {
        let problem = &self.problem;
        let (from, to) = (problem.at[package as usize], problem.goal[package as usize]);
        let task = Task::Deliver(package, to);
        if from == to {
            self.plan.begin(task, 0, deliveries);
            return;
        }
        let (here, there) = (problem.city_of[from as usize], problem.city_of[to as usize]);
        let (departure, arrival) = (
            problem.airport[here as usize],
            problem.airport[there as usize],
        );
        if here == there {
            let node = self.plan.begin(task, 1, deliveries);
            self.by_truck(package, from, to, node);
            return;
        }
        let node = self.plan.begin(task, 2, deliveries);
        self.by_truck(package, from, departure, node);
        let flight = Flight {
            package,
            to,
            departure,
            arrival,
            node,
            deliveries,
        };
        let is_there = self.problem.planes.contains(&departure);
        self.fly_from(0, is_there, flight);
        self.by_truck(package, arrival, to, node);
    }

    fn by_truck(&mut self, package: u16, from: u16, to: u16, parent: u32) {
        let task = Task::ByTruck(package, from, to);
        if from == to {
            self.plan.begin(task, 0, parent);
            return;
        }
        let node = self.plan.begin(task, 1, parent);
        let truck = self.problem.truck_of[self.problem.city_of[from as usize] as usize];
        self.drive_to(truck, from, node);
        self.set(Place::Package(package), IN_VEHICLE | truck);
        self.plan.step(Step::LoadTruck(package, truck), node);
        self.drive_to(truck, to, node);
        self.set(Place::Package(package), to);
        self.plan.step(Step::UnloadTruck(package, truck), node);
    }

    fn drive_to(&mut self, truck: u16, to: u16, parent: u32) {
        let is_there = self.problem.truck_at[truck as usize] == to;
        let node = self
            .plan
            .begin(Task::DriveTo(truck, to), u8::from(!is_there), parent);
        if !is_there {
            self.set(Place::Truck(truck), to);
            self.plan.step(Step::Drive(truck, to), node);
        }
    }

    /// Carries a package with the first suitable plane from an index on. Returns false if no plane is suitable.
    fn fly_from(&mut self, first: u16, is_there: bool, flight: Flight) -> bool {
        let Flight {
            package,
            departure: from,
            arrival: to,
            ..
        } = flight;
        let planes = &self.problem.planes;
        let suits = |plane: &u16| !is_there || planes[*plane as usize] == from;
        let mut suitable = (first..planes.len() as u16).filter(suits);
        let Some(plane) = suitable.next() else {
            return false;
        };
        if let Some(other) = suitable.next() {
            self.choices.push(Choice {
                heights: self.plan.heights(),
                flight,
                plane: other,
                is_there,
            });
        }
        let (task, branch) = (Task::ByPlane(package, from, to), u8::from(!is_there));
        let node = self.plan.begin(task, branch, flight.node);
        if !is_there {
            self.fly(plane, from, node);
        }
        let name = plane + 1;
        let node = self.plan.begin(Task::Carry(package, name, to), 0, node);
        self.set(Place::Package(package), IN_VEHICLE | name);
        self.plan.step(Step::LoadPlane(package, name), node);
        self.fly(plane, to, node);
        self.set(Place::Package(package), to);
        self.plan.step(Step::UnloadPlane(package, name), node);
        true
    }

    fn fly(&mut self, plane: u16, to: u16, node: u32) {
        self.set(Place::Plane(plane), to);
        self.plan.step(Step::Fly(plane + 1, to), node);
    }

    fn set(&mut self, place: Place, value: u16) {
        let at = of(&mut self.problem, place);
        self.plan.log(place, *at);
        *at = value;
    }
}

fn of(problem: &mut Logistics, place: Place) -> &mut u16 {
    match place {
        Place::Truck(truck) => &mut problem.truck_at[truck as usize],
        Place::Plane(plane) => &mut problem.planes[plane as usize],
        Place::Package(package) => &mut problem.at[package as usize],
    }
}
