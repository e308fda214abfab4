//! Runs the rows of a random domain on the real planner: the tables are leaked, and the few forms of Rust expression
//! that the generator writes are interpreted.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::{self, Display};

use htn_core::domain::{NoAgent, Row, TaskCode};
use htn_core::host::{Changes, Filling, Functions, Gathering, Going, Known, Sink, write};
use htn_core::tables::{self, Cost, Op, OperatorId, RelId, Slot, Tables, TaskId};
use htn_core::{Domain, Planner, State};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::native::native;
use super::spec::{PRICES, Spec};
use crate::lower::functions::{Act, Filter, Function, Gather, Gives, Level, Source};
use crate::lower::native::Native;
use crate::lower::rows::{self, Rows};

thread_local! {
    /// The domain that is being tried.
    static TABLES: Cell<Option<&'static Tables>> = const { Cell::new(None) };
}

/// A random domain.
pub struct Random;

/// A fact or a task.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Call {
    pub code: TaskCode,
    pub words: [u64; 3],
    pub len: usize,
}

impl Call {
    pub fn new(code: TaskCode, row: &[u64]) -> Call {
        let mut words = [0; 3];
        words[..row.len()].copy_from_slice(row);
        Call {
            code,
            words,
            len: row.len(),
        }
    }
}

impl Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (tables, row) = (Random::tables(), &self.words[..self.len]);
        write!(
            f,
            "{}",
            htn_core::show::Shown {
                tables,
                code: self.code,
                row
            }
        )
    }
}

impl Domain for Random {
    type Context<'c> = Interpreter;
    type Fact = Call;
    type Task = Call;
    type Action = Call;
    type Agent = NoAgent;

    fn tables() -> &'static Tables {
        TABLES.get().expect("a domain is installed")
    }
    fn functions() -> &'static Functions<Self> {
        &FUNCTIONS
    }
    fn fact_to_row(fact: Call, row: &mut Row) -> RelId {
        row.extend(fact.words[..fact.len].iter().copied());
        match fact.code {
            TaskCode::Add(rel) | TaskCode::Delete(rel) => rel,
            TaskCode::Task(_) => unreachable!("a task is no fact"),
        }
    }
    fn fact_from_row(rel: RelId, row: &[u64]) -> Call {
        Call::new(TaskCode::Add(rel), row)
    }
    fn task_to_row(task: Call, row: &mut Row) -> TaskCode {
        row.extend(task.words[..task.len].iter().copied());
        task.code
    }
    fn task_from_row(code: TaskCode, row: &[u64]) -> Call {
        Call::new(code, row)
    }
    fn action_from_row(task: TaskId, row: &[u64]) -> Option<Call> {
        Some(Call::new(TaskCode::Task(task), row))
    }
}

/// One function for each number: a function pointer does not know its own.
macro_rules! numbered {
    ($f:ident) => {
        &numbered!($f, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23)
    };
    ($f:ident, $($high:literal)*) => {
        [$(
            $f::<{ $high * 8 }> as _, $f::<{ $high * 8 + 1 }> as _, $f::<{ $high * 8 + 2 }> as _,
            $f::<{ $high * 8 + 3 }> as _, $f::<{ $high * 8 + 4 }> as _, $f::<{ $high * 8 + 5 }> as _,
            $f::<{ $high * 8 + 6 }> as _, $f::<{ $high * 8 + 7 }> as _,
        )*]
    };
}

/// How many functions of a kind a domain may have.
const MOST: usize = 192;

static FUNCTIONS: Functions<Random> = Functions {
    words: numbered!(word),
    tests: numbered!(test),
    options: &[],
    items: numbered!(items),
    spans: numbered!(span),
    keys: numbered!(key),
    folds: numbered!(fold),
    costs: numbered!(cost),
    looks: numbered!(look),
    filters: numbered!(filter),
    gathers: numbered!(gather),
    acts: numbered!(act),
    natives: numbered!(native),
};

fn word<const N: usize>(interpreter: &Interpreter, slots: &[u64]) -> u64 {
    interpreter.words[N].value(slots) as u64
}

fn test<const N: usize>(interpreter: &Interpreter, slots: &[u64]) -> bool {
    interpreter.tests[N].value(slots) != 0
}

