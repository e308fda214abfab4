//! Compiled random domains: with any budget, the planner must find all plans of the reference interpreter in the same
//! order, and the reference rows of the macro must be equivalent to those made without
//! it.
//!
//! `HTN_SEED=…` starts with another domain, `HTN_DOMAINS=…` sets the number of domains; `HTN_FULL=1` compares thousands.

#[path = "compiled/why_not.rs"]
mod why_not;

use std::env;
use std::io::{Write, stderr};
use std::time::Instant;

use random_domains::case::Case;
use random_domains::generate::Counts;
use random_domains::package::{Emit, Package, Runs};

/// The number of programs compiled in parallel.
const PROGRAMS: usize = 2;

/// The number of domains to compare.
const FEW: usize = 48;
const MANY: usize = 5_000;

/// With many batches, one of this many also checks reference rows and explanations.
const PLAIN_ROWS: usize = 10;

/// Reads a number from the environment.
fn told<T: std::str::FromStr>(name: &str) -> Option<T> {
    let told = env::var(name).ok()?;
    match told.parse() {
        Ok(number) => Some(number),
        Err(_) => panic!("{name} is a number, and not {told:?}"),
    }
}

/// Compiling takes much longer than planning, so most domains should have plans. A few have none.
fn says_much(case: &Case) -> bool {
    case.has_plans() || (case.seed.is_multiple_of(32) && !case.worlds.is_empty())
}

#[test]
fn compiled_domains_plan_like_the_interpreter() {
    let full = env::var_os("HTN_FULL").is_some();
    let first: u64 = told("HTN_SEED").unwrap_or(1);
    let wanted: usize = told("HTN_DOMAINS").unwrap_or(if full { MANY } else { FEW });
    let runs = if wanted > 500 { Runs::Many } else { Runs::Few };
    // With more, a compiler needs too much memory.
    let size = wanted.div_ceil(PROGRAMS).min(40);
    let package = |emit| Package::new(emit, runs).expect("its folder can be written");
    let (engine, reference_rows) = (package(Emit::Engine), package(Emit::ReferenceRows));
    let mut seeds = first..;
    let mut counts = Counts::default();
    let mut case = || {
        let mut cases = seeds.by_ref().map(|seed| Case::new(seed, &mut counts));
        cases.find(says_much).expect("numbers go on")
    };
    let began = Instant::now();
    let (mut compared, mut with_plans, mut differences) = (0, 0, 0);
    for round in 0.. {
        if compared >= wanted {
            break;
        }
        let package = match runs {
            Runs::Many if round % PLAIN_ROWS != 0 => &engine,
            _ => &reference_rows,
        };
        let mut batch = || (0..size).map(|_| case()).collect();
        let batches: Vec<Vec<Case>> = (0..PROGRAMS).map(|_| batch()).collect();
        let cases = || batches.iter().flatten();
        with_plans += cases().filter(|case| case.has_plans()).count();
        compared += cases().count();
        // Printed directly, because people watch full runs.
        let mut out = stderr();
        if let Err(said) = package.run(&batches).expect("the package can be written") {
            differences += 1;
            writeln!(out, "{said}").expect("it can be written");
        }
        let last = cases().last().map_or(first, |case| case.seed);
        let minutes = began.elapsed().as_secs() / 60;
        writeln!(
            out,
            "{compared} of {wanted} domains, {with_plans} with plans, seeds {first} to {last}, \
             {differences} batches with differences, {minutes} minutes"
        )
        .expect("it can be written");
    }
    println!("{counts:#?}");
    assert_eq!(differences, 0, "see above");
    assert!(
        with_plans * 2 > compared,
        "most domains have no plan: the comparison says little"
    );
}
