//! The tree of boxes of an explained search. If there are many, failed ones are dropped.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;

use super::find;
use crate::reference::rows::SourceText;
use crate::reference::{
    BoxEvent, BoxItem, ConditionPlace, Env, FactSets, Observer, Port, Refused, Scope,
};

/// Of answers that failed in the same place, the first ones are kept, and the last one.
const FIRST: usize = 3;

/// The maximum number of solutions kept per condition, to report alternatives.
const SOLUTIONS: usize = 1_000;

/// Watches a search.
pub(super) struct Watch(RefCell<Nodes>);

/// A branch: the task, which of its methods, and which of the method's branches.
pub(super) type BranchKey = (u16, usize, usize);

/// The counts of a branch: tried, held, and part of the result.
#[derive(Clone, Copy, Default)]
pub(super) struct BranchTally {
    pub tried: u64,
    pub held: u64,
    pub taken: u64,
}

/// Counts branches. Unlike the boxes they are all there.
#[derive(Default)]
pub(super) struct Counts {
    pub all: BTreeMap<BranchKey, BranchTally>,
    /// The conditions of branches, by the numbers of their boxes. One that is sorted has failed before its first body is
    /// begun.
    asked: BTreeMap<u64, BranchKey>,
}

impl Counts {
    fn event(&mut self, event: &BoxEvent<'_>) {
        match (event.item, event.port) {
            (BoxItem::Condition(place, _), Port::Call) => {
                let Some(key) = branch(place) else { return };
                self.all.entry(key).or_default().tried += 1;
                self.asked.insert(event.id, key);
            }
            // A body that was left may be entered again, and then it is part of nothing.
            (BoxItem::Body, port @ (Port::Exit | Port::Redo)) => {
                let key = self.asked.get(&event.parent);
                if let Some(count) = key.and_then(|key| self.all.get_mut(key)) {
                    match port {
                        Port::Exit => count.taken += 1,
                        _ => count.taken = count.taken.saturating_sub(1),
                    }
                }
            }
            _ => {}
        }
    }
}

fn branch(place: &ConditionPlace) -> Option<BranchKey> {
    match place {
        ConditionPlace::Branch {
            task,
            method,
            branch,
            ..
        } => Some((*task, *method, *branch)),
        _ => None,
    }
}

/// The boxes seen so far.
pub(super) struct Nodes {
    all: BTreeMap<u64, Node>,
    /// The most that are kept at once.
    most: usize,
    /// The number of boxes that were dropped because of the limit.
    pub left_out: u64,
    pub counts: Counts,
}

/// A box.
pub(super) struct Node {
    pub kind: NodeKind,
    pub scope: Scope,
    /// The bindings and facts when it was called.
    pub env: Env,
    pub facts: FactSets,
    pub parent: u64,
    pub children: Vec<u64>,
    /// The last that was heard of it.
    pub port: Port,
    /// Of a condition: the first solutions, and how many there were.
    pub solutions: Vec<Env>,
    pub held: usize,
    /// For a body: the number of statements after its furthest point, and the statement there.
    pub left: usize,
    pub furthest: WatchedStatement,
    /// Of a body: the `let` that had no value.
    pub without_value: Option<WatchedStatement>,
    /// Of a body or an operator: the change of a fact that failed last.
    pub refused: Option<WatchedRefusal>,
    /// For a part of a body: the number of statements after it.
    pub at: usize,
    /// For a body: the number of statements after the one that began last.
    now: usize,
    /// Of a task: something in it was left out, since there was too much.
    pub cut: bool,
}

/// A statement as it is written.
#[derive(Clone, Default)]
pub(super) struct WatchedStatement {
    pub text: String,
    pub line: u32,
}

/// A change of a fact that failed.
pub(super) struct WatchedRefusal {
    pub predicate: u16,
    pub row: Vec<u64>,
    /// The line of the `protect`; `None` if the fact is to be protected, and is absent.
    pub protected_in: Option<u32>,
}

/// The item of a box.
pub(super) enum NodeKind {
    Task(u16, Vec<u64>),
    Method(u16, usize),
    Operator(u16, usize),
    /// With the address of its conjuncts, by which it is found again: several may begin in one line.
    Condition(ConditionPlace, usize),
    Body,
}

impl Watch {
    pub fn new(most: usize) -> Watch {
        Watch(RefCell::new(Nodes {
            all: BTreeMap::new(),
            most,
            left_out: 0,
            counts: Counts::default(),
        }))
    }

    pub fn into_nodes(self) -> Nodes {
        self.0.into_inner()
    }
}

impl Nodes {
    pub fn get(&self, id: u64) -> Option<&Node> {
        self.all.get(&id)
    }

    /// The boxes inside of one, in order.
    pub fn children<'n>(&'n self, node: &'n Node) -> impl DoubleEndedIterator<Item = &'n Node> {
        node.children.iter().filter_map(|id| self.get(*id))
    }

    /// Returns the box of the requested task.
    pub fn root(&self) -> Option<&Node> {
        self.all.values().find(|node| node.parent == 0)
    }