fn items<const N: usize>(interpreter: &Interpreter, slots: &[u64], sink: &mut Sink<'_>) {
    let items = interpreter.items[N].list(slots);
    items.into_iter().all(|item| sink.push(item));
}

fn span<const N: usize>(interpreter: &Interpreter, slots: &[u64]) -> [u64; 2] {
    interpreter.spans[N].span(slots)
}

fn key<const N: usize>(interpreter: &Interpreter, slots: &[u64], key: &mut [u64]) {
    key[0] = interpreter.keys[N].key(slots);
}

fn fold<const N: usize>(interpreter: &Interpreter, slots: &[u64], so_far: Option<u64>) -> u64 {
    let word = interpreter.folds[N].value(slots) as u64;
    so_far.map_or(word, |so_far| so_far.min(word))
}

fn cost<const N: usize>(interpreter: &Interpreter, slots: &[u64]) -> f32 {
    interpreter.cost(N, slots)
}

fn look<const N: usize>(interpreter: &Interpreter, slots: &mut [u64], known: Known<'_>) -> bool {
    interpreter.looks(N, slots, known)
}

fn filter<const N: usize>(
    interpreter: &Interpreter,
    slots: &mut [u64],
    known: Known<'_>,
    rows: &mut htn_core::host::Rows<'_>,
) -> bool {
    interpreter.filters(N, slots, known, rows)
}

fn gather<const N: usize>(
    interpreter: &Interpreter,
    slots: &mut [u64],
    known: Known<'_>,
    rows: &mut Gathering<'_>,
) {
    interpreter.gathers(N, slots, known, rows);
}

fn act<const N: usize>(
    interpreter: &Interpreter,
    fp: u32,
    args: u64,
    going: &mut Going<'_>,
) -> bool {
    interpreter.act(N, fp, args, going)
}

impl Interpreter {
    pub fn looks(&self, number: usize, slots: &mut [u64], known: Known<'_>) -> bool {
        let mut lists = self.looks[number].iter();
        lists.any(|tests| self.all_hold(tests, slots, known))
    }

