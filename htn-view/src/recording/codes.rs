//! Entries as bytes. The meaning of a number in use never changes; a new number comes last and raises the version.

use htn_core::EventKind;
use htn_core::bytes::{DecodeError, Decoder, Encoder, Read};

use super::entry::{
    Broken, Call, CallId, CallKind, Entry, LineAbout, Node, PlanShape, RecordedEvent, Search, Step,
    StepMark, Tally, TextId, What, Why, WhyAbout, WhyLine,
};

macro_rules! numbered {
    ($type:ident, $all:ident: $($variant:ident)*) => {
        const $all: &[$type] = &[$($type::$variant),*];

        impl $type {
            fn write(self, out: &mut Encoder) {
                let at = $all.iter().position(|other| *other == self);
                out.number(at.unwrap_or(0) as u64);
            }

            fn read(from: &mut Decoder<'_>) -> Read<$type> {
                let at: usize = from.small()?;
                $all.get(at).copied().ok_or(DecodeError)
            }
        }
    };
}

numbered! { CallKind, CALL_KINDS: Fact Method External Internal Sync Add Delete Protect Release }
numbered! { StepMark, STEP_MARKS: Waiting Running Done Failed }
numbered! { WhyAbout, WHY_ABOUTS: Planned NoPlan Repaired Abandoned }
numbered! { LineAbout, LINE_ABOUTS:
    Search Done Failed Unfinished Chosen Refused InVain NotLookedAt NoFurther Detail Cut
}

/// The numbers of texts and calls, to check indices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub texts: u32,
    pub calls: u32,
}

impl Known {
    fn text(self, from: &mut Decoder<'_>) -> Read<TextId> {
        let id: u32 = from.small()?;
        (id < self.texts).then_some(TextId(id)).ok_or(DecodeError)
    }

    fn call(self, from: &mut Decoder<'_>) -> Read<CallId> {
        let id: u32 = from.small()?;
        (id < self.calls).then_some(CallId(id)).ok_or(DecodeError)
    }

    fn maybe_text(self, from: &mut Decoder<'_>) -> Read<Option<TextId>> {
        let id = small(from.optional()?)?;
        match id {
            Some(id) if id >= self.texts => Err(DecodeError),
            id => Ok(id.map(TextId)),
        }
    }

    fn maybe_call(self, from: &mut Decoder<'_>) -> Read<Option<CallId>> {
        let id = small(from.optional()?)?;
        match id {
            Some(id) if id >= self.calls => Err(DecodeError),
            id => Ok(id.map(CallId)),
        }
    }
}

fn small(number: Option<u64>) -> Read<Option<u32>> {
    let small = number.map(u32::try_from).transpose();
    small.map_err(|_| DecodeError)
}

fn wide(number: Option<u32>) -> Option<u64> {
    number.map(u64::from)
}

pub(super) fn write_call(out: &mut Encoder, call: &Call) {
    call.kind.write(out);
    out.number(call.name.0.into());
    out.list(&call.args, |out, arg| out.number(arg.0.into()));
    out.number(call.agents.into());
    out.number(call.by.into());
}

pub(super) fn read_call(from: &mut Decoder<'_>, known: Known) -> Read<Call> {
    let call = Call {
        kind: CallKind::read(from)?,
        name: known.text(from)?,
        args: from.list(|from| known.text(from))?,
        agents: from.small()?,
        by: from.small()?,
    };
    // Each argument has a bit.
    if call.args.len() <= u16::BITS as usize {
        Ok(call)
    } else {
        Err(DecodeError)
    }
}

/// Writes the entry with the number of ticks since the previous one.
pub(super) fn write_entry(out: &mut Encoder, later: u64, entry: &Entry) {
    out.number(later);
    match &entry.what {
        What::Event(event) => {
            out.number(0);
            write_event(out, event);
        }
        What::Facts { added, removed } => {
            out.number(1);
            out.list(added, |out, fact| out.number(fact.0.into()));
            out.list(removed, |out, fact| out.number(fact.0.into()));
        }
        What::Plan(shape) => {
            out.number(2);
            write_shape(out, shape);
        }
        What::Search(search) => {
            out.number(3);
            let Search {
                repairs,
                slice,
                steps,
                bindings,
                backtracks,
                deepest,
                paused,
            } = *search;
            for number in [repairs, slice, steps, bindings, backtracks, deepest] {
                out.number(number);
            }
            out.number(paused.into());
        }
        What::Note(who, what) => {
            out.number(4);
            out.number(who.0.into());
            out.number(what.0.into());
        }
        What::Missed(count) => {
            out.number(5);
            out.number(*count);
        }
        What::Broken(broken) => {
            out.number(6);
            out.number(broken.plan);
            out.list(&broken.undoable, |out, step| out.number((*step).into()));
        }
        What::Why(why) => {
            out.number(7);
            write_why(out, why);
        }
        What::Branches(searches, tallies) => {
            out.number(8);
            out.number(*searches);
            out.list(tallies, |out, of| {
                out.number(of.task.0.into());
                for number in [
                    of.method.into(),
                    of.branch.into(),
                    of.tried,
                    of.held,
                    of.taken,
                ] {
                    out.number(number);
                }
            });
        }
        What::Halted(reason) => {
            out.number(10);
            out.number(reason.0.into());
        }
        What::Restarted(clock) => {
            out.number(9);
            out.number(*clock);
        }
    }
}

