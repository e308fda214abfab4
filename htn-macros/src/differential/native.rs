//! Natives of a random domain: what the emitted functions would do, done from their description.

use htn_core::Domain;
use htn_core::host::{Changes, Going, Stop, Went};
use htn_core::tables::{Cost, FAIL, Few, FnId, Op, Pc, Slot};

use super::bridge::{Interpreter, Random, change};
use crate::lower::native::{Does, End, Segment};

pub fn native<const N: usize>(interpreter: &Interpreter, going: &mut Going<'_>, fp: u32) -> Went {
    run(interpreter, N, going, fp)
}

fn run(interpreter: &Interpreter, number: usize, going: &mut Going<'_>, fp: u32) -> Went {
    let segments = &interpreter.natives[number];
    let mut at = 0;
    while let Some(segment) = segments.get(at) {
        at = match segment_of(interpreter, segment, going, fp)? {
            Next::Through => return Ok(()),
            Next::Segment => at + 1,
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
    Segment,
    Place(Pc),
}

fn segment_of(
    interpreter: &Interpreter,
    segment: &Segment,
    going: &mut Going<'_>,
    fp: u32,
) -> Result<Next, Stop> {
    for does in &segment.does {
        match *does {
            Does::Op(pc, op) => match op_at(interpreter, pc, op, going, fp)? {
                Some(FAIL) => return going.fail(),
                Some(place) => return Ok(Next::Place(place)),
                None => {}
            },
            Does::Task(pc, op, f) => {
                let (to, _) = begin(pc, op, going, fp)?;
                run(interpreter, f.0.into(), going, to)?;
            }
            Does::Operator(pc, op, f) => {
                let Op::Do { frame, args, .. } = op else {
                    unreachable!("`{op:?}` is no operator");
                };
                let args = &Random::tables().slots[args.at as usize..][..args.len.into()];
                let place = (pc.0 + 1, fp);
                let to = match *args {
                    [] => going.operator(place, frame, []),
                    [a] => going.operator(place, frame, [a.0]),
                    [a, b] => going.operator(place, frame, [a.0, b.0]),
                    [a, b, c] => going.operator(place, frame, [a.0, b.0, c.0]),
                    _ => unreachable!("so many arguments are not generated"),
                }?;
                run(interpreter, f.0.into(), going, to)?;
            }
            Does::Between(pc) => going.between(pc.0, fp)?,
        }
    }
    match segment.end {
        End::Next => return Ok(Next::Segment),
        End::Body(f) => run(interpreter, f.0.into(), going, fp)?,
        End::Stop(pc) => going.stop(pc.0, fp)?,
        End::StopBetween(pc) => going.stop_between(pc.0, fp)?,
        End::StopIn(pc, op) => {
            let (to, entry) = begin(pc, op, going, fp)?;
            going.stop(entry.0, to)?
        }
        End::Done => going.done()?,
        End::Applied => {}
    }
    Ok(Next::Through)
}

/// Begins a task: its frame, and where its code is.
fn begin(pc: Pc, op: Op, going: &mut Going<'_>, fp: u32) -> Result<(u32, Pc), Stop> {
    let Op::Begin { task, ret, args } = op else {
        unreachable!("`{op:?}` begins no task");
    };
    let row = &Random::tables().tasks[usize::from(task.0)];
    let (place, of) = ((pc.0 + 1, fp), (task.0, row.method.0, row.frame));
    let to = match numbers(&args)[..] {
        [] => going.begin(place, of, ret.0, []),
        [a] => going.begin(place, of, ret.0, [a]),
        [a, b] => going.begin(place, of, ret.0, [a, b]),
        [a, b, c] => going.begin(place, of, ret.0, [a, b, c]),
        [a, b, c, d] => going.begin(place, of, ret.0, [a, b, c, d]),
        _ => unreachable!("few are at most four"),
    };
    Ok((to?, row.entry))
}

fn numbers(args: &Few) -> Vec<u16> {
    args.as_slice().iter().map(|slot| slot.0).collect()
}

/// Does what an op does; the place that it leads to, where that is not the next one.
fn op_at(
    interpreter: &Interpreter,
    pc: Pc,
    op: Op,
    going: &mut Going<'_>,
    fp: u32,
) -> Result<Option<Pc>, Stop> {
    let unless = |holds: bool, els: Pc| if holds { None } else { Some(els) };
    match op {
        Op::Act {
            f,
            id,
            cost,
            frame,
            args,
        } => {
            let of = (id.0, price(cost), frame);
            let act = |slots: &mut [u64], changes: Changes<'_>| match f {
                FnId::NONE => Ok(true),
                f => interpreter.act(f.0.into(), slots, changes),
            };
            match numbers(&args)[..] {
                [] => going.act(fp, of, [], act)?,
                [a] => going.act(fp, of, [a], act)?,
                [a, b] => going.act(fp, of, [a, b], act)?,
                [a, b, c] => going.act(fp, of, [a, b, c], act)?,
                [a, b, c, d] => going.act(fp, of, [a, b, c, d], act)?,
                _ => unreachable!("few are at most four"),
            }
        }
        Op::Stepped | Op::Moment | Op::Applied => going.count(),
        Op::Branch(branch) => going.branch(branch.0),
        Op::Choose { f, branch, els } => {
            let (slots, known) = going.slots(fp);
            if !interpreter.looks(f.0.into(), slots, known) {
                return Ok(Some(els));
            }
            going.choose(branch.0);
        }
        Op::Unchosen => going.unchosen()?,
        Op::Leave { cursor, redo, done } => {
            let left = going.leave(fp, cursor.0, redo.0)?;
            return Ok(unless(!left || done.0 == pc.0 + 1, done));
        }
        Op::LeaveFor {
            cursor,
            redo,
            branch,
        } => {
            going.leave(fp, cursor.0, redo.0)?;
            going.choose(branch.0);
        }
        Op::Span { f, at } => {
            let (slots, _) = going.slots(fp);
            let [first, count] = interpreter.spans[usize::from(f.0)].span(slots);
            slots[usize::from(at.0)] = first.wrapping_add(count);
            slots[usize::from(at.0) + 1] = count;
        }
        Op::NumberLook { at, f, els } => {
            let found = going.number((pc.0, fp), at.0, |slots, known, rows| {
                interpreter.filters(f.0.into(), slots, known, rows)
            })?;
            return Ok(unless(found, els));
        }
        Op::Pairs {
            rel,
            index,
            column,
            is,
            to,
            cursor,
            els,
        } => {
            let slots = [is, to, cursor].map(|slot: Slot| slot.0);
            let found = going.pairs((pc.0 + 1, fp), (rel.0, index, column), slots)?;
            return Ok(unless(found, els));
        }
        Op::Scan {
            rel,
            index,
            atom,
            cursor,
            els,
        } => {
            let (of, atom) = ((rel.0, index), (atom.at, atom.len));
            let found = going.scan((pc.0 + 1, fp), of, atom, cursor.0)?;
            return Ok(unless(found, els));
        }
        Op::Apply { id, cost } => going.apply(fp, id.0, price(cost))?,
        Op::AddOne { .. } | Op::AddTwo { .. } | Op::DeleteOne { .. } | Op::DeleteTwo { .. } => {
            going.change(fp, |slots, mut changes| change(&op, slots, &mut changes))?;
        }
        Op::Look { f, els } => {
            let (slots, known) = going.slots(fp);
            return Ok(unless(interpreter.looks(f.0.into(), slots, known), els));
        }
        mut test => {
            let (slots, known) = going.slots(fp);
            let holds = interpreter.all_hold(&[test], slots, known);
            let els = test.places().into_iter().flatten().next();
            return Ok(unless(holds, els.map_or(FAIL, |els| *els)));
        }
    }
    Ok(None)
}

fn price(cost: Cost) -> f32 {
    f32::from(u8::from(cost == Cost::One))
}
