//! Ops as text: those with several fields by the runtime's short functions, the others as they print.

use htn_core::tables::{Op, Run};

pub fn text(op: Op) -> String {
    let run = |run: Run| format!("{}, {}", run.at, run.len);
    match op {
        Op::Scan { rel, index, atom } => format!("scan({}, {index}, {})", rel.0, run(atom)),
        Op::Probe { rel, index, atom } => format!("probe({}, {index}, {})", rel.0, run(atom)),
        Op::Absent { rel, index, atom } => format!("absent({}, {index}, {})", rel.0, run(atom)),
        Op::Delete { rel, index, atom } => format!("delete({}, {index}, {})", rel.0, run(atom)),
        Op::Add { rel, atom } => format!("add({}, {})", rel.0, run(atom)),
        Op::StepAdd { rel, atom } => format!("step_add({}, {})", rel.0, run(atom)),
        Op::StepDelete { rel, atom } => format!("step_delete({}, {})", rel.0, run(atom)),
        Op::Let { f, to } => format!("word({}, {})", f.0, to.0),
        Op::LetSome { f, to } => format!("some({}, {})", f.0, to.0),
        Op::Each { f, of } => format!("each({}, {})", f.0, of.0),
        Op::Copy { from, to } => format!("copy({}, {})", from.0, to.0),
        Op::Same { a, b } => format!("same({}, {})", a.0, b.0),
        Op::Call { axiom, args } => format!("call({}, {})", axiom.0, run(args)),
        Op::Open { of, then } => format!("open({}, {})", of.0, then.0),
        Op::Row { of, done } => format!("row({}, {})", of.0, done.0),
        Op::RowAt { of, region, at, next, done } => {
            format!("row_at({}, {}, {}, {}, {})", of.0, region.0, at.0, next.0, done.0)
        }
        Op::Fold { f, acc } => format!("fold({}, {})", f.0, acc.0),
        Op::Task { task, args, ret } => format!("task({}, {}, {})", task.0, run(args), ret.0),
        Op::Again { task, args } => format!("again({}, {})", task.0, run(args)),
        Op::Unordered(strands) => format!("unordered({})", run(strands)),
        other => format!("{other:?}"),
    }
}
