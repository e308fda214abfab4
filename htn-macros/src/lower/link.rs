//! Ops that hold what they need and do what follows, now that all code is written: steps know where the operator's code
//! is, or the function that carries it out as a whole.

use std::collections::BTreeSet;

use htn_core::tables::{Arg, FAIL, Few, FnId, Op, Pc, TaskKind};

use super::functions::Act;
use super::rows::{Rows, Task};
use super::together::leads_to;

/// How a primitive task is done: by its code, or by one function.
#[derive(Clone, Copy)]
struct Way {
    entry: Pc,
    /// The slots of its frame.
    frame: u16,
    act: Option<FnId>,
}

pub fn link(rows: &mut Rows<'_>) {
    let used = rows.code.iter().filter_map(|op| match op {
        Op::Task { task, .. } => Some(usize::from(task.0)),
        _ => None,
    });
    let used: BTreeSet<usize> = used.collect();
    let tasks = 0..rows.tasks.len();
    let ways = tasks.map(|task| used.contains(&task).then(|| way(rows, task)).flatten());
    let ways: Vec<Option<Way>> = ways.collect();
    for op in &mut rows.code {
        let Op::Task { task, args, ret } = *op else {
            continue;
        };
        let few = Few::new(&rows.slots[args.at as usize..][..usize::from(args.len)]);
        *op = match (ways[usize::from(task.0)], few) {
            (None, Some(args)) => Op::Begin { task, ret, args },
            (None, None) => continue,
            (Some(Way { act: Some(f), .. }), Some(args)) => Op::Act { f, args },
            (Some(Way { entry, frame, .. }), _) => Op::Do { entry, frame, args },
        };
    }
    choose(rows);
}

/// Lets an op that leads to a choice of branch make it. The choice is still behind it, for others that lead there.
fn choose(rows: &mut Rows<'_>) {
    for at in 1..rows.code.len() {
        let Op::Branch(branch) = rows.code[at] else {
            continue;
        };
        rows.code[at - 1] = match rows.code[at - 1] {
            Op::Look { f, els } => Op::Choose { f, branch, els },
            Op::Leave { cursor, redo, done } if done.0 as usize == at => Op::LeaveFor {
                cursor,
                redo,
                branch,
            },
            other => other,
        };
    }
}

/// How a task is done; nothing, where it is compound.
fn way(rows: &mut Rows<'_>, task: usize) -> Option<Way> {
    let Task {
        kind, entry, frame, ..
    } = rows.tasks[task];
    if matches!(kind, TaskKind::Method | TaskKind::Block) {
        return None;
    }
    let act = act(rows, &rows.tasks[task]).map(|act| rows.functions.act(act));
    Some(Way { entry, frame, act })
}

/// An operator of few arguments whose precondition is tests and whose effects name single facts.
fn act(rows: &Rows<'_>, task: &Task) -> Option<Act> {
    let params = u8::try_from(task.params.len()).ok()?;
    let frame = u8::try_from(task.frame).ok()?;
    if usize::from(params) > Few::MOST {
        return None;
    }
    let mut applied = None;
    let mut ops = Vec::new();
    for op in &rows.code[task.entry.0 as usize..] {
        match *op {
            Op::Apply { id, cost } => applied = Some((id, cost, ops.split_off(0))),
            Op::Moment => {}
            Op::Applied => break,
            Op::Look { els: FAIL, .. }
            | Op::AddOne { .. }
            | Op::AddTwo { .. }
            | Op::DeleteOne { .. }
            | Op::DeleteTwo { .. } => ops.push(*op),
            Op::Add { .. } => ops.push(*op),
            // By its key, there is one fact at most.
            Op::Delete { atom, index, .. } => {
                let cells = &rows.args[atom.at as usize..][..usize::from(atom.len)];
                if index != 1 && cells.contains(&Arg::Any) {
                    return None;
                }
                ops.push(*op);
            }
            _ => match leads_to(op)? {
                Some(FAIL) | None => ops.push(*op),
                Some(_) => return None,
            },
        }
    }
    let (id, cost, tests) = applied?;
    Some(Act {
        id,
        params,
        frame,
        cost,
        tests,
        changes: ops,
    })
}
