//! The tree of tasks above the steps of a plan.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use super::raw::RawPlan;
use super::records::NodeRecord;
use crate::model::domain::Domain;
use crate::model::iterators::{Bindings, Nodes};
use crate::tables::{TaskKind, Type, Var};

/// The compound tasks of a plan, parents before children.
pub struct Tree<'p, D: Domain> {
    plan: RawPlan<'p>,
    domain: PhantomData<fn() -> D>,
}

impl<'p, D: Domain> Tree<'p, D> {
    pub(crate) fn new(plan: RawPlan<'p>) -> Self {
        Tree {
            plan,
            domain: PhantomData,
        }
    }

    /// Iterates over all nodes, parents before children.
    pub fn nodes(&self) -> Nodes<'p, D> {
        Nodes::new(self.plan, self.plan.node_count())
    }

    /// Returns the node with this number.
    pub fn node(&self, index: usize) -> Option<TreeNode<'p, D>> {
        let node = TreeNode::new(self.plan, index);
        (index < self.plan.node_count()).then_some(node)
    }

    /// Returns the node that a step belongs to; `None` for a step of a root operator.
    pub fn above(&self, step: usize) -> Option<TreeNode<'p, D>> {
        let step = self.plan.steps().get(step)?;
        self.node(self.plan.number_of(step.node())?)
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.plan.node_count()
    }

    /// Returns true if the tree has no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A compound task of a plan.
pub struct TreeNode<'p, D: Domain> {
    plan: RawPlan<'p>,
    index: usize,
    domain: PhantomData<fn() -> D>,
}

impl<'p, D: Domain> TreeNode<'p, D> {
    pub(crate) fn new(plan: RawPlan<'p>, index: usize) -> Self {
        TreeNode {
            plan,
            index,
            domain: PhantomData,
        }
    }

    fn node(&self) -> &'p NodeRecord {
        self.plan.node_at(self.plan.nth_node(self.index))
    }

    /// Returns its number in the tree.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the task; `None` for the `if`, `while` or `for` of a body.
    pub fn task(&self) -> Option<D::Task> {
        let node = self.node();
        let row = &self.plan.tables.tasks[node.task.0 as usize];
        let (code, args) = self.plan.node_task(node);
        (row.kind != TaskKind::Block).then(|| D::task_from_row(code, args))
    }

    /// Returns the name of the task, or `if`, `while`, `for`.
    pub fn name(&self) -> &'static str {
        self.plan.tables.tasks[self.node().task.0 as usize].name
    }

    /// Returns the index of the chosen method among those of the same name.
    pub fn method(&self) -> usize {
        let (tables, node) = (self.plan.tables, self.node());
        let first = tables
            .methods
            .iter()
            .position(|method| method.task == node.task);
        let method = usize::from(node.method);
        method - first.unwrap_or(method)
    }

    /// Returns the name of the chosen branch, or an empty text if it has none.
    pub fn branch(&self) -> &'static str {
        self.plan
            .branch(self.node())
            .map_or("", |branch| branch.name)
    }

    /// Returns the doc comment of the branch.
    pub fn doc(&self) -> &'static str {
        self.plan
            .branch(self.node())
            .map_or("", |branch| branch.doc)
    }

    /// Returns the variables that the branch bound.
    pub fn bindings(&self) -> Bindings<'p> {
        bindings(self.plan, self.node())
    }

    /// Returns the parent task.
    pub fn parent(&self) -> Option<usize> {
        self.plan.number_of(self.node().parent())
    }

    /// Returns the range of steps below it. If strands of an `unordered` block interleave, it may include steps of others.
    pub fn steps(&self) -> Range<usize> {
        self.plan.span(self.plan.nth_node(self.index))
    }
}

impl<D: Domain> fmt::Debug for TreeNode<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut node = f.debug_struct("TreeNode");
        match self.task() {
            Some(task) => node.field("task", &task),
            None => node.field("task", &self.name()),
        };
        node.field("branch", &self.branch());
        node.field("bindings", &self.bindings());
        node.field("steps", &self.steps());
        node.finish()
    }
}

/// A variable and its value. Prints the value with the `Debug` of its type.
#[derive(Clone, Copy)]
pub struct Binding {
    /// Returns the variable's name.
    pub name: &'static str,
    word: u64,
    ty: &'static Type,
}

impl Binding {
    pub(crate) fn new(name: &'static str, word: u64, ty: &'static Type) -> Binding {
        Binding { name, word, ty }
    }

    /// Returns the value as a word; [`Term::from_word`](crate::Term::from_word) converts it back.
    pub fn word(&self) -> u64 {
        self.word
    }

    /// Returns the name of its type in the domain.
    pub fn type_name(&self) -> &'static str {
        self.ty.name
    }

    /// Returns the index of its type in the domain's tables.
    #[doc(hidden)]
    pub fn type_row(&self) -> &'static Type {
        self.ty
    }

    /// Returns the value, which prints with the `Debug` of its type.
    pub fn value(&self) -> impl fmt::Debug + use<> {
        ShownBinding(*self)
    }
}

struct ShownBinding(Binding);

impl fmt::Debug for ShownBinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0.ty.show)(self.0.word, f)
    }
}

/// Bindings are equal if their names and values are.
impl PartialEq for Binding {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.word) == (other.name, other.word)
    }
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = ", self.name)?;
        self.ty.print(self.word, f)
    }
}

impl fmt::Debug for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

pub(super) fn bindings<'p>(plan: RawPlan<'p>, node: &NodeRecord) -> Bindings<'p> {
    let vars: &'static [Var] = plan.branch(node).map_or(&[], |branch| branch.vars);
    Bindings::new(plan.tables.types, vars, plan.node_frame(node))
}
