//! The order and number of statements in operators and methods.

use proc_macro2::Span;

use super::Check;
use crate::ast::{Branch, Condition, Method, Operator, OperatorStatement, Statement};
use crate::text::text;

impl Check<'_, '_> {
    pub fn operators(&mut self) {
        for operator in &self.names.domain.operators {
            self.once(operator);
            for statement in &operator.statements {
                self.operator_statement(operator, statement);
            }
        }
    }

    /// Reports repeated statements that hold for the whole operator.
    fn once(&mut self, operator: &Operator) {
        let mut seen: Vec<&str> = Vec::new();
        for statement in &operator.statements {
            let (word, span, help) = match statement {
                OperatorStatement::If { keyword, .. } => {
                    ("if", *keyword, "join the conditions with `&&`")
                }
                OperatorStatement::While { keyword, .. } => {
                    ("while", *keyword, "join the conditions with `&&`")
                }
                OperatorStatement::Cost { keyword, .. } => {
                    ("cost", *keyword, "remove one of the two")
                }
                OperatorStatement::Duration { keyword, .. } => {
                    ("duration", *keyword, "remove one of the two")
                }
                OperatorStatement::Busy { keyword, .. } => {
                    ("busy", *keyword, "remove one of the two")
                }
                OperatorStatement::Undo { keyword, .. } => (
                    "undo",
                    *keyword,
                    "undo everything with one internal operator",
                ),
                OperatorStatement::Effect { .. } => continue,
            };
            if seen.contains(&word) {
                self.errors.at(
                    span,
                    format_args!(
                        "`{word}` appears twice in `{}`\nhelp: {help}",
                        operator.name
                    ),
                );
            }
            seen.push(word);
        }
    }

    fn operator_statement(&mut self, operator: &Operator, statement: &OperatorStatement) {
        let name = &operator.name;
        let agents = self.names.agent().is_some();
        let not_internal = |word: &str| {
            format!(
                "`{word}` is not allowed in the internal operator `{name}`, which takes no time\nhelp: remove it, or remove `internal`"
            )
        };
        match statement {
            OperatorStatement::Effect { mark: Some((mark, span)), .. } if operator.internal => {
                let word = format!("{mark:?}").to_lowercase();
                self.errors.at(
                    *span,
                    format_args!("`{word}` is not allowed in the internal operator `{name}`, whose effects always apply at once\nhelp: remove `{word}`"),
                );
            }
            OperatorStatement::Effect { mark: None, effect } if !operator.internal && agents => {
                let word = effect.verb.word();
                self.errors.at(
                    effect.keyword,
                    format_args!(
                        "this effect of `{name}` does not say when it applies\nhelp: write `start {word}`, `finish {word}`, `success {word}`, `failure {word}` or `sensed {word}`"
                    ),
                );
            }
            OperatorStatement::While { keyword, .. } if operator.internal => self.errors.at(*keyword, not_internal("while")),
            OperatorStatement::Duration { keyword, .. } if operator.internal => self.errors.at(*keyword, not_internal("duration")),
            OperatorStatement::Busy { keyword, .. } if operator.internal => self.errors.at(*keyword, not_internal("busy")),
            OperatorStatement::Undo { keyword, .. } if !operator.internal => self.errors.at(
                *keyword,
                format_args!(
                    "the external operator `{name}` cannot be undone\nhelp: only internal operators have an `undo`; use `failure` effects for a failed action"
                ),
            ),
            _ => {}
        }
    }

    pub fn methods(&mut self) {
        for method in &self.names.domain.methods {
            self.branch_order(method);
            for branch in &method.branches {
                self.returns(method, branch);
                self.priority(method, branch);
                self.now(&branch.body, false);
            }
        }
    }

    /// Reports branches after one without a condition.
    fn branch_order(&mut self, method: &Method) {
        let mut open: Option<&Branch> = None;
        for branch in &method.branches {
            if let Some(open) = open {
                let before = match &open.name {
                    Some(name) => format!("`{name}`"),
                    None => "the branch".to_owned(),
                };
                self.errors.at(
                    branch.span,
                    format_args!(
                        "this branch is never reached: {before} before it has no condition\nhelp: move that one to the end, or add a condition to it"
                    ),
                );
                return;
            }
            let unguarded = match &branch.guard {
                None => true,
                Some(guard) => {
                    matches!(&guard.condition, Condition::And(parts) if parts.is_empty())
                }
            };
            if unguarded && !branch.incomplete {
                open = Some(branch);
            }
        }
    }

