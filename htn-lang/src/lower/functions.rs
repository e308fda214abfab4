//! The Rust expressions of a domain: one function each, numbered by kind.

use std::collections::BTreeMap;
use std::rc::Rc;

use htn_core::tables::{FnId, Slot, TypeId};
use proc_macro2::Ident;

use super::graph::{Changes, Graph, Line};
use crate::ast::Rust;
pub use crate::modes::form::ExprKind;
use crate::modes::form::Wanted;
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
    /// What it is checked against, where the kind does not say.
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
    /// Conditions.
    pub solvers: Vec<Graph>,
    /// Operators.
    pub changes: Vec<Changes>,
    solver_numbers: BTreeMap<Graph, FnId>,
    change_numbers: BTreeMap<Changes, FnId>,
    numbers: BTreeMap<Identity, FnId>,
    /// The texts of expressions, by where they stand.
    texts: BTreeMap<usize, Rc<str>>,
}

/// Expressions that are written the same over the same slots and types are one function.
type Identity = (ExprKind, Rc<str>, Vec<(Slot, TypeId)>, Option<TypeId>);

impl<'a> Functions<'a> {
    /// The number of a function; a new one where it is not there yet.
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
        };
        let number = FnId(u16::try_from(list.len()).unwrap_or(u16::MAX));
        list.push(function);
        self.numbers.insert(identity, number);
        number
    }

    /// The number of a condition.
    pub fn solver(&mut self, mut graph: Graph) -> FnId {
        graph.drop_unread_heights();
        let number = FnId(u16::try_from(self.solvers.len()).unwrap_or(u16::MAX));
        *self
            .solver_numbers
            .entry(graph)
            .or_insert_with_key(|graph| {
                self.solvers.push(graph.clone());
                number
            })
    }

    /// The number of an operator's function.
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

    /// A condition of one solution as lines in front of others.
    pub fn lines_of(&self, f: FnId) -> Vec<Line> {
        let graph = &self.solvers[usize::from(f.0)];
        match graph.has_labels() || graph.base.is_some() {
            true => vec![Line::Ask(f)],
            false => {
                let mut lines = graph.lines.clone();
                lines.retain(|line| !matches!(line, Line::Holds { .. }));
                lines
            }
        }
    }

    /// Whether a condition may be paused, or asked again.
    pub fn can_stop(&self, f: FnId) -> bool {
        let solver = self.solvers.get(usize::from(f.0));
        solver.is_none_or(|graph| graph.at.is_some())
    }

    /// Whether there are more than can be numbered.
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
        ];
        // The last number stands for none.
        let most = usize::from(u16::MAX) - 1;
        let graphs = [self.solvers.len(), self.changes.len()];
        graphs.iter().any(|number| *number > most) || lists.iter().any(|list| list.len() > most)
    }
}
