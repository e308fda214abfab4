//! Axioms that are inlined, called as functions, or called in a frame of their own.

use super::*;

const REACH: &str = "
    axiom reach(a: Place, b: Place) { path(a, b, _) }
    axiom reach(a: Place, b: Place) { path(a, c, _) && reach(c, b) }
";

/// Returns the lines of every function of a domain whose method has this condition.
fn functions(items: &str, condition: &str) -> Vec<Vec<String>> {
    lowered(&format!("{items} {}", guarded(condition)), |rows| {
        let count = rows.functions.solvers.len() as u16;
        (0..count).map(|number| graph(FnId(number), rows)).collect()
    })
}

#[test]
fn small_axiom_is_inlined() {
    let foe = "axiom foe(a: Actor) { enemy(a) && !friend(a) }";
    assert_eq!(
        lines_with(foe, "foe(a) && foe(_y)"),
        [
            "enemy(0) by Whole else no",
            "!friend(0) by Whole else no",
            "Rows enemy(=2).0 at 3",
            "1: NextRow enemy(=2).0 at 3 else no",
            "!friend(2) by Whole else 1",
            "Holds { more: [Cursor(3)], redo: 1 }",
        ]
    );
}

#[test]
fn repeated_argument_of_inlined_axiom_is_compared() {
    let pair = "axiom pair(a: Actor, b: Actor) { enemy(a) && friend(b) }";
    assert_eq!(
        lines_with(pair, "pair(x, x)")[4..],
        [
            "Same { a: 3, b: 2, on_fail: 2 }",
            "Holds { more: [Cursor(4), Cursor(5)], redo: 2 }"
        ]
    );
}

#[test]
fn large_axiom_is_called_as_function() {
    let near = "axiom near(a: Actor, b: Actor) { at(a, p) && at(b, p) }";
    let functions = functions(&format!("{near} {near}"), "near(a, y) && near(y, a)");
    // Each pattern of arguments has an instance. Alternatives have slots of their own.
    assert_eq!(
        functions[0],
        [
            "Rows at(0, =5).2 at 6",
            "2: NextRow at(0, =5).2 at 6 else 1",
            "Rows at(=1, 5).3 at 7",
            "3: NextRow at(=1, 5).3 at 7 else 2",
            "Holds { more: [Unknown], redo: 3 }",
            "1: Rows at(0, =8).2 at 9",
            "4: NextRow at(0, =8).2 at 9 else no",
            "Rows at(=1, 8).3 at 10",
            "5: NextRow at(=1, 8).3 at 10 else 4",
            "Holds { more: [Cursor(9), Cursor(10)], redo: 5 }",
        ]
    );
    assert_eq!(functions[1][2], "at(1, 5) by Whole else 2");
    assert_eq!(
        functions[2],
        [
            "Call { args: [(0, 0)], frame: 4, more: 3 }",
            "1: Called { solver: 0, level: 0, frame: 4, size: 11, more: 3, out: [(1, 2)], on_fail: no }",
            "Call { args: [(0, 2), (1, 0)], frame: 16, more: 15 }",
            "2: Called { solver: 1, level: 0, frame: 16, size: 9, more: 15, out: [], on_fail: 1 }",
            "Holds { more: [Axiom(3), Axiom(15)], redo: 2 }",
        ]
    );
}

#[test]
fn clause_with_a_solution_is_the_last() {
    let choice = "axiom choice(b: Actor) { enemy(b) } else { friend(b) } else { at(b, _) }";
    let open = functions(choice, "choice(_b)");
    assert_eq!(
        open[0],
        [
            "StoreLabel { to: 4, at: 1 }",
            "Rows enemy(=0).0 at 5",
            "3: NextRow enemy(=0).0 at 5 else 2",
            // From here on, the end of the enemies is the end of the axiom.
            "StoreLabel { to: 4, at: no }",
            "Holds { more: [Cursor(5)], redo: 3 }",
            "2: JumpToStored(4)",
            "1: StoreLabel { to: 6, at: 4 }",
            "Rows friend(=0).0 at 7",
            "6: NextRow friend(=0).0 at 7 else 5",
            "StoreLabel { to: 6, at: no }",
            "Holds { more: [Cursor(7)], redo: 6 }",
            "5: JumpToStored(6)",
            "4: Rows at(=0, _).0 at 8",
            "7: NextRow at(=0, _).0 at 8 else no",
            "Holds { more: [Cursor(8)], redo: 7 }",
        ]
    );
    // A clause with one solution at most need not store its end.
    let bound = functions(choice, "enemy(b) && choice(b)");
    assert_eq!(
        bound[0][..4],
        [
            "enemy(0) by Whole else 2",
            "Holds { more: [], redo: no }",
            "1: 2: friend(0) by Whole else 4",
            "Holds { more: [], redo: no }",
        ]
    );
}

