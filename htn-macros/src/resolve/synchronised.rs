//! The arguments of synchronisation operators are agents, as far as their types are written in the domain; rustc sees
//! the rest.

use std::collections::BTreeMap;

use proc_macro2::Ident;

use super::agents::same_last_segment;
use super::{Callee, Check, Names};
use crate::ast::{Arg, Args, Condition, Rust, Sorted, Statement};
use crate::parse::tokens::plain;
use crate::text::text;

/// The types of the variables in scope.
type Types<'a> = BTreeMap<String, &'a Rust>;

impl<'a> Check<'_, 'a> {
    pub fn synchronised(&mut self) {
        for method in &self.names.domain.methods {
            let params = method
                .params
                .iter()
                .map(|param| (plain(&param.name), &param.ty));
            let params: Types<'a> = params.collect();
            for branch in &method.branches {
                self.synchronised_block(branch.guard.as_ref(), &branch.body, params.clone());
            }
        }
    }

    fn synchronised_block(
        &mut self,
        guard: Option<&'a Sorted>,
        body: &'a [Statement],
        mut types: Types<'a>,
    ) {
        if let Some(guard) = guard {
            bound_types(self.names, &guard.condition, &mut types);
        }
        for statement in body {
            match statement {
                Statement::Task { name, args } => self.agents_given(name, args, &types),
                Statement::Let { name, ty, .. } => {
                    types.entry(plain(name)).or_insert(ty);
                }
                Statement::LetTask { name, ty, task, .. } => {
                    let returned = self
                        .names
                        .task(task)
                        .and_then(|task| self.names.returns(task));
                    if let Some(ty) = ty.as_ref().or(returned) {
                        types.entry(plain(name)).or_insert(ty);
                    }
                }
                Statement::If { blocks, .. } => {
                    for (guard, block) in blocks {
                        self.synchronised_block(guard.as_ref(), block, types.clone());
                    }
                }
                Statement::While { sorted, body, .. } | Statement::For { sorted, body, .. } => {
                    self.synchronised_block(Some(sorted), body, types.clone());
                }
                Statement::Unordered { strands, .. } => {
                    for strand in strands {
                        self.synchronised_block(None, strand, types.clone());
                    }
                }
                Statement::Effect(_) | Statement::Return { .. } => {}
            }
        }
    }

    fn agents_given(&mut self, name: &Ident, args: &Args, types: &Types<'_>) {
        let Some(task) = self.names.task(name) else {
            return;
        };
        let Some(agent) = self.names.agent() else {
            return;
        };
        if !self.names.tasks[task].is_synchronisation() || args.list.len() != self.names.arity(task)
        {
            return;
        }
        for arg in &args.list {
            if let Arg::Name(variable) = arg
                && let Some(ty) = types.get(&plain(variable))
                && !self.names.is_agent(ty)
                && !same_last_segment(ty, agent)
            {
                self.errors.at(
                    variable.span(),
                    format_args!(
                        "`{variable}` is of type `{}`, and `{name}` takes agents\nhelp: pass a value of the agent's type `{}`",
                        text(&ty.tokens), text(&agent.tokens)
                    ),
                );
            }
        }
    }
}

/// The types of the variables that a condition binds; the first place that names one is the one that binds it.
fn bound_types<'a>(names: &Names<'a>, condition: &'a Condition, types: &mut Types<'a>) {
    match condition {
        Condition::And(parts) | Condition::Or(parts) => {
            for part in parts {
                bound_types(names, part, types);
            }
        }
        Condition::First(inner) => bound_types(names, &inner.condition, types),
        Condition::Let { name, ty, .. }
        | Condition::LetSome { name, ty, .. }
        | Condition::LetIn { name, ty, .. } => {
            types.entry(plain(name)).or_insert(ty);
        }
        Condition::Atom(atom) => {
            let expected: Vec<&'a Rust> = match names.callee(&atom.name) {
                Some(Callee::Predicate(index)) => names.domain.predicates[index]
                    .columns
                    .iter()
                    .map(|column| &column.ty)
                    .collect(),
                Some(Callee::Axiom(index)) => names
                    .axiom_params(index)
                    .iter()
                    .map(|param| &param.ty)
                    .collect(),
                None => return,
            };
            for (arg, ty) in atom.args.list.iter().zip(expected) {
                if let Arg::Name(name) = arg {
                    types.entry(plain(name)).or_insert(ty);
                }
            }
        }
        Condition::Not(..) | Condition::Forall(..) | Condition::Rust(_) => {}
    }
}
