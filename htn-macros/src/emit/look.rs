//! Tests that are done together: one function over those of the expressions in them.

use htn_core::tables::{FnId, Op, RelId, Slot};

use crate::lower::functions::{Filter, Function, Functions, Gather, Level, Source};

/// The function for these lists of tests: whether all of one of them hold.
pub fn look(number: usize, lists: &[Vec<Op>], functions: &Functions<'_>) -> String {
    let slots = lists.iter().flatten();
    let slots = slots.map(|op| slots_of(op, functions)).max().unwrap_or(0);
    let tests = any(lists);
    function(&format!("__looks{number}"), "", Gives::Truth, slots, &tests)
}

/// The function for a generator with tests that each row has to pass.
pub fn filter(number: usize, level: &Level, functions: &Functions<'_>) -> String {
    function(
        &format!("__filters{number}"),
        ", rows: &mut __rt::Rows<'_>",
        Gives::Truth,
        slots_of_level(level, functions),
        &next(level, ""),
    )
}

/// The function for generators whose solutions are kept.
pub fn gather(
    number: usize,
    gather: &Gather,
    functions: &Functions<'_>,
    keys: &[String],
) -> String {
    let Gather {
        levels,
        key,
        values: (from, to),
        region,
        whole,
    } = gather;
    let values: Vec<String> = (from.0..to.0).map(|slot| format!("s[{slot}]")).collect();
    let (words, key, seen) = match *key {
        None => ("0", "|_| {}".to_owned(), 0),
        Some(FnId(f)) => (
            &*keys[usize::from(f)],
            format!("|key| __keys{f}(c, s, key)"),
            slots_seen(&functions.keys, FnId(f)),
        ),
    };
    let push = format!("rows.push({key}, [{}])", values.join(", "));
    // From the last one outwards: what is done where a level begins, and to go through it.
    let (mut begins, mut goes) = (String::new(), String::new());
    for (i, level) in levels.iter().enumerate().rev() {
        goes = match i + 1 == levels.len() {
            true => next(level, &format!("&& {push}")),
            false => format!("while {{ {goes}; {} }} {{ {begins} }}", next(level, "")),
        };
        begins = begin(level);
    }
    let inner = levels
        .iter()
        .skip(1)
        .map(|level| match level.filter.source {
            Source::Facts | Source::Pairs { .. } => format!("s[{}] = 0;", level.at.0),
            Source::Items | Source::Numbers => format!("s[{}] = 0;", level.at.0 + 1),
        });
    let inner: String = inner.collect();
    let slots = levels.iter().map(|level| slots_of_level(level, functions));
    let slots = slots.max().unwrap_or(0).max(seen);
    let (fills, load) = match whole {
        true => ("least", format!("{},", from.0)),
        false => ("fill", String::new()),
    };
    function(
        &format!("__gathers{number}"),
        ", rows: &mut __rt::Gathering<'_>",
        Gives::Nothing,
        slots.max(usize::from(to.0)).max(usize::from(region.0) + 2),
        &format!(
            "rows.{fills}::<{{ {words} as ::core::primitive::usize }}, {}>(s, {}, {load} |rows, s| {{
                if rows.begins() {{ {inner} {begins} }}
                {goes};
            }})",
            values.len(),
            region.0
        ),
    )
}

/// Lets a generator begin.
fn begin(level: &Level) -> String {
    let Level { filter, over, at } = level;
    match filter.source {
        Source::Facts => format!("s[{}] = k.first({over})", at.0),
        Source::Pairs { index, is, .. } => {
            format!("s[{}] = k.seek({over}, {index}, s[{}])", at.0, is.0)
        }
        Source::Items => format!(
            "rows.collect(s, {}, |s, items| __items{over}(c, s, items))",
            at.0
        ),
        Source::Numbers => format!("rows.span(__spans{over}(c, s), s, {})", at.0),
    }
}

/// Whether a generator has another row that passes, and `more`.
fn next(level: &Level, more: &str) -> String {
    let Level { filter, over, at } = level;
    let rows = rows_of(filter.source);
    let over = match filter.source {
        Source::Facts => format!("k, s, {over}"),
        Source::Pairs { index, column, is } => {
            format!("k, s, ({over}, {index}, {column}, {})", is.0)
        }
        Source::Items | Source::Numbers => "s".to_owned(),
    };
    let tests = any(&[filter.tests.to_vec()]);
    format!(
        "rows.{rows}({over}, {}, {}, |rows, s| {{ {tests} {more} }})",
        at.0, filter.to.0
    )
}

fn rows_of(source: Source) -> &'static str {
    match source {
        Source::Facts => "facts",
        Source::Pairs { .. } => "pairs",
        Source::Items => "items",
        Source::Numbers => "numbers",
    }
}

fn slots_of_filter(filter: &Filter, functions: &Functions<'_>) -> usize {
    let tests = filter.tests.iter().map(|op| slots_of(op, functions)).max();
    tests.unwrap_or(0).max(usize::from(filter.to.0) + 1)
}

fn slots_of_level(level: &Level, functions: &Functions<'_>) -> usize {
    let Level { filter, over, at } = level;
    let (own, seen) = match filter.source {
        Source::Facts => (1, 0),
        Source::Pairs { is, .. } => (1, usize::from(is.0) + 1),
        Source::Items => (2, slots_seen(&functions.items, FnId(*over))),
        Source::Numbers => (2, slots_seen(&functions.spans, FnId(*over))),
    };
    let own = usize::from(at.0) + own;
    slots_of_filter(filter, functions).max(own).max(seen)
}

/// What a function gives.
enum Gives {
    Truth,
    Nothing,
}

