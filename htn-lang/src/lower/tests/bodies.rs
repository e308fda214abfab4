//! The ops of tasks.

use super::*;

#[test]
fn exhausted_branch_is_the_last() {
    let branches = |condition: &str| {
        ops(
            "m",
            &format!(
                "method m(a: Actor) {{ branch x if {condition} {{ go(a); }} branch y {{ go(a); }} }}"
            ),
        )
    };
    assert_eq!(
        branches("enemy(_)"),
        [
            "Solve 0 for 0 else 4",
            "SolveNext",
            "Step go(0)",
            "Done",
            "Unchosen",
            "Branch(1)",
            "Step go(0)",
            "Done",
        ]
    );
    // The search does not return for one solution. Every sorted row is a solution, so there is no branch without one later.
    for condition in ["ammo(a, n) && n > 3", "enemy(b) sort by game.far(b)"] {
        let ops = branches(condition);
        assert_eq!(ops[..2], ["Solve 0 for 0 else 4", "SolveNext"]);
        assert_eq!(ops[4..], ["Branch(1)", "Step go(0)", "Done"]);
    }
    assert_eq!(
        branches("enemy(a)"),
        [
            "enemy(0).1 for 0 else 3",
            "Step go(0)",
            "Done",
            "Branch(1)",
            "Step go(0)",
            "Done",
        ]
    );
}

#[test]
fn methods_of_one_name_are_alternatives() {
    assert_eq!(
        ops(
            "m",
            "method m(a: Actor) { go(a); } method m(a: Actor) if enemy(a) { go(a); }"
        ),
        [
            "Try 4",
            "Branch(0)",
            "Step go(0)",
            "Done",
            "Method(1)",
            "enemy(0).1 for 1 else fail",
            "Step go(0)",
            "Done",
        ]
    );
}

#[test]
fn few_arguments_are_in_the_op() {
    let items = "
        operator move(a: Actor, b: Actor, c: Actor, d: Actor) by a {} operator carry(a: Actor, b: Actor, c: Actor, d: Actor, e: Actor) by a {}
        method m(a: Actor) { move(a, a, a, a); carry(a, a, a, a, a); few(a, a, a, a); many(a, a, a, a, a); go(game.next(a)); }
        method few(_a: Actor, _b: Actor, _c: Actor, _d: Actor) {} method many(_a: Actor, _b: Actor, _c: Actor, _d: Actor, _e: Actor) {}
    ";
    assert_eq!(
        ops("m", items),
        [
            "Branch(0)",
            "Step move(0, 0, 0, 0)",
            "Do carry(0, 0, 0, 0, 0)",
            "Begin few(0, 0, 0, 0)",
            "Task many(0, 0, 0, 0, 0)",
            "Let { f: 0, to: 1 }",
            "Step go(1)",
            "Done",
        ]
    );
}

#[test]
fn operator_without_choice_is_one_step() {
    let steps = |operators: &str| {
        let op = ops(
            "m",
            &format!("{operators} method m(a: Actor) {{ step(a); }}"),
        )
        .swap_remove(1);
        op.split(' ').next().unwrap_or_default().to_owned()
    };
    let operator = |body: &str| steps(&format!("operator step(a: Actor) by a {{ {body} }}"));
    assert_eq!(operator(""), "Step");
    assert_eq!(
        operator(
            "if enemy(a) && !friend(a); start delete enemy(a); finish add friend(a); cost 2.0;"
        ),
        "Step"
    );
    assert_eq!(
        operator("if ammo(a, n) && n > 0; start add ammo(a, n - 1);"),
        "Step"
    );
    assert_eq!(
        operator("if at(a, p); start delete at(a, p);"),
        "StepIf",
        "a choice"
    );
    assert_eq!(
        operator("if !(enemy(b) && friend(b));"),
        "StepIf",
        "may be paused"
    );
    assert_eq!(
        operator("start delete at(a, _);"),
        "Do",
        "any number of facts"
    );
    assert_eq!(
        operator("start add friend(b) for enemy(b);"),
        "Do",
        "any number of facts"
    );
    let two =
        "operator step(a: Actor) by a { start add enemy(a); } operator step(a: Actor) by a {}";
    assert_eq!(steps(two), "Do", "alternatives");
}

#[test]
fn a_for_is_lifted_out() {
    let items = "method m(a: Actor) { for at(b, _) && enemy(b) { walk(a, b); } } method walk(_a: Actor, _b: Actor) {}";
    assert_eq!(
        ops("m", items),
        [
            "Branch(0)",
            "Solve 0 else fail",
            "SolveNext",
            "Zero(8)",
            // The region of the rows, the number of the first, and the captured variables.
            "Begin for(3, 8, 0)",
            "Done",
        ]
    );
    assert_eq!(
        ops("for", items),
        [
            "RowAt next 4 for 1 else 3",
            "Begin walk(2, 3)",
            "Again(0, 4, 2)",
            "Stepped",
            "Done",
        ]
    );
}

