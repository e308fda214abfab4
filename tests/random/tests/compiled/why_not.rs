//! `why_not` and `explain` against brute force, in random domains and random worlds that are interpreted.
//!
//! The truth is found without the code that explains: with rows in which each branch of the task starts with a step that
//! reports it together with the bindings of its condition. The first step of the first plan is then the branch that a
//! search takes; and if the bodies have only that step, the plans are all solutions of a condition, in order.
//!
//! The invariants, for a branch of a task and some values:
//!
//! * `Taken` if and only if the first plan of the task uses a branch of that name with these values.
//! * `Condition`, `OtherSolutions`: no solution of the condition has the values.
//! * `Body`: some have them, and with each of them the body has no plan.
//! * `Earlier`: that branch is the first of the method that holds, with that first solution.
//! * `EarlierMethod`: the first plan of the task is one of that method.
//! * `Others`: the first plan of the method uses the branch with those values, which are not the given ones.
//! * `Stopped` with an error: the search of the method that it names ends with that error, and so does the task's.
//! * `Stopped` at a bound: the bounds are small, or brute force does not end either.
//! * `explain` finds the first plan.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::env;

use htn_core::domain::{Domain, TaskCode};
use htn_core::explain::{Answer, Because, Explainer, Found, Given, Stage, WhyNot, given};
use htn_core::reference::rows::{
    ArgSource, BlockSource, Condition, Conjunct, DomainSource, DoneBy, ExprId, Form, MethodSource,
    Sorted, SourceText, Stmt, TaskSource, Var,
};
use htn_core::reference::{
    Bounds, Error, ExpressionHost, FactSets, Interpreter, ReferenceStep, TaskCall,
};
use htn_core::tables::TaskId;
use htn_core::{Binding, SearchError, State};
use random_domains::described::Described;
use random_domains::expressions::Expressions;
use random_domains::generate::{Counts, Generator};
use random_domains::interpreted::{interpret, params_of};
use random_domains::rng::Rng;
use random_domains::spec::{MODULO, Spec};
use random_domains::untyped::{self, Untyped};

/// The number of answers that are compared, at least. Some kinds of answers are rare, about 1 in 1,000: the comparison
/// continues until each kind has occurred, or this many times as long.
const FEW: usize = 3_000;
const MANY: usize = 100_000;
const LONGER: usize = 5;

/// The bounds of each search by brute force.
///
/// An explanation makes several of these searches, and has the work for all of them unless its bounds are small: if it
/// stops at a bound, then so does brute force.
const BOUNDS: Bounds = Bounds {
    depth: 300,
    stack: 1 << 20,
    length: 200,
    work: 5_000,
};

#[test]
fn why_not_agrees_with_brute_force() {
    let wanted = match env::var_os("HTN_FULL") {
        Some(_) => MANY,
        None => FEW,
    };
    let told: Option<u64> = super::told("HTN_SEED");
    let first = told.unwrap_or(1);
    // The searches recur, and tests are not optimised.
    let thread = std::thread::Builder::new().stack_size(16 << 20);
    let run = move || {
        let mut tally = Tally::default();
        for seed in first.. {
            let is_complete = told.is_some() || tally.has_all_kinds();
            if tally.answers >= if is_complete { wanted } else { LONGER * wanted } {
                break;
            }
            let checked = domain(seed, &mut tally);
            if let Err(what) = checked {
                let spec = Generator::domain(seed, &mut Counts::default());
                panic!("seed {seed}: HTN_SEED={seed} begins with it\n{what}\n{spec}");
            }
        }
        println!("{tally:#?}");
        tally
    };
    let tally = thread.spawn(run).expect("it can be spawned").join();
    let tally = tally.unwrap_or_else(|panicked| std::panic::resume_unwind(panicked));
    assert!(tally.not_compared * 10 < tally.answers, "{tally:#?}");
    assert!(tally.has_all_kinds() || told.is_some(), "{tally:#?}");
}

const KINDS: [&str; 8] = [
    "taken",
    "condition",
    "other solutions",
    "body",
    "earlier",
    "earlier method",
    "others",
    "error",
];

/// Counts answers by their kind.
#[derive(Default, Debug)]
struct Tally {
    answers: usize,
    /// Brute force did not end.
    not_compared: usize,
    kinds: BTreeMap<&'static str, usize>,
}

