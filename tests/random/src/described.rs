//! A random domain as the rows of the reference interpreter, without the macro.

use std::cell::{Cell, RefCell};

use htn_core::reference::rows::{
    self, ArgSource, Conjunct, DomainSource, Form, NamedVar, SourceText, Var,
};

use crate::expressions::{Expression, Expressions, Folded, Operand};
use crate::spec::*;

/// A described domain with its expressions.
pub struct Described {
    pub rows: DomainSource<'static>,
    pub expressions: Expressions,
}

impl Described {
    pub fn new(spec: &Spec) -> Described {
        let describe = Describe {
            spec,
            expressions: RefCell::default(),
            branches: Cell::new(0),
        };
        let rows = DomainSource {
            name: "random".into(),
            file: "".into(),
            predicates: spec
                .predicates
                .iter()
                .map(predicate)
                .collect::<Vec<_>>()
                .into(),
            axioms: describe.axioms(),
            tasks: describe.tasks(),
        };
        Described {
            rows,
            expressions: Expressions {
                kind: spec.kind,
                all: describe.expressions.into_inner(),
            },
        }
    }
}

/// Returns the tasks in the order of their numbers: operators, then methods.
pub fn task_names(spec: &Spec) -> Vec<&str> {
    let operators = spec.operators.iter().map(|operator| &operator.name);
    let methods = spec.methods.iter().map(|method| &method.name);
    names(operators.chain(methods))
}

/// Names without repetition, in order.
fn names<'s>(all: impl Iterator<Item = &'s String>) -> Vec<&'s str> {
    let mut names: Vec<&str> = all.map(String::as_str).collect();
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(*name));
    names
}

fn number(of: usize) -> u16 {
    u16::try_from(of).expect("a random domain is small")
}

fn predicate(of: &Predicate) -> rows::PredicateSource<'static> {
    rows::PredicateSource {
        name: of.name.clone().into(),
        columns: number(of.columns),
        key: of.key.map(number),
        capacity: of.capacity,
        file: "".into(),
        line: 0,
    }
}

fn moment(effect: &Effect) -> rows::EffectMoment {
    match effect.mark {
        None | Some(Mark::Start) => rows::EffectMoment::Start,
        Some(Mark::Finish) => rows::EffectMoment::Finish,
        Some(Mark::Success) => rows::EffectMoment::Success,
        Some(Mark::Failure) => rows::EffectMoment::Failure,
        Some(Mark::Sensed) => rows::EffectMoment::Sensed,
    }
}

struct Describe<'s> {
    spec: &'s Spec,
    expressions: RefCell<Vec<Expression>>,
    /// Returns the number of branches with a line.
    branches: Cell<u32>,
}

/// The variables of one item, by name.
struct Scope<'d, 's> {
    describe: &'d Describe<'s>,
    names: Vec<String>,
}

impl<'s> Describe<'s> {
    fn scope(&self, params: &[String]) -> Scope<'_, 's> {
        Scope {
            describe: self,
            names: params.to_vec(),
        }
    }

    /// A unique line for each branch.
    fn line(&self) -> u32 {
        self.branches.set(self.branches.get() + 1);
        self.branches.get()
    }

