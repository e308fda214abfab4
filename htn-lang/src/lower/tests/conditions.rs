//! The graphs of conditions without axioms and collections.

use super::*;

#[test]
fn failure_goes_to_the_previous_generator() {
    assert_eq!(
        lines("enemy(t) && !friend(t) && at(t, p) && p == game.home()"),
        [
            "Rows enemy(=2).0 at 3",
            "1: NextRow enemy(=2).0 at 3 else no",
            "!friend(2) by Whole else 1",
            "Rows at(2, =4).2 at 5",
            "2: NextRow at(2, =4).2 at 5 else 1",
            "Test { f: 0, on_fail: 2 }",
            "Holds { more: [Cursor(3), Cursor(5)], redo: 2 }",
        ]
    );
}

#[test]
fn fact_tests_move_to_their_variables() {
    assert_eq!(
        lines("enemy(x) && friend(y) && x != y && !at(x, _) && friend(x)"),
        [
            "Rows enemy(=2).0 at 3",
            "1: NextRow enemy(=2).0 at 3 else no",
            "!at(2, _) by Index(2) else 1",
            "friend(2) by Whole else 1",
            "Rows friend(=4).0 at 5",
            "2: NextRow friend(=4).0 at 5 else 1",
            "Test { f: 0, on_fail: 2 }",
            "Holds { more: [Cursor(3), Cursor(5)], redo: 2 }",
        ]
    );
}

#[test]
fn single_row_is_looked_up() {
    // With a Rust expression, so that no condition is a lone test.
    let lookup = |fact: &str| lines(&format!("{fact} && a != game.me()"))[0].clone();
    assert_eq!(lookup("alarm()"), "alarm() by Any else no");
    assert_eq!(lookup("enemy(a)"), "enemy(0) by Whole else no");
    assert_eq!(lookup("ammo(a, _n)"), "ammo(0, =2) by Key else no");
    assert_eq!(lookup("ammo(a, _)"), "ammo(0, _) by Key else no");
    assert_eq!(lookup("score(_s)"), "score(=2) by Value else no");
    assert_eq!(lookup("!alarm()"), "!alarm() by Any else no");
    assert_eq!(lookup("!at(_, _)"), "!at(_, _) by Any else no");
    assert_eq!(lookup("!at(a, _)"), "!at(0, _) by Index(2) else no");
    assert_eq!(lookup("!ammo(a, _)"), "!ammo(0, _) by Key else no");
    assert_eq!(lookup("!score(_)"), "!score(_) by Any else no");
}

#[test]
fn expression_is_computed_before_its_fact() {
    let fact = |fact: &str| lines(fact)[..2].to_vec();
    let word = "Let { f: 0, to: 2 }";
    assert_eq!(fact("ammo(a, 3)"), [word, "ammo(0, 2) by Key else no"]);
    assert_eq!(fact("!ammo(a, 3)"), [word, "!ammo(0, 2) by Key else no"]);
    assert_eq!(fact("score(3)"), [word, "score(2) by Value else no"]);
    assert_eq!(fact("!score(3)"), [word, "!score(2) by Value else no"]);
    assert_eq!(fact("path(_, _, 3)"), [word, "Rows path(_, _, 2).2 at 3"]);
}

#[test]
fn repeated_variable_is_compared_in_its_atom() {
    assert_eq!(
        lines("path(p, p, _)"),
        [
            "Rows path(=2, 2, _).0 at 3",
            "1: NextRow path(=2, 2, _).0 at 3 else no",
            "Holds { more: [Cursor(3)], redo: 1 }",
        ]
    );
    // No index finds such a row, so this is a generator.
    assert_eq!(
        lines("!path(p, p, _)"),
        [
            "Rows path(=2, 2, _).0 at 3",
            "2: NextRow path(=2, 2, _).0 at 3 else 1",
            "Jump(no)",
            "1: Holds { more: [], redo: no }",
        ]
    );
}

#[test]
fn negations_are_loops_inside() {
    assert_eq!(
        lines("enemy(_b) && !(friend(c) && at(c, _))"),
        [
            "Rows enemy(=2).0 at 3",
            "1: NextRow enemy(=2).0 at 3 else no",
            "Rows friend(=4).0 at 5",
            "3: NextRow friend(=4).0 at 5 else 2",
            "at(4, _) by Index(2) else 3",
            "Jump(1)",
            "2: Holds { more: [Cursor(3)], redo: 1 }",
        ]
    );
}