impl Tally {
    fn has_all_kinds(&self) -> bool {
        KINDS.iter().all(|kind| self.kinds.contains_key(kind))
    }
}

/// A domain under test.
struct Asked {
    rows: &'static DomainSource<'static>,
    expressions: &'static Expressions,
    rng: Rng,
}

/// Checks all tasks of a domain, in all its worlds.
fn domain(seed: u64, tally: &mut Tally) -> Result<(), String> {
    let spec = Generator::domain(seed, &mut Counts::default());
    let Some((rows, expressions)) = interpret(Described::new(&spec)) else {
        return Ok(());
    };
    let mut asked = Asked {
        rows,
        expressions,
        rng: Rng::new(seed),
    };
    for (number, world) in spec.worlds.iter().enumerate() {
        let facts = world.iter().map(|(predicate, row)| {
            untyped::Fact::new(*predicate as u16, &spec.words(*predicate, row))
        });
        let state = State::<Untyped>::from_facts(facts).map_err(|full| full.to_string())?;
        let checked = asked.world(&spec, &state, tally);
        checked.map_err(|what| format!("world {number}: {state}\n{what}"))?;
    }
    Ok(())
}

impl Asked {
    fn world(
        &mut self,
        spec: &Spec,
        state: &State<Untyped>,
        tally: &mut Tally,
    ) -> Result<(), String> {
        for (task, of) in self.rows.tasks.iter().enumerate() {
            let DoneBy::Methods(methods) = &of.done_by else {
                continue;
            };
            let args = (0..params_of(of)).map(|_| {
                let number = self.rng.below(usize::from(MODULO)) as u8;
                spec.kind.word(number)
            });
            let call = TaskCall {
                task: task as u16,
                args: args.collect(),
            };
            let truth = Truth::new(self.rows, self.expressions, state, &call);
            let what = |what: String| format!("{} of {:?}: {what}", of.name, call.args);
            self.explained(state, &call, &truth).map_err(what)?;
            let names = methods.iter().flat_map(|method| method.branches.iter());
            let names: BTreeSet<&str> = names.map(|block| &*block.name).collect();
            for name in names {
                for _ in 0..3 {
                    let values = self.values(methods, name, state, &truth);
                    let small = self.rng.chance(20);
                    let checked = self.asked(state, &call, name, &values, small, &truth);
                    let kinds = checked
                        .map_err(|what| format!("{}, {name} with {values:?}: {what}", of.name))?;
                    tally.answers += 1;
                    tally.not_compared += usize::from(kinds.is_empty());
                    for kind in kinds {
                        *tally.kinds.entry(kind).or_default() += 1;
                    }
                }
            }
        }
        Ok(())
    }

