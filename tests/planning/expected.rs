//! The conditions expected before each step, compared with a naive simulation. Facts with values of all sizes are added and
//! deleted.

use std::collections::BTreeSet;

use squad_htn::prelude::*;

use crate::common::{How, Random, search};

htn_domain! {
    /// Two watches over a script of changes.
    pub domain play;

    agent u8;

    predicate mark(u64) [4];
    predicate tie(u64, u64) [16];
    predicate script(at: u16 => what: u8, a: u64, b: u64) [64];

    operator look(who: u8) by who {}
    internal operator put(a: u64) { add mark(a); }
    internal operator take(a: u64) { delete mark(a); }
    internal operator flicker(a: u64) { delete mark(a); add mark(a); }
    operator swap(who: u8, a: u64, b: u64) by who {
        start add mark(a);
        finish delete mark(a), mark(b);
        success add mark(b);
    }
    internal operator tie_up(a: u64, b: u64) { add tie(a, b); }
    internal operator untie(a: u64, b: u64) { delete tie(a, b); }

    pub method watch(a: u64, b: u64) if mark(a) && !mark(b) && !tie(a, b) {
        act(0, b, a);
    }

    method act(at: u16, a: u64, b: u64) if script(at, what, c, d) {
        if what == 0 { look(1); }
        if what == 1 { put(c); }
        if what == 2 { take(c); }
        if what == 3 { flicker(c); }
        if what == 4 { swap(2, c, d); }
        if what == 5 { tie_up(c, d); }
        if what == 6 { untie(c, d); }
        second(at + 1, a, b);
    }
    method act(at: u16, a: u64, b: u64) { look(3); }

    method second(at: u16, a: u64, b: u64) {
        branch same if mark(a) && !tie(b, a) { act(at, a, b); }
        branch other { act(at, b, a); }
    }
}

use play::{Fact, Planner, State, Task};

/// Words that are stored in a table, in a bitset only, and in neither.
const WORDS: [u64; 6] = [0, 3, 1_500, 2_047, 70_000, u64::MAX];

type Marks = BTreeSet<u64>;
type Ties = BTreeSet<(u64, u64)>;

/// Returns the facts before each step of a plan.
fn states(from: &[Fact], steps: &[Task]) -> Vec<(Marks, Ties)> {
    let (mut marks, mut ties) = (Marks::new(), Ties::new());
    for fact in from {
        match *fact {
            Fact::Mark(a) => _ = marks.insert(a),
            Fact::Tie(a, b) => _ = ties.insert((a, b)),
            Fact::Script(..) => {}
        }
    }
    let mut states = Vec::new();
    for step in steps {
        states.push((marks.clone(), ties.clone()));
        match *step {
            Task::Put { a } | Task::Flicker { a } => _ = marks.insert(a),
            Task::Take { a } => _ = marks.remove(&a),
            Task::Swap { a, b, .. } => {
                marks.remove(&a);
                marks.insert(b);
            }
            Task::TieUp { a, b } => _ = ties.insert((a, b)),
            Task::Untie { a, b } => _ = ties.remove(&(a, b)),
            _ => {}
        }
    }
    states
}

fn random_facts(random: &mut Random) -> Vec<Fact> {
    let mut facts = Vec::new();
    let words: Vec<u64> = (0..4).map(|_| WORDS[random.below(WORDS.len())]).collect();
    facts.push(Fact::Mark(words[0]));
    facts.extend((0..random.below(20) as u16).map(|at| {
        let [a, b] = [0, 1].map(|_| words[random.below(4)]);
        Fact::Script(at, random.below(7) as u8, a, b)
    }));
    facts
}

htn_domain! {
    /// Rounds of a `for` that change the facts by which the others were found.
    pub domain rounds;

    agent u8;

    predicate item(u8) [8];
    predicate ready(u8) [8];
    predicate tie(u8, u8) [16];

    operator go(who: u8, x: u8) by who { success delete ready(who); }
    operator part(who: u8, x: u8) by who { success delete tie(who, 0); }
    operator look(who: u8) by who {}
    internal operator drop_it(x: u8) { delete item(x); }
    internal operator untie(who: u8) { delete tie(who, 0); }

    pub method each(who: u8) { for item(x) && ready(who) { go(who, x); } }
    pub method each_tied(who: u8) { for item(x) && tie(who, 0) { part(who, x); } }
    pub method some(who: u8) { for item(x) && tie(who, 0) && ready(who) { one(who, x); } }
    method one(who: u8, x: u8) {
        branch first if x == 1 { untie(who); drop_it(2); look(who); }
        branch other { look(who); }
    }
}