    pub fn filters(
        &self,
        number: usize,
        slots: &mut [u64],
        known: Known<'_>,
        rows: &mut htn_core::host::Rows<'_>,
    ) -> bool {
        let Level { filter, over, at } = &self.filters[number];
        let Filter { source, to, tests } = filter;
        let (at, to) = (at.0 as usize, to.0 as usize);
        let passes = |_: &mut htn_core::host::Rows<'_>, slots: &mut [u64]| {
            self.all_hold(tests, slots, known)
        };
        match source {
            Source::Facts => rows.facts(known, slots, *over, at, to, passes),
            Source::Items => rows.items(slots, at, to, passes),
            Source::Numbers => rows.numbers(slots, at, to, passes),
            Source::Pairs { .. } => unreachable!("these have no tests"),
        }
    }

    pub fn act(&self, number: usize, fp: u32, args: u64, going: &mut Going<'_>) -> bool {
        let act = &self.acts[number];
        let of = (act.id.0, act.frame);
        let ready = going.ready(fp, (args, act.params), of);
        let Some((slots, mut changes, step)) = ready else {
            return false;
        };
        self.done(&act.tests, slots, &mut changes)
            && changes.take(step, self.price(act.id, act.cost, slots))
            && self.done(&act.changes, slots, &mut changes)
    }

    pub fn price(&self, id: OperatorId, cost: Cost, slots: &[u64]) -> f32 {
        let function = Random::tables().operators[usize::from(id.0)].cost;
        match (cost, function) {
            (Cost::Nothing, _) => 0.0,
            (Cost::One, _) => 1.0,
            (Cost::Function, f) => self.cost(f.expect("has its function").0.into(), slots),
        }
    }

    fn cost(&self, number: usize, slots: &[u64]) -> f32 {
        PRICES[self.costs[number].value(slots) as usize]
    }

    fn done(&self, ops: &[Op], slots: &mut [u64], changes: &mut Changes<'_>) -> bool {
        ops.iter().all(|op| {
            let at = |slot: Slot| slots[slot.0 as usize];
            let all = |atom: tables::Run| -> Vec<u64> {
                let cells = &Random::tables().args[atom.at as usize..][..usize::from(atom.len)];
                let words = cells.iter().map(|cell| match cell {
                    tables::Arg::Is(slot) => at(*slot),
                    other => unreachable!("`{other:?}` in an act"),
                });
                words.collect()
            };
            match *op {
                Op::AddOne { rel, a } => changes.add(rel.0, at(a)),
                Op::AddTwo { rel, a, b } => changes.add_pair(rel.0, at(a), at(b)),
                Op::Add { rel, atom } => changes.add_row(rel.0, &all(atom)),
                Op::DeleteOne { rel, a } => changes.delete(rel.0, at(a)),
                Op::DeleteTwo { rel, a, b } => changes.delete_pair(rel.0, at(a), at(b)),
                Op::Delete { rel, atom, .. } => {
                    let cells = &Random::tables().args[atom.at as usize..][..usize::from(atom.len)];
                    let words = cells.iter().map(|cell| match cell {
                        tables::Arg::Is(slot) => Some(at(*slot)),
                        tables::Arg::Bind(_) | tables::Arg::Any => None,
                    });
                    match words.clone().all(|word| word.is_some()) {
                        true => changes.delete_row(rel.0, &all(atom)),
                        false => changes.delete_key(rel.0, &words.collect::<Vec<_>>()),
                    }
                }
                Op::Look { f, .. } => self.looks(f.0.into(), slots, changes.known()),
                test => self.all_hold(&[test], slots, changes.known()),
            }
        })
    }

    // A call of each is enough to compile.
    #[inline(never)]
    pub fn gathers(
        &self,
        number: usize,
        slots: &mut [u64],
        known: Known<'_>,
        rows: &mut Gathering<'_>,
    ) {
        let gather = &self.gathers[number];
        let (from, to) = gather.values;
        macro_rules! of_so_many {
            ($($values:literal)*) => {
                match (gather.key, to.0 - from.0) {
                    $((Some(_), $values) => self.gather::<1, $values>(gather, slots, known, rows),)*
                    $((None, $values) => self.gather::<0, $values>(gather, slots, known, rows),)*
                    (_, values) => unreachable!("{values} values are not generated"),
                }
            };
        }
        of_so_many!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16)
    }

    fn gather<const KEY: usize, const VALUES: usize>(
        &self,
        gather: &Gather,
        slots: &mut [u64],
        known: Known<'_>,
        rows: &mut Gathering<'_>,
    ) {
        let fill = |rows: &mut Filling<'_, KEY, VALUES>, slots: &mut [u64]| {
            if rows.begins() {
                for level in &gather.levels[1..] {
                    let two = matches!(level.filter.source, Source::Items | Source::Numbers);
                    slots[level.at.0 as usize + usize::from(two)] = 0;
                }
                self.begin(&gather.levels[0], slots, known, rows);
            }
            self.gather_level(gather, 0, slots, known, rows);
        };
        let (region, from) = (gather.region.0 as usize, gather.values.0.0 as usize);
        match gather.whole {
            true => rows.least(slots, region, from, fill),
            false => rows.fill(slots, region, fill),
        }
    }

    fn begin<const KEY: usize, const VALUES: usize>(
        &self,
        level: &Level,
        slots: &mut [u64],
        known: Known<'_>,
        rows: &mut Filling<'_, KEY, VALUES>,
    ) {
        let (over, at) = (level.over as usize, level.at.0 as usize);
        match level.filter.source {
            Source::Facts => slots[at] = known.first(level.over),
            Source::Pairs { index, is, .. } => {
                slots[at] = known.seek(level.over, index, slots[is.0 as usize]);
            }
            Source::Items => rows.collect(slots, at, |slots, sink| {
                let items = self.items[over].list(slots);
                items.into_iter().all(|item| sink.push(item));
            }),
            Source::Numbers => rows.span(self.spans[over].span(slots), slots, at),
        }
    }

    fn gather_level<const KEY: usize, const VALUES: usize>(
        &self,
        gather: &Gather,
        number: usize,
        slots: &mut [u64],
        known: Known<'_>,
        rows: &mut Filling<'_, KEY, VALUES>,
    ) {
        let Level { filter, over, at } = &gather.levels[number];
        let Filter { source, to, tests } = filter;
        let (at, to) = (at.0 as usize, to.0 as usize);
        let inner = gather.levels.get(number + 1);
        let passes = |_: &mut Filling<'_, KEY, VALUES>, slots: &mut [u64]| {
            self.all_hold(tests, slots, known)
        };
        loop {
            if inner.is_some() {
                self.gather_level(gather, number + 1, slots, known, rows);
            }
            let found = match source {
                Source::Facts => rows.facts(known, slots, *over, at, to, passes),
                Source::Pairs { index, column, is } => {
                    let of = (*over, *index, *column, is.0.into());
                    rows.pairs(known, slots, of, at, to, passes)
                }
                Source::Items => rows.items(slots, at, to, passes),
                Source::Numbers => rows.numbers(slots, at, to, passes),
            };
            match inner {
                _ if !found => return,
                Some(inner) => self.begin(inner, slots, known, rows),
                None => {
                    let values = slots[gather.values.0.0 as usize..].first_chunk();
                    let values = *values.expect("has its slots");
                    let key = gather.key.map(|f| self.keys[f.0 as usize].key(slots));
                    rows.push(|to| to.fill(key.unwrap_or(0)), values);
                }
            }
        }
    }

    pub fn all_hold(&self, tests: &[Op], slots: &mut [u64], known: Known<'_>) -> bool {
        tests.iter().all(|op| {
            let at = |slot: Slot| slots[slot.0 as usize];
            let (to, word) = match *op {
                Op::Has { rel, a, .. } => return known.has(rel.0, at(a)),
                Op::Lacks { rel, a, .. } => return !known.has(rel.0, at(a)),
                Op::HasPair { rel, a, b, .. } => return known.has_pair(rel.0, at(a), at(b)),
                Op::LacksPair { rel, a, b, .. } => return !known.has_pair(rel.0, at(a), at(b)),
                Op::GetIs { rel, key, is, .. } => return known.get(rel.0, at(key)) == Some(at(is)),
                Op::IsEmpty { rel, .. } => return known.is_empty(rel.0),
                Op::IsSet { rel, .. } => return !known.is_empty(rel.0),
                Op::Check { f, .. } => return self.tests[f.0 as usize].value(slots) != 0,
                Op::Same { a, b, .. } => return at(a) == at(b),
                Op::Value { rel, to, .. } => (to, known.value(rel.0)),
                Op::Get { rel, key, to, .. } => (to, known.get(rel.0, at(key))),
                Op::Let { f, to } => (to, Some(self.words[f.0 as usize].value(slots) as u64)),
                Op::Copy { from, to } => (to, Some(at(from))),
                other => unreachable!("`{other:?}` is not done with others"),
            };
            write(&mut slots[to.0 as usize], word)
        })
    }
}

