//! The rows of constructs, on small domains.
//!
//! Conditions are compared as the lines of their graphs, statements as ops. Both are printed in short form, with names for
//! predicates and tasks, labels before their lines, and places relative to the start of a task.

mod axioms;
mod bodies;
mod checks;
mod collections;
mod conditions;
mod frames;

use htn_core::tables::{Arg as Cell, BranchId, FAIL, FnId, Op, Parts, Pc, Run, TaskId};
use quote::quote;

use super::graph::{Graph, Label, Line, NO};
use super::*;
use crate::modes::modes;
use crate::parse::parse;
use crate::resolve::resolve;

const ITEMS: &str = "
    agent Actor;
    predicate alarm(); predicate enemy(Actor); predicate friend(Actor); predicate at(Actor, Place); predicate ammo(Actor => u16);
    predicate score(=> u32); predicate path(Place, Place, u8);
    operator go(who: Actor) by who {}
";

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

/// Returns a method `m` whose only branch has a condition.
fn guarded(condition: &str) -> String {
    format!("method m(a: Actor) if {condition} {{ go(a); }}")
}

/// Returns the lines of a condition.
fn lines(condition: &str) -> Vec<String> {
    lines_with("", condition)
}

/// Returns the lines of a condition, in a domain with other items too.
fn lines_with(items: &str, condition: &str) -> Vec<String> {
    lowered(&format!("{items} {}", guarded(condition)), |rows| {
        let op = code_of("m", rows).0.iter().find_map(|op| match op {
            Op::Solve { f, .. } => Some(*f),
            _ => None,
        });
        graph(op.expect("is a function"), rows)
    })
}

/// Returns the lines of a graph with their labels.
fn graph(f: FnId, rows: &Rows<'_>) -> Vec<String> {
    let graph = &rows.functions.solvers[usize::from(f.0)];
    let mut lines: Vec<String> = graph.lines.iter().map(short_line).collect();
    lines.extend(behind_the_last(graph).then(String::new));
    for (label, place) in graph.labels.iter().enumerate().rev() {
        if let Some(place) = place {
            lines[*place] = format!("{label}: {}", lines[*place]);
        }
    }
    lines
}

/// Returns true if a label follows all lines.
fn behind_the_last(graph: &Graph) -> bool {
    graph.labels.contains(&Some(graph.lines.len()))
}

fn short_line(line: &Line) -> String {
    match line {
        Line::Fact {
            rel,
            lookup,
            cells,
            there,
            on_fail,
        } => {
            let lookup = plain_numbers(&format!("{lookup:?}"));
            let not = if *there { "" } else { "!" };
            let atom = atom(rel.0, cells);
            format!("{not}{atom} by {lookup} else {}", short_label(*on_fail))
        }
        Line::Rows {
            rel,
            index,
            cells,
            cursor,
        } => format!("Rows {}.{index} at {}", atom(rel.0, cells), cursor.0),
        Line::NextRow {
            rel,
            index,
            cells,
            cursor,
            on_fail,
        } => {
            let (atom, cursor) = (atom(rel.0, cells), cursor.0);
            format!(
                "NextRow {atom}.{index} at {cursor} else {}",
                short_label(*on_fail)
            )
        }
        Line::Change { adds, rel, words } => {
            let cells: Vec<Cell> = words.iter().map(|slot| Cell::Is(*slot)).collect();
            let change = if *adds { "Add" } else { "Delete" };
            format!("{change} {}", atom(rel.0, &cells))
        }
        Line::Delete { rel, index, cells } => format!("Delete {}.{index}", atom(rel.0, cells)),
        other => plain_numbers(&format!("{other:?}")),
    }
}

/// Returns the lines of a part of an operator's function.
fn changes(f: FnId, part: Parts, rows: &Rows<'_>) -> String {
    let parts = &rows.functions.changes[usize::from(f.0)].parts;
    let lines = parts.iter().filter(|(mask, _)| *mask == part);
    let lines: Vec<String> = lines.flat_map(|(_, lines)| lines).map(short_line).collect();
    lines.join("; ")
}

fn short_label(label: Label) -> String {
    match label {
        NO => "no".to_owned(),
        label => label.0.to_string(),
    }
}

fn atom(rel: u16, cells: &[Cell]) -> String {
    const NAMES: [&str; 7] = ["alarm", "enemy", "friend", "at", "ammo", "score", "path"];
    let cells = cells.iter().map(|cell| match cell {
        Cell::Is(slot) => slot.0.to_string(),
        Cell::Bind(slot) => format!("={}", slot.0),
        Cell::Any => "_".to_owned(),
    });
    let cells: Vec<String> = cells.collect();
    format!("{}({})", NAMES[usize::from(rel)], cells.join(", "))
}

/// Returns numbers without the names of their types.
fn plain_numbers(text: &str) -> String {
    let mut text = text.replace("Label(0)", "no");
    for name in [
        "Slot",
        "FnId",
        "Label",
        "RelId",
        "BranchId",
        "MethodId",
        "AxiomId",
        "OperatorId",
    ] {
        let name = format!("{name}(");
        while let Some(at) = text.find(&name) {
            let end = at + text[at..].find(')').expect("has an end");
            text.replace_range(end..=end, "");
            text.replace_range(at..at + name.len(), "");
        }
    }
    text
}