    fn axiom_names(&self) -> Vec<&'s str> {
        names(self.spec.axioms.iter().map(|axiom| &axiom.name))
    }

    fn axioms(&self) -> rows::SourceList<'static, rows::AxiomSource<'static>> {
        let of = |name: &&str| {
            let all = self.spec.axioms.iter().filter(|axiom| axiom.name == *name);
            let all = all.map(|axiom| {
                let mut scope = self.scope(&axiom.params);
                let clauses = axiom.clauses.iter().map(|clause| rows::Clause {
                    line: 0,
                    condition: scope.condition(clause),
                });
                let clauses = clauses.collect::<Vec<_>>().into();
                rows::AxiomItem {
                    file: "".into(),
                    line: 0,
                    params: number(axiom.params.len()),
                    vars: scope.vars(),
                    clauses,
                }
            });
            rows::AxiomSource {
                name: name.to_string().into(),
                alternatives: all.collect::<Vec<_>>().into(),
            }
        };
        self.axiom_names().iter().map(of).collect::<Vec<_>>().into()
    }

    fn tasks(&self) -> rows::SourceList<'static, rows::TaskSource<'static>> {
        let of = |name: &&str| {
            let operators = self.spec.operators.iter().filter(|of| of.name == *name);
            let operators: Vec<_> = operators.map(|of| self.operator(of)).collect();
            let methods = self.spec.methods.iter().filter(|of| of.name == *name);
            let methods: Vec<_> = methods.map(|of| self.method(of)).collect();
            rows::TaskSource {
                name: name.to_string().into(),
                done_by: match operators.is_empty() {
                    true => rows::DoneBy::Methods(methods.into()),
                    false => rows::DoneBy::Operators(operators.into()),
                },
            }
        };
        task_names(self.spec)
            .iter()
            .map(of)
            .collect::<Vec<_>>()
            .into()
    }

    fn operator(&self, of: &Operator) -> rows::OperatorSource<'static> {
        let mut scope = self.scope(&of.params);
        let requires = of.guard.as_ref().map(|guard| scope.sorted(guard));
        let during = of.during.as_ref().map(|during| scope.condition(during));
        let effects = of.effects.iter();
        let effects = effects.map(|effect| (moment(effect), scope.effect(effect)));
        let effects = effects.collect::<Vec<_>>().into();
        let cost = of.cost.as_ref().map(|cost| scope.sum(cost));
        rows::OperatorSource {
            file: "".into(),
            line: 0,
            params: number(of.params.len()),
            requires,
            during,
            effects,
            cost: match cost {
                Some(cost) => rows::Cost::Function(cost),
                None => {
                    let default = if of.internal { 0.0 } else { 1.0 };
                    rows::Cost::Fixed(of.fixed_cost.unwrap_or(default))
                }
            },
            duration: rows::Cost::Fixed(if of.internal { 0.0 } else { 1.0 }),
            by: vec![].into(),
            busy: None,
            undo: None,
            statements: vec![].into(),
            vars: scope.vars(),
        }
    }

    fn method(&self, of: &Method) -> rows::MethodSource<'static> {
        let mut scope = self.scope(&of.params);
        let branches = of.branches.iter().enumerate();
        // The names in the text, and unique lines to identify branches.
        let branches = branches.map(|(at, (guard, body))| rows::BlockSource {
            name: format!("b{at}").into(),
            line: self.line(),
            ..scope.block(guard.as_ref(), body)
        });
        let branches = branches.collect::<Vec<_>>().into();
        rows::MethodSource {
            file: "".into(),
            line: 0,
            params: number(of.params.len()),
            branches,
            vars: scope.vars(),
        }
    }
}

impl Scope<'_, '_> {
    fn vars(self) -> rows::SourceList<'static, NamedVar<'static>> {
        let names = self.names.into_iter();
        let vars = names.map(|name| NamedVar {
            name: name.into(),
            ty: 0,
        });
        vars.collect::<Vec<_>>().into()
    }

    fn var(&mut self, name: &str) -> Var {
        let known = self.names.iter().position(|other| other == name);
        number(known.unwrap_or_else(|| {
            self.names.push(name.into());
            self.names.len() - 1
        }))
    }

    fn function(&mut self, expression: Expression) -> u16 {
        let mut all = self.describe.expressions.borrow_mut();
        all.push(expression);
        number(all.len() - 1)
    }

    fn operand(&mut self, item: &Item) -> Operand {
        match item {
            Item::Var(name) => Operand::Var(self.var(name)),
            Item::Num(word) | Item::Const(word) => Operand::Num(*word),
            Item::Sum(sum) => match self.operand(&sum.item) {
                Operand::Var(var) => Operand::Sum(var, sum.plus),
                Operand::Num(word) => Operand::Num((word + sum.plus) % MODULO),
                Operand::Sum(..) => unreachable!("a sum of a sum"),
            },
            Item::Any | Item::Wide(_) => unreachable!("{item:?} is no value"),
        }
    }

    fn sum(&mut self, sum: &Sum) -> u16 {
        let operand = self.operand(&sum.item);
        self.function(Expression::Sum(operand, sum.plus))
    }