    /// Values of some variables of a branch: mostly those of a solution, else any that a fact has in that place.
    fn values(
        &mut self,
        methods: &[MethodSource<'static>],
        name: &str,
        state: &State<Untyped>,
        truth: &Truth<'_>,
    ) -> Vec<(String, u64)> {
        let of: Vec<(usize, usize)> = all_named(methods, name);
        let (method, branch) = *self.rng.pick(&of);
        let block = &methods[method].branches[branch];
        let solutions = truth.solutions(method, branch).unwrap_or_default();
        let solution = match solutions.is_empty() {
            true => None,
            false => Some(self.rng.pick(&solutions).clone()),
        };
        let reference = <Untyped as Domain>::reference().expect("it is interpreted");
        let facts = reference.facts(state.facts()).expect("they fit");
        let mut values = vec![];
        for var in bound_in(block)
            .into_iter()
            .filter(|var| *var >= methods[method].params)
        {
            if !self.rng.chance(40) {
                continue;
            }
            let columns = columns_of(block, var);
            let any = columns.iter().flat_map(|(predicate, column)| {
                facts.of(*predicate).iter().map(|row| row[*column])
            });
            let any: Vec<u64> = any.collect();
            let own = solution.as_ref().and_then(|solution| solution.get(&var));
            let word = match own {
                Some(word) if any.is_empty() || self.rng.chance(60) => *word,
                _ if any.is_empty() => continue,
                _ => *self.rng.pick(&any),
            };
            values.push((
                methods[method].vars[usize::from(var)].name.to_string(),
                word,
            ));
        }
        values
    }

    fn explained(
        &self,
        state: &State<Untyped>,
        call: &TaskCall,
        truth: &Truth<'_>,
    ) -> Result<(), String> {
        let task = untyped::Task::new(TaskCode::Task(TaskId(call.task)), &call.args);
        let bounds = Bounds {
            work: 8 * BOUNDS.work,
            ..BOUNDS
        };
        let why = Explainer::new(state, &()).bounds(bounds).explain(task);
        let why = why.map_err(|error| error.to_string())?;
        let same = match (&why.found, truth.first(None)) {
            (Found::Plan(steps), Ok(Some(first))) => {
                let steps = steps.iter().map(|step| (step.code, step.words.as_slice()));
                let plan = first
                    .plan
                    .iter()
                    .map(|step| (step.code, step.args.as_slice()));
                steps.eq(plan)
            }
            (Found::NoPlan, Ok(None)) => true,
            (Found::Error(full), Err(Error::PredicateFull(number))) => {
                let name = &self.rows.predicates[usize::from(number)].name;
                matches!(full, SearchError::PredicateFull { predicate, .. } if predicate == name)
            }
            (Found::Unknown(_), Err(error)) => error.is_bound(),
            (_, Err(error)) => error.is_bound(),
            _ => false,
        };
        match same {
            true => Ok(()),
            false => Err(format!("explained otherwise than by brute force:\n{why}")),
        }
    }

    /// Returns the kinds of the answers; none if they could not be compared.
    fn asked(
        &self,
        state: &State<Untyped>,
        call: &TaskCall,
        name: &str,
        values: &[(String, u64)],
        small: bool,
        truth: &Truth<'_>,
    ) -> Result<Vec<&'static str>, String> {
        let task = untyped::Task::new(TaskCode::Task(TaskId(call.task)), &call.args);
        let bounds = match small {
            true => Bounds {
                depth: 9,
                work: 300,
                ..BOUNDS
            },
            false => Bounds {
                work: 8 * BOUNDS.work,
                ..BOUNDS
            },
        };
        let all: Vec<Given> = values
            .iter()
            .map(|(name, word)| given(name, *word))
            .collect();
        let why = Explainer::new(state, &())
            .bounds(bounds)
            .why_not(task, name, all);
        let why = why.map_err(|error| error.to_string())?;
        let checked = Checked {
            why: &why,
            name,
            values,
            small,
            truth,
        };
        checked.answers().map_err(|what| format!("{what}\n{why}"))
    }
}

/// Answers that are compared.
struct Checked<'c> {
    why: &'c WhyNot<Untyped>,
    name: &'c str,
    values: &'c [(String, u64)],
    small: bool,
    truth: &'c Truth<'c>,
}

/// Brute force does not end, or the rows are wrong: the latter is an error.
macro_rules! known {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) if error.is_bound() => return Ok(vec![]),
            Err(error) => return Err(format!("brute force: {error}")),
        }
    };
}

