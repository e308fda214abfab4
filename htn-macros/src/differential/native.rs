//! Natives of a random domain: what the emitted functions would do, done from their description.

use htn_core::Domain;
use htn_core::host::Going;
use htn_core::tables::{FAIL, Few, Op, Pc, Slot};

use super::bridge::{Interpreter, Random};
use crate::lower::native::{Does, End, Segment};

pub fn native<const N: usize>(interpreter: &Interpreter, fp: u32, going: &mut Going<'_>) -> bool {
    run(interpreter, N, fp, going)
}

fn run(interpreter: &Interpreter, number: usize, fp: u32, going: &mut Going<'_>) -> bool {
    let segments = &interpreter.natives[number];
    let mut at = 0;
    while let Some(segment) = segments.get(at) {
        at = match segment_of(interpreter, segment, fp, going) {
            Next::Through => return true,
            Next::Not => return false,
            Next::Place(FAIL) => return going.fail(),
            Next::Place(place) => match segments.iter().position(|to| to.at == place) {
                Some(to) if to > at => to,
                _ => return going.stop(place.0, fp),
            },
        };
    }
    unreachable!("the last segment has an end")
}

enum Next {
    Through,
    Not,
    Place(Pc),
}

fn segment_of(
    interpreter: &Interpreter,
    segment: &Segment,
    fp: u32,
    going: &mut Going<'_>,
) -> Next {
    for does in &segment.does {
        let goes_on = match *does {
            Does::Op(pc, op) => match op_at(interpreter, pc, op, fp, going) {
                Ok(goes_on) => goes_on,
                Err(place) => return Next::Place(place),
            },
            Does::Task(pc, op, f) => {
                begin(pc, op, fp, going).is_some()
                    && run(interpreter, f.0.into(), going.begun(), going)
            }
            Does::Operator(pc, op, f) => {
                operator(pc, op, fp, going) && run(interpreter, f.0.into(), going.begun(), going)
            }
            Does::Between(pc) => going.between(pc.0, fp),
            Does::StrandEnd(pc, next) => going.strand_end((pc.0, next.0), fp),
        };
        if !goes_on {
            return Next::Not;
        }
    }
    let through = match segment.end {
        End::To(place) => return Next::Place(place),
        End::Body(f) => run(interpreter, f.0.into(), fp, going),
        End::Stop(pc) => going.stop(pc.0, fp),
        End::StopBetween(pc) => going.stop_between(pc.0, fp),
        End::StopIn(pc, op) => match begin(pc, op, fp, going) {
            Some(entry) => going.stop_in(entry.0),
            None => false,
        },
        End::Done => going.done(),
        End::Applied => true,
    };
    if through { Next::Through } else { Next::Not }
}

/// Begins a task: where its code is.
fn begin(pc: Pc, op: Op, fp: u32, going: &mut Going<'_>) -> Option<Pc> {
    let Op::Begin { task, ret, args } = op else {
        unreachable!("`{op:?}` begins no task");
    };
    let row = &Random::tables().tasks[usize::from(task.0)];
    let (place, of) = ((pc.0 + 1, fp), (task.0, row.method.0, row.frame));
    let begun = match numbers(&args)[..] {
        [] => going.begin(place, of, ret.0, []),
        [a] => going.begin(place, of, ret.0, [a]),
        [a, b] => going.begin(place, of, ret.0, [a, b]),
        [a, b, c] => going.begin(place, of, ret.0, [a, b, c]),
        [a, b, c, d] => going.begin(place, of, ret.0, [a, b, c, d]),
        _ => unreachable!("few are at most four"),
    };
    begun.then_some(row.entry)
}

fn operator(pc: Pc, op: Op, fp: u32, going: &mut Going<'_>) -> bool {
    let Op::Do { frame, args, .. } = op else {
        unreachable!("`{op:?}` is no operator");
    };
    let args = &Random::tables().slots[args.at as usize..][..args.len.into()];
    let place = (pc.0 + 1, fp);
    match *args {
        [] => going.operator(place, frame, []),
        [a] => going.operator(place, frame, [a.0]),
        [a, b] => going.operator(place, frame, [a.0, b.0]),
        [a, b, c] => going.operator(place, frame, [a.0, b.0, c.0]),
        _ => unreachable!("so many arguments are not generated"),
    }
}

fn numbers(args: &Few) -> Vec<u16> {
    args.as_slice().iter().map(|slot| slot.0).collect()
}