    fn args(&mut self, args: &[Item]) -> rows::SourceList<'static, ArgSource> {
        let args = args.iter().map(|arg| match arg {
            Item::Any => ArgSource::Any,
            Item::Var(name) => ArgSource::Var(self.var(name)),
            Item::Wide(item) => {
                let operand = self.operand(item);
                ArgSource::Word(self.function(Expression::Wide(operand)))
            }
            item => {
                let operand = self.operand(item);
                ArgSource::Word(self.function(Expression::Value(operand)))
            }
        });
        args.collect::<Vec<_>>().into()
    }

    fn condition(&mut self, cond: &Cond) -> rows::Condition<'static> {
        let parts = match cond {
            Cond::And(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        let mut conjuncts = vec![];
        for part in parts {
            match part {
                Cond::And(_) => conjuncts.extend(self.condition(part).iter().cloned()),
                one => conjuncts.push(Conjunct {
                    text: one.to_string().into(),
                    line: 0,
                    form: self.form(one),
                }),
            }
        }
        conjuncts.into()
    }

    fn form(&mut self, cond: &Cond) -> Form<'static> {
        match cond {
            Cond::And(_) => unreachable!("taken apart before"),
            Cond::Or(a, b) => Form::Or(vec![self.condition(a), self.condition(b)].into()),
            Cond::Not(a) => Form::Not(self.condition(a)),
            Cond::Atom(Atom { name, args }) => {
                let args = self.args(args);
                let spec = self.describe.spec;
                let predicate = spec.predicates.iter().position(|of| of.name == *name);
                match predicate {
                    Some(predicate) => Form::Fact {
                        predicate: number(predicate),
                        args,
                    },
                    None => {
                        let axioms = self.describe.axiom_names();
                        let axiom = axioms.iter().position(|of| of == name);
                        Form::Axiom {
                            axiom: number(axiom.expect("it is an axiom")),
                            args,
                        }
                    }
                }
            }
            // Expected are the plans with answers that are there at once.
            Cond::Polled(a) => self.form(a),
            Cond::Test(a, op, b) => {
                let (a, b) = (self.operand(a), self.operand(b));
                Form::Test(self.function(Expression::Test(a, op, b)))
            }
            Cond::TestNumber(name, op, number) => {
                let var = self.var(name);
                Form::Test(self.function(Expression::TestNumber(var, op, *number)))
            }
            Cond::Let(name, sum) => {
                let value = rows::LetSource::Word(self.sum(sum));
                self.bind(name, value)
            }
            Cond::Value(name, value) => {
                let value = self.value(value);
                self.bind(name, value)
            }
            Cond::Small(name, number, _) => {
                let value = self.small(number);
                self.bind(name, value)
            }
            Cond::Narrow(name, wide) => {
                let wide = self.var(wide);
                let value = rows::LetSource::Word(self.function(Expression::Narrow(wide)));
                self.bind(name, value)
            }
            Cond::Some(name, of) => {
                let of = self.operand(of);
                let value = rows::LetSource::Some(self.function(Expression::Below(of)));
                self.bind(name, value)
            }
            Cond::Each(name, items) => {
                let items = items.iter().map(|item| self.operand(item)).collect();
                let value = rows::LetSource::In(self.function(Expression::List(items)));
                self.bind(name, value)
            }
            Cond::Range(name, from, to) | Cond::Span(name, from, to) => {
                let (from, to) = (self.operand(from), self.operand(to));
                let value = rows::LetSource::In(self.function(Expression::Span(from, to)));
                self.bind(name, value)
            }
            Cond::First(sorted) => Form::First(self.sorted(sorted)),
            Cond::Forall(a, b) => Form::Forall(self.condition(a), self.condition(b)),
            Cond::WhenPlanning(a) => Form::WhenPlanning(self.condition(a)),
        }
    }

    fn bind(&mut self, name: &str, value: rows::LetSource<'static>) -> Form<'static> {
        let var = self.var(name);
        Form::Let { var, value }
    }

    fn value(&mut self, value: &Value) -> rows::LetSource<'static> {
        let over = self.condition(&value.over);
        let mut folded = |folded, of| {
            let of = self.operand(of);
            self.function(Expression::Folded(folded, of))
        };
        match &value.fold {
            Fold::Count => rows::LetSource::Count(over),
            Fold::Sum(of) => rows::LetSource::Sum(folded(Folded::Sum, of), over),
            Fold::Best(best, of) => rows::LetSource::Best(folded(Folded::Best(*best), of), over),
            Fold::BestNumber(best, of) => {
                rows::LetSource::Best(folded(Folded::BestNumber(*best), of), over)
            }
        }
    }

    fn small(&mut self, number: &str) -> rows::LetSource<'static> {
        let number = self.var(number);
        rows::LetSource::Word(self.function(Expression::Small(number)))
    }

    fn sorted(&mut self, sorted: &Sorted) -> rows::Sorted<'static> {
        let condition = self.condition(&sorted.cond);
        let key = sorted.sort.as_ref().map(|sort| {
            let by = sort.by.iter().map(|name| self.var(name)).collect();
            self.function(Expression::Key(by, sort.of, sort.falling))
        });
        rows::Sorted {
            condition,
            key,
            by: "".into(),
        }
    }

    fn effect(&mut self, effect: &Effect) -> rows::Effect<'static> {
        let each = effect.each.as_ref().map(|cond| rows::Sorted {
            condition: self.condition(cond),
            key: None,
            by: "".into(),
        });
        let atoms = effect.atoms.iter().map(|Atom { name, args }| {
            let mut predicates = self.describe.spec.predicates.iter();
            let predicate = predicates.position(|of| of.name == *name);
            rows::Atom {
                predicate: number(predicate.expect("it is a predicate")),
                args: self.args(args),
            }
        });
        rows::Effect {
            verb: effect.verb,
            atoms: atoms.collect::<Vec<_>>().into(),
            each,
            written: SourceText::default(),
        }
    }

    fn block(&mut self, guard: Option<&Sorted>, body: &[Stmt]) -> rows::BlockSource<'static> {
        rows::BlockSource {
            name: "".into(),
            doc: "".into(),
            line: 0,
            guard: guard.map(|guard| self.sorted(guard)),
            body: self.body(body),
        }
    }

    fn body(&mut self, body: &[Stmt]) -> rows::Statements<'static> {
        let body = body.iter().map(|stmt| self.stmt(stmt));
        body.collect::<Vec<_>>().into()
    }

    fn task_number(&self, name: &str) -> u16 {
        let names = task_names(self.describe.spec);
        let task = names.iter().position(|of| *of == name);
        number(task.expect("an existing task"))
    }

    fn task(&mut self, name: &str, args: &[Item], returned: Option<&str>) -> rows::Stmt<'static> {
        rows::Stmt::Task {
            task: self.task_number(name),
            args: self.args(args),
            returned: returned.map(|name| self.var(name)),
            written: SourceText::default(),
        }
    }

    fn local(&mut self, name: &str, value: rows::LetSource<'static>) -> rows::Stmt<'static> {
        rows::Stmt::Let {
            var: self.var(name),
            value,
            written: SourceText::default(),
        }
    }

    fn stmt(&mut self, stmt: &Stmt) -> rows::Stmt<'static> {
        match stmt {
            Stmt::Task(name, args) => self.task(name, args, None),
            Stmt::Later(name, args) => rows::Stmt::Later {
                task: self.task_number(name),
                args: self.args(args),
                written: SourceText::default(),
            },
            Stmt::LetTask(var, name, args) => self.task(name, args, Some(var)),
            Stmt::Let(name, sum) => {
                let value = rows::LetSource::Word(self.sum(sum));
                self.local(name, value)
            }
            Stmt::Value(name, value) => {
                let value = self.value(value);
                self.local(name, value)
            }
            Stmt::Small(name, number, _) => {
                let value = self.small(number);
                self.local(name, value)
            }
            Stmt::Effect(effect) => rows::Stmt::Effect(self.effect(effect)),
            Stmt::If(blocks) => {
                let blocks = blocks.iter();
                let blocks = blocks.map(|(guard, body)| self.block(guard.as_ref(), body));
                rows::Stmt::If(blocks.collect::<Vec<_>>().into())
            }
            Stmt::While(guard, body) => rows::Stmt::While(self.block(Some(guard), body)),
            Stmt::For(guard, body) => rows::Stmt::For(self.block(Some(guard), body)),
            Stmt::Unordered(strands) => {
                let strands = strands.iter().map(|strand| self.body(strand));
                rows::Stmt::Unordered(strands.collect::<Vec<_>>().into())
            }
            Stmt::UnorderedFor(guard, body) => {
                rows::Stmt::UnorderedFor(self.block(Some(guard), body))
            }
            Stmt::Now => rows::Stmt::Now,
            Stmt::Return(item) => {
                let operand = self.operand(item);
                let function = self.function(Expression::Value(operand));
                rows::Stmt::Return(function, SourceText::default())
            }
            Stmt::Priority(sum) => {
                let operand = self.operand(&sum.item);
                let function = self.function(Expression::Rank(operand, sum.plus));
                rows::Stmt::Priority(function, SourceText::default())
            }
        }
    }
}
