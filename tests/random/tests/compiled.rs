//! Random domains, compiled: the planner must find the plans of the plain interpreter, all of them, in their order,
//! wherever the search is cut; and the plain rows that the macro emits must mean what those mean that are made without
//! it.
//!
//! `HTN_SEED=…` begins with another domain; `HTN_FULL=1` tries thousands of them.

use std::env;

use random_domains::case::Case;
use random_domains::generate::Counts;
use random_domains::package::Package;

/// Programs that are compiled side by side, and domains in each of them.
const FEW: (usize, usize) = (2, 24);
const MANY: (usize, usize) = (2, 150);

/// Domains of a full run.
const FULL: usize = 3_000;

/// Compiling takes much longer than planning, so that a domain had better have plans. Some have none.
fn says_much(case: &Case) -> bool {
    !case.plans.is_empty() || case.seed.is_multiple_of(8)
}

#[test]
fn compiled_domains_have_the_plans_of_the_plain_interpreter() {
    let full = env::var_os("HTN_FULL").is_some();
    let first = env::var("HTN_SEED").ok().and_then(|seed| seed.parse().ok());
    let mut seed: u64 = first.unwrap_or(1);
    let (programs, domains) = if full { MANY } else { FEW };
    let wanted = if full { FULL } else { programs * domains };
    let package = Package::new("compiled").expect("its folder can be written");
    let mut counts = Counts::default();
    let (mut compared, mut with_plans) = (0, 0);
    while compared < wanted {
        let mut batch = || {
            let mut cases = vec![];
            while cases.len() < domains {
                let case = Case::new(seed, &mut counts);
                cases.extend(case.filter(says_much));
                seed += 1;
            }
            cases
        };
        let batches: Vec<Vec<Case>> = (0..programs).map(|_| batch()).collect();
        let cases = batches.iter().flatten();
        with_plans += cases.filter(|case| !case.plans.is_empty()).count();
        compared += programs * domains;
        let ran = package.run(&batches).expect("the package can be written");
        if let Err(said) = ran {
            panic!("{said}");
        }
    }
    println!("{compared} domains, {with_plans} with plans, up to seed {seed}");
    println!("{counts:#?}");
    assert!(
        with_plans * 2 > compared,
        "most domains have no plan: the comparison says little"
    );
}