impl Checked<'_> {
    fn answers(&self) -> Result<Vec<&'static str>, String> {
        let truth = self.truth;
        let (method, branch) = truth
            .at_line(self.why.line)
            .ok_or("there is no such line")?;
        let first = truth.first(None);
        // Returns true if a solution of a branch has the values.
        let matches = |method: usize, solution: &Solution| {
            let vars = &truth.methods[method].vars;
            self.values.iter().all(|(name, word)| {
                let mut all = (0..).zip(vars.iter());
                let var = all.find(|(_, var)| var.name == *name).map(|(var, _)| var);
                var.and_then(|var| solution.get(&var)) == Some(word)
            })
        };
        let is_taken = matches!(self.why.answers[..], [Answer::Taken]);
        let expected = match &first {
            Ok(Some(First { at, solution, .. })) => {
                let block = &truth.methods[at.0].branches[at.1];
                (block.name == self.name && matches(at.0, solution)).then_some(*at)
            }
            _ => None,
        };
        match (&first, expected) {
            (Err(error), _) if is_taken && error.is_bound() => return Ok(vec![]),
            (_, Some(at)) if !is_taken => {
                // A bound may be in the way of the answer, but no other answer is right.
                let stopped = self.why.answers.iter().any(is_stopped_at_bound);
                if !(stopped && self.small) {
                    return Err(format!(
                        "the first plan goes through {at:?}, and is not told"
                    ));
                }
            }
            (_, expected) if is_taken && expected != Some((method, branch)) => {
                return Err(format!("the first plan goes through {expected:?}"));
            }
            _ => {}
        }
        let solutions = || truth.solutions(method, branch);
        let some_match = |all: &[Solution]| all.iter().any(|one| matches(method, one));
        let mut kinds = vec![];
        for answer in &self.why.answers {
            let (kind, right) = match answer {
                Answer::Taken => ("taken", true),
                Answer::Condition(reason) => {
                    let unknown = matches!(reason.because, Because::Unknown);
                    ("condition", !unknown && !some_match(&known!(solutions())))
                }
                Answer::OtherSolutions {
                    solutions: count,
                    first,
                } => {
                    let all = known!(solutions());
                    let same = all.first().is_none_or(|one| self.same(method, one, first));
                    let right = all.len() == *count && same && !some_match(&all);
                    ("other solutions", right)
                }
                Answer::Body(_) => {
                    let some = some_match(&known!(solutions()));
                    let plan =
                        known!(truth.first_with(method, branch, &|one| matches(method, one)));
                    ("body", some && plan.is_none())
                }
                Answer::Earlier {
                    branch: earlier,
                    bindings,
                } => {
                    let mut right = false;
                    for at in 0..branch {
                        let all = known!(truth.solutions(method, at));
                        if let Some(first) = all.first() {
                            let block = &truth.methods[method].branches[at];
                            right = block.name == *earlier && self.same(method, first, bindings);
                            break;
                        }
                    }
                    ("earlier", right)
                }
                Answer::EarlierMethod(number) => {
                    let first = known!(first.clone());
                    let right = first.is_some_and(|first| first.at.0 == *number);
                    ("earlier method", right && *number < method)
                }
                Answer::EarlierSolution { bindings, .. } => {
                    let all = known!(solutions());
                    let first = known!(truth.first(Some(method)));
                    let right = first.is_some_and(|first| {
                        let other = !matches(method, &first.solution);
                        other
                            && first.at.1 == branch
                            && self.same(method, &first.solution, bindings)
                    });
                    ("others", right && some_match(&all))
                }
                Answer::Stopped { at, error } if error.is_bound() => {
                    let of = match at {
                        Stage::Method(number) => *number,
                        _ => method,
                    };
                    let ends =
                        truth.first(Some(of)).is_ok() && truth.solutions(method, branch).is_ok();
                    ("bound", self.small || !ends)
                }
                Answer::Stopped { at, error } => {
                    let of = match at {
                        Stage::Method(number) => *number,
                        _ => method,
                    };
                    let ends = truth.first(Some(of));
                    let right = ends.is_err_and(|other| other == *error || other.is_bound());
                    let task = first
                        .as_ref()
                        .is_err_and(|other| other == error || other.is_bound());
                    ("error", right && task)
                }
                _ => return Err("an answer that is not known".to_owned()),
            };
            match right {
                true => kinds.push(kind),
                false => return Err(format!("`{kind}` is not so")),
            }
        }
        Ok(kinds)
    }

    /// Returns true if the bindings report a solution. They leave out the parameters.
    fn same(&self, method: usize, solution: &Solution, bindings: &[Binding]) -> bool {
        let MethodSource { params, vars, .. } = &self.truth.methods[method];
        let all = solution.iter().filter(|(var, _)| *var >= params);
        let all = all.map(|(var, word)| (&*vars[usize::from(*var)].name, *word));
        let all: BTreeMap<&str, u64> = all.collect();
        let told = bindings.iter().map(|one| {
            let value = format!("{:?}", one.value());
            (one.name, value.parse().unwrap_or(0))
        });
        let told: BTreeMap<&str, u64> = told.collect();
        // Variables that only one side of an `or` binds are reported, but are not part of a solution.
        all.iter().all(|(name, word)| told.get(name) == Some(word))
    }
}

fn is_stopped_at_bound(answer: &Answer<Untyped>) -> bool {
    matches!(answer, Answer::Stopped { error, .. } if error.is_bound())
}

