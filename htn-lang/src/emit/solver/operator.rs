//! An operator as one function.

use std::collections::BTreeSet;

use htn_core::tables::Parts;

use super::{Printer, READER};
use crate::lower::functions::Functions;
use crate::lower::graph::{Graph, Line, NO};

/// The text of an operator's function.
pub fn change(number: usize, functions: &Functions<'_>, keys: &[String]) -> String {
    let mut printer = Printer {
        graph: &Graph::default(),
        functions,
        keys,
        cursors: BTreeSet::new(),
        slots: 0,
        order: Vec::new(),
        arm: NO,
        arm_loops: false,
        text: String::new(),
    };
    let parts = &functions.changes[number].parts;
    for (part, lines) in parts {
        // Whoever has one part only is called for that, or to plan.
        if parts.len() > 1 || part.0 & Parts::PLANNED.0 == 0 {
            printer.put(format!("if __parts.0 & {} != 0", part.0));
        }
        printer.put("{");
        if lines.iter().any(reads_facts) {
            printer.put(READER);
        }
        lines.iter().for_each(|line| printer.line(line));
        printer.put("}");
    }
    let (slots, body) = (printer.slots, printer.text);
    format!(
        "fn __changes{number}<'a>(__c: __rt::Game<'a, __Context<'_>>, __s: &mut [__rt::u64], __q: &mut __rt::Workspace, __f: &mut __rt::Store, __parts: __rt::tables::Parts) -> __rt::ConditionAnswer {{
            let ::core::option::Option::Some(__s) = __s.first_chunk_mut::<{slots}>() else {{ return __rt::ConditionAnswer::No }};
            '__go: {{ {body} break '__go __rt::ConditionAnswer::Last; }}
        }}"
    )
}

fn reads_facts(line: &Line) -> bool {
    matches!(line, Line::Fact { .. })
}
