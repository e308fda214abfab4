//! Building a base.

use std::hint::black_box;

use crate::domains::rts::rts::{Domain, Task};
use crate::domains::rts::{Map, instance};
use crate::hand::rts::{Base, Step};
use crate::work::{Work, plan, tasks};

pub struct Building {
    state: squad_htn::State<Domain>,
    map: Map,
    planner: squad_htn::Planner<Domain>,
    start: Base,
    by_hand: Base,
    steps: Vec<Step>,
}

impl Building {
    pub fn new(seed: u64) -> Building {
        let (state, map) = instance(seed);
        let start = Base::new(state.facts());
        let mut work = Building {
            state,
            map,
            planner: squad_htn::Planner::new(),
            by_hand: start.clone(),
            start,
            steps: Vec::with_capacity(256),
        };
        work.plan();
        work.by_hand();
        let ours: Vec<Step> = tasks(&work.planner).into_iter().map(Step::of).collect();
        assert_eq!(ours, work.steps, "rts: the plans differ");
        work
    }
}

impl Work for Building {
    fn plan(&mut self) {
        let map = black_box(&self.map);
        plan(&mut self.planner, &self.state, map, Task::Develop);
    }

    fn by_hand(&mut self) {
        self.by_hand.copy_from(black_box(&self.start));
        self.by_hand.develop(black_box(&self.map), &mut self.steps);
        black_box(&self.steps);
    }

    fn steps(&self) -> Vec<String> {
        tasks(&self.planner).iter().map(Task::to_string).collect()
    }
}
