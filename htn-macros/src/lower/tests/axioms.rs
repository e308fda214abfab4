//! Which axioms stand where they are called, are called like functions, or get a frame of the machine's.

use super::*;

const REACH: &str = "
    axiom reach(a: Place, b: Place) { path(a, b, _) }
    axiom reach(a: Place, b: Place) { path(a, c, _) && reach(c, b) }
";

/// The lines of every function of a domain whose method has this condition.
fn functions(items: &str, condition: &str) -> Vec<Vec<String>> {
    lowered(&format!("{items} {}", guarded(condition)), |rows| {
        let count = rows.functions.solvers.len() as u16;
        (0..count).map(|number| graph(FnId(number), rows)).collect()
    })
}

#[test]
fn a_small_axiom_stands_where_it_is_called() {
    let foe = "axiom foe(a: Actor) { enemy(a) && !friend(a) }";
    assert_eq!(
        lines_with(foe, "foe(a) && foe(_y)"),
        [
            "enemy(0) by Whole else no",
            "!friend(0) by Whole else no",
            "Rows enemy(=2).0 at 3",
            "1: NextRow enemy(=2).0 at 3 else no",
            "!friend(2) by Whole else 1",
            "Holds { open: [Cursor(3)], redo: 1 }",
        ]
    );
}

#[test]
fn what_comes_out_of_a_small_axiom_twice_must_be_the_same() {
    let pair = "axiom pair(a: Actor, b: Actor) { enemy(a) && friend(b) }";
    assert_eq!(
        lines_with(pair, "pair(x, x)")[4..],
        [
            "Same { a: 3, b: 2, els: 2 }",
            "Holds { open: [Cursor(4), Cursor(5)], redo: 2 }"
        ]
    );
}

#[test]
fn other_axioms_are_called_with_a_frame_inside_the_callers() {
    let near = "axiom near(a: Actor, b: Actor) { at(a, p) && at(b, p) }";
    let functions = functions(&format!("{near} {near}"), "near(a, y) && near(y, a)");
    // An instance for each pattern of arguments; alternatives have slots of their own.
    assert_eq!(
        functions[0],
        [
            "Rows at(0, =4).2 at 5",
            "2: NextRow at(0, =4).2 at 5 else 1",
            "Rows at(=1, 4).3 at 6",
            "3: NextRow at(=1, 4).3 at 6 else 2",
            "Holds { open: [Always], redo: 3 }",
            "1: Rows at(0, =7).2 at 8",
            "4: NextRow at(0, =7).2 at 8 else no",
            "Rows at(=1, 7).3 at 9",
            "5: NextRow at(=1, 7).3 at 9 else 4",
            "Holds { open: [Cursor(8), Cursor(9)], redo: 5 }",
        ]
    );
    assert_eq!(functions[1][2], "at(1, 4) by Whole else 2");
    assert_eq!(
        functions[2],
        [
            "Call { args: [(0, 0)], frame: 4, more: 3 }",
            "1: Called { solver: 0, level: 0, frame: 4, size: 10, more: 3, out: [(1, 2)], els: no }",
            "Call { args: [(0, 2), (1, 0)], frame: 15, more: 14 }",
            "2: Called { solver: 1, level: 0, frame: 15, size: 8, more: 14, out: [], els: 1 }",
            "Holds { open: [Axiom(3), Axiom(14)], redo: 2 }",
        ]
    );
}

#[test]
fn a_clause_with_a_solution_is_the_last_one() {
    let choice = "axiom choice(b: Actor) { enemy(b) } else { friend(b) } else { at(b, _) }";
    let open = functions(choice, "choice(_b)");
    assert_eq!(
        open[0],
        [
            "Note { to: 3, at: 1 }",
            "Rows enemy(=0).0 at 4",
            "3: NextRow enemy(=0).0 at 4 else 2",
            // From here on, the end of the enemies is the end of all.
            "Note { to: 3, at: no }",
            "Holds { open: [Cursor(4)], redo: 3 }",
            "2: Resume(3)",
            "1: Note { to: 5, at: 4 }",
            "Rows friend(=0).0 at 6",
            "6: NextRow friend(=0).0 at 6 else 5",
            "Note { to: 5, at: no }",
            "Holds { open: [Cursor(6)], redo: 6 }",
            "5: Resume(5)",
            "4: Rows at(=0, _).0 at 7",
            "7: NextRow at(=0, _).0 at 7 else no",
            "Holds { open: [Cursor(7)], redo: 7 }",
        ]
    );
    // A clause of one solution at most has no end to remember.
    let bound = functions(choice, "enemy(b) && choice(b)");
    assert_eq!(
        bound[0][..4],
        [
            "enemy(0) by Whole else 2",
            "Holds { open: [], redo: no }",
            "1: 2: friend(0) by Whole else 4",
            "Holds { open: [], redo: no }",
        ]
    );
}

