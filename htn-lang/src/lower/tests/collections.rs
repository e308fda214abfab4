//! Collections: their levels, and the heights to which they are released.

use super::*;

#[test]
fn sort_collects_before_its_first_row() {
    assert_eq!(
        lines("enemy(b) && b != a sort by game.far(b)"),
        [
            "Cut { level: 0, to: 1 }",
            "Open { level: 0, region: 3, key: Some(0), values: 1, inner: 5 }",
            "Rows enemy(=2).0 at 6",
            "2: NextRow enemy(=2).0 at 6 else 1",
            "Test { f: 0, on_fail: 2 }",
            "Push { level: 0, region: 3, key: Some(0), from: 2, to: 3, least: false, redo: 2 }",
            "1: Close { level: 0, region: 3, inner: 5 }",
            "First { level: 0, region: 3, cursor: 7, from: 2, to: 3, on_fail: no }",
            "Jump(3)",
            "4: Next { level: 0, region: 3, cursor: 7, from: 2, to: 3, on_fail: no }",
            "3: Holds { more: [Cursor(7)], redo: 4 }",
        ]
    );
}

#[test]
fn single_solution_is_not_sorted() {
    let sorted = lines("ammo(a, n) && n > 2 && enemy(b) sort by game.far(b)");
    assert_eq!(
        sorted[..4],
        [
            "ammo(0, =2) by Key else no",
            "Test { f: 0, on_fail: no }",
            "Cut { level: 0, to: 1 }",
            "Open { level: 0, region: 4, key: Some(0), values: 1, inner: 6 }",
        ]
    );
    assert_eq!(
        lines("ammo(a, n) && !enemy(a) sort by n"),
        [
            "ammo(0, =2) by Key else no",
            "!enemy(0) by Whole else no",
            "Holds { more: [], redo: no }",
        ]
    );
}

#[test]
fn nested_collection_has_own_level() {
    let sorted = "enemy(b) && first(friend(c) sort by game.far(c)) && at(c, p) && let _d: Actor in game.near(p) sort by game.far(b)";
    assert_eq!(
        lines(sorted),
        [
            "Cut { level: 0, to: 1 }",
            "Open { level: 0, region: 6, key: Some(1), values: 4, inner: 8 }",
            "Rows enemy(=2).0 at 9",
            "2: NextRow enemy(=2).0 at 9 else 1",
            "Cut { level: 1, to: 8 }",
            "Open { level: 1, region: 11, key: Some(0), values: 1, inner: 13 }",
            "Rows friend(=10).0 at 14",
            "4: NextRow friend(=10).0 at 14 else 3",
            // Only the first row counts.
            "Push { level: 1, region: 11, key: Some(0), from: 10, to: 11, least: true, redo: 4 }",
            "3: Close { level: 1, region: 11, inner: 13 }",
            "First { level: 1, region: 11, cursor: 15, from: 10, to: 11, on_fail: 2 }",
            "5: Copy { from: 10, to: 3 }",
            "Rows at(3, =4).2 at 16",
            "6: NextRow at(3, =4).2 at 16 else 2",
            "Cut { level: 1, to: 8 }",
            "Items { f: 0, level: 1, cursor: 17, end: 18 }",
            "7: NextItem { level: 1, cursor: 17, end: 18, to: 5, on_fail: 6 }",
            "Push { level: 0, region: 6, key: Some(1), from: 2, to: 6, least: false, redo: 7 }",
            "1: Close { level: 0, region: 6, inner: 8 }",
            "First { level: 0, region: 6, cursor: 19, from: 2, to: 6, on_fail: no }",
            "Jump(8)",
            "9: Next { level: 0, region: 6, cursor: 19, from: 2, to: 6, on_fail: no }",
            "8: Holds { more: [Cursor(19)], redo: 9 }",
        ]
    );
}

/// Returns the lines of a condition that collect or release rows.
fn collecting(items: &str, condition: &str) -> Vec<String> {
    let lines = lines_with(items, condition).into_iter();
    lines
        .filter(|line| {
            ["Cut ", "Open ", "Items {", "Height ", "Call "]
                .iter()
                .any(|word| line.contains(word))
        })
        .collect()
}

