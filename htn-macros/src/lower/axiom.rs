//! Axioms, each as called with one pattern of bound arguments, for all its solutions or for the first.

use htn_core::tables::{Arg as Cell, AxiomRow, EXHAUSTED, FAIL, Op, Pc};

use super::Lower;
use super::back::Back;
use super::frame::Frame;
use crate::modes::form::{AxiomAlternative, Cond};

/// How an axiom is called.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// Whether only its first solution counts.
    pub once: bool,
    /// How it is left where it holds.
    pub exit: Op,
}

impl<'a> Lower<'_, 'a> {
    /// The code of all axioms that are called, and of those that they call.
    pub fn called_axioms(&mut self) {
        while let Some((axiom, how)) = self.axiom_queue.pop_front() {
            let moded = self.moded;
            let entry = self.rows.here();
            let mut size = 0;
            let alternatives = &moded.axioms[axiom].alternatives;
            for (i, alternative) in alternatives.iter().enumerate() {
                self.frame = Frame::new(&alternative.params);
                if i + 1 == alternatives.len() {
                    self.axiom_alternative(alternative, Back::to(EXHAUSTED), how);
                } else {
                    let next = self.rows.label();
                    self.axiom_alternative(alternative, Back::to_another(next), how);
                    self.rows.place(next);
                }
                size = size.max(self.frame_size());
            }
            self.rows.axioms.push(AxiomRow { entry, frame: size });
        }
    }

    /// `{ a } else { b } else { c }`. Clauses side by side that are tests alone are done together.
    fn axiom_alternative(&mut self, alternative: &AxiomAlternative<'a>, back: Back, how: How) {
        let mut tests = Vec::new();
        let mut clauses = alternative.clauses.iter().peekable();
        while let Some(clause) = clauses.next() {
            let is_test = self
                .only_tests(clause)
                .map(|list| tests.push(list))
                .is_some();
            let last = clauses.peek().is_none();
            if is_test && !last {
                continue;
            }
            if !tests.is_empty() {
                let next = self.rows.label();
                let els = if is_test { back.to } else { next };
                self.rows.any_of(std::mem::take(&mut tests), els);
                if !how.once {
                    self.leave(&back);
                }
                self.rows.op(how.exit);
                self.rows.place(next);
            }
            if is_test {
                break;
            }
            if last {
                self.clause(clause, back.clone(), how);
            } else {
                let next = self.rows.label();
                self.clause_before(clause, &back, next, how);
                self.rows.place(next);
            }
        }
    }

    /// The tests of a clause that has nothing else.
    fn only_tests(&mut self, clause: &Cond<'a>) -> Option<Vec<Op>> {
        let start = self.rows.here();
        let frame = self.frame.clone();
        let mut back = Back::to(FAIL);
        self.cond(clause, &mut back, false);
        let tests = self.rows.tests_since(start);
        if tests.is_none() {
            self.rows.forget_since(start);
            self.frame = frame;
        }
        tests
    }

    /// A clause that has others after it: where it has no solution, `next`, which is placed behind it.
    fn clause_before(&mut self, clause: &Cond<'a>, back: &Back, next: Pc, how: How) {
        if how.once {
            return self.clause(clause, Back::to(next), how);
        }
        let start = self.rows.here();
        let end = self.rows.label();
        let mut inner = Back::to(end);
        self.cond(clause, &mut inner, false);
        if inner.is_single() {
            self.leave(back);
            self.rows.op(how.exit);
            return self.rows.place(end);
        }
        // With a solution behind it, its end is that of the axiom: where it leads is noted.
        let to = self.frame.temporary();
        self.rows.insert(start, Op::Note { to, at: next });
        self.rows.op(Op::Note { to, at: back.to });
        self.leave(&back.followed_by(&inner));
        self.rows.op(how.exit);
        self.rows.place(end);
        self.rows.op(Op::Resume(to));
    }

    fn clause(&mut self, clause: &Cond<'a>, mut back: Back, how: How) {
        let open = how.once && self.leaves_open(clause, true);
        self.only_first(open, |lower| lower.cond(clause, &mut back, how.once));
        if !open && self.tail_call(how) {
            return;
        }
        if !how.once {
            self.leave(&back);
        }
        self.rows.op(how.exit);
    }

    /// Where the last thing that a clause does is to call an axiom, and nothing is open before that, the solutions of
    /// that axiom are its own: the call takes the place of the present one.
    fn tail_call(&mut self, how: How) -> bool {
        // What it would hand over itself, the other does not know of; and nobody may come to the end by another way.
        let end = self.rows.code.len();
        if how.exit != Op::ExitBound || self.rows.is_led_to(end..=end) {
            return false;
        }
        let Some(
            [
                Op::Call {
                    axiom,
                    args,
                    els: EXHAUSTED,
                    ..
                },
                Op::Redo { .. },
            ],
        ) = self.rows.last_two()
        else {
            return false;
        };
        let cells = &self.rows.args[args.at as usize..][..usize::from(args.len)];
        if !cells.iter().all(|cell| matches!(cell, Cell::Is(_))) {
            return false;
        }
        self.rows.code.truncate(self.rows.code.len() - 2);
        self.rows.op(Op::TailCall { axiom, args });
        true
    }
}