#[test]
fn an_axiom_that_recurs_gets_a_frame_of_the_machines() {
    let functions = functions(REACH, "at(a, p) && reach(p, _q)");
    assert_eq!(
        functions[0][4..],
        [
            "3: NextRow path(0, =5, _).2 at 6 else no",
            "Recur { axiom: 0, args: [Some(5), None], level: 0, once: false, wanted: 2, back: 4 }",
            "5: RecurNext { more: 7, level: 0, back: 4, els: 3 }",
            "4: Recurred { more: 7, out: [(1, 1)], els: 3 }",
            "Holds { open: [Cursor(6), Axiom(7)], redo: 5 }",
        ]
    );
    assert_eq!(
        functions[1][2..],
        [
            "Recur { axiom: 0, args: [Some(2), None], level: 0, once: false, wanted: 2, back: 2 }",
            "3: RecurNext { more: 5, level: 0, back: 2, els: 1 }",
            "2: Recurred { more: 5, out: [(1, 4)], els: 1 }",
            "Holds { open: [Cursor(3), Axiom(5)], redo: 3 }",
        ]
    );
}

#[test]
fn the_frames_of_a_negation_are_let_go() {
    assert_eq!(
        lines_with(REACH, "at(a, p) && !reach(p, _)")[2..],
        [
            "Mark(4)",
            "Recur { axiom: 0, args: [Some(2), None], level: 0, once: true, wanted: 0, back: 3 }",
            "4: RecurNext { more: 5, level: 0, back: 3, els: 2 }",
            "3: Recurred { more: 5, out: [], els: 2 }",
            "Release(4)",
            "Jump(1)",
            "2: Holds { open: [Cursor(3)], redo: 1 }",
        ]
    );
    // An axiom that calls one that recurs leaves frames behind too.
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

/// Whether the last call of an axiom takes the place of its caller.
fn replaces(clauses: &str, condition: &str) -> bool {
    let all = functions(clauses, condition).concat();
    all.iter().any(|line| line.starts_with("Replace"))
}

#[test]
fn the_last_call_takes_the_place_of_its_caller() {
    let safe = "axiom safe(a: Actor) { enemy(a) && friend(a) } else { ammo(a, n) && n > 3 } else { ammo(a, _) && safe(a) }";
    assert_eq!(
        functions(safe, "safe(a) && a != game.me()")[0],
        [
            "enemy(0) by Whole else 2",
            "friend(0) by Whole else 2",
            "Holds { open: [], redo: no }",
            "1: 2: ammo(0, =5) by Key else 4",
            "Test { f: 0, els: 4 }",
            "Holds { open: [], redo: no }",
            "3: 4: ammo(0, _) by Key else no",
            "Replace { axiom: 0, args: [Some(0)] }",
        ]
    );
    let safe = |last: &str| format!("axiom safe(a: Actor) {{ enemy(a) }} else {{ {last} }}");
    assert!(replaces(
        &safe("ammo(a, _) && safe(game.next(a))"),
        "safe(a)"
    ));
    // Not where something before it may have another solution, or something comes after it.
    assert!(!replaces(
        &safe("at(a, _) && safe(game.next(a))"),
        "safe(a)"
    ));
    assert!(!replaces(
        &safe("safe(game.next(a)) && a != game.me()"),
        "safe(a)"
    ));
    // Nor where a value comes out, or another alternative comes after it.
    assert!(!replaces(&safe("alarm() && safe(a)"), "safe(_b)"));
    let first = "axiom safe(a: Actor) { safe(game.next(a)) } axiom safe(a: Actor) { enemy(a) }";
    assert!(!replaces(first, "safe(a)"));
}

#[test]
fn a_large_frame_is_not_put_into_its_callers() {
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
            |rows| rows.axioms.iter().map(|row| row.frame).collect::<Vec<_>>(),
        )
    };
    // Two slots each: a variable and a cursor.
    assert_eq!(axioms(30), []);
    assert_eq!(axioms(31), [65]);
    let call = lines_with(&axiom(31), "many(a)");
    assert!(
        call[0].starts_with("Recur { axiom: 0, args: [Some(0)]"),
        "{call:#?}"
    );
}
