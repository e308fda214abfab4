//! The result of lowering: tables, ops and functions.

use std::collections::BTreeMap;

pub use crate::tables::{
    BranchRow, Check, CheckId, MethodRow, OperatorRow, Param, Relation, Tables, TaskRow, Var,
};
use htn_core::tables::{ConstantId, FnId, MethodId, Op, TaskId};

use super::functions::Functions;
use crate::ast;

/// The capacity of a predicate that does not declare one.
pub const CAPACITY: usize = 64;

/// A number of the tables that rustc computes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Constant {
    /// The declared capacity of a predicate.
    Capacity(usize),
    DefaultCapacity,
    /// The number of words of a sort key.
    KeyWords(FnId),
}

/// The constants of a domain, each once.
#[derive(Debug, Default)]
pub struct Constants {
    list: Vec<Constant>,
    ids: BTreeMap<Constant, ConstantId>,
}

impl Constants {
    pub fn id(&mut self, constant: Constant) -> ConstantId {
        let next = ConstantId(count(self.list.len()));
        *self.ids.entry(constant).or_insert_with(|| {
            self.list.push(constant);
            next
        })
    }

    /// Returns the constants, indexed by [`ConstantId`].
    pub fn into_list(self) -> Vec<Constant> {
        self.list
    }
}

/// The source of a branch. Only reloads read it.
#[cfg_attr(not(any(feature = "registry", feature = "reload")), allow(dead_code))]
#[derive(Clone, Copy, Debug)]
pub struct BranchSource<'a> {
    /// Its task and its method. A block of a body has no method.
    pub task: TaskId,
    pub method: MethodId,
    pub guard: Option<&'a ast::Condition>,
    /// The key of its `sort by`, and true if that is descending.
    pub sort: Option<(&'a ast::Rust, bool)>,
}

/// A whole domain.
#[derive(Debug, Default)]
pub struct Rows<'a> {
    pub tables: Tables,
    /// By branch. Only reloads read it.
    #[cfg_attr(not(any(feature = "registry", feature = "reload")), allow(dead_code))]
    pub branches: Vec<BranchSource<'a>>,
    pub code: Vec<Op>,
    /// Indexed by [`ConstantId`].
    pub constants: Vec<Constant>,
    pub functions: Functions<'a>,
}

impl Rows<'_> {
    /// Returns true if every number fits the tables. A number that does not was cut to the maximum by [`count`].
    pub fn fit(&self) -> bool {
        let Tables {
            relations,
            tasks,
            methods,
            branches,
            operators,
            axioms,
            checks,
            collections,
            ..
        } = &self.tables;
        let lengths = [
            relations.len(),
            tasks.len(),
            methods.len(),
            branches.len(),
            operators.len(),
            axioms.len(),
            collections.len(),
            self.constants.len(),
        ];
        let strands = self.code.iter().filter_map(|op| match op {
            Op::Unordered(run) => Some(run.len),
            _ => None,
        });
        let frames = tasks.iter().map(|task| task.frame);
        let frames = frames.chain(checks.iter().map(|check| check.frame));
        let frames = frames.chain(axioms.iter().map(|axiom| axiom.frame));
        let runs = branches.iter().map(|branch| branch.checks.len);
        let mut counts = frames.chain(runs).chain(strands);
        lengths.iter().all(|length| *length < MAX.into())
            && counts.all(|count| count < MAX)
            && !self.functions.too_many()
    }
}

const MAX: u16 = u16::MAX;

/// Returns a number of the tables, cut to the maximum.
pub fn count(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(MAX)
}
