//! Reads methods and task networks.

use super::scope::Scope;
use super::{Keys, Reader, find};
use crate::import::model::{Callee, Cond, Method, Network, Order, Predicate, Subtask};
use crate::import::order::{self, OrderError};
use crate::import::text::{Expr, List, Span, Word};

/// The keys of the initial task network.
pub const KEYS: [&str; 8] = [
    ":parameters",
    ":subtasks",
    ":tasks",
    ":ordered-subtasks",
    ":ordered-tasks",
    ":ordering",
    ":order",
    ":constraints",
];

const METHOD_KEYS: [&str; 11] = [
    ":parameters",
    ":subtasks",
    ":tasks",
    ":ordered-subtasks",
    ":ordered-tasks",
    ":ordering",
    ":order",
    ":constraints",
    ":task",
    ":precondition",
    ":preconditions",
];

impl Reader<'_> {
    pub fn method(&mut self, list: &List) {
        let Some((name, keys)) = self.named(list) else {
            return;
        };
        self.unknown_keys(&keys, &METHOD_KEYS, "a method");
        let vars = self.parameters(&keys);
        let arity = vars.len();
        let mut scope = Scope::new(vars);
        let Some(task) = keys.get(":task") else {
            let error = self.problems.error(
                name.span,
                format!("the method `{}` has no `:task`", name.text),
            );
            error.help("write `:task (name ?x)`");
            return;
        };
        let head = self.call(&scope, task, true);
        let condition = keys.get(":precondition").or(keys.get(":preconditions"));
        let condition = condition.map(|condition| scope.condition(self, condition));
        let network = self.network(&keys, &mut scope, name.span);
        let (Some((Callee::Task(task), task_args)), Some((network, constraints))) = (head, network)
        else {
            return;
        };
        let mut parts = vec![constraints];
        parts.extend(condition.flatten());
        let methods = self.world.tasks.iter().flat_map(|task| &task.methods);
        if methods
            .map(|method| &method.name)
            .any(|known| *known == name.text)
        {
            self.problems
                .error(name.span, format!("two methods are named `{}`", name.text));
        }
        self.world.tasks[task].methods.push(Method {
            name: name.text.clone(),
            vars: scope.vars,
            arity,
            task_args,
            condition: Cond::And(parts),
            network,
        });
    }

    /// Reads the name and arguments of a task.
    fn call(
        &mut self,
        scope: &Scope,
        expr: &Expr,
        is_compound: bool,
    ) -> Option<(Callee, Vec<crate::import::model::Term>)> {
        let list = expr.list().filter(|list| list.head().is_some());
        let Some((list, head)) = list.and_then(|list| Some((list, list.head()?))) else {
            let error = self.problems.error(expr.span(), "expected a task");
            error.help("write `(name ?x)`");
            return None;
        };
        let world = &self.world;
        let tasks = world.tasks.iter().map(|task| &task.name[..]);
        let actions = world.actions.iter().map(|action| &action.name[..]);
        let callee = match (
            find(&head.text, tasks.clone()),
            find(&head.text, actions.clone()),
        ) {
            (Some(task), _) => Callee::Task(task),
            (None, Some(action)) if !is_compound => Callee::Action(action),
            (None, found) => {
                let is_action = found.is_some();
                let message = if is_action {
                    format!("`{}` is an action, and methods are for tasks", head.text)
                } else {
                    format!("unknown task `{}`", head.text)
                };
                let error = self.problems.error(head.span, message);
                if is_action {
                    error.help("declare a task with `(:task name :parameters (…))`");
                } else if is_compound {
                    error.nearest("a task", &head.text, tasks);
                } else {
                    error.nearest("a task", &head.text, tasks.chain(actions));
                }
                return None;
            }
        };
        let declared = Predicate {
            name: world.name_of(callee).to_owned(),
            params: world.params_of(callee).to_vec(),
        };
        let args = scope.args(self, list, "task", &declared)?;
        Some((callee, args))
    }

    /// Reads subtasks, their order, and constraints.
    pub fn network(
        &mut self,
        keys: &Keys<'_>,
        scope: &mut Scope,
        place: Span,
    ) -> Option<(Network, Cond)> {
        let lists = [":ordered-subtasks", ":ordered-tasks", ":subtasks", ":tasks"];
        let mut given = lists
            .iter()
            .enumerate()
            .filter(|(_, key)| keys.get(key).is_some());
        let first = given.next();
        if let Some((_, second)) = given.next() {
            let span = keys.span_of(second).unwrap_or(place);
            let error = self.problems.error(span, "the subtasks are given twice");
            error.help("keep either `:subtasks` or `:ordered-subtasks`");
            return None;
        }
        let (mut labels, mut subtasks, mut is_whole) = (Vec::new(), Vec::new(), true);
        for expr in first.map_or(Vec::new(), |(_, key)| conjuncts(keys.get(key))) {
            match self.subtask(scope, expr) {
                Some((label, subtask)) => {
                    labels.push(label);
                    subtasks.push(subtask);
                }
                None => is_whole = false,
            }
        }
        self.labels(&labels);
        let is_ordered = first.is_some_and(|(at, _)| at < 2);
        let ordering = conjuncts(keys.get(":ordering").or(keys.get(":order")));
        if is_ordered && !ordering.is_empty() {
            let span = keys.span_of(":ordering").or(keys.span_of(":order"));
            let error = self.problems.error(
                span.unwrap_or(place),
                "ordered subtasks have an order already",
            );
            error.help("remove it, or use `:subtasks`");
        }
        let constraints = match keys.get(":constraints") {
            Some(constraints) => self.constraints(scope, constraints)?,
            None => Cond::always(),
        };
        if !is_whole {
            return None;
        }
        let order = if is_ordered {
            Order::Series((0..subtasks.len()).map(Order::One).collect())
        } else {
            self.partial_order(&labels, &subtasks, &ordering)?
        };
        Some((Network { subtasks, order }, constraints))
    }

    /// Reads `(task ?x)` or `(label (task ?x))`.
    fn subtask<'e>(
        &mut self,
        scope: &Scope,
        expr: &'e Expr,
    ) -> Option<(Option<&'e Word>, Subtask)> {
        let (label, call) = match expr.list().map(|list| &list.items[..]) {
            Some([Expr::Word(label), call @ Expr::List(_)]) => (Some(label), call),
            _ => (None, expr),
        };
        let (callee, args) = self.call(scope, call, false)?;
        Some((label, Subtask { callee, args }))
    }

    /// Reports labels that are used twice.
    fn labels(&mut self, labels: &[Option<&Word>]) {
        for (at, label) in labels.iter().enumerate() {
            let Some(label) = label else { continue };
            let before = labels[..at].iter().flatten();
            if before.into_iter().any(|other| other.text == label.text) {
                self.problems.error(
                    label.span,
                    format!("two subtasks have the label `{}`", label.text),
                );
            }
        }
    }

    fn partial_order(
        &mut self,
        labels: &[Option<&Word>],
        subtasks: &[Subtask],
        ordering: &[&Expr],
    ) -> Option<Order> {
        let (mut pairs, mut place) = (Vec::new(), None);
        for expr in ordering {
            let list = expr.list().map(|list| &list.items[..]);
            // `(< a b)`, and in some files `(a < b)`.
            let (a, b) = match list {
                Some([Expr::Word(sign), Expr::Word(a), Expr::Word(b)]) if sign.text == "<" => {
                    (a, b)
                }
                Some([Expr::Word(a), Expr::Word(sign), Expr::Word(b)]) if sign.text == "<" => {
                    (a, b)
                }
                _ => {
                    let error = self
                        .problems
                        .error(expr.span(), "expected an order of two subtasks");
                    error.help("write `(< first second)` with the labels of subtasks");
                    return None;
                }
            };
            let mut find = |word: &Word| {
                let found = labels
                    .iter()
                    .position(|label| label.is_some_and(|label| label.text == word.text));
                if found.is_none() {
                    let error = self
                        .problems
                        .error(word.span, format!("unknown label `{}`", word.text));
                    let names = labels.iter().flatten().map(|label| &label.text[..]);
                    error.nearest("a label", &word.text, names);
                }
                found
            };
            let (a, b) = (find(a), find(b));
            pairs.push((a?, b?));
            place.get_or_insert(expr.span());
        }
        let name = |at: usize| match labels[at] {
            Some(label) => label.text.clone(),
            None => self.world.name_of(subtasks[at].callee).to_owned(),
        };
        match order::split(subtasks.len(), &pairs) {
            Ok(order) => Some(order),
            Err(OrderError::Cycle(at)) => {
                let message = format!("the order is cyclic: `{}` is before itself", name(at));
                self.problems.error(place?, message);
                None
            }
            Err(OrderError::Crossed([a, b, c, d])) => {
                let (a, b, c, d) = (name(a), name(b), name(c), name(d));
                let message = format!(
                    "this order is not supported: only `{a}` is before `{c}`, but both `{a}` and `{b}` are before `{d}`"
                );
                let error = self.problems.error(place?, message);
                error.help(format!(
                    "an order has to consist of series and parallel parts: add `(< {b} {c})`, if plans remain"
                ));
                None
            }
        }
    }

    /// Reads `(and (not (= ?a ?b)) …)`.
    fn constraints(&mut self, scope: &mut Scope, expr: &Expr) -> Option<Cond> {
        for part in conjuncts(Some(expr)) {
            let Some(list) = part.list() else { continue };
            let inner = if list.begins_with("not") {
                list.tail().first().and_then(Expr::list)
            } else {
                Some(list)
            };
            let is_known =
                inner.is_some_and(|inner| inner.begins_with("=") || inner.items.is_empty());
            if !is_known {
                let what = inner.and_then(List::head).map_or("", |head| &head.text);
                let message = format!("the constraint `{what}` is not supported");
                let error = self.problems.error(list.span, message);
                error.help("constraints are `(= ?a ?b)` and `(not (= ?a ?b))`; use `:precondition` for facts");
                return None;
            }
        }
        scope.condition(self, expr)
    }
}

/// Returns the parts of `(and …)`, or the only part. An empty list has none.
fn conjuncts(expr: Option<&Expr>) -> Vec<&Expr> {
    match expr {
        None => Vec::new(),
        Some(Expr::List(list)) if list.items.is_empty() => Vec::new(),
        Some(Expr::List(list)) if list.begins_with("and") => list.tail().iter().collect(),
        Some(other) => vec![other],
    }
}