/// The expressions of a domain, by kind and number.
pub struct Interpreter {
    words: Vec<Expression>,
    tests: Vec<Expression>,
    items: Vec<Expression>,
    pub spans: Vec<Expression>,
    keys: Vec<Expression>,
    folds: Vec<Expression>,
    costs: Vec<Expression>,
    looks: Vec<Vec<Vec<Op>>>,
    filters: Vec<Level>,
    gathers: Vec<Gather>,
    acts: Vec<Act>,
    pub natives: Vec<Native>,
}

pub struct Expression {
    tokens: TokenStream,
    slots: BTreeMap<String, usize>,
    descending: bool,
}

impl Expression {
    fn new(function: &Function<'_>) -> Expression {
        let slots = function
            .sees
            .iter()
            .map(|seen| (seen.name.to_string(), seen.slot.0 as usize));
        Expression {
            tokens: function.source.tokens.clone(),
            slots: slots.collect(),
            descending: matches!(function.gives, Gives::Key { descending: true }),
        }
    }

    fn key(&self, slots: &[u64]) -> u64 {
        let word = self.value(slots) as u64;
        if self.descending { !word } else { word }
    }

    fn value(&self, slots: &[u64]) -> i64 {
        self.evaluate(self.tokens.clone(), slots)
    }