#[test]
fn recursive_axiom_gets_own_frame() {
    let functions = functions(REACH, "at(a, p) && reach(p, _q)");
    assert_eq!(
        functions[0][4..],
        [
            "3: NextRow path(0, =6, _).2 at 7 else no",
            "Recur { axiom: 0, args: [Some(6), None], level: 0, once: false, wanted: 2, answered: 4 }",
            "5: RecurNext { more: 8, level: 0, answered: 4, on_fail: 3 }",
            "4: Recurred { more: 8, out: [(1, 1)], on_fail: 3 }",
            "Holds { more: [Cursor(7), Axiom(8)], redo: 5 }",
        ]
    );
    assert_eq!(
        functions[1][2..],
        [
            "Recur { axiom: 0, args: [Some(2), None], level: 0, once: false, wanted: 2, answered: 2 }",
            "3: RecurNext { more: 5, level: 0, answered: 2, on_fail: 1 }",
            "2: Recurred { more: 5, out: [(1, 4)], on_fail: 1 }",
            "Holds { more: [Cursor(3), Axiom(5)], redo: 3 }",
        ]
    );
}

#[test]
fn frames_of_a_negation_are_released() {
    assert_eq!(
        lines_with(REACH, "at(a, p) && !reach(p, _)")[2..],
        [
            "Mark(4)",
            "Recur { axiom: 0, args: [Some(2), None], level: 0, once: true, wanted: 0, answered: 3 }",
            "4: RecurNext { more: 5, level: 0, answered: 3, on_fail: 2 }",
            "3: Recurred { more: 5, out: [], on_fail: 2 }",
            "Release(4)",
            "Jump(1)",
            "2: Holds { more: [Cursor(3)], redo: 1 }",
        ]
    );
    // An axiom that calls a recursive one leaves frames too.
    let calls =
        format!("{REACH} axiom far(a: Place) {{ alarm() }} axiom far(a: Place) {{ !reach(a, _) }}");
    let lines = lines_with(&calls, "at(a, p) && !far(p)");
    assert_eq!(lines[2], "Mark(4)");
    let foe = "axiom foe(a: Actor) { enemy(a) } axiom foe(a: Actor) { friend(a) }";
    let lines = lines_with(foe, "a != game.me() && !foe(a)");
    assert!(
        !lines.iter().any(|line| line.starts_with("Mark")),
        "{lines:#?}"
    );
}

/// Returns the lines of the last call of an axiom.
#[derive(PartialEq, Eq, Debug)]
enum Tail {
    Called,
    Repeats,
    IsReplaced,
}

fn tail(axioms: &str, condition: &str) -> Tail {
    let lines = functions(axioms, condition).concat();
    let has = |word: &str| lines.iter().any(|line| line.contains(word));
    match (has("Repeat {"), has("Replace {")) {
        (true, false) => Tail::Repeats,
        (false, true) => Tail::IsReplaced,
        (false, false) => Tail::Called,
        (true, true) => panic!("is both: {lines:#?}"),
    }
}

