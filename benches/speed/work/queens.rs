//! N queens.

use std::hint::black_box;

use squad_htn::{Domain, Planner, State};

use crate::domains::queens::{queens, queens_by_lines};
use crate::hand;
use crate::work::{Work, plan, tasks};

/// Uses one of the two domains. The hand-written side is the same for both.
pub struct Placing<D: Domain> {
    size: u8,
    state: State<D>,
    all: D::Task,
    planner: Planner<D>,
    rows: [u8; 32],
}

pub fn by_axiom(size: u8) -> Placing<queens::Domain> {
    use queens::{Fact, Task};
    Placing::new(size, Fact::Size(size), Task::Place { column: 1 })
}

pub fn by_lines(size: u8) -> Placing<queens_by_lines::Domain> {
    use queens_by_lines::{Fact, Task};
    Placing::new(size, Fact::Size(size), Task::Place { column: 1 })
}

impl<D: Domain> Placing<D>
where
    Placing<D>: Work,
{
    fn new(size: u8, fact: D::Fact, all: D::Task) -> Placing<D> {
        let mut work = Placing {
            size,
            state: State::from_facts([fact]).expect("one fact fits"),
            all,
            planner: Planner::new(),
            rows: [0; 32],
        };
        work.plan();
        work.by_hand();
        let rows = work.rows[1..=usize::from(size)].iter().enumerate();
        let by_hand: Vec<String> = rows
            .map(|(before, row)| format!("put({}, {row})", before + 1))
            .collect();
        assert_eq!(work.steps(), by_hand, "queens {size}: the plans differ");
        work
    }
}

impl<D: for<'c> Domain<Context<'c> = ()>> Work for Placing<D> {
    fn plan(&mut self) {
        plan(&mut self.planner, &self.state, &(), self.all);
    }

    fn by_hand(&mut self) {
        hand::queens::solve(black_box(u32::from(self.size)), &mut self.rows);
        black_box(&self.rows);
    }

    fn steps(&self) -> Vec<String> {
        tasks(&self.planner)
            .iter()
            .map(D::Task::to_string)
            .collect()
    }
}