    /// Operands and operators from left to right, but for `&&`: all that the generator writes.
    fn evaluate(&self, tokens: TokenStream, slots: &[u64]) -> i64 {
        let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let is_and =
            |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '&');
        if all.iter().any(is_and) {
            let parts = all.split(is_and).filter(|part| !part.is_empty());
            let mut values = parts.map(|part| self.evaluate(part.iter().cloned().collect(), slots));
            return i64::from(values.all(|value| value != 0));
        }
        let mut value = None;
        let mut operator = String::new();
        for token in tokens {
            let operand = match token {
                TokenTree::Punct(punct) => {
                    operator.push(punct.as_char());
                    continue;
                }
                TokenTree::Ident(name) => slots[self.slots[&name.to_string()]] as i64,
                TokenTree::Literal(literal) => literal.to_string().parse().expect("a number"),
                TokenTree::Group(group) => self.evaluate(group.stream(), slots),
            };
            value = Some(match (value, operator.as_str()) {
                (None, "!") => i64::from(operand == 0),
                (None, _) => operand,
                (Some(left), "+") => left + operand,
                (Some(left), "%") => left % operand,
                (Some(left), "<") => i64::from(left < operand),
                (Some(left), "==") => i64::from(left == operand),
                (Some(left), "!=") => i64::from(left != operand),
                (_, other) => unreachable!("`{other}` is not generated"),
            });
            operator.clear();
        }
        value.expect("an expression is not empty")
    }

    pub fn span(&self, slots: &[u64]) -> [u64; 2] {
        let tokens: Vec<TokenTree> = self.tokens.clone().into_iter().collect();
        let is_mark = |token: &TokenTree| matches!(token, TokenTree::Punct(_));
        let mut ends = tokens.split(is_mark).filter(|part| !part.is_empty());
        let mut end = || {
            let tokens = ends.next().expect("a range has two ends").iter().cloned();
            self.evaluate(tokens.collect(), slots) as u64
        };
        let (first, last) = (end(), end());
        match tokens.iter().filter(|token| is_mark(token)).count() {
            2 => htn_core::key::Span::span(first..last),
            _ => htn_core::key::Span::span(first..=last),
        }
    }

    fn list(&self, slots: &[u64]) -> Vec<u64> {
        let Some(TokenTree::Group(group)) = self.tokens.clone().into_iter().next() else {
            unreachable!("`{}` is not generated", self.tokens);
        };
        assert_eq!(group.delimiter(), Delimiter::Bracket);
        let numbers = group
            .stream()
            .into_iter()
            .filter(|token| matches!(token, TokenTree::Literal(_)));
        numbers
            .map(|token| self.evaluate(token.into(), slots) as u64)
            .collect()
    }
}

fn leak<T>(list: Vec<T>) -> &'static [T] {
    Box::leak(list.into_boxed_slice())
}

fn text(text: &str) -> &'static str {
    Box::leak(text.to_string().into_boxed_str())
}

fn show(word: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{word}")
}

fn params(params: &[rows::Param]) -> &'static [tables::Param] {
    let params = params.iter();
    leak(
        params
            .map(|p| tables::Param {
                name: text(&p.name),
                ty: p.ty,
                agent: p.agent,
            })
            .collect(),
    )
}

fn vars(vars: &[rows::Var]) -> &'static [tables::Var] {
    leak(
        vars.iter()
            .map(|v| tables::Var {
                name: text(&v.name),
                ty: v.ty,
                slot: v.slot,
            })
            .collect(),
    )
}

fn check(check: &rows::Check) -> tables::Check {
    let reads = leak(check.reads.clone());
    tables::Check {
        text: text(&check.text),
        entry: check.entry,
        frame: check.frame,
        reads,
        collected: check.collected,
        word: check.word,
    }
}

