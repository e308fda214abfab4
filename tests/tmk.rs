//! The example `tmk`: the domains agree with the TMK texts, and the comparison finds differences.

#![allow(
    dead_code,
    reason = "the example's modules are compiled as they are; its `main` uses more of them"
)]

#[path = "../examples/tmk/domain/mod.rs"]
mod domain;
#[path = "../examples/tmk/judge.rs"]
mod judge;
#[path = "../examples/kit/mod.rs"]
mod kit;
#[path = "../examples/tmk/meaning/mod.rs"]
mod meaning;

use domain::ROWS;
use judge::{judge, trial};
use kit::rng::Rng;
use meaning::{Failure, Knowledge, read, run};

fn known(values: &[(&str, i64)]) -> Knowledge {
    let mut known = Knowledge::default();
    for (name, value) in values {
        known.set(name, *value);
    }
    known
}

#[test]
fn rows_have_exactly_the_plan_that_equals_the_run() {
    let full = std::env::var_os("HTN_FULL").is_some();
    let (seeds, cases) = if full { (100, 1_000) } else { (3, 100) };
    for row in &ROWS {
        let (mut failed, mut all) = (0, 0);
        for seed in 0..seeds {
            let trial = trial(row, seed, cases).unwrap();
            if let Some(difference) = trial.difference {
                panic!("seed {seed}, {}: {difference}", row.name);
            }
            (failed, all) = (failed + trial.failed, all + trial.cases);
        }
        let may_fail = ["returned_value", "preconditions"].contains(&row.name);
        assert_eq!(failed > 0, may_fail, "{}: {failed} of {all} fail", row.name);
        assert!(failed * 2 < all, "{}: most have a plan", row.name);
    }
}

#[test]
fn changed_text_is_found_to_differ() {
    let changes = [
        ("returned_value", "td > tdTeam", "td >= tdTeam"),
        ("if_then_else", "numEnemies == 1", "numEnemies == 2"),
        (
            "iteration_while",
            "enemyArrivesIn > 0",
            "enemyArrivesIn > 1",
        ),
        ("iteration_for", "number < grenades", "number <= grenades"),
        ("iteration_for", "bot = 1", "bot = 0"),
        ("iteration_for", "not owned", "owned"),
        ("assignment", "Set spare = 3", "Set spare = 2"),
        ("assignment", "distance + 10", "distance + 5"),
        ("preconditions", "Precondition: (ammo > 0)", ""),
        ("preconditions", "Precondition: owned(place)", ""),
    ];
    for (name, from, to) in changes {
        let row = ROWS.iter().find(|row| row.name == name).unwrap();
        assert!(row.tmk.contains(from), "{name}: {from}");
        let other = read(&row.tmk.replacen(from, to, 1)).unwrap();
        let mut rng = Rng::new(1);
        let difference = (0..200).any(|_| {
            let verdicts = judge(row, &other, &(row.invent)(&mut rng)).unwrap();
            verdicts.iter().any(|verdict| !verdict.agrees())
        });
        assert!(difference, "{name}: {to}");
    }
}

#[test]
fn texts_contain_the_figures_of_the_paper() {
    // Layout is ignored.
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let figures = [
        (
            "returned_value",
            "boolean enemyOwnsDOM() If totalDominationPoints(td) totalDominationPointsOwnedbyTeam(tdTeam) \
             Then return (td > tdTeam)",
        ),
        (
            "if_then_else",
            "Task: void doSmartTactic() If (numEnemies == 0) Then celebrate(); else If (numEnemies == 1) Then hunt(); \
             else runaway();",
        ),
        (
            "iteration_while",
            "patrolling() While (ownAllDOMPoints()) patrol()",
        ),
    ];
    for (name, figure) in figures {
        let row = ROWS.iter().find(|row| row.name == name).unwrap();
        assert!(plain(row.tmk).contains(&plain(figure)), "{}", row.tmk);
    }
}

#[test]
fn printed_domain_is_complete() {
    for row in &ROWS {
        let ours = row.ours();
        assert!(
            ours.starts_with("htn_domain! {\n    pub domain ") && ours.ends_with("\n}\n"),
            "{ours}"
        );
        assert!(!ours.contains("use super"), "{ours}");
    }
}

#[test]
fn endless_loop_is_an_error_on_both_sides() {
    let row = ROWS
        .iter()
        .find(|row| row.name == "iteration_while")
        .unwrap();
    let never = known(&[
        ("ownedPoints", 3),
        ("totalPoints", 3),
        ("enemyArrivesIn", i64::MAX),
    ]);
    let program = read(row.tmk).unwrap();
    assert_eq!(
        run(&program, "patrolling", &[], &never),
        Err(Failure::Endless)
    );
    let error = (row.plans)(&never).err().expect("an error");
    assert!(
        error.to_string().contains("depth") || error.to_string().contains("limit"),
        "{error}"
    );
}

#[test]
fn interpreter_runs_all_constructs() {
    let text = "Knowledge: n pair(a, b) seen(a)
        Leaf: say(what)
        Leaf: see(a) Add seen(a)
        Task: int twice(x) return (x * 2)
        Task: main(limit) {
            Set sum = 0
            While (sum < limit and not false) { Set sum = sum + twice(1); say(sum) }
            If pair(a, b) pair(b, c) Then say(a * 100 + b * 10 + c) else say(0)
            For each pair(a2, b2) { If (seen(b2)) Then say(b2) see(a2) }
            Set n = n + 1
            say(n)
        }";
    let program = read(text).unwrap();
    let mut facts = known(&[("n", 41)]);
    for row in [[2, 1], [3, 2], [1, 3]] {
        facts.add("pair", &row);
    }
    let done = run(&program, "main", &[3], &facts).unwrap();
    assert_eq!(
        done.join(" "),
        "say(2) say(4) say(213) see(2) say(2) see(3) say(3) see(1) say(42)"
    );
}

#[test]
fn invalid_text_is_an_error_with_its_line() {
    let wrong = [
        (
            "Task: a()\n  If (1 == 1) b()",
            "line 2: expected `Then`, found `b`",
        ),
        ("Task: a(\n", "expected a name, found the end"),
        ("Task: a()\n  b(#)", "line 2: unexpected `#`"),
        (
            "Goal: a()",
            "line 1: expected `Knowledge:`, `Leaf:` or `Task:`, found `Goal`",
        ),
        ("Knowledge: a a", "`a` is declared more than once"),
        ("Task: a()\n Set = 3", "line 2: expected a name, found `=`"),
    ];
    for (text, message) in wrong {
        assert_eq!(read(text).unwrap_err(), message);
    }
    let senseless = [
        ("Task: a() b()", "unknown task `b`"),
        ("Leaf: b(x) Task: a() b()", "`b` needs 1 arguments"),
        (
            "Leaf: b(x) Task: a() b(c)",
            "`c` is not declared as knowledge",
        ),
        (
            "Leaf: b() Task: a() If (1) Then b()",
            "`1` is not a truth value",
        ),
        ("Leaf: b(x) Task: a() b(true + 1)", "`true` is not a number"),
    ];
    for (text, message) in senseless {
        let failure = run(&read(text).unwrap(), "a", &[], &Knowledge::default());
        assert_eq!(failure, Err(Failure::Invalid(message.to_owned())), "{text}");
    }
}