#[test]
fn tail_recursive_axiom_is_a_loop() {
    let safe = "axiom safe(a: Actor) { enemy(a) && friend(a) } else { ammo(a, n) && n > 3 } else { ammo(a, _) && safe(game.next(a)) }";
    let functions = functions(safe, "safe(a) && a != game.me()");
    assert_eq!(
        functions[0],
        [
            "Clear(3)",
            "1: enemy(0) by Whole else 3",
            "friend(0) by Whole else 3",
            "Holds { more: [], redo: no }",
            "2: 3: ammo(0, =6) by Key else 5",
            "Test { f: 0, on_fail: 5 }",
            "Holds { more: [], redo: no }",
            "4: 5: ammo(0, _) by Key else no",
            "Let { f: 0, to: 7 }",
            "6: Repeat { args: [7], times: 3 }",
        ]
    );
    // Its callers call it like any other axiom.
    assert_eq!(
        functions[1][..2],
        [
            "Call { args: [(0, 0)], frame: 3, more: 2 }",
            "1: Called { solver: 0, level: 0, frame: 3, size: 8, more: 2, out: [], on_fail: no }",
        ]
    );
    let safe = |last: &str| format!("axiom safe(a: Actor) {{ enemy(a) }} else {{ {last} }}");
    let next = "safe(game.next(a))";
    assert_eq!(
        tail(&safe(&format!("ammo(a, _) && {next}")), "safe(a)"),
        Tail::Repeats
    );
    // A generator before it or a conjunct after it prevents that.
    assert_eq!(
        tail(&safe(&format!("at(a, _) && {next}")), "safe(a)"),
        Tail::Called
    );
    assert_eq!(
        tail(&safe(&format!("{next} && a != game.me()")), "safe(a)"),
        Tail::Called
    );
    // So does an open argument or another alternative after it.
    assert_eq!(tail(&safe("alarm() && safe(a)"), "safe(_b)"), Tail::Called);
    let first = format!("axiom safe(a: Actor) {{ {next} }} axiom safe(a: Actor) {{ enemy(a) }}");
    assert_eq!(tail(&first, "safe(a)"), Tail::Called);
}

#[test]
fn last_call_replaces_its_caller() {
    let axioms = |last: &str| {
        format!(
            "axiom even(a: Actor) {{ enemy(a) }} else {{ {last} }}
            axiom odd(a: Actor) {{ friend(a) }} else {{ even(game.next(a)) }}"
        )
    };
    assert_eq!(
        functions(&axioms("ammo(a, _) && odd(game.next(a))"), "even(a)")[0],
        [
            "friend(0) by Whole else 2",
            "Holds { more: [], redo: no }",
            "1: 2: Let { f: 0, to: 5 }",
            "Replace { axiom: 0, args: [Some(5)] }",
        ]
    );
    let replaced = "ammo(a, _) && odd(game.next(a))";
    assert_eq!(tail(&axioms(replaced), "even(a)"), Tail::IsReplaced);
    // The other axiom is replaced in any case, since the first one calls it.
    let calls = |last: &str| {
        let lines = functions(&axioms(last), "even(a)").concat();
        lines
            .iter()
            .any(|line| line.starts_with("Replace { axiom: 1"))
    };
    assert!(calls(replaced));
    assert!(!calls("at(a, _) && odd(game.next(a))"));
    assert!(!calls("odd(game.next(a)) && a != game.me()"));
}

#[test]
fn large_frame_is_not_nested() {
    let axiom = |generators: usize| {
        let clause: Vec<String> = (0..generators).map(|i| format!("enemy(_x{i})")).collect();
        let clause = clause.join(" && ");
        format!(
            "axiom many(a: Actor) {{ {clause} && a != game.me() }} axiom many(a: Actor) {{ enemy(a) }}"
        )
    };
    let axioms = |generators: usize| {
        lowered(
            &format!("{} {}", axiom(generators), guarded("many(a)")),
            |rows| {
                rows.tables
                    .axioms
                    .iter()
                    .map(|row| row.frame)
                    .collect::<Vec<_>>()
            },
        )
    };
    // Each generator has two slots: a variable and a cursor.
    assert_eq!(axioms(30), []);
    assert_eq!(axioms(31), [66]);
    let call = lines_with(&axiom(31), "many(a)");
    assert!(
        call[0].starts_with("Recur { axiom: 0, args: [Some(0)]"),
        "{call:#?}"
    );
}
