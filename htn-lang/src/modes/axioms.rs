//! Axioms are walked once for each pattern of bound arguments that they are called with.
//!
//! An error with all arguments bound is an error of the axiom. An error with another pattern is reported at the calls with
//! that pattern.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span};

use super::scan::scan;
use super::{Walk, binders};
use crate::ast::{Arg, Condition, Part, Rust};
use crate::errors::Errors;
use crate::ir::{AxiomAlternative, BoundAxiom, QueriedAxiom};
use crate::modes::scope::Scope;

/// The maximum number of parameters of an axiom that can be queried with any of them given.
const MOST_PATTERNS: usize = 4;

/// A call of an axiom.
#[derive(Clone, Debug)]
pub struct Call {
    pub callee: usize,
    /// `None` for a call by a method or an operator.
    pub caller: Option<usize>,
    /// True if a part of the item is unparsed, which may bind the arguments.
    pub partial: bool,
    pub name: Ident,
    /// The positions of its arguments.
    pub args: Vec<Span>,
}

/// An axiom with a pattern.
#[derive(Debug)]
struct Instance<'a> {
    group: usize,
    pattern: u32,
    /// True if all arguments are bound.
    declaration: bool,
    form: Option<BoundAxiom<'a>>,
    /// True if it has errors of its own.
    wrong: bool,
    /// Parameters that a clause leaves open: their positions, and their names in that clause's axiom.
    open: Vec<(usize, Ident)>,
}

/// The instances of all axioms, in the order of their first calls.
#[derive(Debug, Default)]
pub struct AxiomInstances<'a> {
    list: Vec<Instance<'a>>,
    numbers: BTreeMap<(usize, u32), usize>,
    pub calls: Vec<Call>,
    walked: usize,
}

/// A clause that would work for a call if its conjuncts were in another order.
struct Order {
    position: usize,
    param: Ident,
    /// The use of the parameter without a value.
    used: Span,
    /// The conjunct that should be first.
    first: String,
}

impl<'a> AxiomInstances<'a> {
    /// Returns the number of an axiom with a pattern; adds it if it is new.
    pub fn instance(&mut self, group: usize, pattern: u32) -> usize {
        let next = self.list.len();
        let number = *self.numbers.entry((group, pattern)).or_insert(next);
        if number == next {
            self.list.push(Instance {
                group,
                pattern,
                declaration: false,
                form: None,
                wrong: false,
                open: Vec::new(),
            });
        }
        number
    }

    pub fn is_declaration(&self, number: usize) -> bool {
        self.list[number].declaration
    }

    pub fn into_forms(self) -> Vec<BoundAxiom<'a>> {
        self.list
            .into_iter()
            .filter_map(|instance| instance.form)
            .collect()
    }

    /// Returns the instances that do not work: those with errors, and those that call one.
    fn bad(&self) -> Vec<bool> {
        let mut bad: Vec<bool> = self
            .list
            .iter()
            .map(|one| one.wrong || !one.open.is_empty())
            .collect();
        loop {
            let more = self
                .calls
                .iter()
                .filter_map(|call| Some((call.caller?, call.callee)));
            let more: Vec<usize> = more
                .filter(|(by, of)| bad[*of] && !bad[*by])
                .map(|(by, _)| by)
                .collect();
            if more.is_empty() {
                return bad;
            }
            more.into_iter().for_each(|by| bad[by] = true);
        }
    }
}

