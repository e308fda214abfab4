//! What constructs become, on small domains.

use htn_core::tables::Op;
use quote::quote;

use super::native::{Does, End, MOST, MOST_SEGMENTS, Segment};
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
    lowered(items, |rows| {
        let code = rows.code.iter().enumerate();
        code.map(|(pc, op)| format!("{pc} {}", short(*op, rows)))
            .collect()
    })
}

fn lowered<T>(items: &str, see: impl FnOnce(&Rows<'_>) -> T) -> T {
    let source = format!("domain d(game: &Game); {ITEMS} {items}");
    let mut errors = Errors::default();
    let domain = parse(source.parse().unwrap(), &mut errors).expect("has a header");
    let names = resolve(&domain, &mut errors);
    let mut moded = modes(&domain, &names, &mut errors);
    let index_type = moded.types.own(quote!(usize));
    assert_eq!(errors.messages(), Vec::<String>::new());
    let rows = lower(&names, &moded, index_type, &mut errors);
    assert!(errors.is_empty());
    see(&rows)
}

fn short(op: Op, rows: &Rows<'_>) -> String {
    let atom = |run: htn_core::tables::Run| {
        let args = &rows.args[run.at as usize..run.at as usize + usize::from(run.len)];
        let args: Vec<String> = args.iter().map(|arg| format!("{arg:?}")).collect();
        args.join(" ").replace("(Slot(", " ").replace("))", "")
    };
    let list = |slots: &[Slot]| {
        let slots: Vec<String> = slots.iter().map(|slot| slot.0.to_string()).collect();
        slots.join(" ")
    };
    let slots = |run: htn_core::tables::Run| {
        list(&rows.slots[run.at as usize..run.at as usize + usize::from(run.len)])
    };
    let few = |few: &htn_core::tables::Few| list(few.as_slice());
    let s = |slot: htn_core::tables::Slot| slot.0;
    match op {
        Op::Has { rel, a, els } => format!("Has {} {} else {}", rel.0, s(a), els.0),
        Op::Lacks { rel, a, els } => format!("Lacks {} {} else {}", rel.0, s(a), els.0),
        Op::Get { rel, key, to, els } => {
            format!("Get {} {} => {} else {}", rel.0, s(key), s(to), els.0)
        }
        Op::Each { rel, to, els, .. } => format!("Each {} => {} else {}", rel.0, s(to), els.0),
        Op::EachNext { .. } => "EachNext".to_owned(),
        Op::Gather { els, .. } => format!("Gather else {}", els.0),
        Op::GatherNext { .. } => "GatherNext".to_owned(),
        Op::Least { els, .. } => format!("Least else {}", els.0),
        Op::LeastNext { .. } => "LeastNext".to_owned(),
        Op::Pairs {
            rel,
            index,
            is,
            to,
            els,
            ..
        } => format!(
            "Pairs {}.{index} {} => {} else {}",
            rel.0,
            s(is),
            s(to),
            els.0
        ),
        Op::PairsNext { .. } => "PairsNext".to_owned(),
        Op::Scan {
            rel,
            index,
            atom: run,
            els,
            ..
        } => format!("Scan {}.{index} {} else {}", rel.0, atom(run), els.0),
        Op::ScanNext { .. } => "ScanNext".to_owned(),
        Op::Find {
            rel,
            index,
            atom: run,
            els,
        } => format!("Find {}.{index} {} else {}", rel.0, atom(run), els.0),
        Op::Absent {
            rel,
            index,
            atom: run,
            els,
        } => format!("Absent {}.{index} {} else {}", rel.0, atom(run), els.0),
        Op::Check { f, els } => format!("Check {} else {}", f.0, els.0),
        Op::Leave { cursor, redo, .. } => format!("Leave {} {}", cursor.0, redo.0),
        Op::LeaveFor {
            cursor,
            redo,
            branch,
        } => format!("Leave {} {} for {}", cursor.0, redo.0, branch.0),
        Op::Task { task, args, .. } => format!(
            "Task {} {}",
            rows.tasks[usize::from(task.0)].name,
            slots(args)
        ),
        Op::Begin { task, args, .. } => format!(
            "Task {} {}",
            rows.tasks[usize::from(task.0)].name,
            few(&args)
        ),
        Op::Do { entry, args, .. } => {
            let task = rows.tasks.iter().find(|task| task.entry == entry);
            format!("Do {} {}", task.expect("has a name").name, slots(args))
        }
        Op::Act { f, args } => {
            let id = rows.functions.acts[usize::from(f.0)].id;
            let task = rows.operators[usize::from(id.0)].task;
            let name = &rows.tasks[usize::from(task.0)].name;
            format!("Act {name} {}", few(&args))
        }
        Op::Apply { id, .. } => format!("Apply {}", id.0),
        Op::Again { args, .. } => format!("Again {}", slots(args)),
        Op::Call { axiom, args, .. } => format!("Call {} {}", axiom.0, atom(args)),
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
    let start = 1 + all
        .iter()
        .position(|line| line.ends_with("Moment"))
        .expect("has an operator");
    let end = all
        .iter()
        .rposition(|line| line.ends_with("Apply 1"))
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
            "Each 0 => 0 else 2",
            "EachNext",
            "Lacks 1 0 else 8",
            "Pairs 2.2 0 => 2 else 8",
            "PairsNext",
            "Check 0 else 11",
            // The last generator that has more, else the one before it.
            "Leave 3 11",
            "Leave 1 8 for 0",
            "Branch(BranchId(0))",
            "Act go 0",
            "Done",
            // `enemy(t)`, then `!friend(t)`, then what shares `p`.
            "Has 0 0 else 2",
            "Holds",
            "Lacks 1 0 else 2",
            "Holds",
            "Pairs 2.2 0 => 2 else 2",
            "PairsNext",
            "Check 0 else 23",
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
        ops[..8],
        [
            "Least else 14",
            "LeastNext",
            "Next { of: CollectionId(0), els: Pc(14) }",
            "Leave 3 9 for 0",
            "Branch(BranchId(0))",
            "Act go 1",
            "Done",
            // Only where there was no row: the rows are solutions, every one.
            "Branch(BranchId(1))",
        ]
    );
    let ops = method("method m(a: Actor) { branch x if enemy(b) { go(b); } branch y { go(a); } }");
    assert_eq!(
        ops[..8],
        [
            "Each 0 => 1 else 13",
            "EachNext",
            "Leave 2 8 for 0",
            "Branch(BranchId(0))",
            "Act go 1",
            "Done",
            "Unchosen",
            "Branch(BranchId(1))",
        ]
    );
}

/// The ops of a condition that fill its collections.
fn filling(condition: &str) -> Vec<String> {
    let ops = method(&format!("method m(a: Actor) if {condition} {{ go(a); }}"));
    let end = ops.iter().position(|op| op.starts_with("Next "));
    ops[..end.unwrap()].to_vec()
}

#[test]
fn what_has_one_solution_is_not_sorted() {
    assert_eq!(
        filling(
            "ammo(a, n) && n > 2 && let far: f32 = game.far(a) && enemy(b) sort by game.far(b) + far"
        ),
        [
            "Look { f: FnId(0), els: Pc(2) }",
            "Least else 2",
            "LeastNext"
        ]
    );
    let ops = method("method m(a: Actor) if ammo(a, n) && !enemy(a) sort by n { go(a); }");
    assert_eq!(
        ops[0], "Choose { f: FnId(0), branch: BranchId(0), els: Pc(2) }",
        "{ops:#?}"
    );
}

#[test]
fn the_last_generator_keeps_its_rows_itself() {
    let gathered = ["Least else 2", "LeastNext"];
    // Without a test, with one, and with some.
    assert_eq!(filling("enemy(b) sort by game.far(b)"), gathered);
    assert_eq!(
        filling("enemy(b) && !friend(b) sort by game.far(b)"),
        gathered
    );
    assert_eq!(
        filling("enemy(b) && friend(b) && b != a sort by game.far(b)"),
        gathered
    );
    assert_eq!(
        filling("let b: Actor in game.all() && friend(b) && b != a sort by game.far(b)"),
        gathered
    );
    // Those before it too, whatever they go over, where nothing but their own tests stands between them.
    for nested in [
        "enemy(b) && friend(_c)",
        "enemy(b) && b != a && friend(c) && b != c",
        "friend(c) && !enemy(c) && c != a && let b: Actor in game.all() && friend(_d)",
        "let x: u8 in 0..4 && enemy(b) && let y: u8 in x..4 && y != x",
        "at(a, _p) && enemy(b) && friend(_c)",
        "enemy(b) && at(b, p) && at(c, p) && friend(c) && c != b",
    ] {
        let ops = filling(&format!("{nested} sort by game.far(b)"));
        assert_eq!(ops, gathered);
    }
    let ops = filling("enemy(b) && !first(friend(d) && d != b) && friend(c) sort by game.far(c)");
    assert_eq!(ops[1..3], ["Each 0 => 1 else 16", "EachNext"]);
    assert_eq!(ops[ops.len() - 2], "GatherNext");
    // What leads back past the last generator, and rows of which more than one column is open, are kept one by one.
    assert_eq!(
        filling("enemy(b) && !first(friend(c) && c != b) sort by game.far(b)")[..]
            .last_chunk()
            .map(|[push, _first]| push),
        Some(&"Push { of: CollectionId(0), redo: Pc(9) }".to_owned())
    );
    assert_eq!(
        filling("at(b, p) sort by game.far(b, p)")
            .last_chunk()
            .map(|[push, _first]| push),
        Some(&"Push { of: CollectionId(0), redo: Pc(9) }".to_owned())
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
        ops[open + 1..open + 9],
        [
            "Scan 2.0 Bind 1 Any else 13",
            "ScanNext",
            "Has 0 1 else 10",
            "Push { of: CollectionId(0), redo: Pc(10) }",
            "Close(CollectionId(0))",
            "Settle(CollectionId(0))",
            "Zero(Slot(5))",
            "Task for 2 5 0",
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
        .position(|line| line.ends_with("Apply 1"))
        .expect("applies");
    let ops: Vec<&str> = all[apply - 1..]
        .iter()
        .map(|line| line.split_once(' ').unwrap().1)
        .collect();
    assert_eq!(
        ops[..7],
        [
            "Get 3 0 => 1 else 2",
            "Apply 1",
            "Let { f: FnId(0), to: Slot(2) }",
            "Delete 2.2 Is 0 Any",
            "AddTwo { rel: RelId(3), a: Slot(0), b: Slot(2) }",
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
            "Has 0 0 else 2",
            "Holds",
            "EachLook { rel: RelId(1), cursor: Slot(7), f: FnId(0), els: Pc(2) }",
            "EachNextLook { rel: RelId(1), cursor: Slot(7), f: FnId(0), els: Pc(2) }",
            "Holds",
            // What the `sort by` looks at.
            "Each 1 => 1 else 2",
            "EachNext",
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
            "Look { f: FnId(0), els: Pc(2) }",
            "Each 0 => 1 else 2",
            "EachNext",
            "Lacks 1 1 else 9",
            "Leave 2 9 for 0",
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
        ops[..7],
        [
            "Each 0 => 0 else 2",
            "EachNext",
            "Absent 2.2 Is 0 Any else 8",
            "Has 1 0 else 8",
            "Each 1 => 2 else 8",
            "EachNext",
            "Check 0 else 12"
        ]
    );
}

#[test]
fn clauses_of_tests_are_done_together_and_the_last_call_takes_the_place_of_its_caller() {
    let all = code(
        "axiom safe(a: Actor) { enemy(a) && friend(a) } else { ammo(a, n) && n > 3 } else { ammo(a, _) && safe(a) }
        method m(x: Actor) if safe(x) && !safe(x) { go(x); }",
    );
    let ops: Vec<&str> = all
        .iter()
        .map(|line| line.split_once(' ').unwrap().1)
        .collect();
    let safe = ops
        .iter()
        .rposition(|op| op.starts_with("Look"))
        .expect("has one");
    // Both as called for all solutions and for the first: it has one at most.
    assert_eq!(
        [ops[safe], ops[safe + 1], ops[safe + 2], ops[safe + 3]],
        [
            &*format!("Look {{ f: FnId(0), els: Pc({}) }}", safe + 2),
            "ExitBound",
            "Get 3 0 => 2 else 3",
            "TailCall { axiom: AxiomId(1), args: Run { at: 7, len: 1 } }"
        ],
        "{ops:#?}"
    );
}

#[test]
fn an_operator_of_tests_and_single_facts_is_one_function() {
    let steps = |operator: &str| {
        let all = code(&format!("{operator} method m(a: Actor) {{ step(a); }}"));
        let is_step = |line: &&String| line.contains(" Act step") || line.contains(" Do step");
        let step = all.iter().find(is_step).expect("has the step");
        step.split(' ').nth(1).unwrap().to_owned()
    };
    let operator = |body: &str| steps(&format!("operator step(a: Actor) by a {{ {body} }}"));
    assert_eq!(operator(""), "Act");
    assert_eq!(
        operator("if enemy(a) && !friend(a); start delete enemy(a); finish add friend(a);"),
        "Act"
    );
    assert_eq!(
        operator("if at(a, p) && enemy(b) && at(b, p); start delete enemy(b);"),
        "Do",
        "a choice"
    );
    assert_eq!(operator("start delete ammo(a, _);"), "Act");
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
    assert_eq!(operator("cost 2.0;"), "Act");
    let two =
        "operator step(a: Actor) by a { start add enemy(a); } operator step(a: Actor) by a {}";
    assert_eq!(steps(two), "Do", "alternatives");
}

/// What the natives of a domain do, a word for each.
fn natives(items: &str) -> Vec<String> {
    lowered(items, |rows| {
        let natives = rows.functions.natives.iter();
        natives.map(|native| words_of(native)).collect()
    })
}

fn words_of(native: &[Segment]) -> String {
    let name = |op: &Op| {
        let text = format!("{op:?}");
        let end = text.find(|at: char| !at.is_alphabetic());
        text[..end.unwrap_or(text.len())].to_owned()
    };
    let mut words = Vec::new();
    for segment in native {
        words.extend(segment.does.iter().map(|does| match does {
            Does::Op(_, op) => name(op),
            Does::Task(_, _, f) => format!("Task{}", f.0),
            Does::Operator(_, _, f) => format!("Operator{}", f.0),
            Does::Between(_) => "-".to_owned(),
            Does::StrandEnd(..) => "|".to_owned(),
        }));
        words.push(match segment.end {
            End::Stop(_) => "Stop.".to_owned(),
            End::To(_) => "To.".to_owned(),
            End::StopBetween(_) => "StopBetween.".to_owned(),
            End::StopIn(..) => "StopIn.".to_owned(),
            other => format!("{other:?}."),
        });
    }
    words.join(" ")
}

#[test]
fn tasks_and_bodies_are_natives() {
    let found = natives(
        "method m(a: Actor, b: Actor) { go(a); go(b); n(a); go(b); }
         method n(a: Actor) { branch one if enemy(a) { go(a); } branch none {} }",
    );
    assert_eq!(
        found,
        [
            "Branch Act - Act - Task1 - Act Done.",
            "Has Branch Act Done. Branch Stepped Done."
        ]
    );
}

#[test]
fn a_native_never_comes_to_itself() {
    let found = natives(
        "method m(a: Actor) { branch on if enemy(a) { go(a); n(a); go(a); } branch off {} }
         method n(a: Actor) { go(a); m(a); go(a); }",
    );
    assert_eq!(
        found,
        [
            "Has Branch Act - StopIn. Branch Stepped Done.",
            "Branch Act - StopIn."
        ]
    );
}

#[test]
fn a_body_behind_a_choice_of_rows_is_a_native_of_its_own() {
    let found = natives("method m(a: Actor) if enemy(b) { go(a); go(b); m(b); }");
    assert_eq!(found, ["Act - Act - StopIn."]);
    let found = natives("method m(a: Actor) if enemy(b) { m(b); m(b); }");
    assert!(
        found.is_empty(),
        "one task alone is not worth it: {found:?}"
    );
    let found = natives("method m(a: Actor) if enemy(b) && friend(c) { go(a); go(b); go(c); }");
    assert_eq!(found, ["Act - Act - Act Done."]);
    let found =
        natives("method m(a: Actor) if at(a, _) { go(a); go(a); unordered { go(a); go(a); } }");
    assert_eq!(
        found,
        [
            "Pairs LeaveFor Body(FnId(1)).",
            "Act - Act - Unordered Act | To. Act | Jump Done."
        ]
    );
}

#[test]
fn a_native_goes_from_strand_to_strand() {
    let found = natives(
        "method m(a: Actor) {
            go(a);
            unordered { go(a); { unordered { go(a); { go(a); go(a); } } } }
            go(a);
        }",
    );
    assert_eq!(
        found,
        [
            "Branch Act - Unordered Act | To. Unordered Act | To. Act - Act | Jump | Jump - Act Done."
        ]
    );
    let found =
        natives("method m(a: Actor) if !enemy(a) { unordered { go(a); { go(a); m(a); } } }");
    assert_eq!(found, ["Lacks Branch Unordered Act | To. Act - StopIn."]);
}

#[test]
fn a_native_begins_where_the_search_comes_back_to_a_range() {
    let found =
        natives("method m(a: Actor) if let x: u8 in 0..9 && x > 2 && ammo(a, x.into()) { go(a); }");
    assert_eq!(
        found,
        ["Span Body(FnId(1)).", "NumberLook LeaveFor Act Done."]
    );
}

#[test]
fn a_native_has_an_end_however_many_branches_there_are() {
    let branches: String = (0..200)
        .map(|i| format!("branch b{i} if enemy(a) && ammo(a, {i}) {{ go(a); go(b); }} "))
        .collect();
    let method = format!("method m(a: Actor, b: Actor) {{ {branches} }}");
    let segments = lowered(&method, |rows| {
        let natives = rows.functions.natives.iter();
        natives.map(Vec::len).collect::<Vec<_>>()
    });
    assert_eq!(segments[0], MOST_SEGMENTS);
    assert_eq!(segments.len(), MOST, "other bodies are natives too");
}

#[test]
fn of_too_many_natives_the_largest_are_kept() {
    let small = (0..100).map(|i| format!("method m{i}(a: Actor) {{ go(a); go(a); }} "));
    let large = "method large(a: Actor) { go(a); go(a); go(a); go(a); }".to_owned();
    let methods: String = small.chain([large]).collect();
    let steps = lowered(&methods, |rows| {
        let natives = rows.functions.natives.iter();
        natives
            .map(|native| native[0].does.len())
            .collect::<Vec<_>>()
    });
    assert_eq!(steps.len(), MOST);
    let most = steps.iter().max().expect("there are some");
    assert!(*most > steps[0], "{steps:?}");
}

#[test]
fn an_operator_with_a_choice_of_rows_is_a_native() {
    let found = natives(
        "operator leave(a: Actor) by a { if at(a, p); start delete at(a, p); }
         method m(a: Actor) { go(a); leave(a); go(a); }",
    );
    assert_eq!(
        found,
        [
            "Pairs Leave Apply DeleteTwo Applied Applied.",
            "Branch Act - Operator0 - Act Done."
        ]
    );
}

/// What is only asked for a fact, or for the value of a key, is not gone over.
#[test]
fn it_is_known_whose_rows_are_gone_over() {
    let scanned = |items: &str| {
        lowered(items, |rows| {
            let predicates = ["enemy", "friend", "at", "ammo"].into_iter().enumerate();
            let scanned = predicates.filter(|(number, _)| rows.is_scanned(*number));
            scanned.map(|(_, name)| name).collect::<Vec<_>>()
        })
    };
    let tests = "method m(a: Actor) if enemy(a) && !friend(a) && ammo(a, n) && n > 2 { go(a); }";
    assert_eq!(scanned(tests), Vec::<&str>::new());
    assert_eq!(
        scanned("method m() if enemy(a) && friend(a) { go(a); }"),
        ["enemy"]
    );
    let sorted = "method m(p: Place) if at(a, p) && friend(b) sort by b { go(a); }";
    assert_eq!(scanned(sorted), ["friend", "at"]);
    assert_eq!(scanned("method m() if ammo(a, 3) { go(a); }"), ["ammo"]);
    assert_eq!(
        scanned("internal operator o(a: Actor) { delete at(a, _); }"),
        ["at"]
    );
}
