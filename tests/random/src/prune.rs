//! Removal of items that the first task of a domain never reaches, because compiling them is slow and useless.

use std::collections::BTreeSet;

use crate::spec::*;

/// Returns the domain without items that the task `m0` does not reach.
pub fn pruned(mut spec: Spec) -> Spec {
    let reached = Reached::from(&spec, "m0").0;
    let is_reached = |name: &String| reached.contains(name);
    spec.axioms.retain(|axiom| is_reached(&axiom.name));
    spec.operators.retain(|operator| is_reached(&operator.name));
    spec.methods.retain(|method| is_reached(&method.name));
    let numbers: Vec<bool> = spec
        .predicates
        .iter()
        .map(|of| is_reached(&of.name))
        .collect();
    for world in &mut spec.worlds {
        world.retain(|(predicate, _)| numbers[*predicate]);
        for (predicate, _) in world {
            *predicate = numbers[..*predicate].iter().filter(|kept| **kept).count();
        }
    }
    spec.predicates
        .retain(|predicate| is_reached(&predicate.name));
    spec
}

/// The names of all reached items.
struct Reached(BTreeSet<String>);

impl Reached {
    fn from(spec: &Spec, task: &str) -> Reached {
        let mut reached = Reached(BTreeSet::new());
        reached.item(spec, task);
        reached
    }

    fn item(&mut self, spec: &Spec, name: &str) {
        if !self.0.insert(name.to_owned()) {
            return;
        }
        for axiom in spec.axioms.iter().filter(|of| of.name == name) {
            axiom
                .clauses
                .iter()
                .for_each(|clause| self.cond(spec, clause));
        }
        for operator in spec.operators.iter().filter(|of| of.name == name) {
            self.guard(spec, operator.guard.as_ref());
            if let Some(during) = &operator.during {
                self.cond(spec, during);
            }
            operator.effects.iter().for_each(|of| self.effect(spec, of));
        }
        for method in spec.methods.iter().filter(|of| of.name == name) {
            self.blocks(spec, &method.branches);
        }
    }

    fn cond(&mut self, spec: &Spec, cond: &Cond) {
        match cond {
            Cond::And(all) => all.iter().for_each(|one| self.cond(spec, one)),
            Cond::Or(a, b) | Cond::Forall(a, b) => {
                self.cond(spec, a);
                self.cond(spec, b);
            }
            Cond::Not(a) | Cond::WhenPlanning(a) | Cond::Polled(a) => self.cond(spec, a),
            Cond::Value(_, value) => self.cond(spec, &value.over),
            Cond::First(sorted) => self.cond(spec, &sorted.cond),
            Cond::Atom(atom) => self.item(spec, &atom.name),
            Cond::Test(..) | Cond::TestNumber(..) => {}
            Cond::Let(..) | Cond::Some(..) | Cond::Small(..) | Cond::Narrow(..) => {}
            Cond::Each(..) | Cond::Range(..) | Cond::Span(..) => {}
        }
    }

    fn guard(&mut self, spec: &Spec, guard: Option<&Sorted>) {
        if let Some(guard) = guard {
            self.cond(spec, &guard.cond);
        }
    }

    fn effect(&mut self, spec: &Spec, effect: &Effect) {
        effect
            .atoms
            .iter()
            .for_each(|atom| self.item(spec, &atom.name));
        if let Some(each) = &effect.each {
            self.cond(spec, each);
        }
    }

    fn blocks(&mut self, spec: &Spec, blocks: &[Block]) {
        for (guard, body) in blocks {
            self.guard(spec, guard.as_ref());
            self.body(spec, body);
        }
    }

    fn body(&mut self, spec: &Spec, body: &[Stmt]) {
        for stmt in body {
            match stmt {
                Stmt::Task(name, _) | Stmt::Later(name, _) | Stmt::LetTask(_, name, _) => {
                    self.item(spec, name)
                }
                Stmt::Value(_, value) => self.cond(spec, &value.over),
                Stmt::Effect(effect) => self.effect(spec, effect),
                Stmt::If(blocks) => self.blocks(spec, blocks),
                Stmt::While(guard, body)
                | Stmt::For(guard, body)
                | Stmt::UnorderedFor(guard, body) => {
                    self.guard(spec, Some(guard));
                    self.body(spec, body);
                }
                Stmt::Unordered(strands) => {
                    strands.iter().for_each(|strand| self.body(spec, strand));
                }
                Stmt::Let(..)
                | Stmt::Small(..)
                | Stmt::Now
                | Stmt::Return(_)
                | Stmt::Priority(_) => {}
            }
        }
    }
}
