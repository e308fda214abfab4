//! The tree of tasks above the steps of a plan.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use super::raw::RawPlan;
use super::records::NodeRecord;
use crate::model::domain::Domain;
use crate::model::iterators::{Bindings, Nodes};
use crate::tables::{TaskKind, Type, Var};

/// The compound tasks of a plan, parents before children. It explains a plan: each node has the method and branch that
/// the planner chose, and the values of their variables.
///
/// ```
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain breach;
///     predicate locked(u8) [8];
///     predicate charge(u16) [8];
///     operator blast(door: u8, charge: u16) {}
///     operator enter(door: u8) {}
///     pub method storm(door: u8) { open(door); enter(door); }
///     method open(door: u8) {
///         /// There is no time to look for the key.
///         branch with_a_bang if locked(door) && charge(c) { blast(door, c); }
///         branch open {}
///     }
/// }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use breach::{Fact, Planner, State, Task};
///
/// let state = State::from_facts([Fact::Locked(7), Fact::Charge(30)])?;
/// let mut planner = Planner::new();
/// let plan = planner.find(&state, &(), Task::Storm { door: 7 })?.unwrap();
/// let tree = plan.tree();
/// assert_eq!(tree.len(), 2);
/// let names: Vec<_> = tree.nodes().map(|node| node.name()).collect();
/// assert_eq!(names, ["storm", "open"]);
///
/// // The reason for the first step.
/// let open = tree.above(0).unwrap();
/// assert_eq!((open.index(), open.task()), (1, Some(Task::Open { door: 7 })));
/// assert_eq!((open.method(), open.branch()), (0, "with_a_bang"));
/// assert_eq!(open.doc(), "There is no time to look for the key.");
/// assert_eq!(open.steps(), 0..1);
/// let charge = open.bindings().next().unwrap();
/// assert_eq!(charge.to_string(), "c = 30");
/// assert_eq!((charge.name, charge.type_name(), charge.word()), ("c", "u16", 30));
///
/// // Its ancestors.
/// let parent = tree.node(open.parent().unwrap()).unwrap();
/// assert_eq!((parent.name(), parent.steps()), ("storm", 0..2));
/// # Ok(())
/// # }
/// ```
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

    /// Iterates over all nodes, parents before children, as in the example of [`Tree`].
    pub fn nodes(&self) -> Nodes<'p, D> {
        Nodes::new(self.plan, self.plan.node_count())
    }

    /// Returns the node with this number; `None` if it does not exist. With [`parent`](TreeNode::parent), it leads to the
    /// ancestors of a step: see [`Tree`].
    pub fn node(&self, index: usize) -> Option<TreeNode<'p, D>> {
        let node = TreeNode::new(self.plan, index);
        (index < self.plan.node_count()).then_some(node)
    }

    /// Returns the node that a step belongs to; `None` for a step of a root operator. [`Tree`] has an example.
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

/// A compound task of a plan. [`Tree`] has an example.
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

    /// Returns its number in the tree, from 0 in the order of [`Tree::nodes`].
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the task; `None` for the `if`, `while` or `for` of a body, and for a method that was added by a reload.
    /// [`Tree`] has an example.
    pub fn task(&self) -> Option<D::Task> {
        let node = self.node();
        // A reloaded domain may have methods that the type of tasks has no variant for. Their numbers follow all others.
        let row = D::tables().tasks.get(usize::from(node.task.0))?;
        let (code, args) = self.plan.node_task(node);
        (row.kind != TaskKind::Block).then(|| D::task_from_row(code, args))
    }

    /// Returns the name of the task, or `if`, `while`, `for`.
    pub fn name(&self) -> &'static str {
        self.plan.tables.tasks[self.node().task.0 as usize].name
    }

    /// Returns the index of the chosen method among those of the same name. See the example of [`Tree`].
    pub fn method(&self) -> usize {
        let (tables, node) = (self.plan.tables, self.node());
        let first = tables
            .methods
            .iter()
            .position(|method| method.task == node.task);
        let method = usize::from(node.method);
        method - first.unwrap_or(method)
    }

    /// Returns the name of the chosen branch, or an empty text if it has none. [`Plan`](crate::Plan) has an example.
    pub fn branch(&self) -> &'static str {
        self.plan
            .branch(self.node())
            .map_or("", |branch| branch.name)
    }

    /// Returns true for a `later` task, which is planned when its turn comes: it has no branch yet. The
    /// guide of `squad-htn` has an example, a patrol without end.
    pub fn is_later(&self) -> bool {
        self.node().is_later(self.plan.tables)
    }

    /// Returns the doc comment of the branch, or an empty text. [`Tree`] shows where a domain has it.
    pub fn doc(&self) -> &'static str {
        self.plan
            .branch(self.node())
            .map_or("", |branch| branch.doc)
    }

    /// Returns the variables that the branch bound, with their values. The example of [`Tree`] prints one.
    pub fn bindings(&self) -> Bindings<'p> {
        bindings(self.plan, self.node())
    }

    /// Returns the number of the parent task; `None` for a root task. [`Tree`] has an example.
    pub fn parent(&self) -> Option<usize> {
        self.plan.number_of(self.node().parent())
    }

    /// Returns the range of steps below it, as in the example of [`Tree`]. If strands of an `unordered` block interleave,
    /// it may include steps of others.
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

/// A variable and its value. Prints the value with the `Debug` of its type. [`Tree`] has an example.
#[derive(Clone, Copy)]
pub struct Binding {
    /// The variable's name.
    pub name: &'static str,
    word: u64,
    ty: &'static Type,
}

impl Binding {
    pub(crate) fn new(name: &'static str, word: u64, ty: &'static Type) -> Binding {
        Binding { name, word, ty }
    }

    /// Returns the value as a word; [`Term::from_word`](crate::Term::from_word) converts it back. [`Tree`] has an
    /// example.
    pub fn word(&self) -> u64 {
        self.word
    }

    /// Returns the name of its type in the domain. See the example of [`Tree`].
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