/// Does what an op does: whether the native goes on, or the place that the op leads to, where that is not the next one.
fn op_at(
    interpreter: &Interpreter,
    pc: Pc,
    op: Op,
    fp: u32,
    going: &mut Going<'_>,
) -> Result<bool, Pc> {
    Ok(match op {
        Op::Act { f, args } => interpreter.act(f.0.into(), fp, args.packed(), going),
        Op::Stepped | Op::Moment | Op::Applied | Op::Jump(_) => going.count(),
        Op::Branch(branch) => going.branch(branch.0),
        Op::Unchosen => going.unchosen(),
        Op::Unordered(run) => going.unordered((pc.0, fp), (run.at, run.len)),
        Op::Span { f, at } => {
            let (slots, _) = going.view(fp);
            let [first, count] = interpreter.spans[usize::from(f.0)].span(slots);
            slots[usize::from(at.0)] = first.wrapping_add(count);
            slots[usize::from(at.0) + 1] = count;
            true
        }
        Op::Apply { id, cost } => {
            let price = interpreter.price(id, cost, going.slots(fp));
            going.apply(fp, id.0, price)
        }
        Op::AddOne { rel, a } => going.add(fp, rel.0, a.0),
        Op::AddTwo { rel, a, b } => going.add_pair(fp, rel.0, [a.0, b.0]),
        Op::DeleteOne { rel, a } => going.delete(fp, rel.0, a.0),
        Op::DeleteTwo { rel, a, b } => going.delete_pair(fp, rel.0, [a.0, b.0]),
        Op::Let { .. } => {
            let (slots, known) = going.view(fp);
            interpreter.all_hold(&[op], slots, known)
        }
        Op::Copy { from, to } => going.copy(fp, from.0, to.0),
        Op::Leave { cursor, redo, done } => {
            if !going.has_more(fp, cursor.0) {
                return Ok(true);
            }
            let left = going.leave(fp, redo.0);
            match left && done.0 != pc.0 + 1 {
                true => return Err(done),
                false => left,
            }
        }
        Op::LeaveFor {
            cursor,
            redo,
            branch,
        } => (!going.has_more(fp, cursor.0) || going.leave(fp, redo.0)) && going.choose(branch.0),
        Op::Choose { f, branch, els } => {
            holds(interpreter, pc, Op::Look { f, els }, fp, going)?;
            going.choose(branch.0)
        }
        op => holds(interpreter, pc, op, fp, going)?,
    })
}

/// Whether the native goes on behind a test or a generator, or where that leads.
fn holds(
    interpreter: &Interpreter,
    pc: Pc,
    mut op: Op,
    fp: u32,
    going: &mut Going<'_>,
) -> Result<bool, Pc> {
    let word = |slot: Slot| slot.0;
    let holds = match op {
        Op::Look { f, .. } => {
            let (slots, known) = going.view(fp);
            interpreter.looks(f.0.into(), slots, known)
        }
        Op::Check { .. } => {
            let (slots, known) = going.view(fp);
            interpreter.all_hold(&[op], slots, known)
        }
        Op::Same { a, b, .. } => going.same(fp, a.0, b.0),
        Op::Has { rel, a, .. } => going.has(fp, rel.0, a.0),
        Op::Lacks { rel, a, .. } => !going.has(fp, rel.0, a.0),
        Op::HasPair { rel, a, b, .. } => going.has_pair(fp, rel.0, a.0, b.0),
        Op::LacksPair { rel, a, b, .. } => !going.has_pair(fp, rel.0, a.0, b.0),
        Op::Get { rel, key, to, .. } => going.get(fp, rel.0, key.0, to.0),
        Op::GetIs { rel, key, is, .. } => going.get_is(fp, rel.0, key.0, is.0),
        Op::Value { rel, to, .. } => going.value(fp, rel.0, to.0),
        Op::IsEmpty { rel, .. } => going.is_empty(rel.0),
        Op::IsSet { rel, .. } => !going.is_empty(rel.0),
        Op::NumberLook { f, .. } => going.number(
            (pc.0, fp),
            &(interpreter, f),
            |(interpreter, f), slots, known, rows| {
                interpreter.filters(f.0.into(), slots, known, rows)
            },
        ),
        Op::Least { f, .. } => going.least(
            (pc.0, fp),
            &(interpreter, f),
            |(interpreter, f), slots, known, rows| {
                interpreter.gathers(f.0.into(), slots, known, rows);
            },
        ),
        Op::Pairs {
            rel,
            index,
            column,
            is,
            to,
            cursor,
            ..
        } => {
            let slots = [is, to, cursor].map(word);
            going.pairs((pc.0 + 1, fp), (rel.0, index, column), slots)
        }
        Op::Scan {
            rel,
            index,
            atom,
            cursor,
            ..
        } => going.scan(
            (pc.0 + 1, fp),
            (rel.0, index),
            (atom.at, atom.len),
            cursor.0,
        ),
        other => unreachable!("`{other:?}` has no native form"),
    };
    if holds || going.stops() {
        return Ok(holds);
    }
    Err(op
        .places()
        .into_iter()
        .flatten()
        .next()
        .map_or(FAIL, |els| *els))
}