    fn call(&mut self, event: &BoxEvent<'_>) {
        let kind = match event.item {
            BoxItem::Task(task, args) => NodeKind::Task(task, args.to_vec()),
            BoxItem::Method(task, number) => NodeKind::Method(task, number),
            BoxItem::Operator(task, number) => NodeKind::Operator(task, number),
            BoxItem::Condition(place, conjuncts) => {
                NodeKind::Condition(place.clone(), find::address(conjuncts))
            }
            BoxItem::Body => NodeKind::Body,
            BoxItem::Conjunct(..) | BoxItem::Axiom(_) => return,
        };
        let at = match (event.parent, self.all.get(&event.parent)) {
            (0, _) => 0,
            (_, Some(parent)) => parent.now,
            (_, None) => {
                // Its parent was left out, or is an axiom inside of a condition, which is not kept at all.
                let inside = matches!(
                    event.item,
                    BoxItem::Condition(ConditionPlace::Clause { .. }, _)
                );
                self.left_out += u64::from(!inside);
                return;
            }
        };
        if let BoxItem::Body | BoxItem::Task(..) = event.item {
            self.make_room(event.parent, at);
        }
        if self.all.len() >= self.most {
            self.left_out += 1;
            return self.cut_at(event.parent);
        }
        if let Some(parent) = self.all.get_mut(&event.parent) {
            parent.children.push(event.id);
        }
        let node = Node {
            kind,
            scope: event.scope,
            env: event.env.clone(),
            facts: event.facts.clone(),
            parent: event.parent,
            children: Vec::new(),
            port: Port::Call,
            solutions: Vec::new(),
            held: 0,
            left: usize::MAX,
            furthest: WatchedStatement::default(),
            without_value: None,
            refused: None,
            at,
            now: 0,
            cut: false,
        };
        self.all.insert(event.id, node);
    }

    /// The task around a box says that something in it was left out.
    fn cut_at(&mut self, mut id: u64) {
        while let Some(node) = self.all.get_mut(&id) {
            if let NodeKind::Task(..) = node.kind {
                node.cut = true;
                return;
            }
            id = node.parent;
        }
    }

    /// Drops the last failed box at a place, if there are enough of them.
    fn make_room(&mut self, parent: u64, at: usize) {
        let Some(node) = self.all.get(&parent) else {
            return;
        };
        let last = node.children.iter().rev().take(FIRST + 1);
        let failed = last.clone().filter(|id| {
            let child = self.all.get(id);
            child.is_some_and(|child| child.at == at && child.port == Port::Fail)
        });
        if failed.count() <= FIRST {
            return;
        }
        let mut open: Vec<u64> = last.take(1).copied().collect();
        if let Some(node) = self.all.get_mut(&parent) {
            node.children.pop();
        }
        while let Some(id) = open.pop() {
            if let Some(node) = self.all.remove(&id) {
                open.extend(node.children);
            }
        }
    }
}

impl Observer for Watch {
    fn traces(&self) -> bool {
        true
    }

    fn event(&self, event: &BoxEvent<'_>) {
        let mut nodes = self.0.borrow_mut();
        nodes.counts.event(event);
        if event.port == Port::Call {
            return nodes.call(event);
        }
        let Some(node) = nodes.all.get_mut(&event.id) else {
            return;
        };
        node.port = event.port;
        if event.port == Port::Exit && matches!(node.kind, NodeKind::Condition(..)) {
            node.held += 1;
            if node.solutions.len() < SOLUTIONS {
                node.solutions.push(event.env.clone());
            }
        }
    }

    fn held(&self, place: &ConditionPlace) {
        let counts = &mut self.0.borrow_mut().counts;
        let count = branch(place).and_then(|key| counts.all.get_mut(&key));
        if let Some(count) = count {
            count.held += 1;
        }
    }

    fn reached(&self, body: u64, left: usize, written: Option<&SourceText<'_>>) {
        if let Some(node) = self.0.borrow_mut().all.get_mut(&body) {
            node.now = left;
            if left < node.left {
                node.left = left;
                node.furthest = written.map(statement).unwrap_or_default();
            }
        }
    }

    fn without_value(&self, body: u64, written: &SourceText<'_>) {
        if let Some(node) = self.0.borrow_mut().all.get_mut(&body) {
            node.without_value = Some(statement(written));
        }
    }

    fn refused(&self, id: u64, why: &Refused<'_>) {
        if let Some(node) = self.0.borrow_mut().all.get_mut(&id) {
            node.refused = Some(match *why {
                Refused::Protected(by) => WatchedRefusal {
                    predicate: by.predicate,
                    row: by.row.clone(),
                    protected_in: Some(by.line),
                },
                Refused::Absent(predicate, row) => WatchedRefusal {
                    predicate,
                    row: row.to_vec(),
                    protected_in: None,
                },
            });
        }
    }
}

fn statement(written: &SourceText<'_>) -> WatchedStatement {
    WatchedStatement {
        text: written.text.to_string(),
        line: written.line,
    }
}
