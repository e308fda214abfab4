//! Hauling crates.

use std::hint::black_box;

use crate::domains::haul::haul::{Domain, Task};
use crate::domains::haul::{Roads, instance};
use crate::hand::haul::{Haul, Step};
use crate::work::{Work, plan, tasks};

pub struct Hauling {
    state: squad_htn::State<Domain>,
    roads: Roads,
    planner: squad_htn::Planner<Domain>,
    start: Haul,
    by_hand: Haul,
    steps: Vec<Step>,
}

impl Hauling {
    pub fn new(seed: u64) -> Hauling {
        let (state, roads) = instance(seed);
        let start = Haul::new(state.facts());
        let mut work = Hauling {
            state,
            roads,
            planner: squad_htn::Planner::new(),
            by_hand: start.clone(),
            start,
            steps: Vec::with_capacity(256),
        };
        work.plan();
        work.by_hand();
        let ours: Vec<Step> = tasks(&work.planner).into_iter().map(Step::of).collect();
        assert_eq!(ours, work.steps, "haul: the plans differ");
        work
    }
}

impl Work for Hauling {
    fn plan(&mut self) {
        let roads = black_box(&self.roads);
        plan(&mut self.planner, &self.state, roads, Task::DeliverAll);
    }

    fn by_hand(&mut self) {
        self.by_hand.copy_from(black_box(&self.start));
        self.by_hand.solve(black_box(&self.roads), &mut self.steps);
        black_box(&self.steps);
    }

    fn steps(&self) -> Vec<String> {
        tasks(&self.planner).iter().map(Task::to_string).collect()
    }
}
