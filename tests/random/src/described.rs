//! A random domain as the rows of the plain interpreter, without the macro.

use std::cell::RefCell;

use htn_core::plain::Host;
use htn_core::plain::rows::{self, Arg, Block, Conjunct, Form, Named, Rows, Value, Var, Written};

use crate::spec::*;

/// A domain with its expressions.
pub struct Described {
    pub rows: Rows<'static>,
    pub expressions: Expressions,
}

/// What is Rust in a domain, by the number that rows have for it.
#[derive(Default)]
pub struct Expressions(Vec<Expression>);

/// What an expression does with the words of its variables.
#[derive(Clone, Debug)]
enum Expression {
    Operand(Operand),
    Sum(Operand, Word),
    Test(Operand, &'static str, Operand),
    List(Vec<Word>),
    Range(Operand, Operand),
    Key(Operand, bool),
    Below(Operand),
    Folded(Operand, Fold),
}

#[derive(Clone, Copy, Debug)]
enum Fold {
    Sum,
    Best(Best),
}

#[derive(Clone, Copy, Debug)]
enum Operand {
    Var(Var),
    Num(Word),
}

impl Operand {
    fn of(self, vars: &[u64]) -> u64 {
        match self {
            Operand::Var(var) => vars[usize::from(var)],
            Operand::Num(word) => word.into(),
        }
    }
}

impl Expressions {
    fn value(&self, function: u16, vars: &[u64]) -> u64 {
        match self.0[usize::from(function)] {
            Expression::Operand(operand) => operand.of(vars),
            Expression::Sum(operand, plus) => {
                (operand.of(vars) + u64::from(plus)) % u64::from(MODULO)
            }
            ref other => unreachable!("{other:?} is no value"),
        }
    }
}

impl Host for Expressions {
    fn word(&self, function: u16, vars: &[u64]) -> u64 {
        self.value(function, vars)
    }

    fn test(&self, function: u16, vars: &[u64]) -> bool {
        let Expression::Test(a, op, b) = self.0[usize::from(function)] else {
            unreachable!("function {function} is no test");
        };
        let (a, b) = (a.of(vars), b.of(vars));
        match op {
            "==" => a == b,
            "!=" => a != b,
            _ => a < b,
        }
    }

    fn option(&self, function: u16, vars: &[u64]) -> Option<u64> {
        match &self.0[usize::from(function)] {
            Expression::Below(operand) => operand.of(vars).checked_sub(1),
            other => unreachable!("{other:?} is no option"),
        }
    }

    fn item(&self, function: u16, vars: &[u64], number: usize) -> Option<u64> {
        match &self.0[usize::from(function)] {
            Expression::List(words) => words.get(number).map(|word| u64::from(*word)),
            Expression::Range(from, to) => (from.of(vars)..to.of(vars)).nth(number),
            other => unreachable!("{other:?} gives no items"),
        }
    }

    fn key(&self, function: u16, vars: &[u64]) -> Vec<u64> {
        match self.0[usize::from(function)] {
            Expression::Key(operand, falling) => {
                let word = operand.of(vars);
                vec![if falling { !word } else { word }]
            }
            ref other => unreachable!("{other:?} is no key"),
        }
    }

    fn fold(&self, function: u16, vars: &[u64], so_far: Option<u64>) -> u64 {
        let Expression::Folded(operand, fold) = &self.0[usize::from(function)] else {
            unreachable!("function {function} is not folded");
        };
        let (word, fold) = (operand.of(vars), *fold);
        so_far.map_or(word, |so_far| match fold {
            Fold::Sum => so_far + word,
            Fold::Best(Best::Min) => so_far.min(word),
            Fold::Best(Best::Max) => so_far.max(word),
        })
    }

    fn cost(&self, function: u16, vars: &[u64]) -> f32 {
        PRICES[self.value(function, vars) as usize]
    }
}

impl Described {
    pub fn new(spec: &Spec) -> Described {
        let describe = Describe {
            spec,
            expressions: RefCell::default(),
        };
        let rows = Rows {
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
            expressions: Expressions(describe.expressions.into_inner()),
        }
    }
}

/// The tasks in the order of their numbers: operators, then methods.
pub fn task_names(spec: &Spec) -> Vec<&str> {
    let operators = spec.operators.iter().map(|operator| &operator.name);
    let methods = spec.methods.iter().map(|method| &method.name);
    names(operators.chain(methods))
}

/// Each name once, in order.
fn names<'s>(all: impl Iterator<Item = &'s String>) -> Vec<&'s str> {
    let mut names: Vec<&str> = all.map(String::as_str).collect();
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(*name));
    names
}

