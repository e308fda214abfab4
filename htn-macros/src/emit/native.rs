//! Stretches of tasks' code: one function each.

use htn_core::tables::{Cost, FAIL, FnId, Op, Pc, Slot};

use super::act::{done, slots_needed};
use super::look::test;
use crate::lower::native::{Does, End, Segment};
use crate::lower::rows::Rows;

/// The function for these segments. To go on at one of them is to leave the block before it.
pub fn native(number: usize, segments: &[Segment], rows: &Rows<'_>) -> String {
    let writer = Writer { segments, rows };
    let labels = segments.iter().skip(1).rev();
    let labels: String = labels.map(|to| format!("'p{}: {{", to.at.0)).collect();
    let bodies: Vec<String> = segments.iter().map(|of| writer.segment(of)).collect();
    format!(
        "fn __natives{number}<'a>(c: &'a __Context<'_>, n: &'a mut __rt::Going<'_>, f: u32) -> __rt::Went {{ {labels} {} }}",
        bodies.join("}\n")
    )
}

struct Writer<'r, 'a> {
    segments: &'r [Segment],
    rows: &'r Rows<'a>,
}

impl Writer<'_, '_> {
    fn segment(&self, segment: &Segment) -> String {
        let does = segment.does.iter().map(|does| self.does(does));
        let mut lines: Vec<String> = does.collect();
        lines.push(match segment.end {
            End::Next => String::new(),
            End::Body(f) => format!("return __natives{}(c, n, f);", f.0),
            End::Stop(pc) => format!("return n.stop({}, f);", pc.0),
            End::StopBetween(pc) => format!("return n.stop_between({}, f);", pc.0),
            End::StopIn(pc, op) => {
                let (begin, entry) = self.begin(pc, &op);
                format!("{begin} return n.stop({}, g);", entry.0)
            }
            End::Done => "return n.done();".to_owned(),
            End::Applied => "return ::core::result::Result::Ok(());".to_owned(),
        });
        lines.join("\n")
    }

    fn does(&self, does: &Does) -> String {
        match does {
            Does::Op(pc, op) => self.op(*pc, op),
            Does::Task(pc, op, f) => {
                let (begin, _) = self.begin(*pc, op);
                format!("{{ {begin} __natives{}(c, n, g)?; }}", f.0)
            }
            Does::Operator(pc, op, f) => {
                let Op::Do { frame, args, .. } = *op else {
                    unreachable!("`{op:?}` is no operator");
                };
                let args = &self.rows.slots[args.at as usize..][..usize::from(args.len)];
                format!(
                    "{{ let g = n.operator(({}, f), {frame}, {})?; __natives{}(c, n, g)?; }}",
                    pc.0 + 1,
                    list(args),
                    f.0
                )
            }
            Does::Between(pc) => format!("n.between({}, f)?;", pc.0),
        }
    }

    /// Begins a task, whose frame is `g` then; and the task's entry.
    fn begin(&self, pc: Pc, op: &Op) -> (String, Pc) {
        let Op::Begin { task, ret, args } = op else {
            unreachable!("`{op:?}` begins no task");
        };
        let row = &self.rows.tasks[usize::from(task.0)];
        let begin = format!(
            "let g = n.begin(({}, f), ({}, {}, {}), {}, {})?;",
            pc.0 + 1,
            task.0,
            row.method.0,
            row.frame,
            ret.0,
            list(args.as_slice())
        );
        (begin, row.entry)
    }

