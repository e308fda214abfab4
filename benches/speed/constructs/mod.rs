//! The cost of each construct of the language per row or step, against the same loop by hand.
//!
//! Each is a domain of its own, because the conditions of a domain decide how its facts are stored. A problem with many
//! rows and one with few are timed, and the difference is divided by the rows between them, so that the cost of
//! starting is not included.

mod aggregates;
mod axioms;
mod bodies;
mod joins;
mod scans;
mod sorts;
mod tests;

use std::hint::black_box;
use std::time::Duration;

use squad_htn::{Domain, Planner, State};

use crate::domains::random::Random;
use crate::measure::{Pair, Side, compare_for};
use crate::work::{plan, tasks};

/// The capacity of most predicates.
const ROWS: usize = 64;
const MANY: u16 = 64;
const FEW: u16 = 8;
/// The inner side of joins and sorts over pairs, which is the same for many rows and for few.
const INNER: u16 = 8;
const TOTAL: Duration = Duration::from_millis(250);

/// A construct: its name, the number of rows or steps for each row of the problem, and a function that creates the
/// problem.
type Construct = (&'static str, u16, fn(u16) -> Box<dyn Problem>);

const GROUPS: [&[Construct]; 7] = [
    scans::ALL,
    joins::ALL,
    tests::ALL,
    sorts::ALL,
    axioms::ALL,
    aggregates::ALL,
    bodies::ALL,
];

pub fn print() {
    println!("| construct, a row or step | ours | by hand | ratio |");
    println!("|---|---|---|---|");
    for &(name, times, problem) in GROUPS.into_iter().flatten() {
        for rows in 0..=MANY {
            let [ours, by_hand] = problem(rows).answers();
            assert_eq!(ours, by_hand, "{name}, {rows} rows: the answers differ");
        }
        let (mut many, mut few) = (problem(MANY), problem(FEW));
        let many = compare_for(TOTAL, |side, calls| many.repeat(side, calls));
        let few = compare_for(TOTAL, |side, calls| few.repeat(side, calls));
        let rows = f64::from((MANY - FEW) * times);
        let a_row = Pair {
            ours: (many.ours - few.ours) / rows,
            hand: (many.hand - few.hand) / rows,
        };
        println!(
            "| {name} | {:.2} ns | {:.2} ns | {:.1}x |",
            a_row.ours,
            a_row.hand,
            a_row.ratio()
        );
    }
}

/// All constructs: the number of rows or steps for each row of the problem, and the name.
pub fn names() -> impl Iterator<Item = (u16, &'static str)> {
    let all = GROUPS.into_iter().flatten();
    all.map(|&(name, times, _)| (times, name))
}

/// Runs one side of a construct. Returns false if no construct has that name.
pub fn repeat(construct: &str, rows: u16, side: Side, calls: u32) -> bool {
    let mut all = GROUPS.into_iter().flatten();
    let found = all.find(|(name, ..)| *name == construct);
    if let Some((_, _, problem)) = found {
        problem(rows.min(MANY)).repeat(side, calls);
    }
    found.is_some()
}

/// The arguments of a step, in place of the step.
type Step = [u16; 3];

/// Both ways to solve a problem.
trait Problem {
    /// Runs one side a number of times.
    fn repeat(&mut self, side: Side, calls: u32);

    /// The steps that each side comes to.
    fn answers(&mut self) -> [Vec<Step>; 2];
}

struct Sample<D: Domain, C, H> {
    state: State<D>,
    context: C,
    task: D::Task,
    planner: Planner<D>,
    facts_by_hand: H,
    by_hand: fn(&mut H, &C, &mut Vec<Step>),
    steps: Vec<Step>,
}

/// A problem: facts, context and task for us; the same facts in arrays and what an expert does with them.
fn problem<D, C, H>(
    facts: impl IntoIterator<Item = D::Fact>,
    context: C,
    task: D::Task,
    facts_by_hand: H,
    by_hand: fn(&mut H, &C, &mut Vec<Step>),
) -> Box<dyn Problem>
where
    D: for<'c> Domain<Context<'c> = C>,
    C: 'static,
    H: 'static,
{
    Box::new(Sample::<D, C, H> {
        state: State::from_facts(facts).expect("the facts fit"),
        context,
        task,
        planner: Planner::new(),
        facts_by_hand,
        by_hand,
        steps: Vec::with_capacity(2 * ROWS),
    })
}

impl<D, C, H> Problem for Sample<D, C, H>
where
    D: for<'c> Domain<Context<'c> = C>,
{
    fn repeat(&mut self, side: Side, calls: u32) {
        for _ in 0..calls {
            match side {
                Side::Ours => {
                    let context = black_box(&self.context);
                    plan(&mut self.planner, &self.state, context, self.task);
                }
                Side::Hand => {
                    self.steps.clear();
                    let facts = black_box(&mut self.facts_by_hand);
                    (self.by_hand)(facts, black_box(&self.context), &mut self.steps);
                    black_box(&self.steps);
                }
            }
        }
    }

    fn answers(&mut self) -> [Vec<Step>; 2] {
        // Twice, so that what the first time has changed must be put back by the second.
        self.repeat(Side::Ours, 2);
        self.repeat(Side::Hand, 2);
        let ours = tasks(&self.planner).iter().map(numbers).collect();
        [ours, self.steps.clone()]
    }
}

/// The arguments of a step, as it prints.
fn numbers(task: &impl ToString) -> Step {
    let mut step = Step::default();
    let printed = task.to_string();
    let digits = printed
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty());
    for (argument, digits) in step.iter_mut().zip(digits) {
        *argument = digits.parse().expect("arguments are small numbers");
    }
    step
}

/// The context of those domains that have one.
struct Game {
    items: Vec<u16>,
    open: Vec<bool>,
    power: Vec<u32>,
    needed: u32,
    places: Vec<(f32, f32)>,
}

impl Game {
    /// Creates a context in which only the last item is open, and only the last item and the last inner one match.
    fn new(rows: u16) -> Game {
        let mut random = Random(6);
        Game {
            items: (0..rows).collect(),
            open: flags(last(rows)),
            power: (0..ROWS as u32).collect(),
            needed: u32::from(rows + INNER).saturating_sub(2),
            places: (0..ROWS).map(|_| random.place()).collect(),
        }
    }

    fn items(&self) -> impl Iterator<Item = u16> {
        self.items.iter().copied()
    }

    fn open(&self, x: u16) -> bool {
        self.open[usize::from(x)]
    }

    fn suits(&self, x: u16, y: u16) -> bool {
        self.power[usize::from(x)] + self.power[usize::from(y)] >= self.needed
    }

    fn distance(&self, x: u16, y: u16) -> f32 {
        let (x, y) = (self.places[usize::from(x)], self.places[usize::from(y)]);
        (x.0 - y.0).abs() + (x.1 - y.1).abs()
    }
}

/// Returns the last row: every search ends there, after visiting all.
fn last(rows: u16) -> impl Iterator<Item = u16> + Clone {
    rows.checked_sub(1).into_iter()
}

/// Returns the last row if their number is odd, to see both answers of constructs whose rows have one result together.
fn odd_one(rows: u16) -> impl Iterator<Item = u16> + Clone {
    last(rows).filter(|last| last % 2 == 0)
}

/// By number: whether it is among these.
fn flags(numbers: impl IntoIterator<Item = u16>) -> Vec<bool> {
    let mut flags = vec![false; ROWS];
    for number in numbers {
        flags[usize::from(number)] = true;
    }
    flags
}

/// So many numbers in order.
fn list(rows: u16) -> Vec<u16> {
    (0..rows).collect()
}
