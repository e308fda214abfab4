//! The cost of `start` if few facts have changed since the last one: it should not depend on the capacities.

use squad_htn::prelude::*;
use squad_htn::{Domain, Planner, State};

use crate::measure::{compare, thousands, time};
use crate::work::{Work, plan};

/// The capacity of each predicate. A small one is filled to three quarters.
const FACTS: usize = 100;
/// The number of facts that change between two starts.
const CHANGES: [u16; 3] = [0, 1, 10];
const PAIRS: &str = "pairs";
const VALUES: &str = "values by key";

pub fn print() {
    let changes = CHANGES.map(|changes| format!("{changes} changed"));
    println!("| `start`, with an empty plan | {} |", changes.join(" | "));
    println!("|---|{}", "---|".repeat(CHANGES.len()));
    for &capacity in CAPACITIES {
        for kind in [PAIRS, VALUES] {
            let costs = CHANGES.map(|changes| {
                let mut work = starting(capacity, kind, changes).expect("there is such a domain");
                let pair = compare(|side, calls| work.repeat(side, calls));
                time(pair.ours - pair.hand)
            });
            println!(
                "| {kind}, capacity {} | {} |",
                thousands(capacity),
                costs.join(" | ")
            );
        }
    }
    println!();
    println!("With {FACTS} facts, or as many as fit; what it takes to change them is taken off.");
}

/// `start` with one pair changed; by hand the pair is changed and nothing else is done.
pub fn with_one_changed(capacity: usize) -> Option<Box<dyn Work>> {
    starting(capacity, PAIRS, 1)
}

/// A domain for each capacity, and a problem of one of them.
macro_rules! domains {
    ($($name:ident [$capacity:literal];)*) => {
        $(
            htn_domain! {
                domain $name;

                predicate link(u16, u16) [$capacity];
                predicate place(u16 => u16) [$capacity];

                operator follow(x: u16, y: u16) {}

                pub method go() {}

                /// Never called. It makes the domain read pairs by either column, and all of them.
                pub method search(x: u16) {
                    branch forward if link(x, y) && place(y, z) { follow(x, z); }
                    branch back if link(y, x) { follow(y, x); }
                    branch anywhere if link(y, z) { follow(y, z); }
                    branch any_place if place(y, z) { follow(y, z); }
                }
            }
        )*

        const CAPACITIES: &[usize] = &[$($capacity),*];

        fn starting(capacity: usize, kind: &str, changes: u16) -> Option<Box<dyn Work>> {
            match capacity {
                $(
                    $capacity => {
                        use $name::{Domain, Fact, Task};
                        let fact = if kind == PAIRS { Fact::Link } else { Fact::Place };
                        Some(Box::new(Starting::<Domain>::new(capacity, changes, Task::Go, fact)))
                    }
                )*
                _ => None,
            }
        }
    };
}

domains! {
    small [64];
    medium [1_024];
    large [16_384];
}

struct Starting<D: Domain> {
    state: State<D>,
    planner: Planner<D>,
    task: D::Task,
    /// The facts that are added and removed.
    changing: Vec<D::Fact>,
    there: bool,
}

impl<D: Domain> Starting<D> {
    fn new(
        capacity: usize,
        changes: u16,
        task: D::Task,
        fact: fn(u16, u16) -> D::Fact,
    ) -> Starting<D> {
        let facts = FACTS.min(capacity * 3 / 4) as u16;
        let facts = (0..facts).map(|x| fact(x, x * 7 % 50));
        Starting {
            state: State::from_facts(facts).expect("the facts fit"),
            planner: Planner::with_limits(Limits::compact()),
            task,
            changing: (0..changes).map(|x| fact(1_000 + x, x)).collect(),
            there: false,
        }
    }

    fn change(&mut self) {
        self.there = !self.there;
        for &fact in &self.changing {
            if self.there {
                self.state.insert(fact).expect("it fits");
            } else {
                self.state.remove(fact);
            }
        }
    }
}

impl<D: for<'c> Domain<Context<'c> = ()>> Work for Starting<D> {
    fn plan(&mut self) {
        self.change();
        plan(&mut self.planner, &self.state, &(), self.task);
    }

    fn by_hand(&mut self) {
        self.change();
    }

    fn steps(&self) -> Vec<String> {
        Vec::new()
    }
}