    fn op(&self, pc: Pc, op: &Op) -> String {
        match *op {
            Op::Act {
                f,
                id,
                cost,
                frame,
                args,
            } => {
                let act = match f {
                    FnId::NONE => "|_, _| ::core::result::Result::Ok(true)".to_owned(),
                    f => format!("|s, x| __acts{}(c, s, x)", f.0),
                };
                format!(
                    "n.act(f, ({}, {}, {frame}), {}, {act})?;",
                    id.0,
                    price(cost),
                    list(args.as_slice())
                )
            }
            Op::Stepped | Op::Moment | Op::Applied => "n.count();".to_owned(),
            Op::Branch(branch) => format!("n.branch({});", branch.0),
            Op::Choose { f, branch, els } => {
                let look = Op::Look { f, els };
                format!("{} n.choose({});", self.op(pc, &look), branch.0)
            }
            Op::Unchosen => "n.unchosen()?;".to_owned(),
            Op::Leave { cursor, redo, done } => {
                let done = self.to(done, pc.0 + 1);
                format!("if n.leave(f, {}, {})? {{ {done} }}", cursor.0, redo.0)
            }
            Op::LeaveFor {
                cursor,
                redo,
                branch,
            } => format!(
                "n.leave(f, {}, {})?; n.choose({});",
                cursor.0, redo.0, branch.0
            ),
            Op::Span { f, at } => {
                let words = format!("let [a, b] = __spans{}(c, s);", f.0);
                let (end, rest) = (at.0, at.0 + 1);
                let needed = self.slots(op);
                format!(
                    "{{ let (s, _) = n.view::<{needed}>(f)?; {words} s[{end}] = a.wrapping_add(b); s[{rest}] = b; }}"
                )
            }
            Op::NumberLook { at, f, els } => {
                let filter = format!("|s, k, r| __filters{}(c, s, k, r)", f.0);
                let els = self.to(els, pc.0 + 1);
                format!(
                    "if !n.number(({}, f), {}, {filter})? {{ {els} }}",
                    pc.0, at.0
                )
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
                let els = self.to(els, pc.0 + 2);
                format!(
                    "if !n.pairs(({}, f), ({}, {index}, {column}), [{}, {}, {}])? {{ {els} }}",
                    pc.0 + 1,
                    rel.0,
                    is.0,
                    to.0,
                    cursor.0
                )
            }
            Op::Scan {
                rel,
                index,
                atom,
                cursor,
                els,
            } => {
                let els = self.to(els, pc.0 + 2);
                format!(
                    "if !n.scan(({}, f), ({}, {index}), ({}, {}), {})? {{ {els} }}",
                    pc.0 + 1,
                    rel.0,
                    atom.at,
                    atom.len,
                    cursor.0
                )
            }
            Op::Apply { id, cost } => format!("n.apply(f, {}, {})?;", id.0, price(cost)),
            Op::AddOne { .. } | Op::AddTwo { .. } | Op::DeleteOne { .. } | Op::DeleteTwo { .. } => {
                format!(
                    "n.change(f, |s, mut x| {{ {} ::core::result::Result::Ok(true) }})?;",
                    done(op, self.rows)
                )
            }
            Op::Let { f, to } => self.with(op, &format!("s[{}] = __words{}(c, s);", to.0, f.0)),
            Op::Copy { from, to } => self.with(op, &format!("s[{}] = s[{}];", to.0, from.0)),
            Op::Look { f, els } => self.test(op, &format!("__looks{}(c, s, k)", f.0), els, pc),
            mut other => {
                let test = test(op, None);
                let els = other.places().into_iter().flatten().next();
                self.test(op, &test, els.map_or(FAIL, |els| *els), pc)
            }
        }
    }

    fn with(&self, op: &Op, body: &str) -> String {
        let needed = self.slots(op);
        format!("{{ let (s, k) = n.view::<{needed}>(f)?; {body} }}")
    }

    fn test(&self, op: &Op, test: &str, els: Pc, pc: Pc) -> String {
        let els = self.to(els, pc.0 + 1);
        self.with(op, &format!("if !({test}) {{ {els} }}"))
    }

    fn slots(&self, op: &Op) -> usize {
        slots_needed(op, self.rows)
    }

    /// Goes on at a place, where that is not the next one.
    fn to(&self, place: Pc, next: u32) -> String {
        if place.0 == next {
            String::new()
        } else if place == FAIL {
            "return n.fail();".to_owned()
        } else if self.segments.iter().any(|to| to.at == place) && place.0 > next {
            format!("break 'p{};", place.0)
        } else {
            format!("return n.stop({}, f);", place.0)
        }
    }
}

fn price(cost: Cost) -> &'static str {
    match cost {
        Cost::One => "1.0",
        Cost::Nothing | Cost::Function => "0.0",
    }
}

fn list(slots: &[Slot]) -> String {
    let slots: Vec<String> = slots.iter().map(|slot| slot.0.to_string()).collect();
    format!("[{}]", slots.join(", "))
}