/// The first plan of a task.
#[derive(Clone, Debug)]
struct First {
    /// The method and the branch that it uses.
    at: (usize, usize),
    solution: Solution,
    plan: Vec<ReferenceStep>,
}

/// The result of a search for a task, by brute force.
struct Truth<'t> {
    rows: &'static DomainSource<'static>,
    methods: &'t [MethodSource<'static>],
    expressions: &'t Expressions,
    facts: FactSets,
    call: &'t TaskCall,
    /// Cached results: solutions by method and branch, and first plans by method.
    known_solutions: Known<(usize, usize), Vec<Solution>>,
    known_plans: Known<Option<usize>, Option<First>>,
}

/// Results of earlier searches.
type Known<K, V> = RefCell<BTreeMap<K, Result<V, Error>>>;

/// The variables that a condition has bound.
type Solution = BTreeMap<Var, u64>;

/// Functions from this number on compare a variable with a value.
const FILTER: ExprId = 60_000;

/// Returns true if a solution counts.
type Filter<'f> = &'f dyn Fn(&Solution) -> bool;

impl<'t> Truth<'t> {
    fn new(
        rows: &'static DomainSource<'static>,
        expressions: &'t Expressions,
        state: &State<Untyped>,
        call: &'t TaskCall,
    ) -> Truth<'t> {
        let reference = <Untyped as Domain>::reference().expect("it is interpreted");
        let methods = match &rows.tasks[usize::from(call.task)].done_by {
            DoneBy::Methods(methods) => &methods[..],
            _ => &[],
        };
        Truth {
            rows,
            methods,
            expressions,
            facts: reference.facts(state.facts()).expect("they fit"),
            call,
            known_solutions: RefCell::default(),
            known_plans: RefCell::default(),
        }
    }

    fn at_line(&self, line: u32) -> Option<(usize, usize)> {
        let mut all = self.methods.iter().enumerate().flat_map(|(method, of)| {
            let branches = of.branches.iter().enumerate();
            branches.map(move |(branch, block)| (block.line, (method, branch)))
        });
        all.find(|(of, _)| *of == line).map(|(_, at)| at)
    }

    /// Returns a branch that starts with a step that reports it, followed by its own body or nothing.
    fn reporting(
        &self,
        (method, branch): (usize, usize),
        body: bool,
        filtered: bool,
    ) -> BlockSource<'static> {
        let block = &self.methods[method].branches[branch];
        let vars: Vec<Var> = bound(block, &self.methods[method]);
        let report = Stmt::Task {
            task: self.report((method, branch)),
            args: vars
                .iter()
                .map(|var| ArgSource::Var(*var))
                .collect::<Vec<_>>()
                .into(),
            returned: None,
            written: SourceText::default(),
        };
        let behind = if body { &block.body[..] } else { &[] };
        let behind: Vec<Stmt<'static>> = behind.to_vec();
        let mut guard = block.guard.clone();
        if filtered {
            let whole = guard.get_or_insert_with(|| Sorted {
                condition: vec![].into(),
                key: None,
                by: "".into(),
            });
            let mut conjuncts = whole.condition.to_vec();
            conjuncts.push(Conjunct {
                text: "".into(),
                line: 0,
                form: Form::Test(FILTER),
            });
            whole.condition = conjuncts.into();
        }
        BlockSource {
            guard,
            body: [vec![report], behind].concat().into(),
            ..block.clone()
        }
    }

    /// The task that reports a branch. It is after the tested task, which is after all others.
    fn report(&self, at: (usize, usize)) -> u16 {
        let before = self.methods[..at.0]
            .iter()
            .map(|method| method.branches.len());
        (self.rows.tasks.len() + 1 + before.sum::<usize>() + at.1) as u16
    }

    /// The first plans of a task with these methods, each by its number.
    fn plans(
        &self,
        methods: Vec<MethodSource<'static>>,
        filter: Option<(usize, Filter<'_>)>,
        most: usize,
    ) -> Result<Vec<Vec<ReferenceStep>>, Error> {
        let mut tasks = self.rows.tasks.to_vec();
        tasks.push(TaskSource {
            name: "asked".into(),
            done_by: DoneBy::Methods(methods.into()),
        });
        let reports: usize = self
            .methods
            .iter()
            .map(|method| method.branches.len())
            .sum();
        tasks.extend((0..reports).map(|_| TaskSource {
            name: "report".into(),
            done_by: DoneBy::Itself,
        }));
        let rows = DomainSource {
            tasks: tasks.into(),
            ..self.rows.clone()
        };
        let host = Filtered {
            expressions: self.expressions,
            filter,
            truth: self,
        };
        let call = TaskCall {
            task: self.rows.tasks.len() as u16,
            args: self.call.args.clone(),
        };
        let interpreter = Interpreter::new(&rows, &host).within(BOUNDS);
        let plans = interpreter.plans(self.facts.clone(), &[call]).take(most);
        plans.collect()
    }

    /// The solutions of the condition of a branch, in the order in which they are tried.
    fn solutions(&self, method: usize, branch: usize) -> Result<Vec<Solution>, Error> {
        let mut known = self.known_solutions.borrow_mut();
        let known = known.entry((method, branch));
        known
            .or_insert_with(|| self.find_solutions(method, branch))
            .clone()
    }

    fn find_solutions(&self, method: usize, branch: usize) -> Result<Vec<Solution>, Error> {
        let of = MethodSource {
            branches: vec![self.reporting((method, branch), false, false)].into(),
            ..self.methods[method].clone()
        };
        let plans = self.plans(vec![of], None, usize::MAX)?;
        let vars = bound(
            &self.methods[method].branches[branch],
            &self.methods[method],
        );
        let solutions = plans.iter().map(|plan| {
            let args = plan.first().map_or(&[][..], |step| &step.args);
            vars.iter().copied().zip(args.iter().copied()).collect()
        });
        Ok(solutions.collect())
    }

    /// The first plan of the task, or of one of its methods alone.
    fn first(&self, only: Option<usize>) -> Result<Option<First>, Error> {
        let mut known = self.known_plans.borrow_mut();
        let known = known.entry(only);
        known.or_insert_with(|| self.find_first(only)).clone()
    }

    fn find_first(&self, only: Option<usize>) -> Result<Option<First>, Error> {
        let methods = self.methods.iter().enumerate();
        let methods = methods.filter(|(number, _)| only.is_none_or(|only| only == *number));
        let methods = methods.map(|(number, method)| {
            let branches = 0..method.branches.len();
            let branches = branches.map(|branch| self.reporting((number, branch), true, false));
            MethodSource {
                branches: branches.collect::<Vec<_>>().into(),
                ..method.clone()
            }
        });
        let plans = self.plans(methods.collect(), None, 1)?;
        Ok(plans.into_iter().next().map(|plan| self.first_of(plan)))
    }

    /// The first plan of a branch alone, with the solutions of its condition that count.
    fn first_with(
        &self,
        method: usize,
        branch: usize,
        filter: Filter<'_>,
    ) -> Result<Option<First>, Error> {
        let of = MethodSource {
            branches: vec![self.reporting((method, branch), true, true)].into(),
            ..self.methods[method].clone()
        };
        let index = self.index((method, branch));
        let plans = self.plans(vec![of], Some((index, filter)), 1)?;
        Ok(plans.into_iter().next().map(|plan| self.first_of(plan)))
    }

    fn index(&self, at: (usize, usize)) -> usize {
        usize::from(self.report(at)) - self.rows.tasks.len() - 1
    }

    fn at_index(&self, index: usize) -> (usize, usize) {
        let all = self.methods.iter().enumerate();
        let mut all =
            all.flat_map(|(method, of)| (0..of.branches.len()).map(move |branch| (method, branch)));
        all.nth(index).expect("it is a branch")
    }

    fn first_of(&self, mut plan: Vec<ReferenceStep>) -> First {
        let report = plan.remove(0);
        let TaskCode::Task(TaskId(task)) = report.code else {
            unreachable!("the first step reports a branch");
        };
        let at = self.at_index(usize::from(task) - self.rows.tasks.len() - 1);
        let vars = bound(&self.methods[at.0].branches[at.1], &self.methods[at.0]);
        First {
            at,
            solution: vars.into_iter().zip(report.args).collect(),
            plan,
        }
    }
}

