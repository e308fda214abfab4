//! Short ways to write rows, and a host whose expressions are plain functions.

use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

use crate::model::domain::TaskCode;
use crate::reference::rows::*;
use crate::reference::{Bounds, Error, ExpressionHost, FactSets, Interpreter, TaskCall};

/// Expressions over the variables. An expression is the same function for every kind.
pub struct Rust(pub Vec<fn(&[u64]) -> u64>);

impl Rust {
    fn call(&self, function: ExprId, vars: &[u64]) -> u64 {
        self.0[usize::from(function)](vars)
    }
}

impl ExpressionHost for Rust {
    fn word(&self, function: ExprId, vars: &[u64]) -> u64 {
        self.call(function, vars)
    }
    fn test(&self, function: ExprId, vars: &[u64]) -> bool {
        self.call(function, vars) != 0
    }
    /// Zero stands for `None`.
    fn option(&self, function: ExprId, vars: &[u64]) -> Option<u64> {
        Some(self.call(function, vars)).filter(|word| *word != 0)
    }
    /// The numbers below.
    fn item(&self, function: ExprId, vars: &[u64], number: usize) -> Option<u64> {
        Some(number as u64).filter(|number| *number < self.call(function, vars))
    }
    fn key(&self, function: ExprId, vars: &[u64]) -> Vec<u64> {
        vec![self.call(function, vars)]
    }
    /// A sum.
    fn fold(&self, function: ExprId, vars: &[u64], so_far: Option<u64>) -> u64 {
        so_far.unwrap_or(0) + self.call(function, vars)
    }
    fn cost(&self, function: ExprId, vars: &[u64]) -> f32 {
        self.call(function, vars) as f32
    }
}

pub use ArgSource::{Any, Var as V, Word as W};

pub fn conjuncts(forms: Vec<Form<'static>>) -> Condition<'static> {
    let conjuncts = forms
        .into_iter()
        .enumerate()
        .map(|(number, form)| Conjunct {
            text: format!("conjunct {number}").into(),
            line: number as u32 + 1,
            form,
        });
    conjuncts.collect::<Vec<_>>().into()
}

pub fn fact(predicate: u16, args: &[ArgSource]) -> Form<'static> {
    let args = args.to_vec().into();
    Form::Fact { predicate, args }
}

pub fn axiom_call(axiom: u16, args: &[ArgSource]) -> Form<'static> {
    let args = args.to_vec().into();
    Form::Axiom { axiom, args }
}

pub fn not(form: Form<'static>) -> Form<'static> {
    Form::Not(conjuncts(vec![form]))
}

pub fn sorted(forms: Vec<Form<'static>>, key: Option<ExprId>) -> Sorted<'static> {
    let condition = conjuncts(forms);
    Sorted {
        condition,
        key,
        by: "".into(),
    }
}

pub fn block(guard: Vec<Form<'static>>, body: Vec<Stmt<'static>>) -> BlockSource<'static> {
    BlockSource {
        name: "".into(),
        doc: "".into(),
        line: 0,
        guard: (!guard.is_empty()).then(|| sorted(guard, None)),
        body: body.into(),
    }
}

pub fn call(task: u16, args: &[ArgSource]) -> Stmt<'static> {
    let (args, returned) = (args.to_vec().into(), None);
    Stmt::Task {
        task,
        args,
        returned,
        written: SourceText::default(),
    }
}

pub fn effect(add: bool, predicate: u16, args: &[ArgSource]) -> Effect<'static> {
    let args = args.to_vec().into();
    let verb = if add { FactVerb::Add } else { FactVerb::Delete };
    Effect {
        verb,
        atoms: vec![Atom { predicate, args }].into(),
        each: None,
        written: SourceText::default(),
    }
}

/// So many variables without names.
pub fn vars(count: usize) -> SourceList<'static, NamedVar<'static>> {
    let var = NamedVar {
        name: "".into(),
        ty: 0,
    };
    vec![var; count].into()
}

