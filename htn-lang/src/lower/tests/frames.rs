//! The slots of a finished search's frames that checks and effects read: parameters and variables, which have types.
//! Temporaries are written before they are read, so a save does not contain them.

use std::collections::BTreeSet;

use htn_core::tables::{CollectionId, Slot};

use super::*;
use crate::lower::functions::Function;
use crate::lower::rows::{Check, Var};

/// The slots that a piece of code reads before it writes them.
struct Reads<'r, 'a> {
    rows: &'r Rows<'a>,
    written: BTreeSet<u16>,
    read: BTreeSet<u16>,
}

impl<'r, 'a> Reads<'r, 'a> {
    fn new(rows: &'r Rows<'a>) -> Self {
        let (written, read) = (BTreeSet::new(), BTreeSet::new());
        Reads {
            rows,
            written,
            read,
        }
    }

    fn read(&mut self, Slot(slot): Slot) {
        if !self.written.contains(&slot) {
            self.read.insert(slot);
        }
    }

    fn write(&mut self, Slot(slot): Slot) {
        self.written.insert(slot);
    }

    fn write_all(&mut self, from: Slot, to: Slot) {
        (from.0..to.0).map(Slot).for_each(|slot| self.write(slot));
    }

    fn call(&mut self, functions: &'r [Function<'a>], f: FnId) {
        for seen in &functions[usize::from(f.0)].sees {
            self.read(seen.slot);
        }
    }

    fn cells(&mut self, cells: &[Cell]) {
        for cell in cells {
            match cell {
                Cell::Is(slot) => self.read(*slot),
                Cell::Bind(slot) => self.write(*slot),
                Cell::Any => {}
            }
        }
    }

    fn lines(&mut self, lines: &'r [Line]) {
        lines.iter().for_each(|line| self.line(line));
    }

    fn line(&mut self, line: &'r Line) {
        let functions = &self.rows.functions;
        match line {
            Line::Fact { cells, .. } => self.cells(cells),
            Line::Test { f, .. } => self.call(&functions.tests, *f),
            Line::AnyOf { sides, .. } => {
                for f in sides.iter().flatten() {
                    self.call(&functions.tests, *f);
                }
            }
            Line::Same { a, b, .. } => [*a, *b].into_iter().for_each(|slot| self.read(slot)),
            Line::Let { f, to } => {
                self.call(&functions.words, *f);
                self.write(*to);
            }
            Line::LetSome { f, to, .. } => {
                self.call(&functions.options, *f);
                self.write(*to);
            }
            Line::Poll { f, to, .. } => {
                self.call(&functions.polls, *f);
                to.iter().for_each(|to| self.write(*to));
            }
            Line::Copy { from, to } => {
                self.read(*from);
                self.write(*to);
            }
            Line::Clear(slot) | Line::Mark(slot) | Line::Height { to: slot, .. } => {
                self.write(*slot)
            }
            Line::StoreLabel { to, .. } => self.write(*to),
            Line::Rows { cells, cursor, .. } => {
                // Each row binds its variables.
                let is = cells.iter().filter(|cell| matches!(cell, Cell::Is(_)));
                let is: Vec<Cell> = is.copied().collect();
                self.write(*cursor);
                // A column may be compared with an earlier one of the same row.
                let bound = cells.iter().filter_map(|cell| match cell {
                    Cell::Bind(slot) => Some(*slot),
                    _ => None,
                });
                bound.for_each(|slot| self.write(slot));
                self.cells(&is);
            }
            Line::NextRow { cells, cursor, .. } => {
                self.read(*cursor);
                self.cells(cells);
            }
            Line::Items { f, cursor, end, .. } => {
                self.call(&functions.items, *f);
                self.write(*cursor);
                self.write(*end);
            }
            Line::Range { f, end, cursor } => {
                self.call(&functions.spans, *f);
                self.write(*cursor);
                self.write(*end);
            }
            Line::NextItem {
                cursor, end, to, ..
            }
            | Line::NextNumber {
                cursor, end, to, ..
            } => {
                self.read(*cursor);
                self.read(*end);
                self.write(*to);
            }
            Line::Call { args, frame, more } => {
                args.iter().for_each(|(_, slot)| self.read(*slot));
                self.write(*frame);
                self.write(*more);
            }
            Line::Called { more, out, .. } => {
                self.read(*more);
                out.iter().for_each(|(_, slot)| self.write(*slot));
            }
            Line::Recur { args, .. } | Line::Replace { args, .. } => {
                args.iter().flatten().for_each(|slot| self.read(*slot));
            }
            Line::RecurNext { .. } => {}
            Line::Recurred { more, out, .. } => {
                self.write(*more);
                out.iter().for_each(|(_, slot)| self.write(*slot));
            }
            Line::Repeat { args, .. } => args.iter().for_each(|slot| self.read(*slot)),
            Line::Open { region, inner, .. } => {
                self.write(*region);
                self.write(*inner);
            }
            Line::Push { key, from, to, .. } => {
                (from.0..to.0).map(Slot).for_each(|slot| self.read(slot));
                if let Some(key) = key {
                    self.call(&functions.keys, *key);
                }
            }
            Line::First {
                cursor, from, to, ..
            }
            | Line::Next {
                cursor, from, to, ..
            } => {
                self.write(*cursor);
                self.write_all(*from, *to);
            }
            Line::Fold { f, acc } => {
                self.call(&functions.folds, *f);
                self.read(*acc);
            }
            Line::Count(acc) | Line::HasValue { acc, .. } => self.read(*acc),
            Line::Change { words, .. } => words.iter().for_each(|slot| self.read(*slot)),
            Line::Delete { cells, .. } => self.cells(cells),
            Line::Ask(f) => self.lines(&functions.solvers[usize::from(f.0)].lines),
            Line::Release(_)
            | Line::Cut { .. }
            | Line::Close { .. }
            | Line::Settle { .. }
            | Line::Jump(_)
            | Line::JumpToStored(_)
            | Line::Holds { .. } => {}
        }
    }

    fn atom(&mut self, run: Run) {
        let args = &self.rows.tables.args[run.at as usize..][..usize::from(run.len)];
        let cells: Vec<Cell> = args.to_vec();
        self.cells(&cells);
    }

    fn collection(&mut self, of: CollectionId) {
        let of = self.rows.tables.collections[usize::from(of.0)];
        self.write_all(of.from, of.to);
    }

    /// Visits the ops from a place to the end of a check or a moment.
    fn ops(&mut self, entry: Pc) {
        let functions = &self.rows.functions;
        for op in &self.rows.code[entry.0 as usize..] {
            match *op {
                Op::Holds | Op::Moment | Op::Applied => return,
                Op::Fact { atom, .. } => self.atom(atom),
                Op::Test { f, .. } => self.call(&functions.tests, f),
                Op::Let { f, to } => {
                    self.call(&functions.words, f);
                    self.write(to);
                }
                Op::Solve { f, .. } => self.lines(&functions.solvers[usize::from(f.0)].lines),
                Op::Change { f, parts } => {
                    let all = &functions.changes[usize::from(f.0)].parts;
                    let some = all.iter().filter(|(of, _)| of.0 & parts.0 != 0);
                    some.for_each(|(_, lines)| self.lines(lines));
                }
                Op::ChangeEach { f, of } => {
                    self.collection(of);
                    let all = &functions.changes[usize::from(f.0)].parts;
                    all.iter().for_each(|(_, lines)| self.lines(lines));
                }
                Op::Row { of, .. } => self.collection(of),
                Op::SolveNext { .. } | Op::Jump(_) => {}
                other => panic!("asked again: {other:?}"),
            }
        }
    }
}

