//! Builds an explanation from the boxes of a search.

use alloc::string::String;
use alloc::vec::Vec;

use super::find;
use super::reason::QueryScope;
use super::report::{
    Attempt, Because, BranchReport, Cut, End, Part, Refusal, RunnerUp, TaskReport, Verdict,
    WayReport,
};
use super::watch::{Node, NodeKind, Nodes};
use crate::model::domain::{Domain, TaskCode};
use crate::reference::rows::{DoneBy, Sorted};
use crate::reference::{ConditionPlace, Env, Port};
use crate::tables::{RelId, TaskId};

/// The maximum number of reported solutions that were not chosen.
const RUNNERS_UP: usize = 3;

/// So deep are axioms opened, one inside the other.
pub(super) const OPENED: usize = 3;

pub(super) struct ReportBuilder<'x, D> {
    pub nodes: &'x Nodes,
    pub scope: &'x QueryScope<'x, D>,
    /// The number of nested tasks that may follow.
    pub depth: usize,
}

/// Returns the outcome of a box.
fn end(node: &Node) -> End {
    match node.port {
        Port::Exit => End::Done,
        Port::Fail => End::Failed,
        Port::Call | Port::Redo => End::Unfinished,
    }
}

/// Returns the reason why a change of facts in a box failed.
fn refusal<D: Domain>(node: &Node) -> Option<Refusal<D>> {
    let of = node.refused.as_ref()?;
    let fact = D::fact_from_row(RelId(of.predicate), &of.row);
    Some(match of.protected_in {
        Some(line) => Refusal::Protected { fact, line },
        None => Refusal::Absent { fact },
    })
}

