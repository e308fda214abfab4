//! Lowers the IR to rows. The documentation of `htn_core::tables` says which ops each construct becomes.
//!
//! Conditions become graphs (`builder`, `collect`, `facts`, `axiom`), bodies and operators become instructions, and the
//! assembler (`code`) makes ops of these.

mod axiom;
mod body;
mod builder;
mod checks;
mod code;
mod collect;
mod context;
mod effect;
mod facts;
mod frame;
pub mod functions;
pub mod graph;
mod operator;
pub mod query;
pub mod range;
mod retry;
pub mod rows;
mod task;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};

use htn_core::tables::{Arg as Cell, BranchId, Columns, FnId, Op, Run, Slot, TaskKind, TypeId};

use self::builder::Builder;
use self::code::{Code, CodePlace, append};
use self::context::LowerContext;
use self::facts::Operands;
use self::frame::Frame;
use self::functions::ExprKind;
use self::graph::{Graph, Line};
use self::rows::{
    BranchSource, Constant, Constants, Param, Relation, Rows, Tables, TaskRow, count,
};
use self::task::{BranchCode, Lifted};
use crate::errors::Errors;
use crate::ir::checks::Views;
use crate::ir::unread::drop_unread;
use crate::ir::{BoundDomain, Expr, VarId};
use crate::parse::tokens::plain;
use crate::resolve::Names;
use crate::text::text;

/// The error for a domain whose numbers do not fit the tables.
pub const TOO_BIG: &str = "the domain is too big: something in it has more than 65,535 parts\nhelp: split it into two domains";

/// Lowers a domain that has no errors.
pub fn lower<'a>(
    names: &Names<'a>,
    domain: &BoundDomain<'a>,
    index_type: TypeId,
    errors: &mut Errors,
) -> Rows<'a> {
    let domain = drop_unread(domain);
    let mut lower = Lower::new(LowerContext::new(names, &domain, index_type));
    for group in 0..names.tasks.len() {
        lower.task(group);
        lower.lifted_blocks();
    }
    let rows = lower.finish();
    if !rows.fit() {
        errors.at(names.domain.name.span(), TOO_BIG);
    }
    rows
}

/// The solutions of a condition, with its function if that may pause or be called again.
enum Solutions {
    /// One at most, which these lines find without a generator.
    OneAtOnce(Vec<Line>),
    One(FnId),
    Several(FnId),
}

/// A domain while it is lowered: its tasks.
struct Lower<'m, 'a> {
    writer: CodeWriter<'m, 'a>,
    views: Views<'m, 'a>,
    constants: Constants,
    /// The rows of tasks that have code, by task.
    tasks: BTreeMap<usize, TaskRow>,
    /// Blocks of bodies that have no code yet, and the number of the next one.
    blocks: VecDeque<Lifted<'m, 'a>>,
    next_block: usize,
    /// The branches of the current task.
    branches: Vec<BranchCode<'m, 'a>>,
    /// The sources of all branches.
    sources: Vec<BranchSource<'a>>,
}

/// Writes the code of conditions, effects and arguments over the current frame.
struct CodeWriter<'m, 'a> {
    context: LowerContext<'m, 'a>,
    code: Code,
    tables: Tables,
    /// The frame of the current task or check.
    frame: Frame,
}

impl<'m, 'a> Lower<'m, 'a> {
    fn new(context: LowerContext<'m, 'a>) -> Self {
        Lower {
            views: Views::new(context.domain, context.game()),
            constants: Constants::default(),
            tasks: BTreeMap::new(),
            blocks: VecDeque::new(),
            next_block: context.names.tasks.len(),
            branches: Vec::new(),
            sources: Vec::new(),
            writer: CodeWriter {
                context,
                code: Code::new(),
                tables: Tables::default(),
                frame: Frame::default(),
            },
        }
    }

