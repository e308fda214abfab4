//! Finds the source rows of a box.

use alloc::vec::Vec;
use core::ptr;

use crate::reference::rows::{
    ArgSource, BlockSource, Conjunct, DomainSource, DoneBy, Form, MethodSource, OperatorSource,
    Sorted, Statements, Stmt, Var,
};
use crate::reference::{ConditionPlace, Scope};

pub(super) fn method(
    rows: &'static DomainSource<'static>,
    task: u16,
    number: usize,
) -> Option<&'static MethodSource<'static>> {
    match &rows.tasks.get(usize::from(task))?.done_by {
        DoneBy::Methods(all) => all.get(number),
        _ => None,
    }
}

pub(super) fn operator(
    rows: &'static DomainSource<'static>,
    task: u16,
    number: usize,
) -> Option<&'static OperatorSource<'static>> {
    match &rows.tasks.get(usize::from(task))?.done_by {
        DoneBy::Operators(all) => all.get(number),
        _ => None,
    }
}

/// A condition with its place.
pub(super) struct FoundCondition {
    /// See [`BranchReport::name`](super::BranchReport::name).
    pub name: &'static str,
    pub line: u32,
    pub conjuncts: &'static [Conjunct<'static>],
    pub sorted: Option<&'static Sorted<'static>>,
}

impl FoundCondition {
    fn new(
        name: &'static str,
        line: u32,
        sorted: Option<&'static Sorted<'static>>,
    ) -> FoundCondition {
        FoundCondition {
            name,
            line,
            conjuncts: sorted.map_or(&[], |sorted| &sorted.condition),
            sorted,
        }
    }
}

pub(super) fn condition(
    rows: &'static DomainSource<'static>,
    place: &ConditionPlace,
    address: usize,
    scope: Scope,
) -> Option<FoundCondition> {
    match (place, scope) {
        (
            ConditionPlace::Branch {
                task,
                method: number,
                branch,
                ..
            },
            _,
        ) => {
            let block = method(rows, *task, *number)?.branches.get(*branch)?;
            Some(FoundCondition::new(
                &block.name,
                block.line,
                block.guard.as_ref(),
            ))
        }
        (
            ConditionPlace::Operator {
                task,
                operator: number,
                during,
                ..
            },
            _,
        ) => {
            let row = operator(rows, *task, *number)?;
            if !during {
                return Some(FoundCondition::new("if", row.line, row.requires.as_ref()));
            }
            Some(FoundCondition {
                conjuncts: row.during.as_ref()?,
                ..FoundCondition::new("while", row.line, None)
            })
        }
        (ConditionPlace::Block { .. }, Scope::Method(task, number)) => {
            if address == 0 {
                return Some(FoundCondition::new("else", 0, None));
            }
            let branches = method(rows, task, number)?.branches.iter();
            let (name, block) = branches
                .into_iter()
                .find_map(|branch| block(&branch.body, address))?;
            Some(FoundCondition::new(name, block.line, block.guard.as_ref()))
        }
        _ => None,
    }
}

/// Returns the address of a condition's conjuncts; 0 without conjuncts.
pub(super) fn address(conjuncts: &[Conjunct<'_>]) -> usize {
    conjuncts
        .first()
        .map_or(0, |first| ptr::from_ref(first).addr())
}

/// The block of a body whose condition is there, and how it is called.
fn block(
    body: &'static Statements<'static>,
    at: usize,
) -> Option<(&'static str, &'static BlockSource<'static>)> {
    let within = |name, of: &'static BlockSource<'static>| {
        let guard = of.guard.as_ref();
        if guard.is_some_and(|guard| address(&guard.condition) == at) {
            Some((name, of))
        } else {
            block(&of.body, at)
        }
    };
    body.iter().find_map(|statement| match statement {
        Stmt::If(blocks) => blocks.iter().find_map(|of| within("if", of)),
        Stmt::While(of) => within("while", of),
        Stmt::For(of) => within("for", of),
        Stmt::UnorderedFor(of) => within("unordered for", of),
        Stmt::Unordered(strands) => strands.iter().find_map(|strand| block(strand, at)),
        _ => None,
    })
}

/// Returns the variables that a condition binds for later parts.
pub(super) fn bound_by(condition: &[Conjunct<'_>]) -> Vec<Var> {
    let (mut vars, mut open) = (Vec::new(), Vec::from([condition]));
    while let Some(condition) = open.pop() {
        for conjunct in condition {
            match &conjunct.form {
                Form::Fact { args, .. } | Form::Axiom { args, .. } => {
                    vars.extend(args.iter().filter_map(|arg| match arg {
                        ArgSource::Var(var) => Some(*var),
                        ArgSource::Any | ArgSource::Word(_) => None,
                    }));
                }
                Form::Let { var, .. } => vars.push(*var),
                form => {
                    let inside = form.conditions().into_iter().filter(|(_, binds)| *binds);
                    open.extend(inside.map(|(condition, _)| &**condition));
                }
            }
        }
    }
    vars
}

/// The file that an item is written in.
pub(super) fn file(rows: &'static DomainSource<'static>, scope: Scope) -> &'static str {
    let file = match scope {
        Scope::Nothing => None,
        Scope::Method(task, number) => method(rows, task, number).map(|of| &*of.file),
        Scope::Operator(task, number) => operator(rows, task, number).map(|of| &*of.file),
        Scope::Axiom(axiom, number) => {
            let axiom = rows.axioms.get(usize::from(axiom));
            let alternative = axiom.and_then(|axiom| axiom.alternatives.get(number));
            alternative.map(|of| &*of.file)
        }
    };
    file.filter(|file| !file.is_empty()).unwrap_or(&rows.file)
}