/// Installs a domain for this thread; `None` where it has too many expressions.
pub fn install(spec: &Spec, rows: &Rows<'_>) -> Option<Interpreter> {
    let expressions = |functions: &[Function<'_>]| -> Option<Vec<Expression>> {
        (functions.len() <= MOST).then(|| functions.iter().map(Expression::new).collect())
    };
    let interpreter = Interpreter {
        words: expressions(&rows.functions.words)?,
        tests: expressions(&rows.functions.tests)?,
        items: expressions(&rows.functions.items)?,
        spans: expressions(&rows.functions.spans)?,
        keys: expressions(&rows.functions.keys)?,
        folds: expressions(&rows.functions.folds)?,
        costs: expressions(&rows.functions.costs)?,
        looks: (rows.functions.looks.len() <= MOST).then(|| rows.functions.looks.clone())?,
        filters: (rows.functions.filters.len() <= MOST).then(|| rows.functions.filters.clone())?,
        gathers: (rows.functions.gathers.len() <= MOST).then(|| rows.functions.gathers.clone())?,
        acts: (rows.functions.acts.len() <= MOST).then(|| rows.functions.acts.clone())?,
        natives: (rows.functions.natives.len() <= MOST).then(|| rows.functions.natives.clone())?,
    };
    let column = tables::Param {
        name: "",
        ty: tables::TypeId(0),
        agent: false,
    };
    let relation = |(number, predicate): (usize, &super::spec::Predicate)| tables::Relation {
        name: text(&predicate.name),
        doc: "",
        columns: leak(vec![column; predicate.columns]),
        key: tables::Columns((1 << predicate.key.unwrap_or(predicate.columns)) - 1),
        keyed: predicate.key.is_some(),
        capacity: 256,
        indexes: leak(rows.indexes[number].clone()),
        scanned: rows.is_scanned(number),
    };
    let task = |task: &rows::Task| tables::TaskRow {
        name: text(&task.name),
        doc: "",
        kind: task.kind,
        params: params(&task.params),
        entry: task.entry,
        method: task.method,
        frame: task.frame,
    };
    let branch = |branch: &rows::Branch| tables::BranchRow {
        name: text(&branch.name),
        doc: "",
        vars: vars(&branch.vars),
        checks: tables::Run {
            at: branch.checks.0,
            len: branch.checks.1,
        },
        sort: branch.sort.map(|key| (key, 1)),
    };
    let operator = |operator: &rows::Operator| tables::OperatorRow {
        task: operator.task,
        doc: "",
        entry: operator.entry,
        holds: operator.holds.as_ref().map(check),
        during: operator.during.as_ref().map(check),
        moments: operator.moments,
        writes: operator.writes.clone().map(leak),
        by: operator.by,
        busy: operator.busy,
        cost: operator.cost,
        undo: None,
        vars: vars(&operator.vars),
    };
    let collection = |collection: &rows::Collection| tables::Collection {
        from: collection.from,
        to: collection.to,
        key: collection.key,
        key_words: u8::from(collection.key.is_some()),
        region: collection.region,
    };
    let method = |method: &rows::Method| tables::MethodRow {
        task: method.task,
        doc: "",
    };
    TABLES.set(Some(Box::leak(Box::new(Tables {
        name: "random",
        doc: "",
        relations: leak(spec.predicates.iter().enumerate().map(relation).collect()),
        types: leak(vec![tables::Type { name: "u8", show }; 64]),
        tasks: leak(rows.tasks.iter().map(task).collect()),
        methods: leak(rows.methods.iter().map(method).collect()),
        branches: leak(rows.branches.iter().map(branch).collect()),
        operators: leak(rows.operators.iter().map(operator).collect()),
        axioms: leak(rows.axioms.clone()),
        collections: leak(rows.collections.iter().map(collection).collect()),
        checks: leak(rows.checks.iter().map(check).collect()),
        code: leak(htn_core::rows::pack_code(&rows.code)),
        args: leak(rows.args.clone()),
        slots: leak(rows.slots.clone()),
        strands: leak(rows.strands.clone()),
    }))));
    Some(interpreter)
}

/// The task of that name, without arguments.
pub fn task(name: &str) -> Call {
    let tasks = Random::tables().tasks;
    let id = tasks
        .iter()
        .position(|task| task.name == name)
        .expect("the task is there");
    Call::new(TaskCode::Task(TaskId(id as u16)), &[])
}

/// The facts that the domain begins with.
pub fn state(spec: &Spec) -> State<Random> {
    let facts = spec.facts.iter();
    let facts = facts.map(|(rel, row)| {
        let words: Vec<u64> = row.iter().map(|word| u64::from(*word)).collect();
        Call::new(TaskCode::Add(RelId(*rel as u16)), &words)
    });
    State::from_facts(facts).expect("the facts fit")
}

/// A planner for the domain that is installed.
pub fn planner() -> Planner<Random> {
    // Axioms that call one another have many solutions, and all that are sorted are kept.
    Planner::with_limits(htn_core::Limits {
        sort: 1 << 15,
        ..htn_core::Limits::compact()
    })
}