/// Returns the task of a piece of code. Checks follow the code of their task.
fn task_at<'r>(rows: &'r Rows<'_>, at: Pc) -> &'r TaskRow {
    let tasks = rows.tables.tasks.iter().filter(|task| task.entry.0 <= at.0);
    tasks.max_by_key(|task| task.entry.0).expect("some task")
}

/// Checks what code reads of the frame of a task, beyond its parameters and these variables.
fn reads_variables(task: &TaskRow, vars: &[Var], reads: Reads<'_, '_>) -> usize {
    let mut known: BTreeSet<u16> = vars.iter().map(|var| var.slot.0).collect();
    known.extend(0..task.params.len() as u16);
    let of_frame = reads.read.iter().filter(|slot| **slot < task.frame);
    let of_frame: Vec<u16> = of_frame.copied().collect();
    let unknown: Vec<&u16> = of_frame
        .iter()
        .filter(|slot| !known.contains(slot))
        .collect();
    assert!(
        unknown.is_empty(),
        "`{}` reads the slots {unknown:?}",
        task.name
    );
    of_frame.len()
}

fn check_reads(rows: &Rows<'_>, check: &Check, vars: &[Var]) -> usize {
    let mut reads = Reads::new(rows);
    reads.ops(check.entry);
    reads_variables(task_at(rows, check.entry), vars, reads)
}

