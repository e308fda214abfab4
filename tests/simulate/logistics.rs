//! Packages, trucks and planes.

use std::collections::BTreeMap;

use crate::domains::instance::{list, number, text};
use crate::domains::json::Value;
use crate::domains::logistics::{Location, Package, Plane, Truck, logistics::Task};

#[derive(Clone, Copy, PartialEq, Debug)]
enum Place {
    Location(Location),
    Truck(Truck),
    Plane(Plane),
}

/// Returns the city of a location, and true for its airport. `loc3-1` is number 31.
fn city(location: Location) -> u16 {
    location.0 / 10
}

fn is_airport(location: Location) -> bool {
    location.0 % 10 == 1
}

fn location(value: &Value) -> Location {
    Location(text(value)[3..].replace('-', "").parse().expect("a number"))
}

/// Executes the steps and checks the goal.
pub fn check(instance: &Value, steps: impl Iterator<Item = Task>) {
    let mut trucks: BTreeMap<u16, Location> = BTreeMap::new();
    let mut planes: BTreeMap<u16, Location> = BTreeMap::new();
    let mut packages: BTreeMap<u16, Place> = BTreeMap::new();
    for truck in list(instance, "trucks") {
        trucks.insert(number(&truck[1]), location(&truck[2]));
    }
    for plane in list(instance, "planes") {
        planes.insert(number(&plane[0]), location(&plane[1]));
    }
    for package in list(instance, "packages") {
        packages.insert(number(&package[0]), Place::Location(location(&package[1])));
    }

    let mut go = |package: Package, from: Place, to: Place| {
        let place = packages.insert(package.0, to);
        assert_eq!(place, Some(from), "{package:?} is elsewhere");
    };
    for step in steps {
        match step {
            Task::Drive { truck, to } => {
                let from = trucks.insert(truck.0, to).expect("the truck is known");
                assert_eq!(city(from), city(to), "{step}: a truck stays in its city");
                assert_ne!(from, to, "{step}: it is there already");
            }
            Task::Fly { plane, to } => {
                let from = planes.insert(plane.0, to).expect("the plane is known");
                assert!(
                    is_airport(from) && is_airport(to),
                    "{step}: planes fly between airports"
                );
            }
            Task::LoadTruck { package, truck } => {
                go(
                    package,
                    Place::Location(trucks[&truck.0]),
                    Place::Truck(truck),
                );
            }
            Task::UnloadTruck { package, truck } => {
                go(
                    package,
                    Place::Truck(truck),
                    Place::Location(trucks[&truck.0]),
                );
            }
            Task::LoadPlane { package, plane } => {
                go(
                    package,
                    Place::Location(planes[&plane.0]),
                    Place::Plane(plane),
                );
            }
            Task::UnloadPlane { package, plane } => {
                go(
                    package,
                    Place::Plane(plane),
                    Place::Location(planes[&plane.0]),
                );
            }
            other => panic!("{other} is no step"),
        }
    }

    for package in list(instance, "packages") {
        let goal = Place::Location(location(&package[2]));
        assert_eq!(packages[&number(&package[0])], goal);
    }
}
