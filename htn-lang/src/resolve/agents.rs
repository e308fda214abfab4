//! Agents: one type, with one spelling, on the parameters after `by`.

use proc_macro2::Ident;

use super::Check;
use crate::ast::{Operator, OperatorStatement, Rust};
use crate::parse::tokens::plain;
use crate::suggest::nearest;
use crate::text::text;

impl Check<'_, '_> {
    pub fn agents(&mut self) {
        let domain = self.names.domain;
        for second in domain.agents.iter().skip(1) {
            self.errors.on(
                &second.tokens,
                "`agent` is declared twice\nhelp: a domain has one type of agents; use an enum for several kinds",
            );
        }
        if domain.unparsed_names.iter().any(|name| name == "agent") {
            return;
        }
        if domain.agents.is_empty() {
            return self.agent_needed();
        }
        for operator in &domain.operators {
            self.actors(operator);
        }
        self.spelt_in_one_way();
    }

    /// Reports the first place that needs an agent; the others have the same cause.
    fn agent_needed(&mut self) {
        let domain = self.names.domain;
        if let Some(by) = domain
            .operators
            .iter()
            .find_map(|operator| operator.by.first())
        {
            self.errors.at(
                by.span(),
                format_args!("`by {by}` needs an agent, but the domain declares none\nhelp: declare the type of the agents: `agent Type;`"),
            );
            return;
        }
        let external = domain
            .operators
            .iter()
            .filter(|operator| !operator.internal);
        for statement in external.flat_map(|operator| &operator.statements) {
            if let OperatorStatement::Effect {
                mark: Some((_, span)),
                ..
            } = statement
            {
                self.errors.at(
                    *span,
                    "marks on effects need an agent, but the domain declares none\nhelp: remove the mark, or declare `agent Type;` and write `by` on the operator",
                );
                return;
            }
        }
    }

    /// Reports a missing and a misplaced `by`.
    fn actors(&mut self, operator: &Operator) {
        let name = &operator.name;
        if operator.internal {
            if let Some(by) = operator.by.first() {
                self.errors.at(
                    by.span(),
                    format_args!("`by` is not allowed on the internal operator `{name}`\nhelp: remove `by` or `internal`"),
                );
            }
            return;
        }
        if operator.by.is_empty() && !operator.incomplete {
            let agent = operator
                .params
                .iter()
                .find(|param| self.names.is_agent(&param.ty));
            let help = match agent {
                Some(param) => format!("write `by {}` after the parameters, or make it an `internal operator`", param.name),
                None => "add a parameter of the agent's type and name it after `by`, or make it an `internal operator`".to_owned(),
            };
            self.errors.at(
                name.span(),
                format_args!("the operator `{name}` has no agent\nhelp: {help}"),
            );
        }
        let mut seen: Vec<String> = Vec::new();
        for by in &operator.by {
            let text = plain(by);
            if seen.contains(&text) {
                self.errors.at(
                    by.span(),
                    format_args!("`{by}` is listed twice after `by`\nhelp: remove one of the two"),
                );
            }
            self.actor(operator, by);
            seen.push(text);
        }
    }

    fn actor(&mut self, operator: &Operator, by: &Ident) {
        let Some(agent) = self.names.agent() else {
            return;
        };
        let name = plain(by);
        match operator.params.iter().find(|param| plain(&param.name) == name) {
            None => {
                let near = nearest(&name, operator.params.iter().map(|param| plain(&param.name)));
                let help = match near {
                    Some(near) => format!("a parameter with a similar name exists: {near}"),
                    None => format!("write a parameter of type `{}` after `by`", text(&agent.tokens)),
                };
                self.errors.at(by.span(), format_args!("`{by}` is not a parameter of `{}`\nhelp: {help}", operator.name));
            }
            Some(param) if !self.names.is_agent(&param.ty) && !same_last_segment(&param.ty, agent) => self.errors.at(
                by.span(),
                format_args!(
                    "`{by}` is of type `{}`, so it cannot be an agent\nhelp: write a parameter of the agent's type `{}` after `by`",
                    text(&param.ty.tokens), text(&agent.tokens)
                ),
            ),
            Some(_) => {}
        }
    }

    /// Reports a type with the agent's last segment and another path.
    fn spelt_in_one_way(&mut self) {
        let domain = self.names.domain;
        let Some(agent) = self.names.agent() else {
            return;
        };
        let columns = domain
            .predicates
            .iter()
            .flat_map(|item| &item.columns)
            .map(|column| &column.ty);
        let axioms = domain.axioms.iter().flat_map(|item| &item.params);
        let operators = domain.operators.iter().flat_map(|item| &item.params);
        let methods = domain.methods.iter().flat_map(|item| &item.params);
        let params = axioms
            .chain(operators)
            .chain(methods)
            .map(|param| &param.ty);
        let returned = domain
            .methods
            .iter()
            .filter_map(|item| item.returns.as_ref());
        for ty in columns.chain(params).chain(returned) {
            if !self.names.is_agent(ty) && same_last_segment(ty, agent) {
                self.errors.on(
                    &ty.tokens,
                    format_args!(
                        "the agent's type is written in two ways\nhelp: write `{}`, as after `agent`",
                        text(&agent.tokens)
                    ),
                );
            }
        }
    }
}

/// Returns true if two types are paths with the same last segment and type arguments.
pub fn same_last_segment(a: &Rust, b: &Rust) -> bool {
    last_segment(a).is_some_and(|segment| Some(segment) == last_segment(b))
}

fn last_segment(ty: &Rust) -> Option<String> {
    let path = syn::parse2::<syn::TypePath>(ty.tokens.clone()).ok()?;
    let segment = path.path.segments.last()?;
    Some(text(&quote::ToTokens::to_token_stream(segment)))
}
