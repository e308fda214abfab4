//! Blocks world.

use std::hint::black_box;

use super::domains::blocks::blocks::{Domain, Fact, Task};
use super::domains::blocks::state;
use crate::hand::blocks::{Blocks, Step};
use crate::work::{Work, plan, tasks};

pub struct Stacking {
    state: squad_htn::State<Domain>,
    planner: squad_htn::Planner<Domain>,
    start: Blocks,
    by_hand: Blocks,
    steps: Vec<Step>,
}

impl Stacking {
    pub fn new(count: usize) -> Stacking {
        let state = state(&format!("blocks{count}"));
        let mut start = Blocks::new(count);
        for fact in state.facts() {
            match fact {
                Fact::On(x, y) => start.put_on(x.0, y.0),
                Fact::Clear(x) => start.add_clear(x.0),
                Fact::GoalOn(x, y) => start.goal_put_on(x.0, y.0),
                Fact::GoalOnTable(x) => start.goal_to_table(x.0),
                Fact::GoalClear(x) => start.goal_to_clear(x.0),
                Fact::OnTable(_) | Fact::Holding(_) => {}
            }
        }
        let mut work = Stacking {
            state,
            planner: squad_htn::Planner::new(),
            by_hand: start.clone(),
            start,
            steps: Vec::with_capacity(4 * count),
        };
        work.plan();
        work.by_hand();
        let ours: Vec<Step> = tasks(&work.planner).into_iter().map(step).collect();
        assert_eq!(ours, work.steps, "blocks {count}: the plans differ");
        work
    }
}

impl Work for Stacking {
    fn plan(&mut self) {
        plan(&mut self.planner, &self.state, &(), Task::Solve);
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

fn step(task: Task) -> Step {
    match task {
        Task::Pickup { x } => Step::Pickup(x.0),
        Task::Putdown { x } => Step::Putdown(x.0),
        Task::Unstack { x, y } => Step::Unstack(x.0, y.0),
        Task::Stack { x, y } => Step::Stack(x.0, y.0),
        other => panic!("{other}"),
    }
}
