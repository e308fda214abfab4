//! Stretches of tasks' code: one function each.

use htn_core::tables::{Cost, FAIL, Op, OperatorId, Pc, Slot};

use super::look::test;
use crate::lower::native::{Does, End, Segment};
use crate::lower::rows::Rows;

/// The function for these segments. To go on at one of them is to leave the block before it.
pub fn native(number: usize, segments: &[Segment], rows: &Rows<'_>) -> String {
    let labels = segments.iter().skip(1).rev();
    let labels: String = labels.map(|to| format!("'p{}: {{", to.at.0)).collect();
    let far = far(rows);
    let bodies = segments.iter().map(|segment| {
        let mut writer = Writer {
            segments,
            rows,
            far,
            lines: String::new(),
            chain: Vec::new(),
        };
        writer.segment(segment);
        writer.lines
    });
    let bodies: Vec<String> = bodies.collect();
    format!(
        "fn __natives{number}<'a>(c: &'a __Context<'_>, f: u32, n: &mut __rt::Going<'_>) -> bool {{ {labels} {} }}",
        bodies.join("}\n")
    )
}

/// A domain with more natives and acts than this is large.
const MOST_NEAR: usize = 80;

/// What the names of what natives and acts call end with: in a large domain, it is not to be inside them.
pub fn far(rows: &Rows<'_>) -> &'static str {
    let functions = &rows.functions;
    match functions.natives.len() + functions.acts.len() > MOST_NEAR {
        true => "_far",
        false => "",
    }
}

/// How many conditions are joined by `&&`: rustc goes into them, one inside the other.
const LONGEST_CHAIN: usize = 16;

/// Writes a segment.
struct Writer<'r, 'a> {
    segments: &'r [Segment],
    rows: &'r Rows<'a>,
    far: &'static str,
    lines: String,
    /// What is to hold next, or else the native is at its end.
    chain: Vec<String>,
}

impl Writer<'_, '_> {
    fn segment(&mut self, segment: &Segment) {
        for does in &segment.does {
            self.does(does);
            if self.chain.len() >= LONGEST_CHAIN {
                self.flush();
            }
        }
        let end = match segment.end {
            End::To(place) => {
                self.flush();
                self.lines += &format!("break 'p{};", place.0);
                return;
            }
            End::Body(f) => format!("__natives{}(c, f, n)", f.0),
            End::Stop(pc) => format!("n.stop({}, f)", pc.0),
            End::StopBetween(pc) => format!("n.stop_between({}, f)", pc.0),
            End::StopIn(pc, op) => {
                let entry = self.begin(pc, &op);
                format!("n.stop_in({})", entry.0)
            }
            End::Done => "n.done()".to_owned(),
            End::Applied => "true".to_owned(),
        };
        self.chain.push(end);
        let chain = self.chain.join(" && ");
        self.lines += &format!("return {chain};");
    }

    /// What is to hold up to here is written down.
    fn flush(&mut self) {
        if !self.chain.is_empty() {
            let chain = self.chain.join(" && ");
            self.lines += &format!("if !({chain}) {{ return false }}");
            self.chain.clear();
        }
    }

    fn does(&mut self, does: &Does) {
        match does {
            Does::Op(pc, op) => self.op(*pc, op),
            Does::Task(pc, op, f) => {
                self.begin(*pc, op);
                self.chain
                    .push(format!("__natives{}(c, n.begun(), n)", f.0));
            }
            Does::Operator(pc, op, f) => {
                let Op::Do { frame, args, .. } = *op else {
                    unreachable!("`{op:?}` is no operator");
                };
                let args = &self.rows.slots[args.at as usize..][..usize::from(args.len)];
                let (next, args) = (pc.0 + 1, list(args));
                self.chain
                    .push(format!("n.operator(({next}, f), {frame}, {args})"));
                self.chain
                    .push(format!("__natives{}(c, n.begun(), n)", f.0));
            }
            Does::Between(pc) => {
                let between = format!("n.between{}({}, f)", self.far, pc.0);
                self.chain.push(between);
            }
            Does::StrandEnd(pc, next) => {
                let places = format!("({}, {})", pc.0, next.0);
                self.chain.push(format!("n.strand_end({places}, f)"));
            }
        }
    }

    /// Begins a task; returns its entry.
    fn begin(&mut self, pc: Pc, op: &Op) -> Pc {
        let Op::Begin { task, ret, args } = op else {
            unreachable!("`{op:?}` begins no task");
        };
        let row = &self.rows.tasks[usize::from(task.0)];
        self.chain.push(format!(
            "n.begin{}(({}, f), ({}, {}, {}), {}, {})",
            self.far,
            pc.0 + 1,
            task.0,
            row.method.0,
            row.frame,
            ret.0,
            list(args.as_slice())
        ));
        row.entry
    }

    fn op(&mut self, pc: Pc, op: &Op) {
        let done = match *op {
            Op::Act { f, args } => format!("__acts{}(c, f, {}, n)", f.0, args.packed()),
            Op::Stepped | Op::Moment | Op::Applied | Op::Jump(_) => "n.count()".to_owned(),
            Op::Branch(branch) => format!("n.branch({})", branch.0),
            Op::Unchosen => "n.unchosen()".to_owned(),
            Op::Span { f, at } => {
                let (end, rest) = (at.0, at.0 + 1);
                let numbers = format!("let [a, b] = __spans{}(c, s)", f.0);
                viewing(&format!(
                    "{numbers}; s[{end}] = a.wrapping_add(b); s[{rest}] = b; true"
                ))
            }
            Op::Unordered(run) => format!("n.unordered(({}, f), ({}, {}))", pc.0, run.at, run.len),
            Op::Apply { id, cost } => {
                let price = price(id, cost, "n.slots(f)", self.rows);
                format!("n.apply(f, {}, {price})", id.0)
            }
            Op::AddOne { rel, a } => format!("n.add(f, {}, {})", rel.0, a.0),
            Op::AddTwo { rel, a, b } => format!("n.add_pair(f, {}, {})", rel.0, list(&[a, b])),
            Op::DeleteOne { rel, a } => format!("n.delete(f, {}, {})", rel.0, a.0),
            Op::DeleteTwo { rel, a, b } => {
                format!("n.delete_pair(f, {}, {})", rel.0, list(&[a, b]))
            }
            Op::Let { f, to } => viewing(&format!("s[{}] = __words{}(c, s); true", to.0, f.0)),
            Op::Copy { from, to } => format!("n.copy(f, {}, {})", from.0, to.0),
            Op::Leave { cursor, redo, done } => return self.leave(pc, cursor, redo, done),
            Op::LeaveFor {
                cursor,
                redo,
                branch,
            } => {
                let leave = format!("n.leave(f, {})", redo.0);
                self.chain
                    .push(format!("(!n.has_more(f, {}) || {leave})", cursor.0));
                format!("n.choose({})", branch.0)
            }
            Op::Choose { f, branch, els } => {
                self.test(pc, &Op::Look { f, els });
                format!("n.choose({})", branch.0)
            }
            _ => return self.test(pc, op),
        };
        self.chain.push(done);
    }

    fn leave(&mut self, pc: Pc, cursor: Slot, redo: Pc, done: Pc) {
        let (more, leave) = (
            format!("n.has_more(f, {})", cursor.0),
            format!("n.leave(f, {})", redo.0),
        );
        match self.to(done, pc.0 + 1) {
            None => self.chain.push(format!("(!{more} || {leave})")),
            Some(done) => {
                self.flush();
                self.lines += &format!("if {more} {{ if !{leave} {{ return false }} {done} }}");
            }
        }
    }

    /// An op that leads elsewhere where it does not hold.
    fn test(&mut self, pc: Pc, op: &Op) {
        let (next, may_stop) = match op {
            Op::Pairs { .. } | Op::Scan { .. } => (pc.0 + 2, true),
            Op::Least { .. } => (pc.0 + 3, true),
            Op::NumberLook { .. } => (pc.0 + 1, true),
            _ => (pc.0 + 1, false),
        };
        let stops = match may_stop {
            true => "if n.stops() { return false }",
            false => "",
        };
        let mut leads = *op;
        let els = leads.places().into_iter().flatten().next();
        let els = els.map_or(FAIL, |els| *els);
        let els = self.to(els, next).unwrap_or_default();
        self.flush();
        self.lines += &format!("if !{} {{ {stops} {els} }}", condition(pc, op));
    }

    /// Goes on at a place, where that is not the next one.
    fn to(&self, place: Pc, next: u32) -> Option<String> {
        if place.0 == next {
            None
        } else if place == FAIL {
            Some("return n.fail();".to_owned())
        } else if place.0 > next && self.segments.iter().any(|to| to.at == place) {
            Some(format!("break 'p{};", place.0))
        } else {
            Some(format!("return n.stop({}, f);", place.0))
        }
    }
}

/// Over the slots and the facts.
fn viewing(what: &str) -> String {
    format!("{{ let (s, k) = n.view(f); {what} }}")
}

/// Whether an op holds.
fn condition(pc: Pc, op: &Op) -> String {
    match *op {
        Op::Look { f, .. } => viewing(&format!("__looks{}(c, s, k)", f.0)),
        Op::Check { .. } | Op::LetSome { .. } => viewing(&test(op, None)),
        Op::Same { a, b, .. } => format!("n.same(f, {}, {})", a.0, b.0),
        Op::Has { rel, a, .. } => format!("n.has(f, {}, {})", rel.0, a.0),
        Op::Lacks { rel, a, .. } => format!("!n.has(f, {}, {})", rel.0, a.0),
        Op::HasPair { rel, a, b, .. } => format!("n.has_pair(f, {}, {}, {})", rel.0, a.0, b.0),
        Op::LacksPair { rel, a, b, .. } => format!("!n.has_pair(f, {}, {}, {})", rel.0, a.0, b.0),
        Op::Get { rel, key, to, .. } => format!("n.get(f, {}, {}, {})", rel.0, key.0, to.0),
        Op::GetIs { rel, key, is, .. } => format!("n.get_is(f, {}, {}, {})", rel.0, key.0, is.0),
        Op::Value { rel, to, .. } => format!("n.value(f, {}, {})", rel.0, to.0),
        Op::IsEmpty { rel, .. } => format!("n.is_empty({})", rel.0),
        Op::IsSet { rel, .. } => format!("!n.is_empty({})", rel.0),
        Op::NumberLook { f, .. } => format!("n.number(({}, f), c, __filters{})", pc.0, f.0),
        Op::Least { f, .. } => format!("n.least(({}, f), c, __gathers{})", pc.0, f.0),
        Op::Pairs {
            rel,
            index,
            column,
            is,
            to,
            cursor,
            ..
        } => {
            let (twin, slots) = (pc.0 + 1, list(&[is, to, cursor]));
            format!(
                "n.pairs(({twin}, f), ({}, {index}, {column}), {slots})",
                rel.0
            )
        }
        Op::Scan {
            rel,
            index,
            atom,
            cursor,
            ..
        } => {
            let (twin, atom) = (pc.0 + 1, format!("({}, {})", atom.at, atom.len));
            format!(
                "n.scan(({twin}, f), ({}, {index}), {atom}, {})",
                rel.0, cursor.0
            )
        }
        other => unreachable!("`{other:?}` has no native form"),
    }
}

/// What a step of an operator costs, over these slots.
pub fn price(id: OperatorId, cost: Cost, slots: &str, rows: &Rows<'_>) -> String {
    let function = rows.operators[usize::from(id.0)].cost;
    match (cost, function) {
        (Cost::One, _) => "1.0".to_owned(),
        (Cost::Function, Some(f)) => format!("__costs{}(c, {slots})", f.0),
        (Cost::Nothing | Cost::Function, _) => "0.0".to_owned(),
    }
}

fn list(slots: &[Slot]) -> String {
    let slots: Vec<String> = slots.iter().map(|slot| slot.0.to_string()).collect();
    format!("[{}]", slots.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_body_is_no_long_chain() {
        let segment = Segment {
            at: Pc(4),
            does: vec![Does::Between(Pc(5)); 100],
            end: End::Done,
        };
        let text = native(0, &[segment], &Rows::default());
        let chains = text.split("return").map(|part| part.matches("&&").count());
        assert!(chains.max() < Some(LONGEST_CHAIN), "{text}");
        assert_eq!(text.matches("n.between(").count(), 100);
    }

    #[test]
    fn in_a_large_domain_less_is_inside_them() {
        let segment = Segment {
            at: Pc(4),
            does: vec![Does::Between(Pc(5))],
            end: End::Done,
        };
        let mut rows = Rows::default();
        rows.functions.natives = vec![vec![segment]; MOST_NEAR + 1];
        let text = native(0, &rows.functions.natives[0], &rows);
        assert!(text.contains("n.between_far(5, f)"), "{text}");
    }
}
