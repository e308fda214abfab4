//! Checks before a step starts, and while it runs.

use crate::tables::CheckId;
use htn_core::tables::{RelId, WordTest};

use super::*;
use crate::lower::rows::Check;

/// Returns the checks of the branches with their ops.
fn checks(items: &str) -> Vec<(String, Vec<String>)> {
    lowered(items, |rows| {
        rows.tables
            .checks
            .iter()
            .map(|check| asked(check, rows))
            .collect()
    })
}

/// Returns the text and the ops of a check.
fn asked(check: &Check, rows: &Rows<'_>) -> (String, Vec<String>) {
    let code = &rows.code[check.entry.0 as usize..];
    let end = code
        .iter()
        .position(|op| *op == Op::Holds)
        .expect("has an end");
    let begin = check.entry.0 as usize;
    let ops = code[..end].iter().map(|op| short_op(*op, rows, begin));
    (check.text.clone(), ops.collect())
}

/// Returns the lines of a check that is a function.
fn solver_of(text: &str, items: &str) -> Vec<String> {
    lowered(items, |rows| {
        let check = rows.tables.checks.iter().find(|check| check.text == text);
        let entry = check.expect("there is one").entry.0;
        match rows.code[entry as usize] {
            Op::Solve { f, .. } => graph(f, rows),
            op => panic!("is no function: {op:?}"),
        }
    })
}

#[test]
fn independent_conjuncts_are_separate_checks() {
    let items = "method m(a: Actor) if enemy(a) && !friend(a) && enemy(b) && ammo(a, 3) && at(a, p) && path(p, _, _) { go(b); }";
    let checks = checks(items);
    let solve = |number| vec![format!("Solve {number} else fail"), "SolveNext".to_owned()];
    assert_eq!(
        checks,
        [
            (
                "enemy(a)".to_owned(),
                vec!["enemy(0).1 else fail".to_owned()]
            ),
            (
                "!friend(a)".to_owned(),
                vec!["!friend(0).1 else fail".to_owned()]
            ),
            (
                "enemy(b)".to_owned(),
                vec!["enemy(2).1 else fail".to_owned()]
            ),
            ("ammo(a, 3)".to_owned(), solve(1)),
            ("at(a, p) && path(p, _, _)".to_owned(), solve(2)),
        ]
    );
    // One solution is enough.
    assert_eq!(
        solver_of("at(a, p) && path(p, _, _)", items),
        [
            "Rows at(0, =5).2 at 9",
            "1: NextRow at(0, =5).2 at 9 else no",
            "path(5, _, _) by Index(2) else 1",
            "Holds { more: [], redo: no }",
        ]
    );
}

#[test]
fn check_of_one_word_is_marked() {
    let words = |items: &str| {
        lowered(items, |rows| {
            rows.tables
                .checks
                .iter()
                .map(|check| check.word)
                .collect::<Vec<_>>()
        })
    };
    let word = |rel, slot, there| {
        let (rel, slot) = (RelId(rel), Slot(slot));
        Some(WordTest { rel, slot, there })
    };
    assert_eq!(
        words("method m(a: Actor) if enemy(a) && !friend(a) && enemy(b) { go(b); }"),
        [word(1, 0, true), word(2, 0, false), word(1, 2, true)]
    );
    // Not these: two columns, a keyed value, no column, a variable that is solved again, and an expression.
    assert_eq!(
        words(
            "method m(a: Actor) if at(a, game.home()) && score(3) && alarm() && enemy(_) && a != game.me() { go(a); }"
        ),
        [None; 5]
    );
    // In the rounds of a `for`, earlier rounds may have changed the fact.
    lowered(
        "method m(a: Actor) { for enemy(b) { go(b); go(a); } }",
        |rows| {
            assert_eq!(
                (rows.tables.checks[0].word, rows.tables.checks[0].collected),
                (None, true)
            );
        },
    );
}

#[test]
fn let_is_recomputed_with_its_readers() {
    let items = "method m() if enemy(t) && friend(s) && let d: f32 = game.far(s, t) && d < 4.0 sort by d { go(t); }";
    let texts: Vec<String> = checks(items).into_iter().map(|(text, _)| text).collect();
    let (all, sort) = (
        "friend(s) && let d: f32 = game.far(s, t) && d < 4.0",
        "friend(s) && let d: f32 = game.far(s, t)",
    );
    // The last one computes the variables of the `sort by`.
    assert_eq!(texts, ["enemy(t)", all, sort]);
    let generator = [
        "Rows friend(=2).0 at 12",
        "1: NextRow friend(=2).0 at 12 else no",
        "Let { f: 0, to: 3 }",
    ];
    let lines = solver_of(all, items);
    assert_eq!(lines[..3], generator);
    assert_eq!(
        lines[3..],
        ["Test { f: 0, on_fail: 1 }", "Holds { more: [], redo: no }"]
    );
    let lines = solver_of(sort, items);
    assert_eq!(lines[..3], generator);
    assert_eq!(lines[3..], ["Holds { more: [], redo: no }"]);
}

#[test]
fn used_let_is_recomputed_beside_its_value() {
    let items = "method m(a: Actor) if let b: Actor = game.next(a) && enemy(b) { go(b); }";
    let lines = solver_of("let b: Actor = game.next(a) && enemy(b)", items);
    assert_eq!(
        lines,
        [
            "Let { f: 0, to: 3 }",
            "enemy(3) by Whole else no",
            "Holds { more: [], redo: no }",
        ]
    );
}

#[test]
fn sort_key_of_used_variable_needs_no_check() {
    let checks = checks("method m() if enemy(t) sort by game.far(t) { go(t); }");
    assert_eq!(checks[1], (String::new(), Vec::new()));
}

#[test]
fn operator_checks_found_values_and_while() {
    let operator = "operator shift(a: Actor) by a { if at(a, p) && path(p, q, _); while enemy(a) && enemy(b); start add at(a, q), enemy(b); }";
    lowered(operator, |rows| {
        let row = &rows.tables.operators[1];
        let check = |id: Option<CheckId>| &rows.tables.checks[id.expect("is there").0 as usize];
        let holds = asked(check(row.holds), rows);
        assert_eq!(holds.0, "at(a, p) && path(p, q, _) && enemy(a) && enemy(b)");
        let Op::Solve { f, .. } = rows.code[check(row.holds).entry.0 as usize] else {
            panic!("is no function");
        };
        assert_eq!(
            graph(f, rows),
            [
                "at(0, 2) by Whole else no",
                "enemy(0) by Whole else no",
                "enemy(6) by Whole else no",
                "path(2, 4, _) by Index(3) else no",
                "Holds { more: [], redo: no }",
            ]
        );
        let during = check(row.during);
        assert_eq!(asked(during, rows).0, "enemy(a) && enemy(b)");
        assert_eq!(during.reads, [RelId(1)]);
    });
}

#[test]
fn reads_of_a_check_include_axioms() {
    let foe = "axiom foe(a: Actor) { enemy(a) } axiom foe(a: Actor) { !friend(a) && alarm() }";
    lowered(&format!("{foe} {}", guarded("foe(a)")), |rows| {
        assert_eq!(rows.tables.checks[0].reads, [RelId(0), RelId(1), RelId(2)]);
    });
}