impl<'a> Walk<'_, 'a> {
    /// Walks each axiom with all arguments bound.
    pub fn declared_axioms(&mut self) {
        for group in 0..self.names.axioms.len() {
            let params = self.names.axiom_params(group).len();
            let number = self.axioms.instance(group, all_bound(params));
            self.axioms.list[number].declaration = true;
        }
        self.called_axioms();
    }

    /// Walks the axioms that are called and were not walked yet, and those that they call.
    pub fn called_axioms(&mut self) {
        while self.axioms.walked < self.axioms.list.len() {
            let number = self.axioms.walked;
            self.axioms.walked += 1;
            self.axiom(number);
        }
    }

    fn axiom(&mut self, number: usize) {
        let Instance {
            group,
            pattern,
            declaration,
            ..
        } = self.axioms.list[number];
        let mut own = Errors::default();
        let mut open = Vec::new();
        let names = self.names;
        let mut items = names.axioms[group].items.iter();
        let incomplete = items.any(|item| self.domain.axioms[*item].incomplete);
        let mut walk = Walk {
            domain: self.domain,
            names: self.names,
            moded: self.moded,
            axioms: self.axioms,
            errors: if declaration { self.errors } else { &mut own },
            scope: Scope::default(),
            caller: Some(number),
            partial: incomplete,
        };
        let errors_before = walk.errors.len();
        let items = names.axioms[group].items.iter();
        let alternatives = items
            .map(|item| walk.axiom_alternative(*item, pattern, &mut open))
            .collect();
        walk.forget_if(incomplete, errors_before);
        let wrong = walk.errors.len() > errors_before;
        let instance = &mut self.axioms.list[number];
        instance.form = Some(BoundAxiom { alternatives });
        instance.wrong = wrong;
        instance.open = open;
    }

    fn axiom_alternative(
        &mut self,
        item: usize,
        pattern: u32,
        open: &mut Vec<(usize, Ident)>,
    ) -> AxiomAlternative<'a> {
        let axiom = &self.domain.axioms[item];
        let mut scope = Scope::default();
        let mut params = Vec::new();
        for (i, param) in axiom.params.iter().enumerate() {
            let ty = self.ty(&param.ty);
            let name = param.name.to_string();
            let twice = scope.bound.contains_key(&name) || scope.reserved.contains_key(&name);
            let var = self.new_var(&param.name, Some(ty).filter(|_| !twice));
            if is_bound(pattern, i) {
                scope.bound.insert(name, var);
            } else {
                scope.reserved.insert(name, var);
            }
            scope.comparable.insert(var);
            params.push(var);
        }
        let mut clauses = Vec::new();
        for clause in &axiom.clauses {
            self.scope = scope.clone();
            binders::of_condition(clause, &mut self.scope.binders);
            self.scope.binders.extend(scope.reserved.keys().cloned());
            clauses.push(self.condition(clause));
            for (i, param) in axiom.params.iter().enumerate() {
                if !self.scope.bound.contains_key(&param.name.to_string()) && !axiom.incomplete {
                    open.push((i, param.name.clone()));
                }
            }
            self.report_unused();
        }
        AxiomAlternative { params, clauses }
    }

    /// Records the axioms that a program can query, with the patterns of given parameters.
    pub fn queries(&mut self) {
        let names = self.names;
        for group in 0..names.axioms.len() {
            let params = names.axiom_params(group);
            let all = all_bound(params.len());
            // An axiom with many parameters would have too many patterns.
            let others: Vec<u32> = match params.len() {
                0 => Vec::new(),
                1..=MOST_PATTERNS => (0..all).rev().collect(),
                _ => vec![0],
            };
            let patterns = [all].into_iter().chain(others);
            let patterns = patterns.filter_map(|pattern| {
                let serves = self.serves(group, pattern);
                serves.then(|| (pattern, self.axioms.instance(group, pattern)))
            });
            let patterns = patterns.collect();
            let vars = params.iter().map(|param| {
                let ty = self.ty(&param.ty);
                self.new_var(&param.name, Some(ty))
            });
            let params = vars.collect();
            self.moded.queries.push(QueriedAxiom {
                group,
                params,
                patterns,
            });
        }
    }

    /// Reports the calls for which their axioms do not work.
    pub fn report_calls(&mut self) {
        let mut at_axiom = BTreeSet::new();
        for at in 0..self.axioms.calls.len() {
            let call = self.axioms.calls[at].clone();
            let reports = !call.partial
                && call
                    .caller
                    .is_none_or(|caller| self.axioms.list[caller].declaration);
            if !reports || !self.axioms.bad()[call.callee] || self.is_wrong_anyway(call.callee) {
                continue;
            }
            if let Some((position, param)) = self.never_bound(call.callee) {
                let group = self.axioms.list[call.callee].group;
                if at_axiom.insert((group, position)) {
                    let axiom = &call.name;
                    self.errors.at(
                        param.span(),
                        format_args!("`{param}` is not bound by a clause of `{axiom}`, which is called without a value for it\nhelp: bind `{param}` in the clause, or bind the argument before the call"),
                    );
                }
                continue;
            }
            match self.better_order(call.callee) {
                Some(order) => {
                    let group = self.axioms.list[call.callee].group;
                    if at_axiom.insert((group, order.position)) {
                        let Order { param, first, .. } = &order;
                        self.errors.at(
                            order.used,
                            format_args!("`{param}` is unbound here: `{}` is also called without a value for it\nhelp: put `{first}` first, which gives `{param}` its value", call.name),
                        );
                    }
                }
                None => self.report_call(&call),
            }
        }
    }

    /// Returns a clause that uses a parameter before the predicate that binds it.
    fn better_order(&self, callee: usize) -> Option<Order> {
        let Instance {
            group,
            pattern,
            wrong,
            ..
        } = self.axioms.list[callee];
        let items = self.names.axioms[group].items.iter().filter(|_| wrong);
        for axiom in items.map(|item| &self.domain.axioms[*item]) {
            let open = axiom.params.iter().enumerate();
            for (position, param) in open.filter(|(i, _)| !is_bound(pattern, *i)) {
                for clause in &axiom.clauses {
                    let Condition::And(parts) = clause else {
                        continue;
                    };
                    let gives = parts.iter().position(|part| self.gives(part, &param.name));
                    let before = &parts[..gives.unwrap_or(0)];
                    let used = before.iter().find_map(|part| first_use(part, &param.name));
                    if let (Some(gives), Some(used)) = (gives, used) {
                        return Some(Order {
                            position,
                            param: param.name.clone(),
                            used,
                            first: crate::pretty::conjunct(&parts[gives]),
                        });
                    }
                }
            }
        }
        None
    }

    /// Returns true for an atom of a predicate with this variable as an argument.
    fn gives(&self, part: &Condition, name: &Ident) -> bool {
        let Condition::Atom(atom) = part else {
            return false;
        };
        let is_predicate = self
            .domain
            .predicates
            .iter()
            .any(|predicate| predicate.name == atom.name);
        is_predicate
            && atom
                .args
                .list
                .iter()
                .any(|arg| matches!(arg, Arg::Name(arg) if arg == name))
    }

    fn report_call(&mut self, call: &Call) {
        let Instance { group, pattern, .. } = self.axioms.list[call.callee];
        let params = &self.domain.axioms[self.names.axioms[group].items[0]].params;
        let open: Vec<usize> = (0..params.len())
            .filter(|i| !is_bound(pattern, *i))
            .collect();
        let cure = open
            .iter()
            .copied()
            .find(|i| self.serves(group, pattern | 1 << i));
        let needed: Vec<usize> = cure.map_or(open, |one| vec![one]);
        let names: Vec<String> = needed
            .iter()
            .map(|i| format!("`{}`", params[*i].name))
            .collect();
        let span = needed.first().and_then(|i| call.args.get(*i)).copied();
        let name = &call.name;
        self.errors.at(
            span.unwrap_or(name.span()),
            format_args!(
                "`{name}` needs {} bound here\nhelp: bind it before this, with an atom or a `let`",
                names.join(" and ")
            ),
        );
    }

    fn serves(&mut self, group: usize, pattern: u32) -> bool {
        let number = self.axioms.instance(group, pattern);
        self.called_axioms();
        !self.axioms.bad()[number]
    }

    /// Returns true if the axiom does not work with all arguments bound either, which is reported inside it.
    fn is_wrong_anyway(&self, callee: usize) -> bool {
        let group = self.axioms.list[callee].group;
        self.axioms
            .list
            .iter()
            .zip(self.axioms.bad())
            .any(|(one, bad)| one.group == group && one.declaration && bad)
    }

    /// Returns a parameter that a clause and every call leave open: then the error is in the axiom.
    fn never_bound(&self, callee: usize) -> Option<(usize, Ident)> {
        let instance = &self.axioms.list[callee];
        let (position, param) = instance.open.first()?;
        let mut called = self
            .axioms
            .calls
            .iter()
            .map(|call| &self.axioms.list[call.callee]);
        let always =
            called.all(|one| one.group != instance.group || !is_bound(one.pattern, *position));
        (always && !instance.wrong).then(|| (*position, param.clone()))
    }
}

/// Returns the first position of a variable in a condition.
fn first_use(condition: &Condition, name: &Ident) -> Option<Span> {
    let in_args = |args: &[Arg]| {
        args.iter().find_map(|arg| match arg {
            Arg::Name(arg) => (arg == name).then(|| arg.span()),
            Arg::Rust(rust) => in_rust(rust, name),
            Arg::Any(_) => None,
        })
    };
    condition.parts().into_iter().find_map(|part| match part {
        Part::Condition { inner, .. } => first_use(inner, name),
        Part::Atom(atom) => in_args(&atom.args.list),
        Part::Rust(rust) => in_rust(rust, name),
        Part::Binds(_) => None,
    })
}

fn in_rust(rust: &Rust, name: &Ident) -> Option<Span> {
    let found = scan(&rust.tokens).names;
    found.iter().find(|found| *found == name).map(Ident::span)
}

fn all_bound(params: usize) -> u32 {
    (0..params.min(32)).fold(0, |bits, i| bits | 1 << i)
}

fn is_bound(pattern: u32, position: usize) -> bool {
    position < 32 && pattern >> position & 1 == 1
}