pub(super) fn read_entry(from: &mut Decoder<'_>, before: u64, known: Known) -> Read<Entry> {
    let tick = before.checked_add(from.number()?).ok_or(DecodeError)?;
    let what = match from.number()? {
        0 => What::Event(read_event(from, known)?),
        1 => What::Facts {
            added: from.list(|from| known.call(from))?,
            removed: from.list(|from| known.call(from))?,
        },
        2 => What::Plan(read_shape(from, known)?),
        3 => What::Search(Search {
            repairs: from.number()?,
            slice: from.number()?,
            steps: from.number()?,
            bindings: from.number()?,
            backtracks: from.number()?,
            deepest: from.number()?,
            paused: from.number()? != 0,
        }),
        4 => What::Note(known.text(from)?, known.text(from)?),
        5 => What::Missed(from.number()?),
        6 => What::Broken(Broken {
            plan: from.number()?,
            undoable: from.list(Decoder::small)?,
        }),
        7 => What::Why(read_why(from, known)?),
        8 => What::Branches(
            from.number()?,
            from.list(|from| {
                Ok(Tally {
                    task: known.text(from)?,
                    method: from.small()?,
                    branch: from.small()?,
                    tried: from.number()?,
                    held: from.number()?,
                    taken: from.number()?,
                })
            })?,
        ),
        9 => What::Restarted(from.number()?),
        10 => What::Halted(known.text(from)?),
        _ => return Err(DecodeError),
    };
    Ok(Entry { tick, what })
}

fn write_event(out: &mut Encoder, event: &RecordedEvent) {
    out.number(event.kind as u64);
    out.number(event.plan);
    out.optional(wide(event.step));
    out.optional(wide(event.task.map(|task| task.0)));
    out.optional(event.action);
    out.optional(wide(event.why.map(|why| why.0)));
    out.number(event.held.into());
    out.optional(event.on);
    out.optional(wide(event.agent.map(|agent| agent.0)));
    out.number(event.number);
    out.number(event.stopped.into());
}

fn read_event(from: &mut Decoder<'_>, known: Known) -> Read<RecordedEvent> {
    let kind: usize = from.small()?;
    Ok(RecordedEvent {
        kind: *EventKind::ALL.get(kind).ok_or(DecodeError)?,
        plan: from.number()?,
        step: small(from.optional()?)?,
        task: known.maybe_call(from)?,
        action: from.optional()?,
        why: known.maybe_text(from)?,
        held: from.number()? != 0,
        on: from.optional()?,
        agent: known.maybe_text(from)?,
        number: from.number()?,
        stopped: from.number()? != 0,
    })
}

fn write_why(out: &mut Encoder, why: &Why) {
    why.about.write(out);
    out.number(why.plan);
    out.number(why.known);
    out.number(why.same.into());
    out.list(&why.lines, |out, line| {
        out.number(line.depth.into());
        line.about.write(out);
        out.optional(wide(line.call.map(|call| call.0)));
        out.number(line.text.0.into());
    });
}

fn read_why(from: &mut Decoder<'_>, known: Known) -> Read<Why> {
    Ok(Why {
        about: WhyAbout::read(from)?,
        plan: from.number()?,
        known: from.number()?,
        same: from.number()? != 0,
        lines: from.list(|from| {
            Ok(WhyLine {
                depth: from.small()?,
                about: LineAbout::read(from)?,
                call: known.maybe_call(from)?,
                text: known.text(from)?,
            })
        })?,
    })
}

fn write_shape(out: &mut Encoder, shape: &PlanShape) {
    out.number(shape.plan);
    out.number(shape.priority as u64);
    out.list(&shape.nodes, |out, node| {
        out.optional(wide(node.parent));
        out.number(node.first.into());
        out.optional(wide(node.call.map(|call| call.0)));
        out.number(node.method.into());
        for text in [node.name, node.branch, node.doc] {
            out.number(text.0.into());
        }
        out.list(&node.bindings, |out, (name, value)| {
            out.number(name.0.into());
            out.number(value.0.into());
        });
    });
    out.list(&shape.steps, |out, step| {
        out.number(step.call.0.into());
        out.optional(wide(step.node));
        step.mark.write(out);
        out.optional(step.action);
        out.number(step.since);
    });
}

fn read_shape(from: &mut Decoder<'_>, known: Known) -> Read<PlanShape> {
    let (plan, priority) = (from.number()?, from.number()? as i64);
    let mut at = 0;
    let nodes = from.list(|from| {
        let node = Node {
            parent: small(from.optional()?)?,
            first: from.small()?,
            call: known.maybe_call(from)?,
            method: from.small()?,
            name: known.text(from)?,
            branch: known.text(from)?,
            doc: known.text(from)?,
            bindings: from.list(|from| Ok((known.text(from)?, known.text(from)?)))?,
        };
        // Parents precede children, so there are no cycles.
        at += 1;
        match node.parent {
            Some(parent) if parent + 1 >= at => Err(DecodeError),
            _ => Ok(node),
        }
    })?;
    let count = nodes.len();
    let steps = from.list(|from| {
        let step = Step {
            call: known.call(from)?,
            node: small(from.optional()?)?,
            mark: StepMark::read(from)?,
            action: from.optional()?,
            since: from.number()?,
        };
        match step.node {
            Some(node) if node as usize >= count => Err(DecodeError),
            _ => Ok(step),
        }
    })?;
    Ok(PlanShape {
        plan,
        priority,
        nodes,
        steps,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A call with more arguments than `agents` has bits is refused.
    #[test]
    fn a_call_has_no_more_arguments_than_there_are_bits() {
        for count in [16, 17] {
            let call = Call {
                kind: CallKind::Fact,
                name: TextId(0),
                args: vec![TextId(0); count],
                agents: 0,
                by: 0,
            };
            let mut out = Encoder::default();
            write_call(&mut out, &call);
            let known = Known { texts: 1, calls: 0 };
            let read = read_call(&mut Decoder(&out.0), known);
            assert_eq!(read, (count == 16).then_some(call).ok_or(DecodeError));
        }
    }
}
