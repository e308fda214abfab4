//! Logistics with arrays: package after package.

/// A step of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Drive(u16, u16),
    Fly(u16, u16),
    LoadTruck(u16, u16),
    UnloadTruck(u16, u16),
    LoadPlane(u16, u16),
    UnloadPlane(u16, u16),
}

/// A problem. Everything is numbered as in the domain.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Logistics {
    /// By location.
    pub city_of: Vec<u16>,
    /// By city.
    pub airport: Vec<u16>,
    pub truck_of: Vec<u16>,
    /// By truck.
    pub truck_at: Vec<u16>,
    /// Where each plane is, in order; the first is number 1.
    pub planes: Vec<u16>,
    /// By package from 1: its place and its destination.
    pub at: Vec<u16>,
    pub goal: Vec<u16>,
}

impl Logistics {
    pub fn copy_from(&mut self, other: &Logistics) {
        self.truck_at.copy_from_slice(&other.truck_at);
        self.planes.copy_from_slice(&other.planes);
        self.at.copy_from_slice(&other.at);
    }

    pub fn solve(&mut self, plan: &mut Vec<Step>) {
        plan.clear();
        for package in 1..self.at.len() as u16 {
            let (from, to) = (self.at[package as usize], self.goal[package as usize]);
            if from == to {
                continue;
            }
            let (here, there) = (self.city_of[from as usize], self.city_of[to as usize]);
            if here == there {
                self.by_truck(package, from, to, plan);
                continue;
            }
            let (departure, arrival) = (self.airport[here as usize], self.airport[there as usize]);
            self.by_truck(package, from, departure, plan);
            self.by_plane(package, departure, arrival, plan);
            self.by_truck(package, arrival, to, plan);
        }
    }

    fn by_truck(&mut self, package: u16, from: u16, to: u16, plan: &mut Vec<Step>) {
        if from == to {
            return;
        }
        let truck = self.truck_of[self.city_of[from as usize] as usize];
        self.drive(truck, from, plan);
        plan.push(Step::LoadTruck(package, truck));
        self.drive(truck, to, plan);
        plan.push(Step::UnloadTruck(package, truck));
        self.at[package as usize] = to;
    }

    fn drive(&mut self, truck: u16, to: u16, plan: &mut Vec<Step>) {
        if self.truck_at[truck as usize] != to {
            self.truck_at[truck as usize] = to;
            plan.push(Step::Drive(truck, to));
        }
    }

    fn by_plane(&mut self, package: u16, from: u16, to: u16, plan: &mut Vec<Step>) {
        let plane = match self.planes.iter().position(|at| *at == from) {
            Some(plane) => plane,
            None => {
                plan.push(Step::Fly(1, from));
                0
            }
        };
        let name = plane as u16 + 1;
        plan.push(Step::LoadPlane(package, name));
        plan.push(Step::Fly(name, to));
        self.planes[plane] = to;
        plan.push(Step::UnloadPlane(package, name));
        self.at[package as usize] = to;
    }
}
