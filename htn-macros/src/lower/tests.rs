//! What constructs become, on small domains.

use htn_core::tables::Op;
use quote::quote;

use super::*;
use crate::modes::modes;
use crate::parse::parse;
use crate::resolve::resolve;

const ITEMS: &str = "
    agent Actor;
    predicate enemy(Actor); predicate friend(Actor); predicate at(Actor, Place); predicate ammo(Actor => u16);
    operator go(who: Actor) by who {}
";

/// The code of a domain, an op a line, without the numbers of runs.
fn code(items: &str) -> Vec<String> {
    let source = format!("domain d(game: &Game); {ITEMS} {items}");
    let mut errors = Errors::default();
    let domain = parse(source.parse().unwrap(), &mut errors).expect("has a header");
    let names = resolve(&domain, &mut errors);
    let mut moded = modes(&domain, &names, &mut errors);
    let index_type = moded.types.own(quote!(usize));
    assert_eq!(errors.messages(), Vec::<String>::new());
    let rows = lower(&names, &moded, index_type, &mut errors);
    assert!(errors.is_empty());
    rows.code
        .iter()
        .enumerate()
        .map(|(pc, op)| format!("{pc} {}", short(*op, &rows)))
        .collect()
}

fn short(op: Op, rows: &Rows<'_>) -> String {
    let atom = |run: htn_core::tables::Run| {
        let args = &rows.args[run.at as usize..run.at as usize + usize::from(run.len)];
        let args: Vec<String> = args.iter().map(|arg| format!("{arg:?}")).collect();
        args.join(" ").replace("(Slot(", " ").replace("))", "")
    };
    let slots = |run: htn_core::tables::Run| {
        let slots = &rows.slots[run.at as usize..run.at as usize + usize::from(run.len)];
        slots
            .iter()
            .map(|slot| slot.0.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    match op {
        Op::Scan {
            rel,
            index,
            atom: run,
        } => format!("Scan {}.{index} {}", rel.0, atom(run)),
        Op::Probe {
            rel,
            index,
            atom: run,
        } => format!("Probe {}.{index} {}", rel.0, atom(run)),
        Op::Absent {
            rel,
            index,
            atom: run,
        } => format!("Absent {}.{index} {}", rel.0, atom(run)),
        Op::Task { task, args, .. } => format!(
            "Task {} {}",
            rows.tasks[usize::from(task.0)].name,
            slots(args)
        ),
        Op::Again { args, .. } => format!("Again {}", slots(args)),
        Op::Call { axiom, args } => format!("Call {} {}", axiom.0, atom(args)),
        Op::Add { rel, atom: run } => format!("Add {} {}", rel.0, atom(run)),
        Op::Delete {
            rel,
            index,
            atom: run,
        } => format!("Delete {}.{index} {}", rel.0, atom(run)),
        Op::StepDelete { rel, atom: run } => format!("StepDelete {} {}", rel.0, atom(run)),
        Op::StepAdd { rel, atom: run } => format!("StepAdd {} {}", rel.0, atom(run)),
        other => format!("{other:?}"),
    }
}

/// The code between the first operator's and the synchronisation operators'.
fn method(items: &str) -> Vec<String> {
    let all = code(items);
    let start = all
        .iter()
        .position(|line| line.ends_with("Method(MethodId(0))"))
        .expect("has a method");
    let end = all
        .iter()
        .rposition(|line| line.contains("Apply(OperatorId(1))"))
        .expect("has block_on");
    all[start..end]
        .iter()
        .map(|line| line.split_once(' ').unwrap().1.to_owned())
        .collect()
}

#[test]
fn a_sole_branch_needs_no_choice() {
    assert_eq!(
        method("method m() if enemy(t) && !friend(t) && at(t, p) && p == game.home() { go(t); }"),
        [
            "Method(MethodId(0))",
            "Scan 0.0 Bind 0",
            "Absent 1.1 Is 0",
            "Scan 2.2 Is 0 Bind 1",
            "Check(FnId(0))",
            "Branch(BranchId(0))",
            "Task go 0",
            "Done",
            // `enemy(t)`, then `!friend(t)`, then what shares `p`.
            "Probe 0.1 Is 0",
            "Holds",
            "Absent 1.1 Is 0",
            "Holds",
            "Scan 2.2 Is 0 Bind 1",
            "Check(FnId(0))",
            "Holds",
        ]
    );
}

#[test]
fn branches_commit() {
    let ops = method(
        "method m(a: Actor) { branch x if enemy(b) && b != a sort by game.far(b) { go(b); } branch y { go(a); } }",
    );
    assert_eq!(
        ops[..13],
        [
            "Method(MethodId(0))",
            "Mark(Slot(1))",
            "Try(Pc(17))",
            "Open { of: CollectionId(0), then: Pc(12) }",
            "Scan 0.0 Bind 2",
            "Check(FnId(0))",
            "Push(CollectionId(0))",
            "Next(CollectionId(0))",
            "Kill(Slot(1))",
            "Branch(BranchId(0))",
            "Task go 2",
            "Done",
            "Branch(BranchId(1))",
        ]
    );
}

#[test]
fn a_for_is_lifted_out() {
    let ops = method(
        "method m(a: Actor) { for at(b, _) && enemy(b) { walk(a, b); } } method walk(a: Actor, b: Actor) {}",
    );
    let open = ops
        .iter()
        .position(|op| op.starts_with("Open"))
        .expect("opens");
    assert_eq!(
        ops[open + 1..open + 7],
        [
            "Scan 2.0 Bind 1 Any",
            "Probe 0.1 Is 1",
            "Push(CollectionId(0))",
            "Settle(CollectionId(0))",
            "Zero(Slot(4))",
            "Task for 2 4 0",
        ]
    );
    let rows = ops
        .iter()
        .position(|op| op.starts_with("RowAt"))
        .expect("has rounds");
    assert!(ops[rows + 2].starts_with("Task walk 2 3"), "{ops:#?}");
    assert_eq!(ops[rows + 3], "Again 0 4 2");
    assert_eq!(ops[rows + 4..rows + 6], ["Stepped", "Done"]);
}

#[test]
fn deletes_come_before_adds() {
    let all = code(
        "internal operator shift(a: Actor) { if ammo(a, n); add ammo(a, n - 1); delete at(a, _); }",
    );
    let apply = all
        .iter()
        .position(|line| line.contains("Apply(OperatorId(1))"))
        .expect("applies");
    let ops: Vec<&str> = all[apply - 1..]
        .iter()
        .map(|line| line.split_once(' ').unwrap().1)
        .collect();
    assert_eq!(
        ops[..7],
        [
            "Probe 3.1 Is 0 Bind 1",
            "Apply(OperatorId(1))",
            "Let { f: FnId(0), to: Slot(2) }",
            "Delete 2.2 Is 0 Any",
            "Add 3 Is 0 Is 2",
            "Applied",
            "Moment",
        ]
    );
}

#[test]
fn a_let_is_computed_anew_with_what_looks_at_it() {
    let ops = method(
        "method m() if enemy(t) && friend(s) && let d: f32 = game.far(s, t) && d < 4.0 sort by d { go(t); }",
    );
    let checks = ops.iter().position(|op| op == "Done").expect("ends") + 1;
    assert_eq!(
        ops[checks..],
        [
            "Probe 0.1 Is 0",
            "Holds",
            "Scan 1.0 Bind 1",
            "Let { f: FnId(0), to: Slot(2) }",
            "Check(FnId(0))",
            "Holds",
            // What the `sort by` looks at.
            "Scan 1.0 Bind 1",
            "Let { f: FnId(0), to: Slot(2) }",
            "Holds",
        ]
    );
}

#[test]
fn an_axiom_has_an_instance_a_pattern() {
    let near = "axiom near(a: Actor, b: Actor) { at(a, p) && at(b, p) }";
    let all = code(&format!(
        "{near} {near} method m(x: Actor) if near(x, y) && near(y, x) {{ go(y); }}"
    ));
    let calls: Vec<&String> = all.iter().filter(|line| line.contains(" Call")).collect();
    assert!(
        calls[0].contains("Call 0 Is 0 Bind 1") && calls[1].contains("Call 1 Is 1 Is 0"),
        "{calls:?}"
    );
}

#[test]
fn a_small_axiom_stands_where_it_is_called() {
    let ops = method(
        "axiom foe(a: Actor) { enemy(a) && !friend(a) } method m(x: Actor) if foe(x) && foe(y) { go(y); }",
    );
    assert_eq!(
        ops[..6],
        [
            "Method(MethodId(0))",
            "Probe 0.1 Is 0",
            "Absent 1.1 Is 0",
            "Scan 0.0 Bind 1",
            "Absent 1.1 Is 1",
            "Branch(BranchId(0))"
        ]
    );
}

#[test]
fn tests_on_facts_move_to_where_their_variables_are_bound() {
    let ops = method(
        "method m() if enemy(x) && friend(y) && x != y && !at(x, _) && friend(x) { go(y); }",
    );
    assert_eq!(
        ops[1..6],
        [
            "Scan 0.0 Bind 0",
            "Absent 2.2 Is 0 Any",
            "Probe 1.1 Is 0",
            "Scan 1.0 Bind 1",
            "Check(FnId(0))"
        ]
    );
}
