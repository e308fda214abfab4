//! Binds the variables of methods and their bodies.

use htn_core::tables::FactVerb;
use proc_macro2::{Ident, Span};
use quote::quote;

use super::scan::scan;
use super::scope::{Hidden, Scope};
use super::{Walk, binders};
use crate::ast::{self, Parameter, Rust, Statement};
use crate::ir::{Block, BoundArg, BoundEffect, BoundMethod, BoundValue, Stmt, VarId, Wanted};
use crate::parse::assigned::BlockKind;
use crate::resolve::same_last_segment;

impl<'a> Walk<'_, 'a> {
    pub fn method(&mut self, method: &'a ast::Method) -> BoundMethod<'a> {
        let (scope, params) = self.params(&method.params);
        let returns = method.returns.as_ref().map(|ty| self.ty(ty));
        let mut branches = Vec::new();
        for branch in &method.branches {
            let errors = self.errors.len();
            self.partial = branch.incomplete;
            self.scope = scope.clone();
            binders::of_sorted(branch.guard.as_ref(), &mut self.scope.binders);
            binders::of_body(&branch.body, &mut self.scope.binders);
            branches.push(self.block(branch.guard.as_ref(), &branch.body, returns));
            self.report_unused();
            self.forget_if(branch.incomplete, errors);
        }
        BoundMethod {
            item: method,
            params,
            branches,
        }
    }

    /// Returns a scope with the parameters.
    pub fn params(&mut self, params: &[Parameter]) -> (Scope, Vec<VarId>) {
        let mut scope = Scope::default();
        let mut vars = Vec::new();
        for param in params {
            let ty = self.ty(&param.ty);
            let name = param.name.to_string();
            // If two parameters share a name, uses are ambiguous, so it gets no type.
            let var = self.new_var(
                &param.name,
                Some(ty).filter(|_| !scope.bound.contains_key(&name)),
            );
            scope.bound.insert(name, var);
            vars.push(var);
        }
        (scope, vars)
    }

    fn block(
        &mut self,
        guard: Option<&'a ast::Sorted>,
        body: &'a [Statement],
        returns: Option<Wanted>,
    ) -> Block<'a> {
        let (guard, planned) = guard.map(|guard| self.guard(guard)).unzip();
        let statements = body.iter().map(|statement| match statement {
            Statement::Priority { keyword, value } => {
                self.scope.planned = planned.clone().unwrap_or_default();
                let priority = self.with_planned(|walk| walk.priority(*keyword, value));
                self.scope.planned.clear();
                priority
            }
            statement => self.statement(statement, returns),
        });
        let body = statements.collect();
        Block { guard, body }
    }

    fn statement(&mut self, statement: &'a Statement, returns: Option<Wanted>) -> Stmt<'a> {
        match statement {
            Statement::Task { name, args } => {
                let (task, args, _) = self.task(name, args);
                Stmt::Task {
                    task,
                    args,
                    ret: None,
                }
            }
            Statement::Later { name, args } => {
                let (task, args, _) = self.task(name, args);
                Stmt::Later { task, args }
            }
            Statement::LetTask {
                name,
                ty,
                task,
                args,
            } => {
                let (task, args, returned) = self.task(task, args);
                let declared = ty.as_ref().map(|ty| self.ty(ty));
                if let (Some(from), Some(to)) = (returned, declared) {
                    self.check_type(from.ty, to, name);
                }
                let ret = Some(self.local(name, declared.or(returned)));
                Stmt::Task { task, args, ret }
            }
            Statement::Let { name, ty, value } => {
                let ty = self.ty(ty);
                let value = self.value(value, ty);
                let var = self.local(name, Some(ty));
                Stmt::Let { var, value }
            }
            Statement::Effect(effect) => Stmt::Effect(self.effect(effect, BlockKind::Body)),
            Statement::If { blocks, .. } => {
                let blocks = blocks.iter().map(|(guard, body)| {
                    self.inside(Hidden::Block("if"), |walk| {
                        walk.block(guard.as_ref(), body, returns)
                    })
                });
                Stmt::If(blocks.collect())
            }
            Statement::While { sorted, body, .. } => {
                Stmt::While(self.inside(Hidden::Block("while"), |walk| {
                    walk.block(Some(sorted), body, returns)
                }))
            }
            Statement::For { sorted, body, .. } => {
                Stmt::For(self.inside(Hidden::Block("for"), |walk| {
                    walk.block(Some(sorted), body, returns)
                }))
            }
            Statement::UnorderedFor { sorted, body } => {
                Stmt::UnorderedFor(self.inside(Hidden::Block("for"), |walk| {
                    walk.block(Some(sorted), body, returns)
                }))
            }
            Statement::Unordered { strands, .. } => {
                let strands = strands.iter().map(|strand| {
                    self.inside(Hidden::Strand, |walk| {
                        walk.block(None, strand, returns).body
                    })
                });
                Stmt::Unordered(strands.collect())
            }
            Statement::Now(_) => Stmt::Now,
            Statement::Return { value, .. } => Stmt::Return(self.expr(value, returns)),
            Statement::Priority { keyword, value } => self.priority(*keyword, value),
        }
    }

    fn priority(&mut self, keyword: Span, value: &'a Rust) -> Stmt<'a> {
        let ty = self.moded.types.own(quote!(::core::primitive::i32));
        let ty = Wanted { ty, span: keyword };
        let value = self.expr(value, Some(ty));
        let var = self.new_var(&Ident::new("priority", keyword), Some(ty));
        Stmt::Priority(var, value)
    }

    /// Binds a variable of a body, which need not be used.
    fn local(&mut self, name: &Ident, ty: Option<Wanted>) -> VarId {
        let text = name.to_string();
        let taken = self.scope.bound.contains_key(&text) || self.is_context(&text);
        if taken {
            self.bound_already(name);
        }
        let var = self.new_var(name, ty.filter(|_| !taken));
        self.scope.hidden.remove(&text);
        self.scope.bound.insert(text, var);
        var
    }

    fn task(
        &mut self,
        name: &Ident,
        args: &'a ast::Args,
    ) -> (usize, Vec<BoundValue<'a>>, Option<Wanted>) {
        let Some(group) = self.names.task(name) else {
            let args = self.values(args, &[]);
            return (usize::MAX, args, None);
        };
        let (mut types, returned) = self.task_types(group, args);
        if self.names.tasks[group].is_synchronisation() {
            self.agents_given(name, args, &mut types);
        }
        (group, self.values(args, &types), returned)
    }

    /// Reports arguments of a synchronisation operator that are not agents, by the spelling of their types; rustc does not
    /// check these.
    fn agents_given(&mut self, task: &Ident, args: &ast::Args, types: &mut [Wanted]) {
        for (arg, wanted) in args.list.iter().zip(types) {
            let ast::Arg::Name(name) = arg else { continue };
            let var = self.scope.bound.get(&name.to_string());
            let Some(ty) = var.and_then(|var| self.moded.vars[var.0].ty) else {
                continue;
            };
            let [given, agent] = [ty, wanted.ty].map(|ty| self.moded.types.get(ty));
            if ty != wanted.ty && !same_last_segment(&given.rust, &agent.rust) {
                self.errors.at(
                    name.span(),
                    format_args!(
                        "`{name}` is of type `{}`, and `{task}` takes agents\nhelp: pass a value of the agent's type `{}`",
                        given.text, agent.text
                    ),
                );
                wanted.ty = ty;
            }
        }
    }

    /// Walks arguments that must have a value.
    pub fn values(&mut self, args: &'a ast::Args, types: &[Wanted]) -> Vec<BoundValue<'a>> {
        let mut values = Vec::new();
        for (i, arg) in args.list.iter().enumerate() {
            let ty = types.get(i).copied();
            match arg {
                ast::Arg::Any(span) => self.errors.at(
                    *span,
                    "`_` is not a value that a task can receive\nhelp: bind a variable in the condition of the branch, and pass it",
                ),
                ast::Arg::Name(name) => values.extend(self.bound_value(name, ty).map(BoundValue::Var)),
                ast::Arg::Rust(rust) => values.push(BoundValue::Expr(self.expr(rust, ty))),
            }
        }
        values
    }

    /// Walks a variable that must have a value.
    fn bound_value(&mut self, name: &Ident, ty: Option<Wanted>) -> Option<VarId> {
        let text = name.to_string();
        if self.is_context(&text) {
            self.errors.at(
                name.span(),
                format_args!("`{text}` is the context, which every expression can use without passing it\nhelp: pass a value that it returns"),
            );
            return None;
        }
        let var = match self.scope.bound.get(&text) {
            Some(var) => *var,
            None => self.missing(name),
        };
        self.used(var, ty, name);
        Some(var)
    }

    pub fn effect(&mut self, effect: &'a ast::Effect, place: BlockKind) -> BoundEffect<'a> {
        let verb = effect.verb;
        let atoms = |walk: &mut Self| {
            let atoms = effect.atoms.iter();
            atoms
                .map(|atom| walk.effect_atom(atom, verb, place))
                .collect()
        };
        match &effect.each {
            Some(each) => self.inside(Hidden::Block("for"), |walk| {
                let each = Some(walk.sorted(each));
                let atoms = atoms(walk);
                BoundEffect { verb, atoms, each }
            }),
            None => BoundEffect {
                verb,
                atoms: atoms(self),
                each: None,
            },
        }
    }

    /// Reports an unknown name in a `delete`, which means every row.
    fn meant_as_any(&mut self, name: &Ident) {
        let text = name.to_string();
        if self.is_context(&text) || self.scope.is_known(&text) {
            return;
        }
        self.errors.at(
            name.span(),
            format_args!("unknown variable `{text}`\nhelp: write `_` to delete every row that matches, or bind `{text}` in an `if`"),
        );
        let var = self.new_var(name, None);
        self.scope.bound.insert(text, var);
    }

    /// Reports an unbound variable of an effect.
    fn bound_in_effect(&mut self, name: &Ident, atom: &ast::Atom, at: usize, place: BlockKind) {
        let text = name.to_string();
        if self.is_context(&text) || self.scope.is_known(&text) || self.partial {
            return;
        }
        let args = atom.args.list.iter().enumerate().map(|(i, arg)| match arg {
            _ if i == at => text.clone(),
            ast::Arg::Name(name) if self.scope.bound.contains_key(&name.to_string()) => {
                name.to_string()
            }
            _ => "_".to_owned(),
        });
        let fact = format!("{}({})", atom.name, args.collect::<Vec<_>>().join(", "));
        let help = match place {
            BlockKind::Operator => {
                format!(
                    "bind it in the condition of the operator, as in `if {fact};`, or make it a parameter"
                )
            }
            BlockKind::Body => format!(
                "bind it in the condition of the branch, as in `if {fact}`, or with a `let` before this"
            ),
        };
        self.errors.at(
            name.span(),
            format_args!("unknown variable `{text}`\nhelp: {help}"),
        );
        let var = self.new_var(name, None);
        self.scope.bound.insert(text, var);
    }

    fn effect_atom(
        &mut self,
        atom: &'a ast::Atom,
        verb: FactVerb,
        place: BlockKind,
    ) -> (usize, Vec<BoundArg<'a>>) {
        let rel = self.names.predicate(&atom.name.to_string());
        let types = rel.map_or(Vec::new(), |rel| self.column_types(rel, &atom.args));
        let mut args = Vec::new();
        for (i, arg) in atom.args.list.iter().enumerate() {
            let ty = types.get(i).copied();
            match arg {
                ast::Arg::Any(span) => {
                    if verb != FactVerb::Delete {
                        let (word, name) = (verb.word(), &atom.name);
                        self.errors.at(
                            *span,
                            format_args!("`{word} {name}` needs a value here, not `_`\nhelp: bind a variable, or add `for` and a condition that binds one"),
                        );
                    }
                    args.push(BoundArg::Any);
                }
                ast::Arg::Name(name) => {
                    if verb != FactVerb::Delete {
                        self.bound_in_effect(name, atom, i, place)
                    } else {
                        self.meant_as_any(name)
                    }
                    args.extend(self.bound_value(name, ty).map(BoundArg::Is));
                }
                ast::Arg::Rust(rust) => {
                    let found = scan(&rust.tokens);
                    for name in &found.names {
                        let text = name.to_string();
                        if found.operands.contains(&text) && !found.declared.contains(&text) {
                            self.bound_in_effect(name, atom, i, place);
                        }
                    }
                    args.push(BoundArg::Expr(self.expr(rust, ty)));
                }
            }
        }
        (rel.unwrap_or(usize::MAX), args)
    }
}
