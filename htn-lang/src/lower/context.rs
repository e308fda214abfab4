//! The state that the lowering of all parts of a domain shares.

use std::collections::BTreeSet;

use htn_core::tables::{Columns, FnId, RelId, TypeId};
use proc_macro2::{Ident, Span};

use super::axiom::Axioms;
use super::frame::Frame;
use super::functions::{ExprKind, Function, Functions, Seen};
use super::rows::{Param, Var, count};
use crate::analyse::Access;
use crate::ast;
use crate::fact_order::FactOrder;
use crate::ir::{BoundDomain, Cond, Expr, SortedCond, VarId, prepare};
use crate::parse::tokens::plain;
use crate::resolve::Names;

/// The tables that lowering fills while it visits the conditions and bodies of a domain.
pub struct LowerContext<'m, 'a> {
    pub names: &'m Names<'a>,
    pub domain: &'m BoundDomain<'a>,
    /// The type of temporaries: indexes and counters.
    pub index_type: TypeId,
    pub relations: Relations,
    pub axioms: Axioms,
    pub functions: Functions<'a>,
    /// The tasks that depend on the order of the facts.
    pub fact_order: FactOrder<'m, 'a>,
    /// The predicates that a `protect` is about.
    pub protected: BTreeSet<usize>,
}

impl<'m, 'a> LowerContext<'m, 'a> {
    pub fn new(names: &'m Names<'a>, domain: &'m BoundDomain<'a>, index_type: TypeId) -> Self {
        LowerContext {
            names,
            domain,
            index_type,
            relations: Relations {
                access: domain.keys.iter().copied().map(Access::new).collect(),
                scanned: BTreeSet::new(),
            },
            axioms: Axioms::new(domain),
            functions: Functions::default(),
            fact_order: FactOrder::new(names, domain),
            protected: names.protected(),
        }
    }

    /// Returns the name of the Rust value that the game passes, if the domain declares one.
    pub fn game(&self) -> Option<&'a Ident> {
        let context = &self.names.domain.context;
        context.as_ref().map(|context| &context.name)
    }

    pub fn prepared(&self, cond: &Cond<'a>) -> Cond<'a> {
        prepare(cond.clone(), self.domain)
    }

    pub fn prepared_sorted(&self, sorted: &SortedCond<'a>) -> SortedCond<'a> {
        SortedCond {
            cond: self.prepared(&sorted.cond),
            ..sorted.clone()
        }
    }

    /// Returns the number of a type. Binding numbered every type that is written somewhere.
    pub fn type_of(&self, ty: &ast::Rust) -> TypeId {
        self.domain.types.find(ty).unwrap_or(self.index_type)
    }

    pub fn var_type(&self, var: VarId) -> TypeId {
        self.domain.vars[var.0].ty.unwrap_or(self.index_type)
    }

    pub fn var_name(&self, var: VarId) -> String {
        plain(&self.domain.vars[var.0].name)
    }

    pub fn param(&self, name: String, ty: &ast::Rust) -> Param {
        Param {
            name,
            ty: self.type_of(ty),
            agent: self.names.is_agent(ty),
        }
    }

    /// Returns the rows of those variables that have a slot.
    pub fn vars(&self, vars: impl IntoIterator<Item = VarId>, frame: &Frame) -> Vec<Var> {
        let vars = vars.into_iter().filter_map(|var| {
            Some(Var {
                name: self.var_name(var),
                ty: self.var_type(var),
                slot: frame.get(var)?,
            })
        });
        vars.collect()
    }

    /// Returns the function for an expression over `frame`.
    pub fn function(&mut self, gives: ExprKind, expr: &Expr<'a>, frame: &mut Frame) -> FnId {
        let mut sees = Vec::new();
        let near = expr.near.iter().map(|var| (var, true));
        for (var, near) in expr.uses.iter().map(|var| (var, false)).chain(near) {
            if near && frame.get(*var).is_none() {
                continue;
            }
            let mut name = self.domain.vars[var.0].name.clone();
            if near {
                // The name is not written here, so rustc must not warn that it is unused.
                name.set_span(name.span().resolved_at(Span::call_site()));
            }
            sees.push(Seen {
                name,
                ty: self.var_type(*var),
                slot: frame.slot(*var),
            });
        }
        let Expr { source, ty, .. } = *expr;
        self.functions.number(Function {
            gives,
            source,
            sees,
            ty,
        })
    }
}

/// The indexes that the atoms of a domain need.
pub struct Relations {
    /// By predicate.
    pub access: Vec<Access>,
    /// The predicates whose list of all rows is read.
    pub scanned: BTreeSet<usize>,
}

impl Relations {
    /// Returns true if at most one row has these columns.
    pub fn is_single(&self, rel: usize, bound: Columns) -> bool {
        self.access[rel].is_single(bound)
    }

    /// Returns the index that finds rows by these columns; adds it if it is new.
    pub fn index(&mut self, rel: usize, bound: Columns) -> u8 {
        let index = self.access[rel].index(bound);
        if index == 0 {
            self.scanned.insert(rel);
        }
        index
    }
}

pub fn rel_id(number: usize) -> RelId {
    RelId(count(number))
}