#[test]
fn items_survive_later_collections() {
    assert_eq!(
        collecting(
            "",
            "let _b: Actor in game.all() && let _c: Actor in game.all()"
        ),
        [
            "Cut { level: 0, to: 1 }",
            "Items { f: 0, level: 0, cursor: 3, end: 4 }",
            "Cut { level: 0, to: 4 }",
            "Items { f: 0, level: 0, cursor: 6, end: 7 }",
        ]
    );
    // The next collection releases the rows of a negation or an aggregate.
    let between = |negation: &str| {
        let all =
            format!("let _b: Actor in game.all() && {negation} && let _d: Actor in game.all()");
        let lines = collecting("", &all);
        let cuts = lines.iter().filter(|line| line.contains("Cut")).cloned();
        let cuts: Vec<String> = cuts
            .map(|cut| cut[cut.find("Cut").unwrap_or(0)..].to_owned())
            .collect();
        cuts
    };
    let cuts = [
        "Cut { level: 0, to: 1 }",
        "Cut { level: 0, to: 4 }",
        "Cut { level: 0, to: 4 }",
    ];
    assert_eq!(between("!first(at(_, p) sort by p)"), cuts);
    assert_eq!(between("first(at(_, p) sort by p)"), cuts);
    assert_eq!(between("!(let c: Actor in game.all() && enemy(c))"), cuts);
    assert_eq!(
        between("let n: usize = count(let c: Actor in game.all() && enemy(c)) && n > 3"),
        cuts
    );
}

#[test]
fn unknown_height_is_recorded() {
    // Only one side of an `||` collects.
    assert_eq!(
        collecting(
            "",
            "(let b: Actor in game.all() && friend(b) || enemy(b)) && let _c: Actor in game.near(b)"
        ),
        [
            "Cut { level: 0, to: 1 }",
            "Items { f: 0, level: 0, cursor: 4, end: 5 }",
            "1: Height { level: 0, to: 7 }",
            "Cut { level: 0, to: 7 }",
            "Items { f: 1, level: 0, cursor: 9, end: 10 }",
        ]
    );
    // Without a collection after it, the height is not read.
    let none: [&str; 0] = [];
    let side = "(let b: Actor in game.all() && friend(b) || enemy(b)) && b != a";
    let heights = collecting("", side);
    let heights: Vec<&String> = heights
        .iter()
        .filter(|line| line.contains("Height"))
        .collect();
    assert_eq!(heights, none);
    // An axiom that collects keeps its items between its solutions.
    let any =
        "axiom any(b: Actor) { let b: Actor in game.all() } axiom any(b: Actor) { friend(b) }";
    assert_eq!(
        collecting(any, "any(b) && any(c) && b != c"),
        [
            "Cut { level: 0, to: 1 }",
            "Call { args: [], frame: 4, more: 3 }",
            "Height { level: 0, to: 11 }",
            "Cut { level: 0, to: 11 }",
            "Call { args: [], frame: 14, more: 13 }",
        ]
    );
}

#[test]
fn sorted_rows_survive_later_collections() {
    let operator = "operator o(a: Actor) by a { if enemy(b) sort by game.far(b); while let c: Actor in game.near(b); start add friend(c); }";
    let lines = lowered(operator, |rows| graph(FnId(0), rows));
    assert_eq!(
        lines[6..],
        [
            "First { level: 0, region: 3, cursor: 7, from: 2, to: 3, on_fail: no }",
            "Jump(3)",
            "4: Next { level: 0, region: 3, cursor: 7, from: 2, to: 3, on_fail: no }",
            "3: Height { level: 0, to: 8 }",
            "Cut { level: 0, to: 8 }",
            "Items { f: 0, level: 0, cursor: 10, end: 11 }",
            "5: NextItem { level: 0, cursor: 10, end: 11, to: 9, on_fail: 4 }",
            "Holds { more: [Cursor(7), Items(10, 11)], redo: 5 }",
        ]
    );
}

#[test]
fn statements_iterate_over_collected_rows() {
    let kept = |each: &str| {
        let body = format!("method m(a: Actor) {{ for {each} {{ go(b); }} }}");
        lowered(&body, |rows| {
            assert!(rows.functions.solvers[0].keeps_rows);
            let lines = graph(FnId(0), rows);
            let all = lines.iter().position(|line| line.contains("Close"));
            lines[all.expect("collects")..].to_vec()
        })
    };
    assert_eq!(
        kept("enemy(b)"),
        [
            "1: Close { level: 0, region: 3, inner: 5 }",
            "Clear(4)",
            "Holds { more: [], redo: no }"
        ]
    );
    // They are sorted before the first round.
    assert_eq!(
        kept("enemy(b) sort by game.far(b)"),
        [
            "1: Close { level: 0, region: 3, inner: 5 }",
            "Clear(7)",
            "3: Settle { level: 0, region: 3, cursor: 7 }",
            "Clear(4)",
            "Holds { more: [], redo: no }",
        ]
    );
}
