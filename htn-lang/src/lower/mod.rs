//! Lowers the moded form to rows. What each construct becomes is in the documentation of `htn_core::tables`.

mod axiom;
mod body;
mod checks;
mod condition;
mod effect;
mod facts;
mod frame;
pub mod functions;
pub mod graph;
mod inline;
mod operator;
mod order;
pub mod query;
pub mod range;
mod retry;
pub mod rows;
mod task;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use htn_core::tables::{Columns, FnId, MethodId, Op, Pc, RelId, Slot, TaskId, TaskKind, TypeId};
use proc_macro2::Span;

use self::axiom::CallKind;
use self::checks::Pending;
use self::frame::Frame;
use self::functions::{ExprKind, Function, Seen};
use self::graph::Graph;
use self::rows::{Constant, Param, Relation, Rows, TaskRow, Var};
use self::task::Lifted;
use crate::analyse::{self, Access};
use crate::ast;
use crate::errors::Errors;
use crate::modes::form::{BoundDomain, Cond, Expr, VarId};
use crate::parse::tokens::plain;
use crate::resolve::Names;

/// What is said of a domain whose numbers do not fit the tables.
pub const TOO_BIG: &str = "the domain is too big: something in it has more than 65,535 parts\nhelp: split it into two domains";

/// Lowers a domain that has no errors.
pub fn lower<'a>(
    names: &Names<'a>,
    moded: &BoundDomain<'a>,
    index_type: TypeId,
    errors: &mut Errors,
) -> Rows<'a> {
    let mut lower = Lower::new(names, moded, index_type);
    lower.heads();
    for group in 0..names.tasks.len() {
        lower.task(group);
        lower.lifted_blocks();
    }
    lower.relations();
    let mut rows = lower.rows;
    rows.resolve_labels();
    rows.link_steps();
    rows.link_tasks();
    if rows.too_big || rows.functions.too_many() {
        errors.at(names.domain.name.span(), TOO_BIG);
    }
    rows
}

/// The work on one domain.
struct Lower<'m, 'a> {
    names: &'m Names<'a>,
    moded: &'m BoundDomain<'a>,
    /// The type of the place and the number of a collected row.
    index_type: TypeId,
    rows: Rows<'a>,
    /// By predicate.
    access: Vec<Access>,
    /// The predicates whose rows are gone over.
    scanned: BTreeSet<usize>,
    /// How the axioms are called that have been met.
    axioms: BTreeMap<usize, CallKind>,
    /// The axioms that call themselves, through others too, and need frames for it.
    recursive: BTreeSet<usize>,
    /// Those that call themselves as the last thing that they do: they are loops.
    tail_recursive: BTreeSet<usize>,
    /// Those of `recursive`, and those that call them, through others too.
    reach_recursive: BTreeSet<usize>,
    /// Those that collect rows.
    collecting: BTreeSet<usize>,
    /// Those that ask Rust expressions which see the context.
    asking: BTreeSet<usize>,
    /// The condition that is being lowered, and how many collections are being filled around the present place of it.
    graph: Graph,
    level: u32,
    /// By level, the slot that says how much is collected there that is still needed.
    heights: Vec<Slot>,
    /// Blocks of bodies that have no code yet.
    blocks: VecDeque<Lifted<'m, 'a>>,
    /// Checks of the present task, which wait for the size of its frame.
    pending: Vec<Pending<'m, 'a>>,
    /// Of the present task, axiom or check.
    frame: Frame,
    /// Variables that have a value already though the condition would bind them: where a condition is asked again.
    fixed: BTreeSet<VarId>,
    /// How many axioms the present condition is copied from.
    inlined: usize,
    /// Variables that the present body mentions once: where a task returns such a one, nobody asks for its value.
    unread: BTreeSet<VarId>,
}

impl<'m, 'a> Lower<'m, 'a> {
    fn new(names: &'m Names<'a>, moded: &'m BoundDomain<'a>, index_type: TypeId) -> Self {
        let mut lower = Lower {
            names,
            moded,
            index_type,
            rows: Rows::default(),
            access: names.domain.predicates.iter().map(Access::new).collect(),
            scanned: BTreeSet::new(),
            axioms: BTreeMap::new(),
            recursive: BTreeSet::new(),
            tail_recursive: BTreeSet::new(),
            reach_recursive: BTreeSet::new(),
            collecting: analyse::axioms_with(moded, condition::collects_itself),
            asking: names
                .domain
                .context
                .as_ref()
                .map_or(BTreeSet::new(), |context| {
                    analyse::axioms_with(moded, |cond| {
                        analyse::asks_game_itself(cond, &context.name)
                    })
                }),
            graph: Graph::default(),
            level: 0,
            heights: Vec::new(),
            blocks: VecDeque::new(),
            pending: Vec::new(),
            frame: Frame::default(),
            fixed: BTreeSet::new(),
            unread: BTreeSet::new(),
            inlined: 0,
        };
        lower.sort_axioms();
        lower.rows.op(Op::RootCall);
        lower.rows.op(Op::RootNext);
        lower.rows.op(Op::Fail);
        lower
    }

    /// Finds out which axioms recur, and how.
    fn sort_axioms(&mut self) {
        let recursive = analyse::recursive_axioms(self.moded);
        self.tail_recursive = self.tail_recursive_axioms(&recursive);
        self.recursive = &recursive - &self.tail_recursive;
        let needs_frames = |cond: &Cond<'a>| matches!(cond, Cond::Axiom { axiom, .. } if self.recursive.contains(axiom));
        self.reach_recursive = analyse::axioms_with(self.moded, needs_frames);
    }