/// The slots are an array of known length: one check for all of them.
fn function(name: &str, more: &str, gives: Gives, slots: usize, body: &str) -> String {
    let (gives, nothing) = match gives {
        Gives::Truth => ("-> bool", "false"),
        Gives::Nothing => ("", ""),
    };
    format!(
        "fn {name}<'a>(c: &'a __Context<'_>, s: &'a mut [u64], k: __rt::Known<'a>{more}) {gives} {{
            let ::core::option::Option::Some(s) = s.first_chunk_mut::<{slots}>() else {{ return {nothing} }};
            {body}
        }}"
    )
}

/// Whether all tests of one of the lists hold.
fn any(lists: &[Vec<Op>]) -> String {
    let first = lists
        .first()
        .and_then(|tests| tests.first())
        .and_then(looked_up);
    let first = first.filter(|first| is_repeated(*first, lists));
    let known = first.map_or(String::new(), |(rel, key)| {
        format!("let first = k.get({}, s[{}]);", rel.0, key.0)
    });
    let lists: Vec<String> = lists.iter().map(|tests| all(tests, first)).collect();
    format!("{known} ({})", lists.join(" || "))
}

/// What is looked up by its key.
pub type Lookup = (RelId, Slot);

fn looked_up(op: &Op) -> Option<Lookup> {
    match *op {
        Op::Get { rel, key, .. } | Op::GetIs { rel, key, .. } => Some((rel, key)),
        _ => None,
    }
}

/// Whether what is looked up first is looked up again, with the key as it was.
fn is_repeated(first: Lookup, lists: &[Vec<Op>]) -> bool {
    let mut ops = lists.iter().flatten();
    let writes_key = ops.clone().any(|op| match *op {
        Op::Get { to, .. } | Op::Value { to, .. } | Op::Let { to, .. } => to == first.1,
        Op::LetSome { to, .. } | Op::Copy { to, .. } => to == first.1,
        _ => false,
    });
    let again = ops
        .by_ref()
        .filter(|op| looked_up(op) == Some(first))
        .count()
        > 1;
    again && !writes_key
}

fn all(tests: &[Op], first: Option<Lookup>) -> String {
    let tests: Vec<String> = tests.iter().map(|op| test(op, first)).collect();
    match tests.as_slice() {
        [] => "true".to_owned(),
        tests => format!("({})", tests.join(" && ")),
    }
}

pub fn test(op: &Op, first: Option<Lookup>) -> String {
    let get = |rel: RelId, key: Slot| match first == Some((rel, key)) {
        true => "first".to_owned(),
        false => format!("k.get({}, s[{}])", rel.0, key.0),
    };
    match *op {
        Op::Has { rel, a, .. } => format!("k.has({}, s[{}])", rel.0, a.0),
        Op::Lacks { rel, a, .. } => format!("!k.has({}, s[{}])", rel.0, a.0),
        Op::HasPair { rel, a, b, .. } => {
            format!("k.has_pair({}, s[{}], s[{}])", rel.0, a.0, b.0)
        }
        Op::LacksPair { rel, a, b, .. } => {
            format!("!k.has_pair({}, s[{}], s[{}])", rel.0, a.0, b.0)
        }
        Op::Get { rel, key, to, .. } => written(&get(rel, key), to),
        Op::Value { rel, to, .. } => written(&format!("k.value({})", rel.0), to),
        Op::GetIs { rel, key, is, .. } => format!(
            "{} == ::core::option::Option::Some(s[{}])",
            get(rel, key),
            is.0
        ),
        Op::IsEmpty { rel, .. } => format!("k.is_empty({})", rel.0),
        Op::IsSet { rel, .. } => format!("!k.is_empty({})", rel.0),
        Op::Check { f, .. } => format!("__tests{}(c, s)", f.0),
        Op::Let { f, to } => format!("{{ s[{}] = __words{}(c, s); true }}", to.0, f.0),
        Op::LetSome { f, to, .. } => written(&format!("__options{}(c, s)", f.0), to),
        Op::Same { a, b, .. } => format!("s[{}] == s[{}]", a.0, b.0),
        Op::Copy { from, to } => format!("{{ s[{}] = s[{}]; true }}", to.0, from.0),
        other => unreachable!("`{other:?}` is not done with others"),
    }
}

fn written(value: &str, to: Slot) -> String {
    format!("{{ let v = {value}; __rt::write(&mut s[{}], v) }}", to.0)
}

/// How many slots a test needs, with what its expression sees.
pub fn slots_of(op: &Op, functions: &Functions<'_>) -> usize {
    let (own, seen): (&[Slot], usize) = match op {
        Op::Has { a, .. } | Op::Lacks { a, .. } => (&[*a], 0),
        Op::HasPair { a, b, .. } | Op::LacksPair { a, b, .. } | Op::Same { a, b, .. } => {
            (&[*a, *b], 0)
        }
        Op::Get { key, to, .. } => (&[*key, *to], 0),
        Op::GetIs { key, is, .. } => (&[*key, *is], 0),
        Op::Value { to, .. } => (&[*to], 0),
        Op::Copy { from, to } => (&[*from, *to], 0),
        Op::Check { f, .. } => (&[], slots_seen(&functions.tests, *f)),
        Op::Let { f, to } => (&[*to], slots_seen(&functions.words, *f)),
        Op::LetSome { f, to, .. } => (&[*to], slots_seen(&functions.options, *f)),
        _ => (&[], 0),
    };
    let own = own.iter().map(|slot| usize::from(slot.0) + 1).max();
    own.unwrap_or(0).max(seen)
}

/// How many slots an expression sees.
pub fn slots_seen(list: &[Function<'_>], f: FnId) -> usize {
    let seen = list[usize::from(f.0)].sees.iter();
    let seen = seen.map(|seen| usize::from(seen.slot.0) + 1);
    seen.max().unwrap_or(0)
}
