//! Checks every use of a name: the item exists, has the right kind, and gets the right number of arguments.

use htn_core::tables::{FactVerb, TaskKind};
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

use super::declarations::with_article;
use super::names::SYNCHRONISATION;
use super::walk::{self, Use};
use super::{Callee, Check};
use crate::ast::{Aggregate, Arg, Args, Atom, Parameter};
use crate::modes::collections::asks_collection;
use crate::parse::tokens::{is_callable, is_sign, is_word, plain};
use crate::suggest::nearest;

impl<'a> Check<'_, 'a> {
    pub fn uses(&mut self) {
        let domain = self.names.domain;
        let mut all: Vec<Use<'a>> = Vec::new();
        let mut sink = |found: Use<'a>| all.push(found);
        domain
            .axioms
            .iter()
            .for_each(|item| walk::axiom(item, &mut sink));
        domain
            .operators
            .iter()
            .for_each(|item| walk::operator(item, &mut sink));
        domain
            .methods
            .iter()
            .for_each(|item| walk::method(item, &mut sink));
        for found in all {
            match found {
                Use::Atom { atom, .. } => self.atom(atom),
                Use::Fact { atom, verb } => self.fact(atom, verb),
                Use::Task {
                    name,
                    args,
                    result,
                    later,
                } => {
                    if !later || self.can_be_later(name) {
                        self.task(name, args, result);
                    }
                }
                Use::Undo { name, args } => self.undo(name, args),
                Use::Rust(rust) => self.calls_in(&rust.tokens),
            }
        }
        for predicate in &domain.predicates {
            if let Some(capacity) = &predicate.capacity {
                self.calls_in(&capacity.tokens);
            }
        }
    }

    /// Checks an atom of a condition.
    fn atom(&mut self, atom: &Atom) {
        let name = &atom.name;
        match self.names.callee(name) {
            Some(callee) => self.atom_arity(callee, atom),
            None if self.is_unparsed(name) => {}
            None => match self.names.task(name) {
                Some(task) => {
                    let kind = kind_word(self.names.tasks[task].kind);
                    self.errors.at(
                        name.span(),
                        format_args!(
                            "`{name}` is {}, but a condition contains predicates and axioms\nhelp: write tasks in the body of a branch",
                            with_article(kind)
                        ),
                    );
                }
                None if self.is_context(name) => self.errors.at(
                    name.span(),
                    format_args!("`{name}` is the context, not a predicate or an axiom\nhelp: to call it as a function, write `({name})(…)`"),
                ),
                None => {
                    let help = match self.near_callee(name) {
                        Some((kind, near)) => similar(kind, &near),
                        None => format!(
                            "declare it with `predicate {name}(…);`, or call a Rust function by its path: `self::{name}(…)`"
                        ),
                    };
                    self.errors.at(
                        name.span(),
                        format_args!("unknown predicate or axiom `{name}`\nhelp: {help}"),
                    );
                }
            },
        }
    }

    fn is_context(&self, name: &Ident) -> bool {
        let context = self.names.domain.context.as_ref();
        context.is_some_and(|context| plain(&context.name) == plain(name))
    }

    pub fn near_callee(&self, name: &Ident) -> Option<(&'static str, String)> {
        let predicates = self
            .names
            .domain
            .predicates
            .iter()
            .map(|item| plain(&item.name));
        let axioms = self.names.axioms.iter().map(|group| group.name.clone());
        let near = nearest(&plain(name), predicates.chain(axioms))?;
        let kind = if self.names.predicate(&near).is_some() {
            "predicate"
        } else {
            "axiom"
        };
        Some((kind, near))
    }

    fn atom_arity(&mut self, callee: Callee, atom: &Atom) {
        let domain = self.names.domain;
        let (kind, expected, unparsed) = match callee {
            Callee::Predicate(index) => {
                let predicate = &domain.predicates[index];
                let unparsed = predicate
                    .columns
                    .iter()
                    .any(|column| column.ty.is_unparsed());
                let nothing = predicate.incomplete && predicate.columns.is_empty();
                ("predicate", predicate.columns.len(), unparsed || nothing)
            }
            Callee::Axiom(index) => {
                let params = self.names.axiom_params(index);
                let incomplete = domain.axioms[self.names.axioms[index].items[0]].incomplete;
                ("axiom", params.len(), unparsed_params(incomplete, params))
            }
        };
        if atom.args.list.len() != expected && !unparsed {
            let signature = match callee {
                Callee::Predicate(index) => self.names.predicate_signature(index),
                Callee::Axiom(index) => self.names.axiom_signature(index),
            };
            self.wrong_arity(&atom.name, &atom.args, expected, kind, &signature);
        }
    }

    fn wrong_arity(
        &mut self,
        name: &Ident,
        args: &Args,
        expected: usize,
        kind: &str,
        signature: &str,
    ) {
        // An unparsed argument may be several.
        let unparsed = |arg: &Arg| matches!(arg, Arg::Rust(rust) if rust.is_unparsed());
        if args.list.iter().any(unparsed) {
            return;
        }
        let arguments = if expected == 1 {
            "argument"
        } else {
            "arguments"
        };
        let given = match args.list.len() {
            0 => "none is given".to_owned(),
            1 => "1 is given".to_owned(),
            given => format!("{given} are given"),
        };
        let expected = if expected == 0 {
            "no".to_owned()
        } else {
            expected.to_string()
        };
        self.errors.at(
            args.span,
            format_args!("`{name}` takes {expected} {arguments}, but {given}\nhelp: the {kind} is `{signature}`"),
        );
    }

    /// Checks a fact of an effect.
    fn fact(&mut self, atom: &Atom, verb: FactVerb) {
        let name = &atom.name;
        let word = verb.word();
        match self.names.callee(name) {
            Some(callee @ Callee::Predicate(number)) => {
                self.atom_arity(callee, atom);
                if verb == FactVerb::Release && !self.names.protected().contains(&number) {
                    self.errors.at(
                        name.span(),
                        format_args!(
                            "no `protect` of the domain is about `{name}`, so there is nothing to release\nhelp: write `protect {name}(…);` before this, or remove the `release`"
                        ),
                    );
                }
            }
            Some(Callee::Axiom(_)) if !verb.changes_facts() => self.errors.at(
                name.span(),
                format_args!(
                    "`{name}` is an axiom, but `{word}` is about facts of predicates\nhelp: {word} the facts that the axiom uses"
                ),
            ),
            Some(Callee::Axiom(_)) => self.errors.at(
                name.span(),
                format_args!(
                    "`{name}` is an axiom, but `{word}` changes predicates only\nhelp: change the predicates that the axiom uses"
                ),
            ),
            None if self.is_unparsed(name) => {}
            None if self.names.task(name).is_some() => {
                let kind = self.names.task(name).map_or("task", |task| kind_word(self.names.tasks[task].kind));
                self.errors.at(
                    name.span(),
                    format_args!(
                        "`{name}` is {}, but `{word}` {}\nhelp: write a task in a body without `{word}`",
                        with_article(kind),
                        if verb.changes_facts() { "changes predicates only" } else { "is about facts of predicates" }
                    ),
                );
            }
            None => {
                let predicates = self.names.domain.predicates.iter().map(|item| plain(&item.name));
                let help = match nearest(&plain(name), predicates) {
                    Some(near) => similar("predicate", &near),
                    None => format!("declare it with `predicate {name}(…);`"),
                };
                self.errors.at(name.span(), format_args!("unknown predicate `{name}`\nhelp: {help}"));
            }
        }
    }

    /// Checks that the task of a `later` is one that methods plan. Returns false if an error was reported.
    fn can_be_later(&mut self, name: &Ident) -> bool {
        let help = match self.names.task(name) {
            Some(task) if self.names.tasks[task].kind == TaskKind::Method => return true,
            Some(task) => {
                let kind = with_article(kind_word(self.names.tasks[task].kind));
                format!(
                    "`{name}` is {kind}, and only methods can be planned later\nhelp: leave out `later`: a step has nothing to plan"
                )
            }
            None if self.is_unparsed(name)
                || self.names.callee(name).is_some()
                || self.near_task(name).is_some() =>
            {
                return true;
            }
            None => format!(
                "`{name}` has no method that could be planned later\nhelp: declare one, `method {name}(…) {{ … }}`, which no `#[cfg]` leaves out"
            ),
        };
        self.errors.at(name.span(), help);
        false
    }

    /// Checks a task of a body.
    fn task(&mut self, name: &Ident, args: &Args, result: Option<&Ident>) {
        let Some(task) = self.names.task(name) else {
            return self.no_task(name, result.is_some());
        };
        let kind = self.names.tasks[task].kind;
        let expected = self.names.arity(task);
        if args.list.len() != expected && !self.is_unread_head(task) {
            let signature = self.names.task_signature(task);
            self.wrong_arity(name, args, expected, kind_word(kind), &signature);
        }
        if let Some(variable) = result
            && self.names.returns(task).is_none()
            && !self.names.is_incomplete(task)
        {
            let help = if kind == TaskKind::Method {
                format!(
                    "remove `let {variable} =`, or declare what `{name}` returns: `method {name}(…) -> Type`"
                )
            } else {
                format!("remove `let {variable} =`: only methods return values")
            };
            self.errors.at(
                name.span(),
                format_args!("`{name}` returns nothing\nhelp: {help}"),
            );
        }
    }

    /// Returns true if the number of a task's parameters is unknown.
    fn is_unread_head(&self, task: usize) -> bool {
        unparsed_params(self.names.is_incomplete(task), self.names.task_params(task))
    }

    /// Returns the task that an unknown name probably means.
    pub fn near_task(&self, name: &Ident) -> Option<usize> {
        let groups = &self.names.tasks;
        let near = nearest(&plain(name), groups.iter().map(|group| &group.name))?;
        groups.iter().position(|group| group.name == near)
    }

    fn no_task(&mut self, name: &Ident, value: bool) {
        if self.is_unparsed(name) {
            return;
        }
        if let Some(callee) = self.names.callee(name) {
            let (kind, help) = match callee {
                Callee::Predicate(_) => (
                    "a predicate",
                    format!(
                        "to change it, write `add {name}(…);` or `delete {name}(…);`; to test it, `if {name}(…) {{ … }}`"
                    ),
                ),
                Callee::Axiom(_) => (
                    "an axiom",
                    format!("to test it, write `if {name}(…) {{ … }}`"),
                ),
            };
            self.errors.at(
                name.span(),
                format_args!("`{name}` is {kind}, not a task\nhelp: {help}"),
            );
            return;
        }
        if SYNCHRONISATION.iter().any(|(word, ..)| name == word) {
            if !self.is_unread_agent() {
                self.errors.at(
                    name.span(),
                    format_args!("`{name}` needs an agent, but the domain declares none\nhelp: declare the type of the agents: `agent Type;`"),
                );
            }
            return;
        }
        let help = match self.near_task(name).map(|near| &self.names.tasks[near]) {
            Some(near) => similar(kind_word(near.kind), &near.name),
            None if value => format!(
                "declare `method {name}(…) -> Type`, or call a Rust function by its path: `self::{name}(…)`"
            ),
            None => {
                format!("declare it as a `method` or an `operator`: `method {name}(…) {{ … }}`")
            }
        };
        self.errors.at(
            name.span(),
            format_args!("unknown task `{name}`\nhelp: {help}"),
        );
    }

    fn undo(&mut self, name: &Ident, args: &Args) {
        const HELP: &str = "only an internal operator can follow `undo`";
        match self.names.task(name) {
            Some(task) if self.names.tasks[task].kind == TaskKind::Internal => {
                let expected = self.names.arity(task);
                if args.list.len() != expected && !self.is_unread_head(task) {
                    let signature = self.names.task_signature(task);
                    self.wrong_arity(name, args, expected, "internal operator", &signature);
                }
            }
            Some(task) => {
                let kind = self.names.tasks[task].kind;
                let what = if kind == TaskKind::External {
                    "an external operator"
                } else {
                    &with_article(kind_word(kind))
                };
                self.errors.at(
                    name.span(),
                    format_args!("`{name}` is {what}, so it cannot undo a step\nhelp: {HELP}"),
                );
            }
            None if self.is_unparsed(name) => {}
            None => {
                if let Some(callee) = self.names.callee(name) {
                    let kind = if matches!(callee, Callee::Axiom(_)) {
                        "an axiom"
                    } else {
                        "a predicate"
                    };
                    self.errors.at(
                        name.span(),
                        format_args!("`{name}` is {kind}, so it cannot undo a step\nhelp: {HELP}"),
                    );
                    return;
                }
                let groups = self.names.tasks.iter();
                let internal = groups.filter(|group| group.kind == TaskKind::Internal);
                let internal: Vec<&String> = internal.map(|group| &group.name).collect();
                let near = nearest(&plain(name), &internal);
                let other = self.near_task(name).map(|near| &self.names.tasks[near]);
                let help = match (near, other) {
                    (Some(near), _) => similar("internal operator", &near),
                    (None, Some(other)) => {
                        format!(
                            "{HELP}, and `{}` is {}",
                            other.name,
                            with_article(kind_word(other.kind))
                        )
                    }
                    (None, None) => {
                        format!("{HELP}: declare `internal operator {name}(…) {{ … }}`")
                    }
                };
                self.errors.at(
                    name.span(),
                    format_args!("unknown internal operator `{name}`\nhelp: {help}"),
                );
            }
        }
    }

    /// Reports items of the domain that a Rust expression calls like functions.
    fn calls_in(&mut self, tokens: &TokenStream) {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                // The error is that a predicate is used like a collection, not the call inside.
                TokenTree::Ident(name)
                    if matches!(self.names.callee(name), Some(Callee::Predicate(_)))
                        && asks_collection(&tokens[at..]) =>
                {
                    return;
                }
                TokenTree::Group(group) => {
                    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
                    match before {
                        Some(TokenTree::Ident(name)) if self.is_aggregate(name, group) => {
                            self.aggregate_in_rust(name);
                        }
                        _ => self.calls_in(&group.stream()),
                    }
                }
                TokenTree::Ident(name) => {
                    let call = matches!(tokens.get(at + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
                    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
                    let reached =
                        is_sign(before, ':') || is_word(before, "fn") || is_member(&tokens[..at]);
                    if call && !reached && is_callable(name) {
                        self.called_in_rust(name);
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns true if this looks like an aggregate over a predicate or an axiom.
    fn is_aggregate(&self, name: &Ident, group: &Group) -> bool {
        let word = Aggregate::of(&name.to_string()).is_some();
        let mut inside = group.stream().into_iter();
        let over = |token: TokenTree| matches!(token, TokenTree::Ident(name) if self.names.callee(&name).is_some());
        word && group.delimiter() == Delimiter::Parenthesis && inside.any(over)
    }

    fn aggregate_in_rust(&mut self, name: &Ident) {
        self.errors.at(
            name.span(),
            format_args!(
                "`{name}` is only allowed to the right of `let … =`\nhelp: bind it first: `let n: Type = {name}(…) && n …`"
            ),
        );
    }

    fn called_in_rust(&mut self, name: &Ident) {
        let task = self
            .names
            .task(name)
            .map(|task| &self.names.tasks[task])
            .filter(|group| !group.is_synchronisation());
        let (kind, help) = match (self.names.callee(name), task) {
            (Some(callee), _) => {
                let kind = if matches!(callee, Callee::Axiom(_)) {
                    "axiom"
                } else {
                    "predicate"
                };
                let help = format!(
                    "make it a condition of its own: `{name}(…)`, or `!{name}(…)` if it must not hold"
                );
                (kind, help)
            }
            (None, Some(group)) => {
                let help = format!("make it a statement of its own: `let x = {name}(…);`");
                (kind_word(group.kind), help)
            }
            (None, None) => return,
        };
        self.errors.at(
            name.span(),
            format_args!("the {kind} `{name}` is called inside a Rust expression\nhelp: {help}"),
        );
    }
}

/// Returns true if a member follows: after `.`, but not after `..`.
fn is_member(before: &[TokenTree]) -> bool {
    let dot = |back: usize| {
        is_sign(
            before.len().checked_sub(back).and_then(|at| before.get(at)),
            '.',
        )
    };
    dot(1) && !dot(2)
}

/// Returns true if the number of parameters is unknown.
fn unparsed_params(incomplete: bool, params: &[Parameter]) -> bool {
    (incomplete && params.is_empty()) || params.iter().any(|param| param.ty.is_unparsed())
}

fn similar(kind: &str, near: &str) -> String {
    format!("{} with a similar name exists: {near}", with_article(kind))
}

/// Returns the name of the kind in messages.
pub fn kind_word(kind: TaskKind) -> &'static str {
    match kind {
        TaskKind::Method => "method",
        TaskKind::External => "operator",
        TaskKind::Internal => "internal operator",
        TaskKind::BlockOn
        | TaskKind::GlobalBlock
        | TaskKind::FinishAction
        | TaskKind::StopAction => "synchronisation operator",
        TaskKind::Block => "block",
    }
}