    /// Reports a `priority` that is not the first statement of a branch of a public method.
    fn priority(&mut self, method: &Method, branch: &Branch) {
        let (first, others) = match branch.body.split_first() {
            Some((Statement::Priority { keyword, .. }, others)) => (Some(*keyword), others),
            _ => (None, branch.body.as_slice()),
        };
        for span in keywords_in(others, |statement| match statement {
            Statement::Priority { keyword, .. } => Some(*keyword),
            _ => None,
        }) {
            self.errors.at(
                span,
                "`priority` is not allowed here\nhelp: write it once, as the first statement of a branch",
            );
        }
        let name = &method.name;
        if let Some(span) = first
            && !method.public
        {
            self.errors.at(
                span,
                format_args!("`{name}` is not public, so no plan starts with its branches and `priority` has no effect\nhelp: write `pub method {name}`, or put `priority` into a branch of the public method"),
            );
        }
    }

    /// Reports a `now` outside of strands, or with nothing before it that takes a step.
    fn now(&mut self, body: &[Statement], in_strand: bool) {
        let mut is_first = true;
        for statement in body {
            match statement {
                Statement::Now(keyword) if !in_strand => self.errors.at(
                    *keyword,
                    "`now` is allowed in a strand of `unordered` only: elsewhere nothing comes in between\nhelp: leave it out",
                ),
                Statement::Now(keyword) if is_first => self.errors.at(
                    *keyword,
                    "`now` needs a statement before it in the same block\nhelp: leave it out, or put the task before the `unordered` block",
                ),
                Statement::Let { .. } => continue,
                _ => {}
            }
            is_first = false;
            let in_strand = in_strand
                || matches!(
                    statement,
                    Statement::Unordered { .. } | Statement::UnorderedFor { .. }
                );
            for (_, block) in statement.blocks() {
                self.now(block, in_strand);
            }
        }
    }

    fn returns(&mut self, method: &Method, branch: &Branch) {
        let name = &method.name;
        let Some(ty) = &method.returns else {
            if branch.incomplete {
                return;
            }
            for span in returns_in(&branch.body) {
                self.errors.at(
                    span,
                    format_args!("`{name}` returns nothing\nhelp: declare what it returns: `method {name}(…) -> Type`"),
                );
            }
            return;
        };
        let (last, before) = match branch.body.split_last() {
            Some((Statement::Return { .. }, before)) => (true, before),
            _ => (false, branch.body.as_slice()),
        };
        let stray = returns_in(before);
        if !last && stray.is_empty() && !branch.incomplete {
            self.errors.at(
                branch.span,
                format_args!(
                    "`{name}` returns `{}`, but {} does not end with `return`\nhelp: write `return expression;` as its last statement",
                    text(&ty.tokens),
                    match &branch.name {
                        Some(name) => format!("its branch `{name}`"),
                        None => "it".to_owned(),
                    }
                ),
            );
        }
        for span in stray {
            self.errors.at(
                span,
                "`return` is not allowed here\nhelp: write it as the last statement of a branch; use branches to choose between values",
            );
        }
    }
}

/// Returns every `return`, in nested blocks too.
fn returns_in(body: &[Statement]) -> Vec<Span> {
    keywords_in(body, |statement| match statement {
        Statement::Return { keyword, .. } => Some(*keyword),
        _ => None,
    })
}

/// Returns the keywords of the wanted statements, in nested blocks too.
fn keywords_in(body: &[Statement], wanted: fn(&Statement) -> Option<Span>) -> Vec<Span> {
    let mut spans = Vec::new();
    for statement in body {
        spans.extend(wanted(statement));
        let blocks = statement.blocks().into_iter();
        spans.extend(blocks.flat_map(|(_, body)| keywords_in(body, wanted)));
    }
    spans
}
