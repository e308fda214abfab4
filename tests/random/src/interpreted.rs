//! Random domains for the interpreter alone. Without compilation, thousands of them take seconds.
//!
//! The tables of such a domain have its predicates, types and names, which is all that a state and an explanation need.
//! No planner can search with them.

use std::cell::Cell;

use htn_core::host::Functions;
use htn_core::reference::rows::{DomainSource, DoneBy, TaskSource};
use htn_core::reference::{self, ExpressionHost};
use htn_core::tables::{
    Columns, FAIL, MethodId, Param, Relation, Tables, TaskKind, TaskRow, Type, TypeId,
};

use crate::described::Described;
use crate::expressions::Expressions;
use crate::untyped::{Emitted, Untyped};

thread_local! {
    static EXPRESSIONS: Cell<Option<&'static Expressions>> = const { Cell::new(None) };
}

/// Makes [`Untyped`] stand for this domain in this thread. Returns `None` if it has too many expressions.
pub fn interpret(
    described: Described,
) -> Option<(&'static DomainSource<'static>, &'static Expressions)> {
    let Described { rows, expressions } = described;
    if expressions.all.len() > SIDE * SIDE {
        return None;
    }
    // Each domain is leaked, because emitted tables are static, too.
    let rows: &'static DomainSource<'static> = Box::leak(Box::new(rows));
    let expressions: &'static Expressions = Box::leak(Box::new(expressions));
    EXPRESSIONS.set(Some(expressions));
    let functions = Functions::<Untyped> {
        words: &[],
        tests: &[],
        keys: &[],
        costs: &[],
        solvers: &[],
        changes: &[],
    };
    let all = reference::Expressions::<Untyped> {
        words: WORDS.as_flattened(),
        tests: TESTS.as_flattened(),
        options: OPTIONS.as_flattened(),
        polls: &[],
        items: ITEMS.as_flattened(),
        keys: KEYS.as_flattened(),
        folds: FOLDS.as_flattened(),
        costs: COSTS.as_flattened(),
        shown_keys: SHOWN_KEYS.as_flattened(),
        sides: &[],
    };
    let emitted = Emitted::new(
        Box::leak(Box::new(tables(rows))),
        Box::leak(Box::new(functions)),
        Some((rows, Box::leak(Box::new(all)))),
    );
    emitted.make_current();
    Some((rows, expressions))
}

fn leak<T>(all: impl Iterator<Item = T>) -> &'static [T] {
    Box::leak(all.collect::<Vec<T>>().into_boxed_slice())
}

fn params(count: u16) -> &'static [Param] {
    leak((0..count).map(|_| Param {
        name: "",
        ty: TypeId(0),
        agent: false,
    }))
}

fn tables(rows: &'static DomainSource<'static>) -> Tables {
    let relations = rows.predicates.iter().map(|of| {
        let all = Columns((1 << of.columns) - 1);
        let key = of.key.map_or(all, |key| Columns((1 << key) - 1));
        Relation {
            name: &of.name,
            doc: "",
            columns: params(of.columns),
            key,
            keyed: of.key.is_some(),
            capacity: of.capacity,
            indexes: leak([Columns(0), key].into_iter()),
            scanned: true,
        }
    });
    let tasks = rows.tasks.iter().map(|of| TaskRow {
        name: &of.name,
        doc: "",
        kind: TaskKind::Method,
        params: params(params_of(of)),
        entry: FAIL,
        method: MethodId(0),
        frame: 0,
        not_memoized: false,
    });
    Tables {
        relations: leak(relations),
        tasks: leak(tasks),
        types: leak([WORD].into_iter()),
        ..Tables::EMPTY
    }
}

/// Returns the number of a task's parameters.
pub fn params_of(of: &TaskSource<'_>) -> u16 {
    let first = match &of.done_by {
        DoneBy::Methods(all) => all.first().map(|method| method.params),
        DoneBy::Operators(all) => all.first().map(|operator| operator.params),
        DoneBy::Itself => None,
    };
    first.unwrap_or(0)
}

/// Every variable is a word.
const WORD: Type = Type {
    name: "u64",
    show: |word, f| write!(f, "{word:?}"),
    shape: 0,
    is_value: |_| true,
    map: |word, _| word,
    word_of: |value| value.downcast_ref().copied(),
};

/// Expressions are called by their numbers: a table of `SIDE * SIDE` functions.
const SIDE: usize = 16;

fn number<const A: usize, const B: usize>() -> u16 {
    (A * SIDE + B) as u16
}

fn expressions() -> &'static Expressions {
    EXPRESSIONS.get().expect("a domain is interpreted")
}

macro_rules! functions {
    ($($table:ident: $of:ty, $name:ident(vars $(, $arg:ident: $ty:ty)*) -> $value:ty = $body:expr;)*) => {$(
        fn $name<'a, const A: usize, const B: usize>(_: &'a (), vars: &'a [u64] $(, $arg: $ty)*) -> $value {
            let body: fn(&Expressions, u16, &[u64] $(, $ty)*) -> $value = $body;
            body(expressions(), number::<A, B>(), vars $(, $arg)*)
        }
        static $table: [[$of; SIDE]; SIDE] = table!($name);
    )*};
}

macro_rules! table {
    ($name:ident) => {
        table!($name: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    ($name:ident: $($a:literal)*) => {
        [$([
            $name::<$a, 0>, $name::<$a, 1>, $name::<$a, 2>, $name::<$a, 3>,
            $name::<$a, 4>, $name::<$a, 5>, $name::<$a, 6>, $name::<$a, 7>,
            $name::<$a, 8>, $name::<$a, 9>, $name::<$a, 10>, $name::<$a, 11>,
            $name::<$a, 12>, $name::<$a, 13>, $name::<$a, 14>, $name::<$a, 15>,
        ]),*]
    };
}

type Expression<T> = reference::Expression<Untyped, T>;

functions! {
    WORDS: Expression<u64>, word(vars) -> u64 = |all, number, vars| all.word(number, vars);
    TESTS: Expression<bool>, test(vars) -> bool = |all, number, vars| all.test(number, vars);
    OPTIONS: Expression<Option<u64>>, option(vars) -> Option<u64> = |all, number, vars| all.option(number, vars);
    ITEMS: reference::Items<Untyped>, item(vars, at: usize) -> Option<u64> = |all, number, vars, at| all.item(number, vars, at);
    KEYS: Expression<Vec<u64>>, key(vars) -> Vec<u64> = |all, number, vars| all.key(number, vars);
    FOLDS: reference::Fold<Untyped>, fold(vars, so_far: Option<u64>) -> u64 = |all, number, vars, so_far| all.fold(number, vars, so_far);
    COSTS: Expression<f32>, cost(vars) -> f32 = |all, number, vars| all.cost(number, vars);
    SHOWN_KEYS: Expression<String>, shown_key(vars) -> String = |all, number, vars| format!("{:?}", all.key(number, vars));
}