#[test]
fn forall_searches_a_counterexample() {
    assert_eq!(
        lines("forall(enemy(x) => friend(x))"),
        [
            "Rows enemy(=2).0 at 3",
            "2: NextRow enemy(=2).0 at 3 else 1",
            "!friend(2) by Whole else 2",
            "Jump(no)",
            "1: Holds { more: [], redo: no }",
        ]
    );
}

#[test]
fn first_leaves_no_generator() {
    assert_eq!(
        lines("first(enemy(x) && friend(x)) && !at(x, _)"),
        [
            "Rows enemy(=2).0 at 3",
            "1: NextRow enemy(=2).0 at 3 else no",
            "friend(2) by Whole else 1",
            "!at(2, _) by Index(2) else no",
            "Holds { more: [], redo: no }",
        ]
    );
    // One row that is looked up by an index needs no generator.
    assert_eq!(
        lines("at(a, p) && first(at(_b, p))"),
        [
            "Rows at(0, =2).2 at 3",
            "1: NextRow at(0, =2).2 at 3 else no",
            "at(=4, 2) by Index(3) else 1",
            "Holds { more: [Cursor(3)], redo: 1 }",
        ]
    );
}

#[test]
fn or_stores_its_side() {
    assert_eq!(
        lines("enemy(_x) || friend(_x)"),
        [
            "Rows enemy(=3).0 at 4",
            "3: NextRow enemy(=3).0 at 4 else 2",
            "StoreLabel { to: 2, at: 3 }",
            "Jump(1)",
            "2: Rows friend(=3).0 at 5",
            "4: NextRow friend(=3).0 at 5 else no",
            "StoreLabel { to: 2, at: 4 }",
            "Jump(1)",
            "5: JumpToStored(2)",
            "1: Holds { more: [Unknown], redo: 5 }",
        ]
    );
    // If one solution is enough, the side is not stored.
    assert_eq!(
        lines("!(enemy(_) || friend(a))"),
        [
            "enemy(_) by Any else 3",
            "Jump(2)",
            "3: friend(0) by Whole else 1",
            "Jump(2)",
            "2: Jump(no)",
            "1: Holds { more: [], redo: no }",
        ]
    );
}

#[test]
fn aggregates_are_loops_inside() {
    assert_eq!(
        lines("let n: usize = count(at(_, _)) && n > 2"),
        [
            "Clear(3)",
            "Clear(4)",
            "Rows at(_, _).0 at 5",
            "2: NextRow at(_, _).0 at 5 else 1",
            "Count(3)",
            "Jump(2)",
            "1: Copy { from: 3, to: 2 }",
            "Test { f: 0, on_fail: no }",
            "Holds { more: [], redo: no }",
        ]
    );
    let folded = |kind: &str| lines(&format!("let n: u16 = {kind}(k; ammo(_, k)) && n > 2"));
    let sum = folded("sum");
    assert_eq!(
        sum[4..7],
        [
            "Fold { f: 0, acc: 3 }",
            "Jump(2)",
            "1: Copy { from: 3, to: 2 }"
        ]
    );
    // Without solutions there is a sum, but no least value.
    for kind in ["min", "max"] {
        let least = folded(kind);
        assert_eq!(least[4..6], sum[4..6]);
        assert_eq!(least[6], "1: HasValue { acc: 3, on_fail: no }");
        assert_eq!(least[7], "Copy { from: 3, to: 2 }");
    }
}

#[test]
fn range_is_counted_not_collected() {
    let range = [
        "Range { f: 0, end: 4, cursor: 3 }",
        "1: NextNumber { end: 4, cursor: 3, to: 2, on_fail: no }",
        "Test { f: 0, on_fail: 1 }",
        "Holds { more: [Cursor(3)], redo: 1 }",
    ];
    assert_eq!(lines("let i: u8 in 0..4 && i > 2"), range);
    assert_eq!(lines("let i: u8 in 0..=4 && i > 2"), range);
    assert_eq!(
        lines("let i: u8 in game.numbers() && i > 2")[1],
        "Items { f: 0, level: 0, cursor: 3, end: 4 }"
    );
}

