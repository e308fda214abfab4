//! Binds the variables of conditions, from left to right.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};

use super::scan::scan;
use super::scope::{Hidden, Scope};
use super::{Call, Walk};
use crate::ast::{self, Aggregate, Rust};
use crate::ir::{BoundArg, Cond, Expr, LetValue, SortBy, SortedCond, VarId, Wanted};
use crate::parse::tokens::is_variable;
use crate::resolve::Callee;
use crate::suggest::nearest;

impl<'a> Walk<'_, 'a> {
    pub fn sorted(&mut self, sorted: &'a ast::Sorted) -> SortedCond<'a> {
        self.guard(sorted).0
    }

    /// Walks a condition; returns also the variables that only its `when_planning`s bind.
    pub fn guard(&mut self, sorted: &'a ast::Sorted) -> (SortedCond<'a>, BTreeMap<String, VarId>) {
        let outer = std::mem::take(&mut self.scope.planned);
        let cond = self.condition(&sorted.condition);
        let sort = sorted.sort.as_ref().map(|sort| {
            self.with_planned(|walk| {
                let mut key = walk.expr(&sort.key, None);
                key.sound &= !walk.turned_round(sort);
                SortBy {
                    key,
                    descending: sort.descending,
                }
            })
        });
        let planned = std::mem::replace(&mut self.scope.planned, outer);
        let sorted = SortedCond {
            cond,
            sort,
            source: &sorted.condition,
        };
        (sorted, planned)
    }

    pub fn condition(&mut self, condition: &'a ast::Condition) -> Cond<'a> {
        match condition {
            ast::Condition::And(parts) => {
                Cond::And(parts.iter().map(|part| self.condition(part)).collect())
            }
            ast::Condition::Or(sides) => self.or(sides),
            ast::Condition::Not(inner) => {
                let inner = self.inside(Hidden::Negation, |walk| walk.condition(inner));
                Cond::Not(Box::new(inner))
            }
            ast::Condition::Atom(atom) => self.atom(atom),
            ast::Condition::Let { name, ty, value } => {
                let ty = self.ty(ty);
                let value = self.value(value, ty);
                self.bind_let(name, ty, value)
            }
            ast::Condition::LetSome { name, ty, value } => {
                let ty = self.ty(ty);
                let value = LetValue::Some(self.expr(value, Some(ty)));
                self.bind_let(name, ty, value)
            }
            ast::Condition::LetIn { name, ty, items } => {
                let ty = self.ty(ty);
                let value = LetValue::In(self.expr(items, Some(ty)));
                self.bind_let(name, ty, value)
            }
            ast::Condition::First(sorted) => Cond::First(Box::new(self.sorted(sorted))),
            ast::Condition::Forall(all, hold) => self.inside(Hidden::Forall, |walk| {
                let all = walk.condition(all);
                // A variable that only `hold` binds belongs to one solution of `all`.
                let hold = walk.condition(hold);
                Cond::Forall(Box::new(all), Box::new(hold))
            }),
            // Name resolution has reported misplaced ones.
            ast::Condition::WhenPlanning { inner, .. } => self.when_planning(inner),
            ast::Condition::Rust(rust) => {
                self.excuse_calls(&rust.tokens);
                self.without_arguments(rust);
                Cond::Test(self.expr(rust, None))
            }
        }
    }

    fn when_planning(&mut self, inner: &'a ast::Condition) -> Cond<'a> {
        let before = self.scope.bound.clone();
        let inner = self.with_planned(|walk| {
            let inner = walk.condition(inner);
            let bound = walk.scope.bound.iter();
            let new = bound.filter(|(name, _)| !before.contains_key(*name));
            let new: Vec<_> = new.map(|(name, var)| (name.clone(), *var)).collect();
            walk.scope.planned.extend(new);
            inner
        });
        Cond::WhenPlanning(Box::new(inner))
    }

    /// Walks a part that sees the variables of the condition's `when_planning`s: another one of these, the `sort by` or the
    /// `priority` of the branch.
    pub fn with_planned<T>(&mut self, walk: impl FnOnce(&mut Self) -> T) -> T {
        let planned = self.scope.planned.clone();
        self.inside(Hidden::WhenPlanning, |this| {
            this.scope.bound.extend(planned);
            walk(this)
        })
    }

    /// Reports a predicate or an axiom that is written like a variable.
    fn without_arguments(&mut self, rust: &Rust) {
        let not =
            |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '!');
        let mut tokens = rust.tokens.clone().into_iter().skip_while(not);
        let (Some(TokenTree::Ident(name)), None) = (tokens.next(), tokens.next()) else {
            return;
        };
        let text = name.to_string();
        let (kind, signature) = match self.names.callee(&name) {
            _ if self.scope.is_known(&text) || self.is_context(&text) => return,
            None => return,
            Some(Callee::Predicate(rel)) => ("predicate", self.names.predicate_signature(rel)),
            Some(Callee::Axiom(group)) => ("axiom", self.names.axiom_signature(group)),
        };
        self.errors.at(
            name.span(),
            format_args!(
                "the {kind} `{name}` is missing its arguments\nhelp: the {kind} is `{signature}`"
            ),
        );
    }

    /// Binds the arguments of a predicate that is called like a function. That call is reported, so its variables need not be
    /// reported as unknown.
    fn excuse_calls(&mut self, tokens: &TokenStream) {
        let mut called = false;
        for token in tokens.clone() {
            match token {
                TokenTree::Ident(name) => called = self.names.callee(&name).is_some(),
                TokenTree::Group(group) if called => {
                    for token in group.stream() {
                        if let TokenTree::Ident(name) = token {
                            self.excuse(&name);
                        }
                    }
                }
                TokenTree::Group(group) => self.excuse_calls(&group.stream()),
                _ => called = false,
            }
        }
    }

    fn excuse(&mut self, name: &Ident) {
        let text = name.to_string();
        self.scope.reported.insert(text.clone());
        if is_variable(name) && !self.scope.bound.contains_key(&text) && !self.is_context(&text) {
            let var = self.new_var(name, None);
            self.scope.bound.insert(text, var);
        }
    }

    /// Walks a part whose variables are hidden after it.
    pub fn inside<T>(&mut self, hidden: Hidden, walk: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.scope.bound.clone();
        let hidden_before = self.scope.hidden.clone();
        let result = walk(self);
        let after = std::mem::replace(&mut self.scope.bound, before);
        // After a block, the names that its `when_planning`s bind are as free as its other names.
        for (name, why) in &mut self.scope.hidden {
            if *why == Hidden::WhenPlanning && !hidden_before.contains_key(name) {
                *why = hidden;
            }
        }
        for name in after.into_keys() {
            if !self.scope.bound.contains_key(&name) {
                self.scope.hidden.insert(name, hidden);
            }
        }
        result
    }

    fn or(&mut self, sides: &'a [ast::Condition]) -> Cond<'a> {
        let before = self.scope.clone();
        let mut walked = Vec::new();
        let mut ends: Vec<Scope> = Vec::new();
        for side in sides {
            // Each side starts from the same bindings, and a name is the same variable on all sides.
            self.scope.bound = before.bound.clone();
            self.scope.hidden = before.hidden.clone();
            walked.push(self.condition(side));
            let bound = self.scope.bound.iter();
            let new = bound.filter(|(name, _)| !before.bound.contains_key(*name));
            let new: Vec<_> = new.map(|(name, var)| (name.clone(), *var)).collect();
            self.scope.reserved.extend(new);
            ends.push(self.scope.clone());
        }
        self.scope.reserved = before.reserved;
        self.scope.bound = before.bound;
        for end in &ends {
            self.scope.hidden.extend(end.hidden.clone());
        }
        for end in &ends {
            for (name, var) in &end.bound {
                if ends.iter().all(|other| other.bound.contains_key(name)) {
                    self.scope.bound.insert(name.clone(), *var);
                    self.scope.hidden.remove(name);
                } else {
                    self.scope.hidden.insert(name.clone(), Hidden::OneSide);
                }
            }
        }
        Cond::Or(walked)
    }

    fn atom(&mut self, atom: &'a ast::Atom) -> Cond<'a> {
        let name = atom.name.to_string();
        if let Some(rel) = self.names.predicate(&name) {
            let types = self.column_types(rel, &atom.args);
            let args = self.atom_args(atom, &types);
            return Cond::Fact { rel, args };
        }
        let Some(group) = self.names.axiom(&name) else {
            let args = self.atom_args(atom, &[]);
            return Cond::Fact {
                rel: usize::MAX,
                args,
            };
        };
        let types = self.axiom_types(group, &atom.args);
        let args = self.atom_args(atom, &types);
        let mut pattern = 0;
        for (i, arg) in args.iter().enumerate().take(32) {
            if matches!(arg, BoundArg::Is(_) | BoundArg::Expr(_)) {
                pattern |= 1 << i;
            }
        }
        let axiom = self.axioms.instance(group, pattern);
        self.axioms.calls.push(Call {
            callee: axiom,
            caller: self.caller,
            partial: self.partial,
            name: atom.name.clone(),
            args: atom.args.list.iter().map(arg_span).collect(),
        });
        Cond::Axiom { axiom, args }
    }

    fn atom_args(&mut self, atom: &'a ast::Atom, types: &[Wanted]) -> Vec<BoundArg<'a>> {
        let mut fresh: Vec<(String, VarId)> = Vec::new();
        let mut args = Vec::new();
        for (i, arg) in atom.args.list.iter().enumerate() {
            let ty = types.get(i).copied();
            args.push(match arg {
                ast::Arg::Any(_) => BoundArg::Any,
                ast::Arg::Name(name) => self.name_arg(name, ty, &mut fresh),
                ast::Arg::Rust(rust) => {
                    self.not_from_this_atom(rust, &fresh);
                    self.taken_apart(atom, i, rust, ty);
                    BoundArg::Expr(self.expr(rust, ty))
                }
            });
        }
        self.scope.bound.extend(fresh);
        args
    }

    fn name_arg(
        &mut self,
        name: &Ident,
        ty: Option<Wanted>,
        fresh: &mut Vec<(String, VarId)>,
    ) -> BoundArg<'a> {
        let text = name.to_string();
        if self.is_context(&text) {
            self.errors.at(
                name.span(),
                format_args!("`{text}` is the context, not a value of a fact\nhelp: bind a value that it returns with a `let` first"),
            );
            return BoundArg::Any;
        }
        if let Some(&var) = self.scope.bound.get(&text) {
            self.used(var, ty, name);
            return BoundArg::Is(var);
        }
        if let Some((_, var)) = fresh.iter().find(|(other, _)| *other == text) {
            let var = *var;
            self.used(var, ty, name);
            return BoundArg::Again(var);
        }
        let var = self.fresh(name, ty);
        fresh.push((text, var));
        BoundArg::Bind(var)
    }

    /// Returns the variable of a name that is bound here.
    fn fresh(&mut self, name: &Ident, ty: Option<Wanted>) -> VarId {
        let text = name.to_string();
        if let Some(hidden) = self.scope.hidden.get(&text)
            && !hidden.is_free_again()
            && !self.scope.reported.contains(&text)
        {
            let complaint = hidden.complaint(&text);
            self.errors.at(name.span(), complaint);
            self.scope.reported.insert(text.clone());
        }
        self.scope.hidden.remove(&text);
        if let Some(&var) = self.scope.reserved.get(&text) {
            self.same_type(var, ty, name);
            return var;
        }
        let var = self.new_var(name, ty);
        self.scope.watched.push((var, name.clone()));
        var
    }

    fn bind_let(&mut self, name: &Ident, ty: Wanted, value: LetValue<'a>) -> Cond<'a> {
        let text = name.to_string();
        if let Some(&var) = self.scope.bound.get(&text) {
            if self.scope.comparable.contains(&var) {
                self.used(var, Some(ty), name);
            } else {
                self.bound_already(name);
                self.scope.used.insert(var);
                // From here on, uses of the name are ambiguous.
                let var = self.new_var(name, None);
                self.scope.bound.insert(text, var);
            }
            let compare = true;
            return Cond::Let {
                var,
                compare,
                value,
            };
        }
        if self.is_context(&text) {
            self.bound_already(name);
            self.scope.reported.insert(text.clone());
        }
        let var = self.fresh(name, Some(ty));
        self.scope.bound.insert(text, var);
        let compare = false;
        Cond::Let {
            var,
            compare,
            value,
        }
    }

    pub fn bound_already(&mut self, name: &Ident) {
        let bound = self.scope.bound.get(&name.to_string());
        if bound.is_some_and(|var| self.moded.vars[var.0].ty.is_none()) {
            return;
        }
        self.errors.at(
            name.span(),
            format_args!("`{name}` is already bound\nhelp: compare with `==`, or choose another name: variables cannot be shadowed"),
        );
    }

    pub fn value(&mut self, value: &'a ast::Value, ty: Wanted) -> LetValue<'a> {
        match value {
            ast::Value::Rust(rust) => LetValue::Word(self.expr(rust, Some(ty))),
            ast::Value::Aggregate { kind, of, over, .. } => {
                let (of, over) = self.inside(Hidden::Aggregate, |walk| {
                    let over = walk.condition(over);
                    let of = of.as_ref().map(|of| walk.expr(of, Some(ty)));
                    (of, over)
                });
                if *kind == Aggregate::Count {
                    self.moded.counts.push(ty);
                }
                let kind = *kind;
                let over = Box::new(over);
                LetValue::Aggregate { kind, of, over }
            }
        }
    }

    /// Walks a Rust expression.
    pub fn expr(&mut self, source: &'a Rust, ty: Option<Wanted>) -> Expr<'a> {
        let found = scan(&source.tokens);
        let mut uses = Vec::new();
        let mut near = Vec::new();
        let mut sound = !source.is_unparsed() && !self.domain.context_unparsed;
        for name in &found.receivers {
            if !found.declared.contains(&name.to_string()) && self.is_no_context(name) {
                sound = false;
            }
        }
        for name in &found.names {
            let text = name.to_string();
            if self.is_context(&text) {
                continue;
            }
            if let Some(&var) = self.scope.bound.get(&text) {
                uses.push(var);
                sound &= !self.is_called_like_context(&text);
            } else if found.declared.contains(&text) {
                continue;
            } else if self.scope.hidden.contains_key(&text) || self.scope.binders.contains(&text) {
                self.missing(name);
                sound = false;
            } else if !found.called.contains(&text) && self.as_collection(name, source) {
                sound = false;
            } else {
                sound &= !self.partial && !self.names.is_item(name);
                if let Some(name) = nearest(&text, self.scope.bound.keys()) {
                    near.extend(self.scope.bound.get(&name));
                    // Rustc suggests it.
                    if !found.called.contains(&text) {
                        self.scope.used.extend(self.scope.bound.get(&name));
                    }
                }
            }
        }
        uses.extend(
            found
                .captured
                .iter()
                .filter_map(|name| self.scope.bound.get(name)),
        );
        let mut seen = std::collections::BTreeSet::new();
        uses.retain(|var| seen.insert(*var));
        near.retain(|var| seen.insert(*var));
        self.scope.used.extend(uses.iter().copied());
        sound &= uses.iter().all(|var| self.is_typed(*var));
        Expr {
            source,
            uses,
            near,
            ty,
            sound,
        }
    }

    /// Reports the receiver of a call if it is neither a variable nor the context.
    fn is_no_context(&mut self, name: &Ident) -> bool {
        let text = name.to_string();
        let known = self.is_context(&text) || self.scope.is_known(&text);
        if known || self.partial || self.domain.context_unparsed || self.names.is_item(name) {
            return false;
        }
        let help = match &self.domain.context {
            Some(context) => format!("the context is called `{}`", context.name),
            None => format!(
                "the domain has no context: write `domain {}({}: &Type);`",
                self.domain.name,
                if text == "self" { "game" } else { &text }
            ),
        };
        let path = match text.as_str() {
            "self" => String::new(),
            _ => format!("; an item of Rust is named by its path: `self::{text}`"),
        };
        if self.scope.reported.insert(text) {
            self.errors.at(
                name.span(),
                format_args!("unknown variable `{name}`\nhelp: {help}{path}"),
            );
        }
        true
    }

    /// Reports `sort by -n` of an unsigned number.
    fn turned_round(&mut self, sort: &ast::Sort) -> bool {
        let key: Vec<TokenTree> = sort.key.tokens.clone().into_iter().collect();
        let [TokenTree::Punct(minus), TokenTree::Ident(name)] = key.as_slice() else {
            return false;
        };
        let var = self.scope.bound.get(&name.to_string());
        let ty = var.and_then(|var| self.moded.vars[var.0].ty);
        let unsigned = ty.is_some_and(|ty| {
            let text = &self.moded.types.get(ty).text;
            ["u8", "u16", "u32", "u64", "usize"].contains(&text.as_str())
        });
        if minus.as_char() != '-' || !unsigned {
            return false;
        }
        let (help, order) = if sort.descending {
            ("", "rising")
        } else {
            (" desc", "falling")
        };
        self.errors.on(
            &sort.key.tokens,
            format_args!("`{name}` cannot be negated\nhelp: write `sort by {name}{help}` for the {order} order"),
        );
        true
    }

    /// Returns true if the type of a variable is known, as it is unless its binding has an error.
    fn is_typed(&self, var: VarId) -> bool {
        let ty = self.moded.vars[var.0].ty;
        ty.is_some_and(|ty| self.moded.types.is_read(ty))
    }

    /// Reports a name without a value, once.
    pub fn missing(&mut self, name: &Ident) -> VarId {
        let text = name.to_string();
        let complaint = self.scope.complaint(&text);
        if self.scope.reported.insert(text.clone()) {
            self.errors.at(name.span(), complaint);
            // The suggested variable is not reported as unused.
            let near = nearest(&text, self.scope.bound.keys());
            let near = near.and_then(|near| self.scope.bound.get(&near));
            self.scope.used.extend(near);
        }
        let var = self.new_var(name, None);
        self.scope.hidden.remove(&text);
        self.scope.bound.insert(text, var);
        var
    }

    fn not_from_this_atom(&mut self, rust: &Rust, fresh: &[(String, VarId)]) {
        for name in scan(&rust.tokens).names {
            let text = name.to_string();
            let Some((_, var)) = fresh.iter().find(|(other, _)| *other == text) else {
                continue;
            };
            self.scope.used.insert(*var);
            self.scope.bound.insert(text.clone(), *var);
            self.errors.at(
                name.span(),
                format_args!("`{text}` is bound by this same atom\nhelp: bind the column to a variable of its own, and compare after the atom: `… && x == …`"),
            );
        }
    }

    /// Reports an argument that is meant as a pattern: `at(Locatable::Vehicle(v), l)` with `v` unbound.
    fn taken_apart(&mut self, atom: &ast::Atom, position: usize, rust: &Rust, ty: Option<Wanted>) {
        let option = ty.map(|wanted| self.moded.types.get(wanted.ty).text.clone());
        let option = option.filter(|text| text.starts_with("Option"));
        for name in pattern_names(rust) {
            let text = name.to_string();
            if self.scope.bound.contains_key(&text) || self.is_context(&text) {
                continue;
            }
            let mut args: Vec<String> = atom.args.list.iter().map(crate::pretty::arg).collect();
            args[position] = "x".to_owned();
            let call = format!("{}({})", atom.name, args.join(", "));
            let cure = match constructor(rust) {
                // An `Option` of the game is used as it is.
                Some(constructor) if constructor == "Some" => {
                    let option = option.as_deref().unwrap_or("Option<Type>");
                    format!("`{call} && let Some({text}): {option} = x`")
                }
                Some(constructor) => {
                    let method = snake(&constructor);
                    format!(
                        "`{call} && let Some({text}): Option<{constructor}> = x.{method}()`, where the method returns `None` for the other kinds"
                    )
                }
                None => format!(
                    "`{call} && let Some({text}): Option<Type> = x.{text}()`, where the method returns `None` for the other kinds"
                ),
            };
            self.errors.on(
                &rust.tokens,
                format_args!("an argument cannot be a pattern, and `{text}` is not bound\nhelp: bind the value and test it: {cure}"),
            );
            let var = self.new_var(&name, None);
            self.scope.bound.insert(text, var);
        }
    }
}

/// Returns the names that are whole arguments of a constructor or a tuple, as in a pattern.
fn pattern_names(rust: &Rust) -> Vec<Ident> {
    let tokens: Vec<TokenTree> = rust.tokens.clone().into_iter().collect();
    let Some((TokenTree::Group(group), path)) = tokens.split_last() else {
        return Vec::new();
    };
    let constructor = match path.last() {
        None => true,
        Some(TokenTree::Ident(last)) => last.to_string().starts_with(char::is_uppercase),
        Some(_) => false,
    };
    let is_path = path.iter().all(|token| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(punct) => punct.as_char() == ':',
        _ => false,
    });
    if !constructor || !is_path {
        return Vec::new();
    }
    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
    let parts =
        inner.split(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ','));
    let names = parts.filter_map(|part| match part {
        [TokenTree::Ident(name)] => Some(name.clone()),
        _ => None,
    });
    names
        .filter(|name| name.to_string().starts_with(|c: char| c.is_lowercase()))
        .filter(|name| name != "true" && name != "false" && name != "self")
        .collect()
}

/// Returns the last name of a constructor's path.
fn constructor(rust: &Rust) -> Option<String> {
    let names = rust
        .tokens
        .clone()
        .into_iter()
        .filter_map(|token| match token {
            TokenTree::Ident(name) => Some(name.to_string()),
            _ => None,
        });
    names.last()
}

/// Returns `TankTop` as `tank_top`.
fn snake(camel: &str) -> String {
    let mut snake = String::new();
    for letter in camel.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

fn arg_span(arg: &ast::Arg) -> Span {
    match arg {
        ast::Arg::Any(span) => *span,
        ast::Arg::Name(name) => name.span(),
        ast::Arg::Rust(rust) => rust.span,
    }
}
