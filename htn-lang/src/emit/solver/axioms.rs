//! Lines that ask axioms.

use htn_core::tables::Slot;

use super::{Printer, number_of};
use crate::lower::graph::{Line, Passed};

impl Printer<'_, '_> {
    fn out(&mut self, out: &[Passed], word: impl Fn(usize) -> String) {
        for (param, to) in out {
            let to = self.s(*to);
            self.put(format!("{to} = {};", word(*param)));
        }
    }

    /// The arguments of an axiom, with nothing for what is open.
    fn args(&mut self, args: &[Option<Slot>]) -> String {
        let args = args
            .iter()
            .map(|arg| arg.map_or("0".to_owned(), |slot| self.s(slot)));
        args.collect::<Vec<_>>().join(", ")
    }

    pub(super) fn axiom(&mut self, line: &Line) {
        match line {
            Line::Call { args, frame, more } => {
                for (param, from) in args {
                    let to = self.s(Slot(frame.0 + *param as u16));
                    let from = self.s(*from);
                    self.put(format!("{to} = {from};"));
                }
                // Not asked yet.
                let more = self.s(*more);
                self.put(format!("{more} = 3;"));
            }
            Line::Called {
                solver,
                level,
                frame,
                size,
                more,
                out,
                on_fail,
            } => {
                let more = self.s(*more);
                let part = self.part(*frame, Slot(frame.0 + size));
                self.unless(&format!("{more} > 1"), *on_fail);
                let no = self.no_arm(*on_fail);
                let (inside, outside) = match level {
                    0 => (String::new(), String::new()),
                    level => (
                        format!("__q.inside({level});"),
                        format!("__q.outside({level});"),
                    ),
                };
                self.put(format!(
                    "let __asked = {more} == 2; {more} = 2; __q.left = __left; {inside}
                    let __found = __solvers{}(__c, &mut {part}, __q, __f, __asked);
                    {outside} __left = __q.left;
                    match __found {{
                        __rt::ConditionAnswer::Yes => {{}}
                        __rt::ConditionAnswer::Last => {more} = 1,
                        {no}
                        __found => break '__go __found,
                    }}",
                    solver.0
                ));
                self.out(out, |param| format!("__s[{}]", frame.0 as usize + param));
            }
            Line::Recur {
                axiom,
                args,
                level,
                once,
                wanted,
                answered,
            } => {
                let args = self.args(args);
                self.put(format!(
                    "__at = {}; break '__go __q.call({}, {level}, {once}, {wanted}, &[{args}]);",
                    number_of(*answered).0,
                    axiom.0
                ));
            }
            Line::RecurNext {
                more,
                level,
                answered,
                on_fail,
            } => {
                let more = self.s(*more);
                self.unless(&format!("{more} > 1"), *on_fail);
                self.put(format!(
                    "__at = {}; break '__go __q.redo({level}, {more});",
                    number_of(*answered).0
                ));
            }
            Line::Recurred { more, out, on_fail } => {
                let more = self.s(*more);
                self.put(format!("{more} = __rt::Workspace::returned(__q);"));
                self.unless(&format!("{more} != 0"), *on_fail);
                self.out(out, |param| format!("__rt::Workspace::word(__q, {param})"));
            }
            Line::Repeat { args, times } => {
                let from: Vec<String> = args.iter().map(|slot| self.s(*slot)).collect();
                let to: Vec<String> = (0..args.len())
                    .map(|param| self.s(Slot(param as u16)))
                    .collect();
                let times = self.s(*times);
                self.step();
                self.put(format!(
                    "({},) = ({},); __at = 2;
                    if !__q.repeats(&mut {times}) {{ break '__go __rt::ConditionAnswer::Full; }}
                    continue '__go;",
                    to.join(", "),
                    from.join(", ")
                ));
            }
            Line::Replace { axiom, args } => {
                let args = self.args(args);
                self.put(format!("break '__go __q.replace({}, &[{args}]);", axiom.0));
            }
            Line::Mark(to) => {
                let to = self.s(*to);
                self.put(format!("{to} = __rt::Workspace::top(__q);"));
            }
            Line::Release(from) => {
                let from = self.s(*from);
                self.put(format!("__q.release({from});"));
            }
            _ => {}
        }
    }
}
