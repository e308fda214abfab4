//! Operators as a whole: one function that tests and then changes facts.

use htn_core::tables::{Arg, Op, Run, Slot};

use super::look::{slots_of, slots_seen, test};
use super::native::{far, price};
use crate::lower::functions::Act;
use crate::lower::rows::Rows;

/// The function for an operator.
pub fn act(number: usize, act: &Act, rows: &Rows<'_>) -> String {
    let far = far(rows);
    let cost = rows.operators[usize::from(act.id.0)].cost;
    let price = price(act.id, act.cost, "s", rows);
    let of = format!("({}, {})", act.id.0, act.frame);
    let ready = format!("n.ready{far}(f, (a, {}), {of})", act.params);
    let ops = act.tests.iter().chain(&act.changes);
    let slots = ops.map(|op| slots_needed(op, rows)).max().unwrap_or(0);
    let seen = cost.map_or(0, |f| slots_seen(&rows.functions.costs, f));
    let slots = slots.max(seen);
    let tests = act.tests.iter().map(|op| done(op, rows));
    let changes = act.changes.iter().map(|op| done(op, rows));
    let done: Vec<String> = tests
        .chain([format!("x.take{far}(t, {price})")])
        .chain(changes)
        .collect();
    format!(
        "fn __acts{number}<'a>(c: &'a __Context<'_>, f: u32, a: u64, n: &mut __rt::Going<'_>) -> bool {{
            let ::core::option::Option::Some((s, mut x, t)) = {ready} else {{ return false }};
            let ::core::option::Option::Some(s) = s.first_chunk_mut::<{slots}>() else {{ return false }};
            ({})
        }}",
        done.join(" && ")
    )
}

/// Whether a test holds, or there was room for a change.
fn done(op: &Op, rows: &Rows<'_>) -> String {
    let all = |atom: Run| -> String {
        let words = slots(atom, rows).map(|slot| format!("s[{}]", slot.0));
        words.collect::<Vec<_>>().join(", ")
    };
    let known = |test: &str| format!("{{ let k = x.known(); {test} }}");
    match *op {
        Op::AddOne { rel, a } => format!("x.add({}, s[{}])", rel.0, a.0),
        Op::AddTwo { rel, a, b } => format!("x.add_pair({}, s[{}], s[{}])", rel.0, a.0, b.0),
        Op::Add { rel, atom } => format!("x.add_row({}, &[{}])", rel.0, all(atom)),
        Op::DeleteOne { rel, a } => format!("x.delete({}, s[{}])", rel.0, a.0),
        Op::DeleteTwo { rel, a, b } => format!("x.delete_pair({}, s[{}], s[{}])", rel.0, a.0, b.0),
        Op::Delete { rel, atom, .. } if is_open(atom, rows) => {
            format!("x.delete_key({}, &[{}])", rel.0, some(atom, rows))
        }
        Op::Delete { rel, atom, .. } => format!("x.delete_row({}, &[{}])", rel.0, all(atom)),
        Op::Look { f, .. } => known(&format!("__looks{}(c, s, k)", f.0)),
        _ => known(&test(op, None)),
    }
}

fn cells<'r>(atom: Run, rows: &'r Rows<'_>) -> &'r [Arg] {
    &rows.args[atom.at as usize..][..usize::from(atom.len)]
}

fn is_open(atom: Run, rows: &Rows<'_>) -> bool {
    cells(atom, rows).contains(&Arg::Any)
}

/// The words of an atom, as far as they are given.
fn some(atom: Run, rows: &Rows<'_>) -> String {
    let words = cells(atom, rows).iter().map(|cell| match cell {
        Arg::Is(slot) => format!("::core::option::Option::Some(s[{}])", slot.0),
        Arg::Bind(_) | Arg::Any => "::core::option::Option::None".to_owned(),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The slots of an atom.
fn slots<'r>(atom: Run, rows: &'r Rows<'_>) -> impl Iterator<Item = Slot> + 'r {
    cells(atom, rows).iter().filter_map(|cell| match cell {
        Arg::Is(slot) => Some(*slot),
        Arg::Bind(_) | Arg::Any => None,
    })
}

/// How many slots an op needs.
fn slots_needed(op: &Op, rows: &Rows<'_>) -> usize {
    let most = |slots: &[Slot]| slots.iter().map(|slot| usize::from(slot.0) + 1).max();
    let own = match *op {
        Op::AddOne { a, .. } | Op::DeleteOne { a, .. } => most(&[a]),
        Op::AddTwo { a, b, .. } | Op::DeleteTwo { a, b, .. } => most(&[a, b]),
        Op::Add { atom, .. } | Op::Delete { atom, .. } => {
            most(&slots(atom, rows).collect::<Vec<_>>())
        }
        // A function of its own, which has a look at the slots itself.
        Op::Look { f, .. } => {
            let tests = rows.functions.looks[usize::from(f.0)].iter().flatten();
            tests.map(|op| slots_of(op, &rows.functions)).max()
        }
        _ => Some(slots_of(op, &rows.functions)),
    };
    own.unwrap_or(0)
}