/// The expressions of a domain, and one that filters solutions.
struct Filtered<'f> {
    expressions: &'f Expressions,
    filter: Option<(usize, Filter<'f>)>,
    truth: &'f Truth<'f>,
}

impl ExpressionHost for Filtered<'_> {
    fn word(&self, function: ExprId, vars: &[u64]) -> u64 {
        self.expressions.word(function, vars)
    }

    fn test(&self, function: ExprId, vars: &[u64]) -> bool {
        match self.filter {
            Some((index, filter)) if function == FILTER => {
                let (method, branch) = self.truth.at_index(index);
                let method = &self.truth.methods[method];
                let bound = bound(&method.branches[branch], method).into_iter();
                filter(&bound.map(|var| (var, vars[usize::from(var)])).collect())
            }
            _ => self.expressions.test(function, vars),
        }
    }

    fn option(&self, function: ExprId, vars: &[u64]) -> Option<u64> {
        self.expressions.option(function, vars)
    }

    fn item(&self, function: ExprId, vars: &[u64], number: usize) -> Option<u64> {
        self.expressions.item(function, vars, number)
    }

    fn key(&self, function: ExprId, vars: &[u64]) -> Vec<u64> {
        self.expressions.key(function, vars)
    }

    fn fold(&self, function: ExprId, vars: &[u64], so_far: Option<u64>) -> u64 {
        self.expressions.fold(function, vars, so_far)
    }

    fn cost(&self, function: ExprId, vars: &[u64]) -> f32 {
        self.expressions.cost(function, vars)
    }
}

