//! Delivering packages.

use std::hint::black_box;

use crate::domains::json::Value;

use super::domains::logistics::logistics::{Domain, Fact, Task};
use super::domains::logistics::{Package, read};
use crate::hand::logistics::{Logistics, Step};
use crate::hand::logistics_tree::LogisticsWithTree;
use crate::work::{Work, plan, tasks};

const ALL: Task = Task::DeliverFrom {
    package: Package(1),
};

pub struct Delivering {
    state: squad_htn::State<Domain>,
    planner: squad_htn::Planner<Domain>,
    start: Logistics,
    by_hand: Logistics,
    steps: Vec<Step>,
}

impl Delivering {
    pub fn new(instance: &Value) -> Delivering {
        let state = read(instance);
        let start = by_hand(&state);
        let mut work = Delivering {
            state,
            planner: squad_htn::Planner::new(),
            by_hand: start.clone(),
            steps: Vec::with_capacity(16 * start.at.len()),
            start,
        };
        work.plan();
        work.by_hand();
        let ours: Vec<Step> = tasks(&work.planner).into_iter().map(step).collect();
        assert_eq!(ours, work.steps, "logistics: the plans differ");
        work
    }
}

impl Work for Delivering {
    fn plan(&mut self) {
        plan(&mut self.planner, &self.state, &(), ALL);
    }

    fn by_hand(&mut self) {
        self.by_hand.copy_from(black_box(&self.start));
        self.by_hand.solve(&mut self.steps);
        black_box(&self.steps);
    }

    fn steps(&self) -> Vec<String> {
        tasks(&self.planner).iter().map(Task::to_string).collect()
    }
}

/// The work with a solution by hand that has a tree and undo.
pub struct DeliveringWithTree {
    work: Delivering,
    by_hand: LogisticsWithTree,
}

impl DeliveringWithTree {
    pub fn new(instance: &Value) -> DeliveringWithTree {
        let work = Delivering::new(instance);
        let by_hand = LogisticsWithTree::new(work.start.clone());
        let mut with_tree = DeliveringWithTree { work, by_hand };
        with_tree.agrees();
        with_tree
    }

    /// Compares the first plan, and the facts and the tree before and after all is undone.
    fn agrees(&mut self) {
        self.by_hand();
        let tree = self.by_hand.plan().clone();
        let first: Vec<Step> = tree.steps().collect();
        assert_eq!(
            first, self.work.steps,
            "logistics with a tree: the plans differ"
        );
        if self.by_hand.next() {
            let second: Vec<Step> = self.by_hand.plan().steps().collect();
            assert_ne!(first, second, "another plane");
        }
        self.by_hand.clear();
        assert_eq!(*self.by_hand.problem(), self.work.start, "all is undone");
        self.by_hand();
        assert_eq!(*self.by_hand.plan(), tree, "the same again");
    }
}

impl Work for DeliveringWithTree {
    fn plan(&mut self) {
        self.work.plan();
    }

    fn by_hand(&mut self) {
        black_box(&mut self.by_hand).solve();
        black_box(self.by_hand.plan());
    }

    fn steps(&self) -> Vec<String> {
        self.work.steps()
    }
}

/// The facts as arrays.
fn by_hand(state: &squad_htn::State<Domain>) -> Logistics {
    let mut start = Logistics::default();
    for fact in state.facts() {
        match fact {
            Fact::InCity(place, city) => put(&mut start.city_of, place.0, city.0),
            Fact::Airport(city, place) => put(&mut start.airport, city.0, place.0),
            Fact::TruckOf(city, truck) => put(&mut start.truck_of, city.0, truck.0),
            Fact::TruckAt(truck, place) => put(&mut start.truck_at, truck.0, place.0),
            Fact::PlaneAt(_, place) => start.planes.push(place.0),
            Fact::At(package, place) => put(&mut start.at, package.0, place.0),
            Fact::Goal(package, place) => put(&mut start.goal, package.0, place.0),
            Fact::InTruck(..) | Fact::InPlane(..) => {}
        }
    }
    start
}

fn put(array: &mut Vec<u16>, at: u16, value: u16) {
    let at = usize::from(at);
    if array.len() <= at {
        array.resize(at + 1, 0);
    }
    array[at] = value;
}

fn step(task: Task) -> Step {
    match task {
        Task::Drive { truck, to } => Step::Drive(truck.0, to.0),
        Task::Fly { plane, to } => Step::Fly(plane.0, to.0),
        Task::LoadTruck { package, truck } => Step::LoadTruck(package.0, truck.0),
        Task::UnloadTruck { package, truck } => Step::UnloadTruck(package.0, truck.0),
        Task::LoadPlane { package, plane } => Step::LoadPlane(package.0, plane.0),
        Task::UnloadPlane { package, plane } => Step::UnloadPlane(package.0, plane.0),
        other => panic!("{other}"),
    }
}
