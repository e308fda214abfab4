//! The variables of an action or method, and the terms that use them.

use super::{Reader, find};
use crate::import::model::{Predicate, Term, TypeId, Variable};
use crate::import::text::{Expr, List, Word};

/// The variables of an action, a method, or a goal.
pub struct Scope {
    /// All variables. Each quantifier adds its own.
    pub vars: Vec<Variable>,
    /// The indices of the variables that can be used, inner ones last.
    pub visible: Vec<usize>,
}

impl Scope {
    pub fn new(vars: Vec<Variable>) -> Scope {
        Scope {
            visible: (0..vars.len()).collect(),
            vars,
        }
    }

    pub fn without_variables() -> Scope {
        Scope::new(Vec::new())
    }

    /// Adds the variables of a quantifier. `leave` removes them.
    pub fn enter(&mut self, vars: Vec<Variable>) -> Vec<usize> {
        let first = self.vars.len();
        self.vars.extend(vars);
        let added: Vec<usize> = (first..self.vars.len()).collect();
        self.visible.extend(&added);
        added
    }

    pub fn leave(&mut self, vars: &[usize]) {
        self.visible.truncate(self.visible.len() - vars.len());
    }

    /// Reads a variable or an object.
    pub fn term(&self, reader: &mut Reader<'_>, expr: &Expr) -> Option<Term> {
        let Some(word) = expr.word() else {
            let error = reader
                .problems
                .error(expr.span(), "expected a variable or an object");
            error.help("terms with functions of objects are not supported");
            return None;
        };
        if word.is_variable() {
            let mut visible = self.visible.iter().rev();
            let found = visible.find(|var| self.vars[**var].name == word.text[1..]);
            if found.is_none() {
                let message = format!("unknown variable `{}`", word.text);
                let error = reader.problems.error(word.span, message);
                let names: Vec<String> = self
                    .visible
                    .iter()
                    .map(|var| format!("?{}", self.vars[*var].name))
                    .collect();
                match htn_lang::nearest(&word.text, &names) {
                    Some(name) => {
                        error.help(format!("a variable with a similar name exists: {name}"))
                    }
                    None => error.help("declare it in `:parameters`"),
                }
            }
            return found.map(|var| Term::Var(*var));
        }
        let objects = &reader.world.objects;
        let found = find(&word.text, objects.iter().map(|object| &object.name[..]));
        if found.is_none() {
            let message = format!("unknown object `{}`", word.text);
            let error = reader.problems.error(word.span, message);
            error.nearest(
                "an object",
                &word.text,
                objects.iter().map(|of| &of.name[..]),
            );
        }
        found.map(Term::Object)
    }

    pub fn type_of(&self, reader: &Reader<'_>, term: Term) -> TypeId {
        match term {
            Term::Var(var) => self.vars[var].ty,
            Term::Object(object) => reader.world.objects[object].ty,
        }
    }

    /// Reads `(predicate term …)`.
    pub fn atom(&self, reader: &mut Reader<'_>, list: &List) -> Option<(usize, Vec<Term>)> {
        let head = self.head(reader, list, "a predicate")?;
        let predicates = &reader.world.predicates;
        let names = predicates.iter().map(|of| &of.name[..]);
        let Some(predicate) = find(&head.text, names.clone()) else {
            let error = reader
                .problems
                .error(head.span, format!("unknown predicate `{}`", head.text));
            error.nearest("a predicate", &head.text, names);
            return None;
        };
        let declared = clone_head(&predicates[predicate]);
        Some((predicate, self.args(reader, list, "predicate", &declared)?))
    }

    /// Reads `(function term …)`.
    pub fn function(&self, reader: &mut Reader<'_>, list: &List) -> Option<(usize, Vec<Term>)> {
        let head = self.head(reader, list, "a function")?;
        let functions = &reader.world.functions;
        let names = functions.iter().map(|of| &of.name[..]);
        let Some(function) = find(&head.text, names.clone()) else {
            let error = reader
                .problems
                .error(head.span, format!("unknown function `{}`", head.text));
            error.nearest("a function", &head.text, names);
            return None;
        };
        let declared = clone_head(&functions[function]);
        Some((function, self.args(reader, list, "function", &declared)?))
    }

    fn head<'e>(&self, reader: &mut Reader<'_>, list: &'e List, what: &str) -> Option<&'e Word> {
        let head = list.head();
        if head.is_none() {
            reader.problems.error(list.span, format!("expected {what}"));
        }
        head
    }

    /// Reads the arguments of a predicate, function or task, and compares their number and types with the declaration.
    pub fn args(
        &self,
        reader: &mut Reader<'_>,
        list: &List,
        kind: &str,
        declared: &Predicate,
    ) -> Option<Vec<Term>> {
        let (name, params) = (&declared.name, &declared.params);
        let given = list.tail().len();
        let mut signature = format!("({name}");
        for param in params {
            let ty = &reader.world.types[param.ty].name;
            signature += &format!(" ?{} - {ty}", param.name);
        }
        signature += ")";
        if given != params.len() {
            let plural = if params.len() == 1 { "" } else { "s" };
            let verb = if given == 1 { "is" } else { "are" };
            let message = format!(
                "`{name}` takes {} argument{plural}, but {given} {verb} given",
                params.len()
            );
            let error = reader.problems.error(list.span, message);
            error.help(format!("the {kind} is `{signature}`"));
            return None;
        }
        let mut args = Vec::new();
        for (expr, param) in list.tail().iter().zip(params) {
            let term = self.term(reader, expr)?;
            let ty = self.type_of(reader, term);
            let fits = match term {
                Term::Object(_) => reader.world.is_subtype(ty, param.ty),
                Term::Var(_) => reader.world.types_meet(ty, param.ty),
            };
            if !fits {
                let types = &reader.world.types;
                let message = format!(
                    "expected a `{}`, found a `{}`",
                    types[param.ty].name, types[ty].name
                );
                let error = reader.problems.error(expr.span(), message);
                error.help(format!("the {kind} is `{signature}`"));
                return None;
            }
            args.push(term);
        }
        Some(args)
    }
}

/// The name and parameters of a declaration, apart from the world.
fn clone_head(of: &Predicate) -> Predicate {
    Predicate {
        name: of.name.clone(),
        params: of.params.clone(),
    }
}