#[test]
fn rounds_of_a_for_see_changes_of_earlier_rounds() {
    use rounds::{Fact, Planner, State, Task};
    let facts = [1, 2, 3].map(Fact::Item);
    let facts = facts.into_iter().chain([Fact::Ready(7), Fact::Tie(7, 0)]);
    let state = State::from_facts(facts).expect("the facts fit");
    let cases = [
        (
            Task::Each { who: 7 },
            ["item(x), ready(who)", "item(x)", "item(x)"].as_slice(),
        ),
        (
            Task::EachTied { who: 7 },
            &["item(x), tie(who, 0)", "item(x)", "item(x)"],
        ),
        (
            Task::Some { who: 7 },
            &[
                "",
                "",
                "x == 1, item(x), ready(who)",
                "ready(who)",
                "item(x), ready(who)",
            ],
        ),
    ];
    let mut planner = Planner::new();
    for (task, wanted) in cases {
        for budget in [Budget::unlimited(), Budget::steps(1)] {
            planner.start(&state, task);
            while planner.resume(&(), budget) == Ok(Progress::Paused) {}
            let plan = planner.plan().expect("found");
            let texts = |step| plan.expected(step).collect::<Vec<_>>().join(", ");
            let texts: Vec<String> = (0..plan.len()).map(texts).collect();
            assert_eq!(texts, wanted, "{plan}");
        }
    }
}

/// Returns the conditions expected before each step.
fn expected(planner: &Planner) -> Vec<Vec<&'static str>> {
    let plan = planner.plan().expect("found");
    (0..plan.len())
        .map(|step| plan.expected(step).collect())
        .collect()
}

/// Returns the same by simulation, for the conditions that steps can change.
fn simulated(planner: &Planner, facts: &[Fact]) -> Vec<Vec<String>> {
    let plan = planner.plan().expect("found");
    let steps: Vec<Task> = plan.tasks().collect();
    let states = states(facts, &steps);
    let before = |step: usize| {
        let (marks, ties) = &states[step];
        let mut texts = Vec::new();
        if !matches!(steps[step], Task::Look { .. } | Task::Swap { .. }) {
            return texts;
        }
        let tree = plan.tree();
        let mut node = tree.above(step);
        while let Some(above) = node {
            let checks = match (above.task(), above.branch()) {
                (Some(Task::Watch { a, b }), _) => vec![
                    ("mark(a)", marks.contains(&a)),
                    ("!mark(b)", !marks.contains(&b)),
                    ("!tie(a,b)", !ties.contains(&(a, b))),
                ],
                (Some(Task::Second { a, b, .. }), "same") => vec![
                    ("mark(a)", marks.contains(&a)),
                    ("!tie(b,a)", !ties.contains(&(b, a))),
                ],
                _ => Vec::new(),
            };
            let holding = checks.into_iter().filter(|(_, holds)| *holds);
            texts.extend(holding.map(|(text, _)| text.to_string()));
            node = above.parent().and_then(|above| tree.node(above));
        }
        texts
    };
    (0..steps.len()).map(before).collect()
}

#[test]
fn expected_conditions_hold_in_the_planned_state() {
    let mut random = Random::new(7);
    let (mut found, mut changing) = (0, 0);
    for _ in 0..1_500 {
        let facts = random_facts(&mut random);
        let Fact::Mark(a) = facts[0] else {
            unreachable!()
        };
        let b = WORDS[random.below(WORDS.len())];
        let state = State::from_facts(facts.iter().copied()).expect("the facts fit");
        let mut planner = Planner::new();
        planner.detect_loops(random.below(4) == 0);
        planner.start(&state, Task::Watch { a, b });
        let progress = planner.resume(&(), Budget::unlimited());
        if progress != Ok(Progress::Found) {
            continue;
        }
        found += 1;
        let all = expected(&planner);
        let texts = all.iter().map(|texts| {
            let texts = texts.iter().map(|text| text.replace(' ', ""));
            let changing = texts.filter(|text| text.contains("mark") || text.contains("tie("));
            changing.collect::<Vec<_>>()
        });
        let texts: Vec<Vec<String>> = texts.collect();
        assert_eq!(texts, simulated(&planner, &facts), "{facts:?}");
        let outside = texts.iter().filter(|texts| !texts.is_empty());
        changing += usize::from(outside.collect::<BTreeSet<_>>().len() > 1);

        let stats = planner.stats();
        for budget in [1, 2, 3, 7] {
            planner.start(&state, Task::Watch { a, b });
            while planner.resume(&(), Budget::steps(budget)) == Ok(Progress::Paused) {}
            assert_eq!(expected(&planner), all, "with {budget} steps a call");
            assert_eq!(planner.stats(), stats, "with {budget} steps a call");
        }
        // Backtracking restores the facts for the next plan.
        while planner.resume(&(), Budget::steps(5)) != Ok(Progress::NoPlan) {}
        assert!(planner.facts().eq(state.facts()));
    }
    assert!(found > 500 && changing > 200, "{found}, {changing}");
}

#[test]
fn checks_limit_hit_is_independent_of_budget() {
    let mut random = Random::new(8);
    let mut full = 0;
    for _ in 0..60 {
        let facts = random_facts(&mut random);
        let Fact::Mark(a) = facts[0] else {
            unreachable!()
        };
        let b = WORDS[random.below(WORDS.len())];
        let state = State::from_facts(facts).expect("the facts fit");
        for checks in 0..4 {
            let limits = Limits {
                checks,
                ..Limits::compact()
            };
            let how = How {
                limits,
                plans: 1,
                ..How::default()
            };
            let end = search(&state, &(), &[Task::Watch { a, b }], how).end;
            full += usize::from(end.is_err());
        }
    }
    assert!(full > 20, "{full}");
}
