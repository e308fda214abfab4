//! N queens.

use std::hint::black_box;

use super::domains::queens::queens_by_lines::{Domain, Fact, State, Task};
use crate::hand;
use crate::work::{Work, plan, tasks};

const ALL: Task = Task::Place { column: 1 };

pub struct Placing {
    size: u8,
    state: State,
    planner: squad_htn::Planner<Domain>,
    rows: [u8; 32],
}

impl Placing {
    pub fn new(size: u8) -> Placing {
        let mut work = Placing {
            size,
            state: State::from_facts([Fact::Size(size)]).expect("one fact fits"),
            planner: squad_htn::Planner::new(),
            rows: [0; 32],
        };
        work.plan();
        work.by_hand();
        let rows = work.rows[1..=usize::from(size)].iter().enumerate();
        let by_hand: Vec<Task> = rows
            .map(|(column, &row)| Task::Put {
                column: column as u8 + 1,
                row,
            })
            .collect();
        assert_eq!(
            tasks(&work.planner),
            by_hand,
            "queens {size}: the plans differ"
        );
        work
    }
}

impl Work for Placing {
    fn plan(&mut self) {
        plan(&mut self.planner, &self.state, &(), ALL);
    }

    fn by_hand(&mut self) {
        hand::queens::solve(black_box(u32::from(self.size)), &mut self.rows);
        black_box(&self.rows);
    }

    fn steps(&self) -> Vec<String> {
        tasks(&self.planner).iter().map(Task::to_string).collect()
    }
}