pub fn method(params: u16, branches: Vec<BlockSource<'static>>) -> MethodSource<'static> {
    MethodSource {
        file: "".into(),
        line: 0,
        params,
        vars: vars(8),
        branches: branches.into(),
    }
}

/// An operator without a condition.
pub fn operator(
    params: u16,
    effects: Vec<(EffectMoment, Effect<'static>)>,
) -> OperatorSource<'static> {
    OperatorSource {
        file: "".into(),
        line: 0,
        params,
        vars: vars(8),
        requires: None,
        during: None,
        effects: effects.into(),
        cost: Cost::Fixed(1.0),
        duration: Cost::Fixed(1.0),
        by: vec![].into(),
        busy: None,
        undo: None,
        statements: vec![].into(),
    }
}

/// A domain in the making. Predicates 0 and 1 have one column, 2 has two, 3 is a function of one column.
pub struct Domain {
    pub rows: DomainSource<'static>,
    pub rust: Rust,
    pub facts: FactSets,
    pub bounds: Bounds,
}

impl Domain {
    pub fn new(rust: Vec<fn(&[u64]) -> u64>) -> Domain {
        let predicate = |name: &'static str, columns, key| PredicateSource {
            name: name.into(),
            columns,
            key,
            capacity: 8,
            file: "".into(),
            line: 0,
        };
        let predicates = vec![
            predicate("p", 1, None),
            predicate("q", 1, None),
            predicate("edge", 2, None),
            predicate("at", 2, Some(1)),
        ];
        Domain {
            facts: FactSets::new(predicates.len()),
            rows: DomainSource {
                name: "test".into(),
                file: "".into(),
                predicates: predicates.into(),
                axioms: vec![].into(),
                tasks: vec![].into(),
            },
            rust: Rust(rust),
            bounds: Bounds::default(),
        }
    }

    pub fn with(mut self, predicate: u16, rows: &[&[u64]]) -> Domain {
        for row in rows {
            let added = self
                .facts
                .add(predicate, row.to_vec(), &self.rows.predicates);
            added.expect("it fits");
        }
        self
    }

    /// An axiom with the clauses of each of its alternatives.
    pub fn axiom(&mut self, params: u16, alternatives: Vec<Vec<Vec<Form<'static>>>>) -> u16 {
        let alternatives = alternatives.into_iter().map(|clauses| AxiomItem {
            file: "".into(),
            line: 0,
            params,
            vars: vars(8),
            clauses: clauses
                .into_iter()
                .map(|forms| Clause {
                    line: 0,
                    condition: conjuncts(forms),
                })
                .collect::<Vec<_>>()
                .into(),
        });
        let axiom = AxiomSource {
            name: "axiom".into(),
            alternatives: alternatives.collect::<Vec<_>>().into(),
        };
        let mut all = self.rows.axioms.to_vec();
        all.push(axiom);
        self.rows.axioms = all.into();
        self.rows.axioms.len() as u16 - 1
    }

    pub fn task(&mut self, name: &'static str, done_by: DoneBy<'static>) -> u16 {
        let name = name.into();
        let mut all = self.rows.tasks.to_vec();
        all.push(TaskSource { name, done_by });
        self.rows.tasks = all.into();
        self.rows.tasks.len() as u16 - 1
    }

    pub fn operator(&mut self, name: &'static str, operator: OperatorSource<'static>) -> u16 {
        self.task(name, DoneBy::Operators(vec![operator].into()))
    }

    pub fn method(&mut self, name: &'static str, method: MethodSource<'static>) -> u16 {
        self.task(name, DoneBy::Methods(vec![method].into()))
    }

    /// All plans for a task without arguments, each as its steps; and how that ended.
    pub fn plans(&self, task: u16) -> (Vec<String>, Result<(), Error>) {
        let interpreter = Interpreter::new(&self.rows, &self.rust).within(self.bounds);
        let mut plans = vec![];
        for plan in interpreter.plans(self.facts.clone(), &[TaskCall { task, args: vec![] }]) {
            match plan {
                Ok(plan) => plans.push(self.written(&plan)),
                Err(error) => return (plans, Err(error)),
            }
            assert!(plans.len() < 1_000, "no end of plans");
        }
        (plans, Ok(()))
    }

    fn written(&self, plan: &[crate::reference::ReferenceStep]) -> String {
        let steps = plan.iter().map(|step| {
            let (mark, name) = match step.code {
                TaskCode::Task(task) => ("", &self.rows.tasks[usize::from(task.0)].name),
                TaskCode::Fact(verb, rel) => {
                    let sign = match verb {
                        FactVerb::Add => "+",
                        FactVerb::Delete => "-",
                        FactVerb::Protect => "!",
                        FactVerb::Release => "?",
                    };
                    (sign, &self.rows.predicates[usize::from(rel.0)].name)
                }
            };
            let words: Vec<String> = step.args.iter().map(|word| format!("{word}")).collect();
            format!("{mark}{name}({})", words.join(","))
        });
        steps.collect::<Vec<_>>().join(" ")
    }

    /// The values of some variables, for each solution of a condition.
    pub fn solutions(mut self, forms: Vec<Form<'static>>, wanted: &[ArgSource]) -> Vec<Vec<u64>> {
        let show = operator(wanted.len() as u16, vec![]);
        let show = self.operator("show", show);
        let body = vec![call(show, wanted)];
        let ask = self.method("ask", method(0, vec![block(forms, body)]));
        let interpreter = Interpreter::new(&self.rows, &self.rust).within(self.bounds);
        let task = TaskCall {
            task: ask,
            args: vec![],
        };
        let plans = interpreter.plans(self.facts.clone(), &[task]);
        plans
            .map(|plan| plan.expect("it ends")[0].args.clone())
            .collect()
    }
}

/// Asserts the plans of a search that ends.
#[track_caller]
pub fn assert_plans(domain: &Domain, task: u16, expected: &[&str]) {
    let (plans, end) = domain.plans(task);
    assert_eq!(end, Ok(()));
    assert_eq!(plans, expected);
}
