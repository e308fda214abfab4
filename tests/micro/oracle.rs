//! Reads the expected plans.

use squad_htn::{Domain, State};

use crate::common::{How, Search, search};

const EXPECTED: &str = include_str!("../data/micro-expected.txt");

/// Returns the names of all cases.
pub fn cases() -> Vec<&'static str> {
    EXPECTED
        .lines()
        .filter(|line| line.starts_with('m'))
        .filter_map(|line| line.split(':').next())
        .collect()
}

/// Plans a case and compares all its plans, in order, with the oracle's.
#[track_caller]
pub fn check<D>(case: &str, facts: impl IntoIterator<Item = D::Fact>, task: D::Task) -> Search
where
    D: for<'c> Domain<Context<'c> = ()>,
{
    check_renamed::<D>(case, facts, task, |step| step)
}

/// As [`check`], for steps that have other names than the oracle's.
#[track_caller]
pub fn check_renamed<D>(
    case: &str,
    facts: impl IntoIterator<Item = D::Fact>,
    task: D::Task,
    renamed: impl Fn(String) -> String,
) -> Search
where
    D: for<'c> Domain<Context<'c> = ()>,
{
    let state = State::<D>::from_facts(facts).expect("the facts fit");
    let search = search(&state, &(), &[task], How::default());
    assert_eq!(search.end, Ok(()), "{case}");
    let expected = expected(case).into_iter();
    let expected = expected.map(|plan| plan.into_iter().map(&renamed).collect());
    assert_eq!(
        search.plans,
        expected.collect::<Vec<Vec<String>>>(),
        "{case}"
    );
    search
}

/// Returns `(!b 1 7) (!c) | (!d)` as plans with steps in our syntax.
fn expected(case: &str) -> Vec<Vec<String>> {
    let answer = answer(case);
    if answer == "NO PLAN" {
        return Vec::new();
    }
    let plan = |plan: &str| {
        let steps = plan
            .trim()
            .trim_start_matches('(')
            .trim_end_matches(')')
            .split(") (");
        steps.map(step).collect()
    };
    answer.split('|').map(plan).collect()
}

fn step(step: &str) -> String {
    let mut words = step.trim_start_matches('!').split_whitespace();
    // `add` is a keyword here.
    let name = match words.next().expect("a step has a name") {
        "add" => "put",
        name => name,
    };
    format!("{name}({})", words.collect::<Vec<_>>().join(", "))
}

fn answer(case: &str) -> &'static str {
    let mut lines = EXPECTED
        .lines()
        .skip_while(|line| !line.starts_with(&format!("{case}:")));
    lines.next().expect("the case is known");
    let lines: Vec<_> = lines.take_while(|line| line.starts_with(' ')).collect();
    let of = |who: &str| {
        lines
            .iter()
            .find_map(|line| line.trim_start().strip_prefix(who))
            .map(str::trim)
    };
    of("jshop2+2 fixes:")
        .or_else(|| of("jshop2:"))
        .expect("JSHOP2 has an answer")
}

/// The symbols in the oracle's facts, printed as there.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, squad_htn::prelude::Term)]
pub enum Symbol {
    a1,
    a2,
    a3,
    a4,
    b1,
    b2,
    b3,
    b4,
    t1,
    t2,
}