    /// A row for each task, so that they can be called before they have code.
    fn heads(&mut self) {
        let domain = self.names.domain;
        let names = self.names;
        for (number, group) in names.tasks.iter().enumerate() {
            let docs = match (group.kind, group.items.first()) {
                (TaskKind::Method, Some(item)) => domain.methods[*item].docs.text(),
                (_, Some(item)) => domain.operators[*item].docs.text(),
                _ => String::new(),
            };
            let params = self.task_params(number);
            self.rows.tables.tasks.push(TaskRow {
                name: group.name.clone(),
                doc: docs,
                kind: group.kind,
                params,
                entry: Pc(0),
                method: MethodId(0),
                frame: 0,
            });
        }
    }

    /// A row for each predicate, when it is known how it is looked at.
    fn relations(&mut self) {
        let access = std::mem::take(&mut self.access);
        let predicates = self.names.domain.predicates.iter();
        for (number, (item, access)) in predicates.zip(access).enumerate() {
            let columns = item.columns.iter().map(|column| {
                let name = column.name.as_ref().map_or(String::new(), plain);
                self.param(name, &column.ty)
            });
            let columns = columns.collect();
            let capacity = self.rows.constant(match item.capacity {
                Some(_) => Constant::Capacity(number),
                None => Constant::DefaultCapacity,
            });
            self.rows.tables.relations.push(Relation {
                name: plain(&item.name),
                doc: item.docs.text(),
                columns,
                key: access.indexes.get(1).copied().unwrap_or(Columns(0)),
                keyed: item.key.is_some(),
                capacity,
                indexes: access.indexes,
                scanned: self.scanned.contains(&number),
            });
        }
    }

    fn task_params(&self, group: usize) -> Vec<Param> {
        if self.names.tasks[group].is_synchronisation() {
            let ty = self.names.agent().map(|agent| self.type_of(agent));
            let param = |name: &str| Param {
                name: name.to_owned(),
                ty: ty.unwrap_or(self.index_type),
                agent: true,
            };
            return ["a", "b"]
                .into_iter()
                .take(self.names.arity(group))
                .map(param)
                .collect();
        }
        let params = self.names.task_params(group).iter();
        params
            .map(|param| self.param(plain(&param.name), &param.ty))
            .collect()
    }

    fn param(&self, name: String, ty: &ast::Rust) -> Param {
        Param {
            name,
            ty: self.type_of(ty),
            agent: self.names.is_agent(ty),
        }
    }

    /// Every type that is written somewhere was numbered when names were bound.
    fn type_of(&self, ty: &ast::Rust) -> TypeId {
        self.moded.types.find(ty).unwrap_or(self.index_type)
    }

    fn var_type(&self, var: VarId) -> TypeId {
        self.moded.vars[var.0].ty.unwrap_or(self.index_type)
    }

    /// Variables as those see them who look at a plan.
    fn vars(&self, vars: impl IntoIterator<Item = VarId>) -> Vec<Var> {
        let mut rows = Vec::new();
        for var in vars {
            let Some(slot) = self.frame.get(var) else {
                continue;
            };
            let name = plain(&self.moded.vars[var.0].name);
            let ty = self.var_type(var);
            rows.push(Var { name, ty, slot });
        }
        rows
    }

    fn task_id(&mut self, number: usize) -> TaskId {
        TaskId(self.rows.count(number))
    }

    fn rel_id(&mut self, number: usize) -> RelId {
        RelId(self.rows.count(number))
    }

    /// The function for an expression over the present frame.
    fn function(&mut self, gives: ExprKind, expr: &Expr<'a>) -> FnId {
        let mut sees = Vec::new();
        let near = expr.near.iter().map(|var| (var, true));
        for (var, near) in expr.uses.iter().map(|var| (var, false)).chain(near) {
            if near && self.frame.get(*var).is_none() {
                continue;
            }
            let mut name = self.moded.vars[var.0].name.clone();
            if near {
                // Nobody wrote it here: that it is not used is nothing to warn of.
                name.set_span(name.span().resolved_at(Span::call_site()));
            }
            sees.push(Seen {
                name,
                ty: self.var_type(*var),
                slot: self.frame.slot(*var),
            });
        }
        let Expr { source, ty, .. } = *expr;
        self.rows.functions.number(Function {
            gives,
            source,
            sees,
            ty,
        })
    }

    /// Works an expression out into a new slot, between statements.
    fn word_of_statement(&mut self, expr: &Expr<'a>) -> Slot {
        let f = self.function(ExprKind::Word, expr);
        let to = self.frame.temporary();
        self.rows.op(Op::Let { f, to });
        to
    }

    /// Lowers something with a frame and a graph of its own, in the midst of something else.
    fn with_own_frame<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (
            std::mem::take(&mut self.frame),
            std::mem::take(&mut self.graph),
            std::mem::take(&mut self.fixed),
            std::mem::take(&mut self.inlined),
            std::mem::take(&mut self.level),
            std::mem::take(&mut self.heights),
        );
        let value = inside(self);
        (
            self.frame,
            self.graph,
            self.fixed,
            self.inlined,
            self.level,
            self.heights,
        ) = outer;
        value
    }

    /// The size of the present frame.
    fn frame_size(&mut self) -> u16 {
        self.rows.count(self.frame.size())
    }
}
