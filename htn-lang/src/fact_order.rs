//! Finds the tasks whose plans may depend on the order of the facts, and not only on the set of facts.
//!
//! The order of the facts matters to a `for` (the order of its rounds), to `first` (which solution is the first), to a sum of
//! floats (rounding), and to an effect that adds several values for one key (the last value stays). Everything else finds
//! the same solutions, in another order. The memo of failures compares sets of facts, so it leaves these tasks out.

use std::collections::BTreeSet;

use htn_core::tables::{FactVerb, TaskKind};

use crate::analyse::axioms_with;
use crate::ast::Aggregate;
use crate::ir::{
    Block, BoundDomain, BoundEffect, BoundMethod, BoundOperator, BoundPart, Cond, LetValue, Stmt,
};
use crate::resolve::Names;

/// The axioms and tasks that depend on the order of the facts.
pub struct FactOrder<'d, 'a> {
    domain: &'d BoundDomain<'a>,
    names: &'d Names<'a>,
    axioms: BTreeSet<usize>,
    /// By number of a task.
    tasks: Vec<bool>,
}

impl<'d, 'a> FactOrder<'d, 'a> {
    pub fn new(names: &'d Names<'a>, domain: &'d BoundDomain<'a>) -> Self {
        let mut order = FactOrder {
            domain,
            names,
            axioms: axioms_with(domain, depends_itself),
            tasks: vec![false; names.tasks.len()],
        };
        loop {
            let more: Vec<bool> = (0..names.tasks.len())
                .map(|task| order.items_matter(task))
                .collect();
            if more == order.tasks {
                return order;
            }
            order.tasks = more;
        }
    }

    /// Returns true if the plans of a task may depend on the order of the facts.
    pub fn matters_for_task(&self, task: usize) -> bool {
        self.tasks[task]
    }

    /// Returns true if the plans of a block may depend on the order of the facts.
    pub fn matters_for_block(&self, block: &Block<'a>) -> bool {
        self.parts(block.parts())
    }

    fn items_matter(&self, task: usize) -> bool {
        let group = &self.names.tasks[task];
        let mut items = group.items.iter();
        if matches!(group.kind, TaskKind::Method) {
            items.any(|item| self.method(&self.domain.methods[*item]))
        } else {
            items.any(|item| self.operator(&self.domain.operators[*item]))
        }
    }

    fn method(&self, method: &BoundMethod<'a>) -> bool {
        let mut branches = method.branches.iter();
        branches.any(|branch| self.matters_for_block(branch))
    }

    fn operator(&self, operator: &BoundOperator<'a>) -> bool {
        let mut effects = operator.effects.iter();
        self.parts(operator.parts()) || effects.any(|(_, effect)| self.overwrites(effect))
    }

    fn parts(&self, parts: Vec<BoundPart<'_, 'a>>) -> bool {
        parts.into_iter().any(|part| match part {
            BoundPart::Cond(cond) => self.cond(cond),
            BoundPart::Stmt(stmt) => self.stmt(stmt),
            BoundPart::Var(_) | BoundPart::Expr(..) => false,
        })
    }

    fn cond(&self, cond: &Cond<'a>) -> bool {
        cond.any(&|cond| {
            let calls = |axiom| self.axioms.contains(axiom);
            depends_itself(cond) || matches!(cond, Cond::Axiom { axiom, .. } if calls(axiom))
        })
    }

    fn stmt(&self, stmt: &Stmt<'a>) -> bool {
        let itself = match stmt {
            Stmt::For(_) => true,
            Stmt::Task { task, .. } => self.tasks[*task],
            Stmt::Let { value, .. } => depends(value),
            _ => false,
        };
        itself || self.parts(stmt.parts())
    }

    /// Returns true if an effect may add several values for one key.
    fn overwrites(&self, effect: &BoundEffect<'a>) -> bool {
        let predicates = &self.names.domain.predicates;
        let mut atoms = effect.atoms.iter();
        effect.verb == FactVerb::Add
            && effect.each.is_some()
            && atoms.any(|(rel, _)| predicates[*rel].key.is_some())
    }
}

/// Returns true if the solutions of a condition depend on the order of the facts, apart from the conditions in it.
fn depends_itself(cond: &Cond<'_>) -> bool {
    match cond {
        Cond::First(_) => true,
        Cond::Let { value, .. } => depends(value),
        _ => false,
    }
}

fn depends(value: &LetValue<'_>) -> bool {
    matches!(value, LetValue::Aggregate { kind, .. } if !matches!(kind, Aggregate::Count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::errors::Errors;
    use crate::modes::modes;
    use crate::parse::parse;
    use crate::resolve::resolve;

    /// Returns the tasks that depend on the order of the facts.
    fn tasks(items: &str) -> Vec<String> {
        let source = format!("domain d; predicate p(u8); predicate at(u8 => u8); {items}");
        let mut errors = Errors::default();
        let domain = parse(source.parse().unwrap(), &mut errors).expect("has a header");
        let names = resolve(&domain, &mut errors);
        let bound = modes(&domain, &names, &mut errors);
        assert_eq!(errors.messages(), Vec::<String>::new());
        let order = FactOrder::new(&names, &bound);
        let tasks = names.tasks.iter().enumerate();
        let depend = tasks.filter(|(number, _)| order.matters_for_task(*number));
        depend.map(|(_, task)| task.name.clone()).collect()
    }

    #[test]
    fn order_of_solutions_alone_does_not_matter() {
        let items = "operator go(x: u8) { if !at(x, _); add at(x, x); delete p(_); }
            pub method m() {
                branch a if p(x) && let n: usize = count(p(_)) && n > 2 sort by x { go(x); }
                branch b if forall(p(x) => at(x, _)) { if p(x) { go(x); m(); } }
            }";
        assert_eq!(tasks(items), Vec::<String>::new());
    }

    #[test]
    fn callers_of_a_task_that_depends_on_the_order_do_too() {
        let items = "operator go(x: u8) {}
            method each() { for p(x) { go(x); } }
            pub method caller() { each(); }
            pub method other() { go(1); }";
        assert_eq!(tasks(items), ["each", "caller"]);
    }

    #[test]
    fn first_and_sums_depend_on_the_order_also_in_axioms() {
        let items = "axiom least(x: u8) { first(p(x)) }
            operator go(x: u8) {}
            pub method by_axiom() if least(x) { go(x); }
            pub method by_sum() { let all: u8 = sum(x; p(x)); go(all); }";
        let found = tasks(items);
        assert_eq!(found, ["by_axiom", "by_sum"]);
    }

    #[test]
    fn values_of_one_key_that_overwrite_each_other_depend_on_it() {
        let items = "operator set() { add at(1, x) for p(x); }
            operator mark() { add p(y) for at(_, y); }
            pub method m() { set(); }
            pub method n() { mark(); }";
        assert_eq!(tasks(items), ["set", "m"]);
    }
}