impl<D: Domain> ReportBuilder<'_, D> {
    pub fn task(&self, node: &Node) -> Option<TaskReport<D>> {
        let NodeKind::Task(task, args) = &node.kind else {
            return None;
        };
        let is_end = self.depth == 0 || self.scope.stack.exceeds(2);
        let cut = if is_end && !node.children.is_empty() {
            Some(Cut::TooDeep)
        } else {
            node.cut.then_some(Cut::TooMany)
        };
        // Loops and not iterators here and below: without optimisation, each adapter takes a frame of the stack.
        let mut ways = Vec::new();
        if cut != Some(Cut::TooDeep) {
            let deeper = ReportBuilder {
                depth: self.depth - self.depth.min(1),
                ..*self
            };
            for way in self.nodes.children(node) {
                ways.extend(deeper.way(way));
            }
        }
        let all = match &self.scope.rows.tasks.get(usize::from(*task))?.done_by {
            DoneBy::Methods(all) => all.len(),
            DoneBy::Operators(all) => all.len(),
            DoneBy::Itself => 0,
        };
        Some(TaskReport {
            task: D::task_from_row(TaskCode::Task(TaskId(*task)), args),
            end: end(node),
            cut,
            not_tried: all - ways.len().min(all),
            ways,
        })
    }

    fn way(&self, node: &Node) -> Option<WayReport<D>> {
        let rows = self.scope.rows;
        let mut branches = Vec::new();
        for one in self.nodes.children(node) {
            branches.extend(self.branch(one));
        }
        let (number, operator, line) = match node.kind {
            NodeKind::Method(task, number) => {
                let method = find::method(rows, task, number)?;
                let held = branches
                    .iter()
                    .rfind(|branch| !matches!(branch.verdict, Verdict::Failed(_)));
                let held = held.map_or("", |branch| branch.name);
                let others = method.branches.iter().skip(branches.len());
                branches.extend(others.map(|block| BranchReport {
                    name: &block.name,
                    line: block.line,
                    verdict: Verdict::NotLookedAt { held },
                }));
                (number, false, method.line)
            }
            NodeKind::Operator(task, number) => {
                (number, true, find::operator(rows, task, number)?.line)
            }
            _ => return None,
        };
        Some(WayReport {
            number,
            operator,
            file: find::file(rows, node.scope),
            line,
            branches,
            refusal: refusal(node).filter(|_| node.port == Port::Fail),
        })
    }

    /// Returns the report of a condition and its solutions.
    pub fn branch(&self, node: &Node) -> Option<BranchReport<D>> {
        let NodeKind::Condition(place, address) = &node.kind else {
            return None;
        };
        let found = find::condition(self.scope.rows, place, *address, node.scope)?;
        let verdict = match (node.held, place) {
            (0, _) if node.port != Port::Fail => Verdict::Unfinished,
            (0, ConditionPlace::Block { .. }) => Verdict::Unclear,
            (0, _) => {
                let reason =
                    self.scope
                        .reason(node.scope, found.conjuncts, &node.env, &node.facts, OPENED);
                // Once more, deeper on the stack, a bound may be reached that the search did not reach.
                let reason = reason.filter(|reason| !matches!(reason.because, Because::Unknown));
                reason.map_or(Verdict::Unclear, Verdict::Failed)
            }
            (_, ConditionPlace::Operator { .. }) => self.precondition(node, found.sorted),
            _ => self.tried(node, found.sorted),
        };
        Some(BranchReport {
            name: found.name,
            line: found.line,
            verdict,
        })
    }

    /// The precondition of an operator, which holds.
    fn precondition(&self, node: &Node, sorted: Option<&'static Sorted<'static>>) -> Verdict<D> {
        let bound = node
            .solutions
            .first()
            .map(|env| self.runner_up(node, env, sorted));
        let round = bound.map(|bound| Attempt {
            end: End::Done,
            bindings: bound.bindings,
            key: bound.key,
            parts: Vec::new(),
            stopped: None,
        });
        Verdict::Chosen {
            rounds: round.into_iter().collect(),
            before: Vec::new(),
            sort: sorted.map_or("", |sorted| &sorted.by),
            runners_up: Vec::new(),
            solutions: node.held,
        }
    }

    /// Returns the verdict for a condition that holds.
    fn tried(&self, node: &Node, sorted: Option<&'static Sorted<'static>>) -> Verdict<D> {
        let bodies: Vec<&Node> = self.nodes.children(node).collect();
        let (done, failed): (Vec<_>, Vec<_>) =
            bodies.into_iter().partition(|body| body.port == Port::Exit);
        let attempts = |of: &[&Node]| {
            let mut attempts = Vec::new();
            for body in of {
                attempts.push(self.attempt(node, body, sorted));
            }
            attempts
        };
        if done.is_empty() {
            return match failed.is_empty() {
                true => Verdict::Unfinished,
                false => Verdict::BodyFailed {
                    attempts: attempts(&failed),
                    solutions: node.held,
                },
            };
        }
        let tried = done.iter().chain(&failed).map(|body| body.env.words());
        let tried: Vec<&[u64]> = tried.collect();
        Verdict::Chosen {
            rounds: attempts(&done),
            before: attempts(&failed),
            sort: sorted.map_or("", |sorted| &sorted.by),
            runners_up: self.runners_up(node, &tried, sorted),
            solutions: node.held,
        }
    }

    /// The solutions that were not tried, in their order.
    fn runners_up(
        &self,
        node: &Node,
        tried: &[&[u64]],
        sorted: Option<&'static Sorted<'static>>,
    ) -> Vec<RunnerUp> {
        let mut others: Vec<&Env> = node.solutions.iter().collect();
        others.retain(|env| !tried.contains(&env.words()));
        if let Some(key) = sorted.and_then(|sorted| sorted.key) {
            others.sort_by_cached_key(|env| self.scope.host.key(key, env.words()));
        }
        let others = others.into_iter().take(RUNNERS_UP);
        others
            .map(|env| self.runner_up(node, env, sorted))
            .collect()
    }

    /// A solution of a condition.
    fn runner_up(
        &self,
        condition: &Node,
        env: &Env,
        sorted: Option<&'static Sorted<'static>>,
    ) -> RunnerUp {
        let key = sorted.and_then(|sorted| sorted.key);
        let key = key.and_then(|key| self.scope.host.shown_key(key, env.words()));
        RunnerUp {
            bindings: self.scope.bindings(condition.scope, env, &condition.env),
            key: key.unwrap_or_default(),
        }
    }

    /// Reports a body: all of it if it completed, else its furthest point.
    pub fn attempt(
        &self,
        condition: &Node,
        body: &Node,
        sorted: Option<&'static Sorted<'static>>,
    ) -> Attempt<D> {
        let done = body.port == Port::Exit;
        let mut parts: Vec<Part<D>> = Vec::new();
        for child in self.nodes.children(body) {
            let told = if done {
                child.port == Port::Exit || matches!(child.kind, NodeKind::Condition(..))
            } else {
                child.at == body.left
            };
            if told {
                parts.extend(self.part(child));
            }
            // One is enough to see why it got no further.
            if told && !done && matches!(child.kind, NodeKind::Task(..)) {
                break;
            }
        }
        let mut stopped = None;
        if !done {
            stopped = Some((body.furthest.text.clone(), body.furthest.line));
            if let (Some(of), true) = (&body.without_value, parts.is_empty()) {
                parts.push(Part::NoValue(of.text.clone(), of.line));
            }
            parts.extend(
                refusal(body)
                    .filter(|_| parts.is_empty())
                    .map(Part::Refused),
            );
        }
        let bound = self.runner_up(condition, &body.env, sorted);
        Attempt {
            end: end(body),
            bindings: bound.bindings,
            key: bound.key,
            parts,
            stopped: stopped.filter(|(text, _): &(String, u32)| !text.is_empty()),
        }
    }

    fn part(&self, node: &Node) -> Option<Part<D>> {
        match &node.kind {
            NodeKind::Task(..) => self.task(node).map(Part::Task),
            NodeKind::Condition(..) => {
                let block = self.branch(node)?;
                let empty = matches!(block.verdict, Verdict::Unclear);
                (!empty).then_some(Part::Block(block))
            }
            NodeKind::Body => Some(Part::Strand(self.attempt(node, node, None))),
            _ => None,
        }
    }
}