    /// Assembles the code.
    fn finish(mut self) -> Rows<'a> {
        self.protected_checks();
        self.relations();
        let mut tables = self.writer.tables;
        tables.tasks = self.tasks.into_values().collect();
        tables.axioms = self.writer.context.axioms.rows();
        let polls = self.writer.context.functions.polls.iter();
        tables.polls = polls.map(|poll| text(&poll.source.tokens)).collect();
        Rows {
            code: self.writer.code.assemble(&mut tables),
            tables,
            branches: self.sources,
            constants: self.constants.into_list(),
            functions: self.writer.context.functions,
        }
    }

    /// Adds the rows of the predicates. By now it is known which indexes they need.
    fn relations(&mut self) {
        let context = &self.writer.context;
        let predicates = context.names.domain.predicates.iter();
        for (number, item) in predicates.enumerate() {
            let columns = item.columns.iter().map(|column| {
                let name = column.name.as_ref().map_or(String::new(), plain);
                context.param(name, &column.ty)
            });
            let capacity = self.constants.id(match item.capacity {
                Some(_) => Constant::Capacity(number),
                None => Constant::DefaultCapacity,
            });
            let indexes = context.relations.access[number].indexes.clone();
            self.writer.tables.relations.push(Relation {
                name: plain(&item.name),
                doc: item.docs.text(),
                columns: columns.collect(),
                key: indexes.get(1).copied().unwrap_or(Columns(0)),
                keyed: item.key.is_some(),
                capacity,
                indexes,
                scanned: context.relations.scanned.contains(&number),
            });
        }
    }

    fn task_params(&self, group: usize) -> Vec<Param> {
        let (context, names) = (&self.writer.context, self.writer.context.names);
        if names.tasks[group].is_synchronisation() {
            let ty = names.agent().map(|agent| context.type_of(agent));
            let param = |name: &str| Param {
                name: name.to_owned(),
                ty: ty.unwrap_or(context.index_type),
                agent: true,
            };
            let params = ["a", "b"].into_iter().take(names.arity(group));
            return params.map(param).collect();
        }
        let params = names.task_params(group).iter();
        let params = params.map(|param| context.param(plain(&param.name), &param.ty));
        params.collect()
    }

    /// Returns the first line of the documentation of a task.
    fn task_doc(&self, group: usize) -> String {
        let names = self.writer.context.names;
        let group = &names.tasks[group];
        match (group.kind, group.items.first()) {
            (TaskKind::Method, Some(item)) => names.domain.methods[*item].docs.text(),
            (_, Some(item)) => names.domain.operators[*item].docs.text(),
            _ => String::new(),
        }
    }
}

impl<'m, 'a> CodeWriter<'m, 'a> {
    fn function(&mut self, gives: ExprKind, expr: &Expr<'a>) -> FnId {
        self.context.function(gives, expr, &mut self.frame)
    }

    fn atom(&mut self, cells: &[Cell]) -> Run {
        append(&mut self.tables.args, cells)
    }

    /// Returns the size of the present frame.
    fn frame_size(&self) -> u16 {
        count(self.frame.size())
    }

    fn graph<T>(&mut self, inside: impl FnOnce(&mut Builder<'_, 'm, 'a>) -> T) -> (Graph, T) {
        let base = self.frame.temporary();
        let mut build = Builder::new(&mut self.context, &mut self.frame, base);
        let value = inside(&mut build);
        let resume_slot = |frame: &mut Frame, reads_base: bool| {
            if reads_base { frame.temporary() } else { base }
        };
        (build.finish(base, resume_slot), value)
    }

    /// Adds the code of a condition: a lone test is an op, everything else a function. If the condition does not hold, the
    /// search continues at `on_fail`.
    fn solve(
        &mut self,
        on_fail: CodePlace,
        branch: BranchId,
        inside: impl FnOnce(&mut Builder<'_, 'm, 'a>),
    ) -> Solutions {
        let before = self.frame.clone();
        let (graph, ()) = self.graph(inside);
        if let Some(test) = graph.lone_test() {
            self.frame = before;
            self.test(test, on_fail, branch);
            return Solutions::OneAtOnce(vec![test.clone()]);
        }
        let (is_single, stops) = (graph.is_single(), graph.at.is_some());
        let lines = graph.straight_lines().map(<[Line]>::to_vec);
        let f = self.function_of(graph, on_fail, branch);
        match (is_single, stops) {
            (true, false) => Solutions::OneAtOnce(lines.unwrap_or_else(|| vec![Line::Ask(f)])),
            (true, true) => Solutions::One(f),
            (false, _) => Solutions::Several(f),
        }
    }

    /// Adds the call of a condition's function.
    fn function_of(&mut self, graph: Graph, to: CodePlace, branch: BranchId) -> FnId {
        let f = self.context.functions.solver(graph);
        let on_fail = htn_core::tables::FAIL;
        self.code.lead(Op::Solve { f, on_fail, branch }, to);
        self.code.lead(Op::SolveNext { f, on_fail, branch }, to);
        f
    }

    /// Adds a condition that is one test.
    fn test(&mut self, test: &Line, to: CodePlace, branch: BranchId) {
        let on_fail = htn_core::tables::FAIL;
        let op = match test {
            Line::Fact {
                rel, cells, there, ..
            } => {
                let is_bound = |(i, cell): (usize, &Cell)| match cell {
                    Cell::Is(_) => 1 << i,
                    _ => 0,
                };
                let bound = cells.iter().take(16).enumerate().map(is_bound);
                let bound = Columns(bound.sum());
                Op::Fact {
                    rel: *rel,
                    index: self.context.relations.index(rel.0.into(), bound),
                    atom: self.atom(cells),
                    there: *there,
                    on_fail,
                    branch,
                }
            }
            Line::Test { f, .. } => Op::Test {
                f: *f,
                on_fail,
                branch,
            },
            _ => return,
        };
        self.code.lead(op, to);
    }
}

impl<'a> Operands<'a> for CodeWriter<'_, 'a> {
    fn slot(&mut self, var: VarId) -> Slot {
        self.frame.slot(var)
    }

    fn word(&mut self, expr: &Expr<'a>) -> Slot {
        let f = self.function(ExprKind::Word, expr);
        let to = self.frame.temporary();
        self.code.op(Op::Let { f, to });
        to
    }
}
