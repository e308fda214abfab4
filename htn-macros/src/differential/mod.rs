//! Random domains on the real planner and on a naive one: all plans must be the same, in the same order.
//!
//! A domain is made at random, written as text, put through the whole pipeline up to its rows, and planned with; the
//! naive planner in `reference` runs the same domain from the data that the text was written from.

mod bridge;
mod native;

use std::collections::BTreeMap;

use htn_core::{Budget, Plan, Progress, Stats};
use proc_macro2::TokenStream;

use crate::errors::Errors;
use crate::lower::functions::Source;
use random_domains::case::MOST_PLANS;
use random_domains::generate::{Counts, Generator};
use random_domains::spec::Spec;

/// What became of one random domain.
enum Tried {
    Compared { plans: usize },
    TooMuch,
}

/// The steps of a plan, and what it costs.
fn written(plan: &Plan<bridge::Random>) -> Vec<String> {
    let tasks = plan.tasks().map(|task| task.to_string());
    tasks.chain([plan.cost().to_string()]).collect()
}

/// All plans, and what finding them took, with so many steps a call.
fn ours(spec: &Spec, interpreter: &bridge::Interpreter, steps: u64) -> (Vec<Vec<String>>, Stats) {
    let mut planner = bridge::planner();
    planner.start(&bridge::state(spec), bridge::task("m0"));
    let mut plans = vec![];
    loop {
        match planner.resume(interpreter, Budget::steps(steps)) {
            Ok(Progress::Paused) => {}
            Ok(Progress::Found) => {
                let plan = planner
                    .plan()
                    .expect("there is a plan right after it was found");
                plans.push(written(plan));
                assert!(plans.len() <= MOST_PLANS + 1, "more plans than there are");
            }
            Ok(Progress::NoPlan) => return (plans, planner.stats()),
            Err(full) => panic!("{full}"),
        }
    }
}

/// The first of the cheapest plans. What is no number is more than any.
fn cheapest(costs: &[f32]) -> Option<usize> {
    let costs = costs.iter().enumerate();
    let costs = costs.map(|(i, cost)| (i, if cost.is_nan() { f32::INFINITY } else { *cost }));
    costs
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
        .map(|(i, _)| i)
}

/// How many collections are gathered by one function, by where rows come from, the outermost generator first, and
/// whether they are sorted.
type Gathered = BTreeMap<(Vec<Source>, bool), usize>;

/// Those by any index.
const PAIRS: Source = Source::Pairs {
    index: 0,
    column: 0,
    is: htn_core::tables::Slot(0),
};

fn try_seed(seed: u64, counts: &mut Counts, gathered: &mut Gathered) -> Tried {
    let spec = Generator::domain(seed, counts);
    let text = spec.to_string();
    let tokens: TokenStream = text.parse().expect("the text is tokens");
    let mut errors = Errors::default();
    let domain = crate::parse::parse(tokens, &mut errors).expect("the domain can be read");
    let names = crate::resolve::resolve(&domain, &mut errors);
    let mut moded = crate::modes::modes(&domain, &names, &mut errors);
    let index_type = moded.types.own(quote::quote!(usize));
    assert!(errors.is_empty(), "{:#?}\n{text}", errors.messages());
    let rows = crate::lower::lower(&names, &moded, index_type, &mut errors);
    assert!(errors.is_empty(), "{:#?}\n{text}", errors.messages());
    for gather in &rows.functions.gathers {
        let sources = gather.levels.iter().map(|level| match level.filter.source {
            Source::Pairs { .. } => PAIRS,
            source => source,
        });
        let kind = (sources.collect(), gather.key.is_some());
        *gathered.entry(kind).or_default() += 1;
    }
    let Some(interpreter) = bridge::install(&spec, &rows) else {
        return Tried::TooMuch;
    };
    let Some(expected) = random_domains::case::plans(&spec) else {
        return Tried::TooMuch;
    };
    let costs: Vec<f32> = expected.iter().map(|plan| plan.cost).collect();
    let expected = expected.into_iter().map(|plan| {
        let cost = plan.cost.to_string();
        plan.steps.into_iter().chain([cost]).collect()
    });
    let expected: Vec<Vec<String>> = expected.collect();
    let (plans, stats) = ours(&spec, &interpreter, u64::MAX);
    assert_eq!(plans, expected, "\n{text}\n{:?}", spec.facts);
    let mut planner = bridge::planner();
    let best = planner
        .find_best(
            &bridge::state(&spec),
            &interpreter,
            bridge::task("m0"),
            Budget::unlimited(),
        )
        .expect("there is room");
    let cheapest = cheapest(&costs).map(|cheapest| expected[cheapest].clone());
    assert_eq!(
        best.map(|best| written(best.plan)),
        cheapest,
        "\n{text}\n{:?}",
        spec.facts
    );
    for steps in [1, 7] {
        assert_eq!(
            ours(&spec, &interpreter, steps),
            (plans.clone(), stats),
            "cut at {steps}\n{text}"
        );
    }
    Tried::Compared { plans: plans.len() }
}

#[test]
fn random_domains_have_the_plans_of_the_naive_planner() {
    let wanted = if std::env::var_os("HTN_FULL").is_some() {
        20_000
    } else {
        2_000
    };
    let first: u64 = std::env::var("HTN_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(1);
    let mut counts = Counts::default();
    let mut gathered = Gathered::new();
    let (mut compared, mut with_plans, mut plans_in_all, mut too_much) = (0, 0, 0, 0);
    let mut seed = first;
    while compared < wanted {
        let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            try_seed(seed, &mut counts, &mut gathered)
        }));
        match tried {
            Ok(Tried::Compared { plans }) => {
                compared += 1;
                with_plans += usize::from(plans > 0);
                plans_in_all += plans;
            }
            Ok(Tried::TooMuch) => too_much += 1,
            Err(_) => panic!("seed {seed}: run it alone with HTN_SEED={seed}"),
        }
        seed += 1;
    }
    println!(
        "{compared} domains, {with_plans} with plans, {plans_in_all} plans; {too_much} left out as too big"
    );
    println!("{counts:#?}");
    println!("gathered: {gathered:?}");
    assert!(
        with_plans * 4 > compared,
        "most domains have no plan: the comparison says little"
    );
    let sources = [Source::Facts, PAIRS, Source::Items, Source::Numbers];
    let pairs = sources.map(|outer| sources.map(|inner| vec![outer, inner]));
    let kinds = pairs
        .into_iter()
        .flatten()
        .chain(sources.map(|source| vec![source]));
    for kind in kinds.flat_map(|kind| [true, false].map(|sorted| (kind.clone(), sorted))) {
        assert!(gathered.contains_key(&kind), "{kind:?} is not tried");
    }
}