#[test]
fn block_without_match_succeeds() {
    let items = "method m(a: Actor) { while enemy(a) { go(a); } if friend(a) { go(a); } else if alarm() { m(a); } }";
    assert_eq!(
        ops("m", items),
        ["Branch(0)", "Begin while(0)", "Begin if(0)", "Done"]
    );
    assert_eq!(
        ops("while", items),
        [
            "enemy(0).1 for 1 else 3",
            "Step go(0)",
            "Again(0)",
            "Branch(2)",
            "Stepped",
            "Done",
        ]
    );
    assert_eq!(
        ops("if", items),
        [
            "friend(0).1 for 3 else 3",
            "Step go(0)",
            "Done",
            "alarm().1 for 4 else 6",
            "Begin m(0)",
            "Done",
            "Branch(5)",
            "Stepped",
            "Done",
        ]
    );
}

#[test]
fn lets_belong_to_adjacent_statements() {
    let items = "
        method m(a: Actor) { unordered { go(a); { go(a); let b = next(a); go(b); let _c: Actor = b; } } let _n: usize = count(enemy(_)); }
        method next(a: Actor) -> Actor { return a; }
    ";
    assert_eq!(
        ops("m", items),
        [
            "Branch(0)",
            "Unordered 3, 5",
            "Jump 12",
            "Step go(0)",
            "StrandEnd",
            "Step go(0)",
            "Task next(0) -> 1",
            "Step go(1)",
            "Stay",
            "Let { f: 0, to: 2 }",
            "Stepped",
            "StrandEnd",
            "Stay",
            "Solve 0 else fail",
            "SolveNext",
            "Stepped",
            "Done",
        ]
    );
    assert_eq!(ops("next", items), ["Branch(1)", "Stepped", "Return(1)"]);
}

#[test]
fn unread_returned_value_is_dropped() {
    let items =
        "method m(a: Actor) { let _b = next(a); } method next(a: Actor) -> Actor { return a; }";
    assert_eq!(ops("m", items)[1], "Begin next(0)");
}

#[test]
fn deletes_come_before_adds() {
    assert_eq!(
        ops(
            "shift",
            "internal operator shift(a: Actor) { if ammo(a, n); add ammo(a, n - 1); delete at(a, _), friend(a); }"
        ),
        [
            "Solve 0 else fail",
            "SolveNext",
            "Apply { id: 1, cost: Nothing }",
            "Let { f: 0, to: 3 }; Delete at(0, _).2; Delete friend(0); Add ammo(0, 3)",
            "Applied",
            "Moment",
        ]
    );
}

#[test]
fn moments_are_in_order_with_failure_last() {
    let operator = "operator shift(a: Actor) by a {
        if at(a, p) && path(p, q, _); while enemy(a);
        start delete at(a, p); finish add path(p, q, 3) for friend(_b); success add at(a, q); failure add at(a, p);
    }";
    assert_eq!(
        ops("shift", operator),
        [
            "Solve 0 else fail",
            "SolveNext",
            "Apply { id: 1, cost: One }",
            "Delete at(0, 2)",
            "Moment",
            "Solve 1 else fail",
            "SolveNext",
            "Each of 0: Let { f: 0, to: 13 }; Add path(2, 4, 13)",
            "Moment",
            "Add at(0, 4)",
            "Applied",
            "Add at(0, 2)",
            "Moment",
        ]
    );
    lowered(operator, |rows| {
        let entry = rows.tables.operators[1].entry.0;
        let moments = rows.tables.operators[1]
            .moments
            .map(|moment| moment.0 - entry);
        // Without effects when sensed, the moment is the last op.
        assert_eq!(moments, [3, 5, 9, 12, 11]);
    });
}

#[test]
fn changes_of_a_body_are_steps() {
    let items = "method m(a: Actor) { delete at(a, _); delete at(a, p) for at(a, p); add enemy(a), friend(a); }";
    assert_eq!(
        ops("m", items),
        [
            "Branch(0)",
            "Solve 0 else fail",
            "SolveNext",
            "Row 0 else 6",
            "StepDelete at(1, 2)",
            "Jump 3",
            "Stepped",
            "Solve 1 else fail",
            "SolveNext",
            "Row 1 else 12",
            "StepDelete at(0, 10)",
            "Jump 9",
            "Stepped",
            "StepAdd enemy(0)",
            "StepAdd friend(0)",
            "Stepped",
            "Done",
        ]
    );
    // All words of a deleted fact are collected, known ones too.
    let rows = lowered(items, |rows| graph(FnId(0), rows));
    assert_eq!(
        rows[2..6],
        [
            "Copy { from: 0, to: 1 }",
            "Rows at(1, =2).2 at 7",
            "2: NextRow at(1, =2).2 at 7 else 1",
            "Push { level: 0, region: 3, key: None, from: 1, to: 3, least: false, redo: 2 }",
        ]
    );
}

#[test]
fn later_tasks_begin_nothing() {
    assert_eq!(
        ops("m", "method m(a: Actor) { go(a); later m(a); }"),
        ["Branch(0)", "Step go(0)", "Later m(0)", "Stepped", "Done"]
    );
}