fn number(of: usize) -> u16 {
    u16::try_from(of).expect("a random domain is small")
}

fn predicate(of: &Predicate) -> rows::Predicate<'static> {
    rows::Predicate {
        name: of.name.clone().into(),
        columns: number(of.columns),
        key: of.key.map(number),
        capacity: CAPACITY,
        file: "".into(),
        line: 0,
    }
}

struct Describe<'s> {
    spec: &'s Spec,
    expressions: RefCell<Vec<Expression>>,
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

    fn axiom_names(&self) -> Vec<&'s str> {
        names(self.spec.axioms.iter().map(|axiom| &axiom.name))
    }

    fn axioms(&self) -> rows::List<'static, rows::Axiom<'static>> {
        let of = |name: &&str| {
            let all = self.spec.axioms.iter().filter(|axiom| axiom.name == *name);
            let all = all.map(|axiom| {
                let mut scope = self.scope(&axiom.params);
                let clauses = axiom.clauses.iter().map(|clause| rows::Clause {
                    line: 0,
                    condition: scope.condition(clause),
                });
                let clauses = clauses.collect::<Vec<_>>().into();
                rows::Alternative {
                    file: "".into(),
                    line: 0,
                    params: number(axiom.params.len()),
                    vars: scope.vars(),
                    clauses,
                }
            });
            rows::Axiom {
                name: name.to_string().into(),
                alternatives: all.collect::<Vec<_>>().into(),
            }
        };
        self.axiom_names().iter().map(of).collect::<Vec<_>>().into()
    }

    fn tasks(&self) -> rows::List<'static, rows::Task<'static>> {
        let of = |name: &&str| {
            let operators = self.spec.operators.iter().filter(|of| of.name == *name);
            let operators: Vec<_> = operators.map(|of| self.operator(of)).collect();
            let methods = self.spec.methods.iter().filter(|of| of.name == *name);
            let methods: Vec<_> = methods.map(|of| self.method(of)).collect();
            rows::Task {
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

    fn operator(&self, of: &Operator) -> rows::Operator<'static> {
        let mut scope = self.scope(&of.params);
        let requires = of.guard.as_ref().map(|guard| scope.sorted(guard));
        let effects = of.effects.iter();
        let effects = effects.map(|effect| (rows::Moment::Start, scope.effect(effect)));
        let effects = effects.collect::<Vec<_>>().into();
        let cost = of.cost.as_ref().map(|cost| scope.sum(cost));
        rows::Operator {
            file: "".into(),
            line: 0,
            params: number(of.params.len()),
            requires,
            during: None,
            effects,
            cost: match cost {
                Some(cost) => rows::Cost::Function(cost),
                None if of.internal => rows::Cost::Fixed(0.0),
                None => rows::Cost::Fixed(1.0),
            },
            duration: rows::Cost::Fixed(if of.internal { 0.0 } else { 1.0 }),
            by: vec![].into(),
            busy: None,
            undo: None,
            statements: vec![].into(),
            vars: scope.vars(),
        }
    }

    fn method(&self, of: &Method) -> rows::Method<'static> {
        let mut scope = self.scope(&of.params);
        let branches = of.branches.iter();
        let branches = branches.map(|(guard, body)| scope.block(guard.as_ref(), body));
        let branches = branches.collect::<Vec<_>>().into();
        rows::Method {
            file: "".into(),
            line: 0,
            params: number(of.params.len()),
            branches,
            vars: scope.vars(),
        }
    }
}

