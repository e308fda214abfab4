//! The Rust expressions of a domain: one function each, numbered by kind.

use std::collections::BTreeMap;
use std::rc::Rc;

use htn_core::tables::{FnId, Slot, TypeId};
use proc_macro2::Ident;

use super::graph::{Changes, Graph};
use crate::ast::Rust;
pub use crate::ir::ExprKind;
use crate::ir::Wanted;
use crate::text;

/// A variable that an expression sees.
#[derive(Clone, Debug)]
pub struct Seen {
    pub name: Ident,
    pub ty: TypeId,
    pub slot: Slot,
}

#[derive(Clone, Debug)]
pub struct Function<'a> {
    pub gives: ExprKind,
    pub source: &'a Rust,
    pub sees: Vec<Seen>,
    /// The type to check it against, unless its kind implies it.
    pub ty: Option<Wanted>,
}

/// All functions, by kind.
#[derive(Debug, Default)]
pub struct Functions<'a> {
    pub words: Vec<Function<'a>>,
    pub tests: Vec<Function<'a>>,
    pub options: Vec<Function<'a>>,
    pub items: Vec<Function<'a>>,
    pub spans: Vec<Function<'a>>,
    pub keys: Vec<Function<'a>>,
    pub folds: Vec<Function<'a>>,
    pub costs: Vec<Function<'a>>,
    pub polls: Vec<Function<'a>>,
    /// Conditions.
    pub solvers: Vec<Graph>,
    /// Operators.
    pub changes: Vec<Changes>,
    solver_numbers: BTreeMap<Graph, FnId>,
    change_numbers: BTreeMap<Changes, FnId>,
    numbers: BTreeMap<Identity, FnId>,
    /// The texts of expressions, by the addresses of their sources.
    texts: BTreeMap<usize, Rc<str>>,
}

/// Expressions with the same text over the same slots and types are one function.
type Identity = (ExprKind, Rc<str>, Vec<(Slot, TypeId)>, Option<TypeId>);

impl<'a> Functions<'a> {
    /// Returns the number of a function; adds it if it is new.
    pub fn number(&mut self, function: Function<'a>) -> FnId {
        let source = function.source;
        let text = self.texts.entry(std::ptr::from_ref(source).addr());
        let text = text
            .or_insert_with(|| text::text(&source.tokens).into())
            .clone();
        let sees = function
            .sees
            .iter()
            .map(|seen| (seen.slot, seen.ty))
            .collect();
        let identity = (
            function.gives,
            text,
            sees,
            function.ty.map(|wanted| wanted.ty),
        );
        if let Some(number) = self.numbers.get(&identity) {
            return *number;
        }
        let list = match function.gives {
            ExprKind::Word => &mut self.words,
            ExprKind::Test => &mut self.tests,
            ExprKind::Option => &mut self.options,
            ExprKind::Items => &mut self.items,
            ExprKind::Span { .. } => &mut self.spans,
            ExprKind::Key { .. } => &mut self.keys,
            ExprKind::Sum | ExprKind::Min | ExprKind::Max => &mut self.folds,
            ExprKind::Cost => &mut self.costs,
            ExprKind::Poll(_) => &mut self.polls,
        };
        let number = FnId(u16::try_from(list.len()).unwrap_or(u16::MAX));
        list.push(function);
        self.numbers.insert(identity, number);
        number
    }

    /// Returns the number of a condition; adds it if it is new.
    pub fn solver(&mut self, graph: Graph) -> FnId {
        let number = FnId(u16::try_from(self.solvers.len()).unwrap_or(u16::MAX));
        *self
            .solver_numbers
            .entry(graph)
            .or_insert_with_key(|graph| {
                self.solvers.push(graph.clone());
                number
            })
    }

    /// Returns the number of an operator's function; adds it if it is new.
    pub fn change(&mut self, changes: Changes) -> FnId {
        let number = FnId(u16::try_from(self.changes.len()).unwrap_or(u16::MAX));
        *self
            .change_numbers
            .entry(changes)
            .or_insert_with_key(|changes| {
                self.changes.push(changes.clone());
                number
            })
    }

    /// Returns true if there are more than can be numbered.
    pub fn too_many(&self) -> bool {
        let lists = [
            &self.words,
            &self.tests,
            &self.options,
            &self.items,
            &self.spans,
            &self.keys,
            &self.folds,
            &self.costs,
            &self.polls,
        ];
        // The last number is `FnId::NONE`.
        let most = usize::from(u16::MAX) - 1;
        let graphs = [self.solvers.len(), self.changes.len()];
        graphs.iter().any(|number| *number > most) || lists.iter().any(|list| list.len() > most)
    }
}