/// Checks all code that runs over the frames of a plan; returns the number of slots that it reads.
fn all_reads(rows: &Rows<'_>) -> usize {
    let (tables, mut count) = (&rows.tables, 0);
    for branch in &tables.branches {
        let run = branch.checks;
        let many = usize::from(run.len) + usize::from(branch.sort.is_some());
        let checks = tables.checks.iter().skip(run.at as usize).take(many);
        for check in checks {
            count += check_reads(rows, check, &branch.vars);
        }
    }
    for operator in &tables.operators {
        let task = &tables.tasks[usize::from(operator.task.0)];
        let pieces = operator.pieces;
        let pieces = tables
            .checks
            .iter()
            .skip(pieces.at as usize)
            .take(pieces.len.into());
        let own = [operator.holds, operator.during];
        let own = own
            .iter()
            .flatten()
            .map(|check| &tables.checks[check.0 as usize]);
        for check in pieces.chain(own) {
            let mut reads = Reads::new(rows);
            reads.ops(check.entry);
            count += reads_variables(task, &operator.vars, reads);
        }
        let undo = operator.undo.map(|undo| undo.entry);
        for entry in operator.moments.into_iter().chain(undo) {
            let mut reads = Reads::new(rows);
            reads.ops(entry);
            count += reads_variables(task, &operator.vars, reads);
        }
        let mut reads = Reads::new(rows);
        for f in operator.cost.iter().chain(&operator.duration) {
            reads.call(&rows.functions.costs, *f);
        }
        count += reads_variables(task, &operator.vars, reads);
    }
    count
}

#[test]
fn no_temporary_is_read_after_search() {
    let domains = [
        "axiom near(a: Actor, b: Actor) { at(a, p) && at(b, p) && let c: Actor = f(a, b) && enemy(c) }
         axiom far(a: Actor, b: Actor) { at(a, p) && path(p, _, _) && far(b, a) } axiom far(a: Actor, b: Actor) { near(a, b) }
         method m(a: Actor) {
            branch one if near(a, b) && let Some(c): Option<Actor> = game.next(b) && !friend(c) && (enemy(b) || ammo(b, n) && n > 2) { go(b); }
            branch two if let n: usize = count(enemy(x) && near(x, a)) && n > 1 && first(enemy(y) && near(y, a) sort by game.far(y)) { go(y); }
            branch three if enemy(z) && let all: u32 = sum(n; ammo(x, n) && near(x, z)) && forall(friend(w) => near(w, z)) sort by (game.far(z), all) { go(z); }
            branch four if let x: Actor in game.all(a) && ammo(x, 3) && far(x, y) { go(y); } }",
        "method m(a: Actor) { let b = pick(a); let c: Actor = f(a, b); for enemy(x) && at(x, f(c)) && let y: Actor = f(x) { go(y); if near(x, c) && !friend(g(x)) { go(b); } }
            while first(enemy(z) && ammo(z, n) && n > h(b)) { go(z); } }
         axiom near(a: Actor, b: Actor) { at(a, p) && at(b, p) }
         method pick(a: Actor) -> Actor if enemy(x) && ammo(x, 2) sort by game.far(x) { return f(x); }",
        "operator hit(who: Actor, whom: Actor) by who {
            if ammo(who, n) && n > 0 && near(who, b) && let c: Actor = f(whom, b) && !friend(g(c));
            while enemy(whom) && at(whom, p) && !friend(f(p));
            start add ammo(who, n - 1); finish delete enemy(f(c)); success add friend(g(b)), ammo(whom, h(c)) for enemy(x) && at(x, p);
            failure delete at(c, _); sensed add friend(f(whom)) for near(whom, _); cost h(n); duration h(b); }
         internal operator hold(who: Actor) { if at(who, p) && let c: Actor = f(who); add friend(c); undo let_go(g(c), p); }
         internal operator let_go(who: Actor, p: Place) { delete friend(who), at(who, p); }
         axiom near(a: Actor, b: Actor) { at(a, p) && at(b, p) && let c: Actor = f(a, b) && enemy(c) }
         method m(a: Actor) { hold(a); hit(a, a); }",
    ];
    for items in domains {
        let count = lowered(items, all_reads);
        assert!(count > 5, "{count} slots are read");
    }
}

/// A domain with all constructs of the language.
#[test]
fn no_temporary_is_read_in_any_construct() {
    let source = include_str!("../../../domains/everything.txt");
    let mut errors = Errors::default();
    let domain = parse(source.parse().unwrap(), &mut errors).expect("has a header");
    let names = resolve(&domain, &mut errors);
    let mut moded = modes(&domain, &names, &mut errors);
    let index_type = moded.types.own(quote!(usize));
    let rows = lower(&names, &moded, index_type, &mut errors);
    assert!(all_reads(&rows) > 20);
}