fn all_named(methods: &[MethodSource<'_>], name: &str) -> Vec<(usize, usize)> {
    let all = methods.iter().enumerate().flat_map(|(method, of)| {
        let branches = of.branches.iter().enumerate();
        branches.map(move |(branch, block)| (method, branch, block))
    });
    let all = all.filter(|(_, _, block)| block.name == name);
    all.map(|(method, branch, _)| (method, branch)).collect()
}

/// The parameters of a method, and the variables that the condition of a branch binds.
fn bound(block: &BlockSource<'_>, method: &MethodSource<'_>) -> Vec<Var> {
    let mut vars: BTreeSet<Var> = (0..method.params).collect();
    vars.extend(bound_in(block));
    vars.into_iter().collect()
}

/// The variables that the condition of a branch binds.
fn bound_in(block: &BlockSource<'_>) -> BTreeSet<Var> {
    let guard = block.guard.as_ref();
    guard.map_or_else(BTreeSet::new, |guard| bound_by(&guard.condition))
}

fn bound_by(condition: &Condition<'_>) -> BTreeSet<Var> {
    let mut vars = BTreeSet::new();
    for conjunct in condition.iter() {
        match &conjunct.form {
            Form::Fact { args, .. } | Form::Axiom { args, .. } => {
                vars.extend(args.iter().filter_map(|arg| match arg {
                    ArgSource::Var(var) => Some(*var),
                    _ => None,
                }));
            }
            Form::Let { var, .. } => _ = vars.insert(*var),
            Form::First(sorted) => vars.extend(bound_by(&sorted.condition)),
            Form::WhenPlanning(inner) => vars.extend(bound_by(inner)),
            // Variables that both sides bind are bound afterwards.
            Form::Or(sides) => {
                let sides = sides.iter().map(bound_by);
                vars.extend(sides.reduce(|a, b| &a & &b).unwrap_or_default());
            }
            Form::Test(_) | Form::Poll(_) | Form::Not(_) | Form::Forall(..) => {}
        }
    }
    vars
}

/// The columns of facts that contain a variable, anywhere in the condition of a branch.
fn columns_of(block: &BlockSource<'_>, var: Var) -> Vec<(u16, usize)> {
    let mut columns = vec![];
    let guard = block.guard.as_ref();
    let mut open: Vec<&Condition<'_>> = guard.map(|guard| &guard.condition).into_iter().collect();
    while let Some(condition) = open.pop() {
        for conjunct in condition.iter() {
            if let Form::Fact { predicate, args } = &conjunct.form {
                let places = args.iter().enumerate();
                let places = places.filter(|(_, arg)| **arg == ArgSource::Var(var));
                columns.extend(places.map(|(column, _)| (*predicate, column)));
            }
            open.extend(
                conjunct
                    .form
                    .conditions()
                    .into_iter()
                    .map(|(inner, _)| inner),
            );
        }
    }
    columns
}
