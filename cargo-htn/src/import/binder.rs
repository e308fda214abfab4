//! Writes conditions. HDDL gives all variables their values at once; here, atoms bind them from left to right.

use std::collections::BTreeSet;

use super::model::{Cond, Term, TypeId, Variable, World};
use super::names::Names;

/// Writes the conditions of one action or method.
///
/// Variables are written as their index between two control characters, until [`finish`](Binder::finish) puts in the names.
pub struct Binder<'w> {
    world: &'w World,
    names: &'w Names,
    pub vars: Vec<Variable>,
    /// The types that the value of each variable is known to have; `None` if it has no value yet.
    known: Vec<Option<TypeId>>,
    /// The types that the value of each variable must have.
    required: Vec<Vec<TypeId>>,
    /// The types whose objects have to be listed as facts.
    pub listed: BTreeSet<TypeId>,
    /// The predicates that occur.
    pub read: BTreeSet<usize>,
}

impl<'w> Binder<'w> {
    pub fn new(world: &'w World, names: &'w Names, vars: Vec<Variable>) -> Binder<'w> {
        Binder {
            world,
            names,
            known: vec![None; vars.len()],
            required: vars.iter().map(|var| vec![var.ty]).collect(),
            vars,
            listed: BTreeSet::new(),
            read: BTreeSet::new(),
        }
    }

    /// Adds a variable and returns its index.
    pub fn add(&mut self, var: Variable) -> usize {
        self.known.push(None);
        self.required.push(vec![var.ty]);
        self.vars.push(var);
        self.vars.len() - 1
    }

    /// Requires that a variable has a value of a type.
    pub fn require(&mut self, var: usize, ty: TypeId) {
        let required = &mut self.required[var];
        if !required.iter().any(|of| self.world.is_subtype(*of, ty)) {
            required.push(ty);
        }
    }

    pub fn is_bound(&self, var: usize) -> bool {
        self.known[var].is_some()
    }

    /// Gives a variable its value from outside. Returns the tests of its types.
    pub fn bind(&mut self, var: usize, known: TypeId) -> Vec<String> {
        self.known[var] = Some(known);
        let required = self.required[var].clone();
        let missing = required
            .into_iter()
            .filter(|ty| !self.world.is_subtype(known, *ty));
        let missing: Vec<TypeId> = missing.collect();
        missing
            .into_iter()
            .map(|ty| self.type_test(ty, Term::Var(var)))
            .collect()
    }

    fn type_test(&mut self, ty: TypeId, term: Term) -> String {
        self.listed.insert(ty);
        format!("{}({})", self.names.type_tests[ty], self.term(term))
    }

    pub fn term(&self, term: Term) -> String {
        match term {
            Term::Var(var) => placeholder(var),
            Term::Object(object) => self.names.object(self.world, object),
        }
    }

    pub fn terms(&self, terms: &[Term]) -> String {
        let terms: Vec<String> = terms.iter().map(|term| self.term(*term)).collect();
        terms.join(", ")
    }

    fn atom(&mut self, predicate: usize, args: &[Term]) -> String {
        self.read.insert(predicate);
        format!("{}({})", self.names.predicates[predicate], self.terms(args))
    }

    /// Returns conjuncts that hold if all conditions do, and that give these variables their values. Cheap conjuncts come
    /// first: tests, then atoms with few rows for the values that are known.
    pub fn conjuncts(&mut self, conditions: &[Cond], must_bind: &[usize]) -> Vec<String> {
        let normal: Vec<Cond> = conditions.iter().map(|of| of.normal(false)).collect();
        let mut todo: Vec<&Cond> = normal.iter().flat_map(Cond::conjuncts).collect();
        let mut out = Vec::new();
        loop {
            let is_test = |cond: &&Cond| cond.free_vars().iter().all(|var| self.is_bound(*var));
            let is_simple = |cond: &&Cond| cond.is_simple() && is_test(cond);
            let mut tests = todo.iter();
            let simple = tests.position(is_simple);
            if let Some(at) = simple.or_else(|| todo.iter().position(is_test)) {
                out.extend(self.test(todo.remove(at)));
            } else if let Some(at) = self.cheapest_atom(&todo) {
                let Cond::Atom(predicate, args) = todo.remove(at) else {
                    continue;
                };
                out.push(self.atom(*predicate, args));
                for (at, arg) in args.iter().enumerate() {
                    let ty = self.world.predicates[*predicate].params[at].ty;
                    out.extend(self.bind_new(*arg, ty));
                }
            } else if let Some((at, var, value)) = self.half_bound_equality(&todo) {
                todo.remove(at);
                let ty = self.names.rust_type(self.vars[var].ty);
                out.push(format!(
                    "let {}: {ty} = {}",
                    placeholder(var),
                    self.term(value)
                ));
                let known = match value {
                    Term::Var(var) => self.known[var].unwrap_or(super::model::OBJECT),
                    Term::Object(object) => self.world.objects[object].ty,
                };
                out.extend(self.bind(var, known));
            } else {
                let mut unbound: Vec<usize> =
                    todo.iter().flat_map(|cond| cond.free_vars()).collect();
                unbound.extend(must_bind);
                let Some(var) = unbound.into_iter().find(|var| !self.is_bound(*var)) else {
                    return out;
                };
                out.extend(self.enumerate(var));
            }
        }
    }

    fn bind_new(&mut self, term: Term, known: TypeId) -> Vec<String> {
        match term {
            Term::Var(var) if !self.is_bound(var) => self.bind(var, known),
            _ => Vec::new(),
        }
    }

    /// Binds a variable to each object of its type.
    fn enumerate(&mut self, var: usize) -> Vec<String> {
        let required = self.required[var].iter().copied();
        let ty = required.min_by_key(|ty| self.world.objects_of(*ty).len());
        let ty = ty.unwrap_or(super::model::OBJECT);
        let mut out = vec![self.type_test(ty, Term::Var(var))];
        out.extend(self.bind(var, ty));
        out
    }

    /// Returns the position of the atom with the fewest rows to expect, as far as the initial facts show.
    fn cheapest_atom(&self, todo: &[&Cond]) -> Option<usize> {
        let cost = |cond: &Cond| match cond {
            Cond::Atom(predicate, args) => Some(self.rows(*predicate, args)),
            _ => None,
        };
        let costs = todo.iter().enumerate();
        let costs = costs.filter_map(|(at, cond)| Some((at, cost(cond)?)));
        costs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at)
    }

    fn rows(&self, predicate: usize, args: &[Term]) -> f64 {
        let facts = self.world.facts.iter().filter(|fact| fact.0 == predicate);
        let rows: Vec<&Vec<usize>> = facts.map(|fact| &fact.1).collect();
        let mut cost = rows.len().max(1) as f64;
        for (at, arg) in args.iter().enumerate() {
            if !matches!(arg, Term::Var(var) if !self.is_bound(*var)) {
                let values: BTreeSet<usize> = rows.iter().map(|row| row[at]).collect();
                cost /= values.len().max(1) as f64;
            }
        }
        cost
    }

    /// Finds an equality that gives a variable its value.
    fn half_bound_equality(&self, todo: &[&Cond]) -> Option<(usize, usize, Term)> {
        let is_bound = |term: &Term| !matches!(term, Term::Var(var) if !self.is_bound(*var));
        todo.iter().enumerate().find_map(|(at, cond)| match cond {
            Cond::Equal(Term::Var(var), value) if is_bound(value) => Some((at, *var, *value)),
            Cond::Equal(value, Term::Var(var)) if is_bound(value) => Some((at, *var, *value)),
            _ => None,
        })
    }

    /// Writes a condition whose variables have values. `None` if it always holds.
    fn test(&mut self, cond: &Cond) -> Option<String> {
        Some(match cond {
            Cond::And(parts) => {
                let pieces = self.conjuncts(parts, &[]);
                return (!pieces.is_empty()).then(|| pieces.join(" && "));
            }
            Cond::Atom(predicate, args) => self.atom(*predicate, args),
            Cond::Equal(Term::Object(a), Term::Object(b)) => (a == b).to_string(),
            Cond::Equal(a, b) => format!("{} == {}", self.term(*a), self.term(*b)),
            Cond::Is(ty, term) => {
                let known = match term {
                    Term::Var(var) => self.known[*var],
                    Term::Object(object) => Some(self.world.objects[*object].ty),
                };
                if known.is_some_and(|known| self.world.is_subtype(known, *ty)) {
                    return None;
                }
                self.type_test(*ty, *term)
            }
            Cond::Not(inner) => match &**inner {
                Cond::Equal(Term::Object(a), Term::Object(b)) => (a != b).to_string(),
                Cond::Equal(a, b) => format!("{} != {}", self.term(*a), self.term(*b)),
                Cond::Exists(vars, inner) => {
                    let pieces = self.conjuncts(std::slice::from_ref(inner), vars);
                    format!("!{}", group(&pieces))
                }
                inner => format!(
                    "!{}",
                    group(&self.test(inner).into_iter().collect::<Vec<_>>())
                ),
            },
            Cond::Or(parts) if parts.is_empty() => "false".to_owned(),
            // A condition without further solutions: `a || b` has two if both hold.
            Cond::Or(parts) => {
                let negated: Vec<Cond> = parts.iter().map(|part| part.normal(true)).collect();
                format!("!{}", group(&self.conjuncts(&negated, &[])))
            }
            Cond::Exists(vars, inner) => {
                let pieces = self.conjuncts(std::slice::from_ref(inner), vars);
                format!("!(!{})", group(&pieces))
            }
            Cond::Forall(vars, inner) => self.forall(vars, inner),
        })
    }

    /// Writes `forall`. The parts of an `or` that are negated atoms select the values: that is how `imply` was read.
    fn forall(&mut self, vars: &[usize], inner: &Cond) -> String {
        let parts = match inner {
            Cond::Or(parts) => &parts[..],
            other => std::slice::from_ref(other),
        };
        let is_selecting = |part: &&Cond| matches!((inner, part), (Cond::Or(_), Cond::Not(_)));
        let (selecting, rest): (Vec<&Cond>, Vec<&Cond>) = parts.iter().partition(is_selecting);
        let selecting: Vec<Cond> = selecting
            .into_iter()
            .map(|part| part.normal(true))
            .collect();
        let selected = self.conjuncts(&selecting, vars);
        let rest: Vec<Cond> = rest.into_iter().cloned().collect();
        if rest.is_empty() && matches!(inner, Cond::Or(_)) {
            return format!("!{}", group(&selected));
        }
        let rest = match &rest[..] {
            [only] => only.clone(),
            _ => Cond::Or(rest),
        };
        let then = self.conjuncts(std::slice::from_ref(&rest), &[]);
        let join = |pieces: Vec<String>| {
            if pieces.is_empty() {
                "true".to_owned()
            } else {
                pieces.join(" && ")
            }
        };
        format!("forall({} => {})", join(selected), join(then))
    }

    /// Puts the names of variables into a text. A variable that occurs only once becomes `_`, except for the first `params`.
    pub fn finish(&self, text: &str, names: &[String], is_param: impl Fn(usize) -> bool) -> String {
        let mut out = String::new();
        for (at, piece) in text.split(OPEN).enumerate() {
            let Some((index, rest)) = piece.split_once(CLOSE).filter(|_| at > 0) else {
                out += piece;
                continue;
            };
            let var: usize = index.parse().unwrap_or_default();
            let is_single = text.matches(&placeholder(var)).count() == 1 && !is_param(var);
            if is_single && out.ends_with("let ") {
                out.push('_');
                out += &names[var];
            } else if is_single {
                out.push('_');
            } else {
                out += &names[var];
            }
            out += rest;
        }
        out
    }
}

const OPEN: char = '\u{1}';
const CLOSE: char = '\u{2}';

fn placeholder(var: usize) -> String {
    format!("{OPEN}{var}{CLOSE}")
}

/// Returns conjuncts as an operand of `!`.
fn group(pieces: &[String]) -> String {
    match pieces {
        [] => "(true)".to_owned(),
        [atom] if atom.ends_with(')') && !atom.contains([' ', '!']) => atom.clone(),
        [atom] if atom.ends_with(')') && is_atom(atom) => atom.clone(),
        _ => format!("({})", pieces.join(" && ")),
    }
}

/// Returns true for `name(arguments)`.
fn is_atom(text: &str) -> bool {
    let name = text.split('(').next().unwrap_or_default();
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name
        && name != "forall"
        && !text.contains(" && ")
        && !text.contains("==")
        && !text.contains("!=")
}
