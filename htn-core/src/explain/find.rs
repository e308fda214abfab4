//! Finds in the rows of a domain what a box is around.

use crate::plain::rows::{Block, Body, Conjunct, DoneBy, Method, Operator, Rows, Sorted, Stmt};
use crate::plain::{Place, Scope};

type All = Rows<'static>;

pub(super) fn method(
    rows: &'static All,
    task: u16,
    number: usize,
) -> Option<&'static Method<'static>> {
    match &rows.tasks.get(usize::from(task))?.done_by {
        DoneBy::Methods(all) => all.get(number),
        _ => None,
    }
}

pub(super) fn operator(
    rows: &'static All,
    task: u16,
    number: usize,
) -> Option<&'static Operator<'static>> {
    match &rows.tasks.get(usize::from(task))?.done_by {
        DoneBy::Operators(all) => all.get(number),
        _ => None,
    }
}

/// A condition where it stands.
pub(super) struct Found {
    /// See [`BranchReport::name`](super::BranchReport::name).
    pub name: &'static str,
    pub line: u32,
    pub conjuncts: &'static [Conjunct<'static>],
    pub sorted: Option<&'static Sorted<'static>>,
}

impl Found {
    fn new(name: &'static str, line: u32, sorted: Option<&'static Sorted<'static>>) -> Found {
        Found {
            name,
            line,
            conjuncts: sorted.map_or(&[], |sorted| &sorted.condition),
            sorted,
        }
    }
}

pub(super) fn condition(rows: &'static All, place: &Place, scope: Scope) -> Option<Found> {
    match (place, scope) {
        (
            Place::Branch {
                task,
                method: number,
                branch,
                ..
            },
            _,
        ) => {
            let block = method(rows, *task, *number)?.branches.get(*branch)?;
            Some(Found::new(&block.name, block.line, block.guard.as_ref()))
        }
        (
            Place::Operator {
                task,
                operator: number,
                during,
                ..
            },
            _,
        ) => {
            let row = operator(rows, *task, *number)?;
            if !during {
                return Some(Found::new("if", row.line, row.requires.as_ref()));
            }
            Some(Found {
                conjuncts: row.during.as_ref()?,
                ..Found::new("while", row.line, None)
            })
        }
        (Place::Block { line }, Scope::Method(task, number)) => {
            let branches = method(rows, task, number)?.branches.iter();
            let (name, block) = branches
                .into_iter()
                .find_map(|branch| block(&branch.body, *line))?;
            Some(Found::new(name, block.line, block.guard.as_ref()))
        }
        _ => None,
    }
}

/// The block of a body that begins in a line, and how it is called.
fn block(
    body: &'static Body<'static>,
    line: u32,
) -> Option<(&'static str, &'static Block<'static>)> {
    let within = |name, of: &'static Block<'static>| match of.line == line {
        true => Some((name, of)),
        false => block(&of.body, line),
    };
    body.iter().find_map(|statement| match statement {
        Stmt::If(blocks) => blocks.iter().find_map(|of| within("if", of)),
        Stmt::While(of) => within("while", of),
        Stmt::For(of) => within("for", of),
        Stmt::Unordered(strands) => strands.iter().find_map(|strand| block(strand, line)),
        _ => None,
    })
}
