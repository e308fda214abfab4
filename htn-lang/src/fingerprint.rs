//! Hashes of the parts that running plans rely on: the conditions of branches, and operators.
//!
//! A plan of a domain that is reloaded continues if they are the same in both. They depend neither on the numbers of items and
//! slots nor on the layout of the source.

use std::collections::BTreeSet;

use htn_core::save::hash;
use htn_core::tables::TaskKind;

use crate::ast::{Condition, Effect, Operator, OperatorStatement, Part, Rust, Sorted};
use crate::lower::rows::{BranchSource, Rows};
use crate::parse::tokens::plain;
use crate::pretty;
use crate::resolve::{Callee, Names};
use crate::text::text;

/// Returns the hashes of all branches.
pub fn branches(names: &Names<'_>, rows: &Rows<'_>) -> Vec<u64> {
    let branches = rows.branches.iter().zip(&rows.tables.branches);
    let branches = branches.map(|(source, row)| {
        let mut print = Fingerprint::new(names);
        print.add(&row.name);
        print.branch(source);
        let from = row.checks.at as usize;
        let checks = &rows.tables.checks[from..from + usize::from(row.checks.len)];
        checks.iter().for_each(|check| print.add(&check.text));
        print.hash
    });
    branches.collect()
}

/// Returns the hashes of all operators, in the order of their rows.
pub fn operators(names: &Names<'_>) -> Vec<u64> {
    let mut hashes = Vec::new();
    for task in &names.tasks {
        match task.kind {
            TaskKind::Method | TaskKind::Block => {}
            TaskKind::External | TaskKind::Internal => {
                for item in &task.items {
                    let mut print = Fingerprint::new(names);
                    print.operator(&names.domain.operators[*item]);
                    hashes.push(print.hash);
                }
            }
            _ => hashes.push(hash::text(hash::START, &task.name)),
        }
    }
    hashes
}

/// Hashes texts, with those of the axioms in them.
struct Fingerprint<'n, 'a> {
    names: &'n Names<'a>,
    hash: u64,
    /// The axioms and operators that are hashed already.
    axioms: BTreeSet<usize>,
    undone: BTreeSet<String>,
}

impl<'n, 'a> Fingerprint<'n, 'a> {
    fn new(names: &'n Names<'a>) -> Self {
        Fingerprint {
            names,
            hash: hash::START,
            axioms: BTreeSet::new(),
            undone: BTreeSet::new(),
        }
    }

    fn add(&mut self, text: &str) {
        self.hash = hash::text(self.hash, text);
    }

    fn branch(&mut self, source: &BranchSource<'_>) {
        if let Some(guard) = source.guard {
            self.condition(guard);
        }
        if let Some((key, descending)) = source.sort {
            self.sort(key, descending);
        }
    }

    fn sort(&mut self, key: &Rust, descending: bool) {
        self.add(if descending {
            "descending"
        } else {
            "ascending"
        });
        self.add(&text(&key.tokens));
    }

    fn sorted(&mut self, sorted: &Sorted) {
        self.condition(&sorted.condition);
        if let Some(sort) = &sorted.sort {
            self.sort(&sort.key, sort.descending);
        }
    }

    fn condition(&mut self, condition: &Condition) {
        self.add(&pretty::conjunct(condition));
        self.inside(condition);
    }

    /// Adds what the text of a condition leaves out: sort keys, and the axioms that it calls.
    fn inside(&mut self, condition: &Condition) {
        if let Condition::First(sorted) = condition
            && let Some(sort) = &sorted.sort
        {
            self.sort(&sort.key, sort.descending);
        }
        for part in condition.parts() {
            match part {
                Part::Condition { inner, .. } => self.inside(inner),
                Part::Atom(atom) => {
                    if let Some(Callee::Axiom(group)) = self.names.callee(&atom.name) {
                        self.axiom(group);
                    }
                }
                Part::Binds(_) | Part::Rust(_) => {}
            }
        }
    }

    fn axiom(&mut self, group: usize) {
        if !self.axioms.insert(group) {
            return;
        }
        let names = self.names;
        for item in &names.axioms[group].items {
            let axiom = &names.domain.axioms[*item];
            self.add(&plain(&axiom.name));
            for param in &axiom.params {
                self.add(&plain(&param.name));
            }
            axiom
                .clauses
                .iter()
                .for_each(|clause| self.condition(clause));
        }
    }

    fn operator(&mut self, operator: &Operator) {
        self.add(&plain(&operator.name));
        for param in &operator.params {
            self.add(&plain(&param.name));
            self.add(&text(&param.ty.tokens));
        }
        operator.by.iter().for_each(|agent| self.add(&plain(agent)));
        operator
            .statements
            .iter()
            .for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &OperatorStatement) {
        match statement {
            OperatorStatement::If { sorted, .. } => {
                self.add("if");
                self.sorted(sorted);
            }
            OperatorStatement::While { condition, .. } => {
                self.add("while");
                self.condition(condition);
            }
            OperatorStatement::Effect { mark, effect } => {
                self.add(&format!("{:?}", mark.map(|(mark, _)| mark)));
                self.effect(effect);
            }
            OperatorStatement::Cost { value, .. } => self.value("cost", value),
            OperatorStatement::Duration { value, .. } => self.value("duration", value),
            OperatorStatement::Busy { value, .. } => self.value("busy", value),
            OperatorStatement::Undo { name, args, .. } => {
                self.add(&pretty::call(name, args));
                if self.undone.insert(plain(name)) {
                    let names = self.names;
                    let operators = names.domain.operators.iter();
                    let undo = operators.filter(|of| plain(&of.name) == plain(name));
                    undo.for_each(|operator| self.operator(operator));
                }
            }
        }
    }

    fn value(&mut self, word: &str, value: &Rust) {
        self.add(word);
        self.add(&text(&value.tokens));
    }

    fn effect(&mut self, effect: &Effect) {
        self.add(effect.verb.word());
        effect
            .atoms
            .iter()
            .for_each(|atom| self.add(&pretty::atom(atom)));
        if let Some(each) = &effect.each {
            self.sorted(each);
        }
    }
}
