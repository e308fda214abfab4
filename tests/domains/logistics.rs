//! Logistics: packages go by truck inside a city and by plane between airports. The deliveries are unordered.

use squad_htn::prelude::*;

use super::capacities::{CITIES, LOCATIONS, PACKAGES, PLANES};
use super::instance::{list, load, number, text};
use super::json::Value;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Package(pub u16);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Truck(pub u16);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Plane(pub u16);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct City(pub u16);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Location(pub u16);

htn_domain! {
    pub domain logistics;

    predicate in_city(Location => City) [LOCATIONS];
    predicate airport(City => Location) [CITIES];
    predicate truck_of(City => Truck) [CITIES];
    predicate truck_at(Truck => Location) [CITIES];
    predicate plane_at(Plane => Location) [PLANES];
    predicate at(Package => Location) [PACKAGES];
    predicate in_truck(Package => Truck) [PACKAGES];
    predicate in_plane(Package => Plane) [PACKAGES];
    predicate goal(Package => Location) [PACKAGES];

    operator drive(truck: Truck, to: Location) {
        if truck_at(truck, from) && in_city(from, city) && in_city(to, city);
        add truck_at(truck, to);
    }

    operator fly(plane: Plane, to: Location) {
        if airport(_, to);
        add plane_at(plane, to);
    }

    operator load_truck(package: Package, truck: Truck) {
        if at(package, place) && truck_at(truck, place);
        delete at(package, place);
        add in_truck(package, truck);
    }

    operator unload_truck(package: Package, truck: Truck) {
        if in_truck(package, truck) && truck_at(truck, place);
        delete in_truck(package, truck);
        add at(package, place);
    }

    operator load_plane(package: Package, plane: Plane) {
        if at(package, place) && plane_at(plane, place);
        delete at(package, place);
        add in_plane(package, plane);
    }

    operator unload_plane(package: Package, plane: Plane) {
        if in_plane(package, plane) && plane_at(plane, place);
        delete in_plane(package, plane);
        add at(package, place);
    }

    pub method deliver_from(package: Package) {
        branch more if goal(package, to) {
            unordered {
                deliver(package, to);
                deliver_from(Package(package.0 + 1));
            }
        }
        branch all_delivered {}
    }

    /// As `deliver_from`, in one statement.
    pub method deliver_all() { unordered for goal(package, to) { deliver(package, to); } }

    method deliver(package: Package, to: Location) {
        branch is_there if at(package, to) {}
        branch within_the_city if at(package, from) && in_city(from, city) && in_city(to, city) {
            by_truck(package, from, to);
        }
        branch between_cities
            if at(package, from) && in_city(from, here) && airport(here, departure)
                && in_city(to, there) && airport(there, arrival)
        {
            by_truck(package, from, departure);
            by_plane(package, departure, arrival);
            by_truck(package, arrival, to);
        }
    }

    method by_truck(package: Package, from: Location, to: Location) {
        branch is_there if from == to {}
        branch truck if in_city(from, city) && truck_of(city, truck) {
            drive_to(truck, from);
            load_truck(package, truck);
            drive_to(truck, to);
            unload_truck(package, truck);
        }
    }

    method drive_to(truck: Truck, to: Location) {
        branch is_there if truck_at(truck, to) {}
        branch goes { drive(truck, to); }
    }

    method by_plane(package: Package, from: Location, to: Location) {
        branch one_is_here if plane_at(plane, from) { carry(package, plane, to); }
        branch one_comes if plane_at(plane, _) { fly(plane, from); carry(package, plane, to); }
    }

    method carry(package: Package, plane: Plane, to: Location) {
        load_plane(package, plane);
        fly(plane, to);
        unload_plane(package, plane);
    }
}

/// Encodes `loc3-2` as a number: the city times 10 plus the location.
fn location(value: &Value) -> Location {
    let (city, place) = text(value)
        .strip_prefix("loc")
        .and_then(|rest| rest.split_once('-'))
        .expect("a location");
    Location(city.parse::<u16>().expect("a number") * 10 + place.parse::<u16>().expect("a number"))
}

/// Returns the facts of an instance. The first location of a city is its airport.
pub fn facts(instance: &Value) -> Vec<logistics::Fact> {
    use logistics::Fact;
    let mut facts = Vec::new();
    for (city, places) in list(instance, "cities").iter().zip(list(instance, "locs")) {
        let city = City(number(city));
        let places: Vec<_> = places
            .as_array()
            .expect("a list")
            .iter()
            .map(location)
            .collect();
        facts.push(Fact::Airport(city, places[0]));
        facts.extend(places.iter().map(|place| Fact::InCity(*place, city)));
    }
    for truck in list(instance, "trucks") {
        let city = number(&truck[1]);
        facts.push(Fact::TruckOf(City(city), Truck(city)));
        facts.push(Fact::TruckAt(Truck(city), location(&truck[2])));
    }
    for plane in list(instance, "planes") {
        facts.push(Fact::PlaneAt(Plane(number(&plane[0])), location(&plane[1])));
    }
    for package in list(instance, "packages") {
        let name = Package(number(&package[0]));
        facts.push(Fact::At(name, location(&package[1])));
        facts.push(Fact::Goal(name, location(&package[2])));
    }
    facts
}

/// Returns the state of an instance: `logistics10`, `logistics30` or `logistics60`.
pub fn state(name: &str) -> logistics::State {
    read(&load(name))
}

/// Returns the state of an instance that was read or generated.
pub fn read(instance: &Value) -> logistics::State {
    logistics::State::from_facts(facts(instance)).expect("the instance fits")
}