#[test]
fn a_let_binds_or_has_no_solution() {
    assert_eq!(
        lines(
            "let b: Actor = game.one() && let Some(c): Option<Actor> = game.other(b) && friend(c)"
        ),
        [
            "Let { f: 0, to: 2 }",
            "LetSome { f: 0, to: 3, on_fail: no }",
            "friend(3) by Whole else no",
            "Holds { more: [], redo: no }",
        ]
    );
}

/// Returns the op of a condition that is a lone test; `None` for a function.
fn one_test(condition: &str) -> Option<String> {
    let op = ops("m", &guarded(condition)).swap_remove(0);
    (!op.starts_with("Solve")).then_some(op)
}

#[test]
fn lone_test_is_an_op() {
    let test = |condition: &str| one_test(condition).expect("is one test");
    assert_eq!(test("alarm()"), "alarm().1 for 0 else fail");
    assert_eq!(test("enemy(a)"), "enemy(0).1 for 0 else fail");
    assert_eq!(test("!enemy(a)"), "!enemy(0).1 for 0 else fail");
    assert_eq!(test("!enemy(_)"), "!enemy(_).0 for 0 else fail");
    assert_eq!(test("!at(a, _)"), "!at(0, _).2 for 0 else fail");
    assert_eq!(test("!ammo(a, _)"), "!ammo(0, _).1 for 0 else fail");
    assert_eq!(test("a != game.me()"), "Test 0 for 0 else fail");
    for several in [
        // Several solutions, a bound value, an expression to compute first, and two tests.
        "enemy(_)",
        "at(a, _)",
        "ammo(a, _n)",
        "ammo(a, 3)",
        "!ammo(a, 3)",
        "!path(p, p, _)",
        "enemy(a) && !friend(a)",
        "enemy(a) || friend(a)",
    ] {
        assert_eq!(one_test(several), None, "{several}");
    }
}

#[test]
fn only_resumable_condition_has_resume_slot() {
    let keeps_place = |condition: &str| {
        lowered(&guarded(condition), |rows| {
            rows.functions.solvers[0].at.is_some()
        })
    };
    assert!(!keeps_place("enemy(a) && ammo(a, n) && n > 3"));
    assert!(keeps_place("enemy(b) && b != a"));
    // There is one solution at most, but the search may pause before it.
    assert!(keeps_place("!(enemy(b) && friend(b))"));
}

#[test]
fn equal_conditions_are_one_function() {
    let count = |items: &str| lowered(items, |rows| rows.functions.solvers.len());
    let method = guarded("enemy(a) && a != game.me()");
    let other = method.replace("method m", "method other");
    assert_eq!(count(&method), 1);
    assert_eq!(count(&format!("{method} {other}")), 1);
    let another = guarded("enemy(a) && a != game.you()").replace("method m", "method another");
    assert_eq!(count(&format!("{method} {other} {another}")), 2);
}

#[test]
fn iterated_predicates_are_scanned() {
    let scanned = |items: &str| {
        lowered(items, |rows| {
            let predicates = rows.tables.relations.iter().enumerate();
            let scanned = predicates.filter(|(_, predicate)| predicate.scanned);
            scanned
                .map(|(rel, _)| atom(rel as u16, &[]))
                .collect::<Vec<_>>()
        })
    };
    let none: [&str; 0] = [];
    for test in [
        "enemy(a) && !friend(a)",
        "alarm() && ammo(a, n) && n > 3",
        "!ammo(a, _) && score(s) && s > 3",
        // An index finds the rows of a word.
        "!at(a, _)",
        "ammo(b, 3) && b != a",
    ] {
        assert_eq!(scanned(&guarded(test)), none, "{test}");
    }
    assert_eq!(scanned(&guarded("enemy(x) && !friend(x)")), ["enemy()"]);
    assert_eq!(
        scanned(&guarded("ammo(b, n) && n > 3 && b != a")),
        ["ammo()"]
    );
    assert_eq!(
        scanned(&guarded("forall(enemy(x) => friend(x))")),
        ["enemy()"]
    );
    assert_eq!(scanned("method m() { delete at(_, _); }"), ["at()"]);
    assert_eq!(scanned("method m(a: Actor) { delete at(a, _); }"), none);
    assert_eq!(
        scanned("operator o(a: Actor) by a { start delete at(a, _); }"),
        none
    );
    assert_eq!(
        scanned("operator o(a: Actor) by a { start delete at(_, _); }"),
        ["at()"]
    );
}