impl Scope<'_, '_> {
    fn vars(self) -> rows::List<'static, Named<'static>> {
        let names = self.names.into_iter();
        let vars = names.map(|name| Named {
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
            Item::Num(word) => Operand::Num(*word),
            Item::Any => unreachable!("`_` is no value"),
        }
    }

    fn sum(&mut self, sum: &Sum) -> u16 {
        let operand = self.operand(&sum.item);
        self.function(Expression::Sum(operand, sum.plus))
    }

    fn args(&mut self, args: &[Item]) -> rows::List<'static, Arg> {
        let args = args.iter().map(|arg| match arg {
            Item::Any => Arg::Any,
            Item::Var(name) => Arg::Var(self.var(name)),
            Item::Num(word) => Arg::Word(self.function(Expression::Operand(Operand::Num(*word)))),
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
            Cond::Test(a, op, b) => {
                let (a, b) = (self.operand(a), self.operand(b));
                Form::Test(self.function(Expression::Test(a, op, b)))
            }
            Cond::Let(name, sum) => {
                let value = Value::Word(self.sum(sum));
                self.bind(name, value)
            }
            Cond::Count(name, over) => {
                let value = Value::Count(self.condition(over));
                self.bind(name, value)
            }
            Cond::Sum(name, of, over) => {
                let (function, over) = self.folded(of, Fold::Sum, over);
                self.bind(name, Value::Sum(function, over))
            }
            Cond::Best(name, best, of, over) => {
                let (function, over) = self.folded(of, Fold::Best(*best), over);
                self.bind(name, Value::Best(function, over))
            }
            Cond::Some(name, of) => {
                let of = self.operand(of);
                let value = Value::Some(self.function(Expression::Below(of)));
                self.bind(name, value)
            }
            Cond::Each(name, items) => {
                let value = Value::In(self.function(Expression::List(items.clone())));
                self.bind(name, value)
            }
            Cond::Range(name, from, to) => {
                let (from, to) = (self.operand(from), self.operand(to));
                let value = Value::In(self.function(Expression::Range(from, to)));
                self.bind(name, value)
            }
            Cond::First(sorted) => Form::First(self.sorted(sorted)),
            Cond::Forall(a, b) => Form::Forall(self.condition(a), self.condition(b)),
        }
    }

    fn bind(&mut self, name: &str, value: Value<'static>) -> Form<'static> {
        let var = self.var(name);
        Form::Let { var, value }
    }

    fn folded(&mut self, of: &Item, fold: Fold, over: &Cond) -> (u16, rows::Condition<'static>) {
        let over = self.condition(over);
        let of = self.operand(of);
        (self.function(Expression::Folded(of, fold)), over)
    }

    fn sorted(&mut self, sorted: &Sorted) -> rows::Sorted<'static> {
        let condition = self.condition(&sorted.cond);
        let key = sorted.sort.as_ref().map(|(name, falling)| {
            let operand = Operand::Var(self.var(name));
            self.function(Expression::Key(operand, *falling))
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
            add: effect.add,
            atoms: atoms.collect::<Vec<_>>().into(),
            each,
            written: Written::default(),
        }
    }

    fn block(&mut self, guard: Option<&Sorted>, body: &[Stmt]) -> Block<'static> {
        Block {
            name: "".into(),
            doc: "".into(),
            line: 0,
            guard: guard.map(|guard| self.sorted(guard)),
            body: self.body(body),
        }
    }

    fn body(&mut self, body: &[Stmt]) -> rows::Body<'static> {
        let body = body.iter().map(|stmt| self.stmt(stmt));
        body.collect::<Vec<_>>().into()
    }

    fn task(&mut self, name: &str, args: &[Item], returned: Option<&str>) -> rows::Stmt<'static> {
        let names = task_names(self.describe.spec);
        let task = names.iter().position(|of| *of == name);
        rows::Stmt::Task {
            task: number(task.expect("it is a task")),
            args: self.args(args),
            returned: returned.map(|name| self.var(name)),
            written: Written::default(),
        }
    }

    fn stmt(&mut self, stmt: &Stmt) -> rows::Stmt<'static> {
        match stmt {
            Stmt::Task(name, args) => self.task(name, args, None),
            Stmt::LetTask(var, name, args) => self.task(name, args, Some(var)),
            Stmt::Let(name, sum) => {
                let value = Value::Word(self.sum(sum));
                let var = self.var(name);
                rows::Stmt::Let {
                    var,
                    value,
                    written: Written::default(),
                }
            }
            Stmt::Best(name, best, of, over) => {
                let (function, over) = self.folded(of, Fold::Best(*best), over);
                let value = Value::Best(function, over);
                let var = self.var(name);
                rows::Stmt::Let {
                    var,
                    value,
                    written: Written::default(),
                }
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
            Stmt::Return(item) => {
                let operand = self.operand(item);
                let function = self.function(Expression::Operand(operand));
                rows::Stmt::Return(function, Written::default())
            }
        }
    }
}
