//! Binds variables: turns the syntax tree into the IR, and reports variables that are used without a value.

mod axioms;
mod binders;
mod body;
pub mod collections;
mod condition;
mod operator;
pub mod scan;
mod scope;

#[cfg(test)]
mod tests;

use htn_core::tables::TypeId;
use proc_macro2::Ident;

use self::axioms::{AxiomInstances, Call};
use self::scope::Scope;
use crate::analyse::key_columns;
use crate::ast::{Args, Domain, Rust};
use crate::errors::Errors;
use crate::ir::{BoundDomain, TypeCheck, VarId, Variable, Wanted};
use crate::resolve::Names;
use crate::types::Types;

/// Builds the IR of a domain.
pub fn modes<'a>(domain: &'a Domain, names: &Names<'a>, errors: &mut Errors) -> BoundDomain<'a> {
    modes_with(domain, names, Types::default(), errors)
}

/// Builds the IR of a domain in which some types have their numbers already.
pub fn modes_with<'a>(
    domain: &'a Domain,
    names: &Names<'a>,
    types: Types,
    errors: &mut Errors,
) -> BoundDomain<'a> {
    let mut moded = BoundDomain {
        types,
        keys: domain.predicates.iter().map(key_columns).collect(),
        ..BoundDomain::default()
    };
    let mut axioms = AxiomInstances::default();
    let mut walk = Walk {
        domain,
        names,
        moded: &mut moded,
        axioms: &mut axioms,
        errors,
        scope: Scope::default(),
        caller: None,
        partial: false,
    };
    walk.types_of_heads();
    walk.declared_axioms();
    for operator in &domain.operators {
        let errors = walk.errors.len();
        walk.partial = operator.incomplete;
        let moded = walk.operator(operator);
        walk.moded.operators.push(moded);
        walk.forget_if(operator.incomplete, errors);
    }
    for method in &domain.methods {
        let moded = walk.method(method);
        walk.moded.methods.push(moded);
    }
    walk.called_axioms();
    walk.report_calls();
    if walk.errors.is_empty() {
        walk.queries();
    }
    moded.axioms = axioms.into_forms();
    moded
}

/// A walk through a domain.
struct Walk<'w, 'a> {
    domain: &'a Domain,
    names: &'w Names<'a>,
    moded: &'w mut BoundDomain<'a>,
    axioms: &'w mut AxiomInstances<'a>,
    errors: &'w mut Errors,
    scope: Scope,
    /// The axiom that contains the current part, if any.
    caller: Option<usize>,
    /// True if a part of the current item is unparsed, which may bind the names that seem unknown.
    partial: bool,
}

impl<'a> Walk<'_, 'a> {
    /// Numbers the types in the order of the source.
    fn types_of_heads(&mut self) {
        let domain = self.domain;
        let types = &mut self.moded.types;
        let columns = domain
            .predicates
            .iter()
            .flat_map(|predicate| &predicate.columns);
        let columns = columns.map(|column| &column.ty);
        let params = domain.operators.iter().map(|operator| &operator.params);
        let params = params.chain(domain.methods.iter().map(|method| &method.params));
        let params = params.flatten().map(|param| &param.ty);
        for ty in domain.agents.iter().take(1).chain(columns).chain(params) {
            types.number(ty);
        }
    }

    fn ty(&mut self, rust: &Rust) -> Wanted {
        let ty = self.moded.types.number(rust);
        Wanted {
            ty,
            span: rust.span,
        }
    }

    /// Returns the types of a predicate's columns; none if arguments and columns do not correspond.
    fn column_types(&mut self, rel: usize, args: &Args) -> Vec<Wanted> {
        let predicate = &self.domain.predicates[rel];
        let columns = predicate.columns.iter().map(|column| &column.ty);
        self.types_of_args(&predicate.name.to_string(), columns, args)
    }

    fn axiom_types(&mut self, group: usize, args: &Args) -> Vec<Wanted> {
        let params = self.names.axiom_params(group).iter();
        let types = params.map(|param| &param.ty);
        self.types_of_args(&self.names.axioms[group].name, types, args)
    }

    /// Returns the types of a task's parameters and of its value.
    fn task_types(&mut self, group: usize, args: &Args) -> (Vec<Wanted>, Option<Wanted>) {
        let names = self.names;
        let name = &names.tasks[group].name;
        let params = match names.agent() {
            Some(agent) if names.tasks[group].is_synchronisation() => {
                self.types_of_args(name, (0..names.arity(group)).map(|_| agent), args)
            }
            _ => {
                let params = names.task_params(group).iter();
                self.types_of_args(name, params.map(|param| &param.ty), args)
            }
        };
        let returned = names.returns(group).map(|ty| self.ty(ty));
        (params, returned.filter(|_| names.is_undisputed(name)))
    }

    fn types_of_args(
        &mut self,
        name: &str,
        types: impl Iterator<Item = &'a Rust>,
        args: &Args,
    ) -> Vec<Wanted> {
        let types: Vec<Wanted> = types.map(|ty| self.ty(ty)).collect();
        if types.len() == args.list.len() && self.names.is_undisputed(name) {
            types
        } else {
            Vec::new()
        }
    }

    /// Drops the errors of an item with an unparsed part, which may bind the names that seem unknown.
    fn forget_if(&mut self, incomplete: bool, errors: usize) {
        if incomplete {
            self.errors.truncate(errors);
        }
    }

    /// Returns true if a name is the context. A parameter of that name is reported, and hides it.
    fn is_context(&self, name: &str) -> bool {
        !self.scope.bound.contains_key(name) && self.is_called_like_context(name)
    }

    fn is_called_like_context(&self, name: &str) -> bool {
        let context = self.domain.context.as_ref();
        context.is_some_and(|context| context.name == name)
    }

    fn new_var(&mut self, name: &Ident, ty: Option<Wanted>) -> VarId {
        let ty = ty.map(|wanted| wanted.ty);
        self.moded.vars.push(Variable {
            name: name.clone(),
            ty,
        });
        VarId(self.moded.vars.len() - 1)
    }

    fn used(&mut self, var: VarId, ty: Option<Wanted>, at: &Ident) {
        self.scope.used.insert(var);
        self.same_type(var, ty, at);
    }

    fn same_type(&mut self, var: VarId, ty: Option<Wanted>, at: &Ident) {
        if let (Some(from), Some(to)) = (self.moded.vars[var.0].ty, ty) {
            self.check_type(from, to, at);
        }
    }

    fn check_type(&mut self, from: TypeId, to: Wanted, at: &Ident) {
        // An axiom is walked once per pattern, with the same types each time.
        let again = self
            .caller
            .is_some_and(|axiom| !self.axioms.is_declaration(axiom));
        if from != to.ty && !again {
            let at = at.clone();
            self.moded.checks.push(TypeCheck { from, to, at });
        }
    }

    /// Reports the unused variables of conditions.
    fn report_unused(&mut self) {
        let watched = std::mem::take(&mut self.scope.watched);
        for (var, name) in watched {
            let text = name.to_string();
            if !self.scope.used.contains(&var)
                && !text.starts_with('_')
                && !self.scope.reported.contains(&text)
            {
                let complaint = self.scope.unused(&text);
                self.errors.at(name.span(), complaint);
            }
        }
    }
}