/// Returns the ops of a task and their first place, without those of its checks.
fn code_of<'r>(task: &str, rows: &'r Rows<'_>) -> (&'r [Op], usize) {
    let begin = rows.tables.tasks.iter().find(|row| row.name == task);
    let begin = begin.expect("there is such a task").entry.0;
    let entries = rows.tables.tasks.iter().map(|row| row.entry.0);
    let checks = rows.tables.checks.iter().map(|check| check.entry.0);
    let end = entries.chain(checks).filter(|entry| *entry > begin).min();
    let end = end.map_or(rows.code.len(), |end| end as usize);
    (&rows.code[begin as usize..end], begin as usize)
}

/// Returns the ops of a task.
fn ops(task: &str, items: &str) -> Vec<String> {
    lowered(items, |rows| {
        let (code, begin) = code_of(task, rows);
        code.iter().map(|op| short_op(*op, rows, begin)).collect()
    })
}

fn short_op(op: Op, rows: &Rows<'_>, begin: usize) -> String {
    let place = |pc: Pc| match pc {
        FAIL => "fail".to_owned(),
        pc => (pc.0 as usize - begin).to_string(),
    };
    let cells = |run: Run| &rows.tables.args[run.at as usize..][..usize::from(run.len)];
    let list = |slots: &[Slot]| {
        let slots: Vec<String> = slots.iter().map(|slot| slot.0.to_string()).collect();
        slots.join(", ")
    };
    let slots = |run: Run| list(&rows.tables.slots[run.at as usize..][..usize::from(run.len)]);
    let chosen = |branch: BranchId| match branch {
        BranchId::NONE => String::new(),
        branch => format!(" for {}", branch.0),
    };
    let task = |id: TaskId| &rows.tables.tasks[usize::from(id.0)].name;
    let operator = |entry: Pc| {
        let task = rows.tables.tasks.iter().find(|task| task.entry == entry);
        &task.expect("is an operator's").name
    };
    match op {
        Op::Solve { f, on_fail, branch } => {
            format!("Solve {}{} else {}", f.0, chosen(branch), place(on_fail))
        }
        Op::SolveNext { .. } => "SolveNext".to_owned(),
        Op::Fact {
            rel,
            index,
            atom: run,
            there,
            on_fail,
            branch,
        } => {
            let not = if !there { "!" } else { "" };
            let atom = atom(rel.0, cells(run));
            format!(
                "{not}{atom}.{index}{} else {}",
                chosen(branch),
                place(on_fail)
            )
        }
        Op::Test { f, on_fail, branch } => {
            format!("Test {}{} else {}", f.0, chosen(branch), place(on_fail))
        }
        Op::Try(to) => format!("Try {}", place(to)),
        Op::Jump(to) => format!("Jump {}", place(to)),
        Op::Row { of, done } => format!("Row {} else {}", of.0, place(done)),
        Op::RowAt {
            next, done, branch, ..
        } => {
            let (row, done) = (chosen(branch), place(done));
            format!("RowAt next {}{row} else {done}", next.0)
        }
        Op::Begin { of, args } => format!("Begin {}({})", task(of.task), list(args.as_slice())),
        Op::Task { of, args, ret } => {
            let call = format!("Task {}({})", task(of.task), slots(args));
            match ret {
                Slot::NONE => call,
                ret => format!("{call} -> {}", ret.0),
            }
        }
        Op::Do { entry, args, .. } => format!("Do {}({})", operator(entry), slots(args)),
        Op::Step { id, args, .. } => {
            let name = task(rows.tables.operators[usize::from(id.0)].task);
            format!("Step {name}({})", list(args.as_slice()))
        }
        Op::Round { args, .. } => format!("Again({})", list(args.as_slice())),
        Op::Again { args, .. } => format!("Again({})", slots(args)),
        Op::Unordered(run) => {
            let strands = &rows.tables.strands[run.at as usize..][..usize::from(run.len)];
            let strands: Vec<String> = strands.iter().map(|pc| place(*pc)).collect();
            format!("Unordered {}", strands.join(", "))
        }
        Op::Later { of, args } => format!("Later {}({})", task(of.task), slots(args)),
        Op::Change { f, parts } => changes(f, parts, rows),
        Op::ChangeEach { f, of } => format!("Each of {}: {}", of.0, changes(f, Parts::ALL, rows)),
        Op::StepFact {
            verb,
            rel,
            atom: run,
        } => format!("Step{verb:?} {}", atom(rel.0, cells(run))),
        Op::Guard {
            verb,
            rel,
            atom: run,
        } => format!("Guard{verb:?} {}", atom(rel.0, cells(run))),
        Op::DeleteGuarded {
            rel,
            index,
            atom: run,
        } => {
            format!("DeleteGuarded {} by {index}", atom(rel.0, cells(run)))
        }
        other => plain_numbers(&format!("{other:?}")),
    }
}
