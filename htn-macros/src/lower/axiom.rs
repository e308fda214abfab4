//! Axioms, each as called with one pattern of bound arguments.

use htn_core::tables::{AxiomRow, Op, Pc};

use super::Lower;
use super::frame::Frame;
use crate::modes::form::{AxiomAlternative, Cond};

impl<'a> Lower<'_, 'a> {
    /// The code of all axioms that are called, and of those that they call.
    pub fn called_axioms(&mut self) {
        while let Some(axiom) = self.axiom_queue.pop_front() {
            let moded = self.moded;
            let entry = self.rows.here();
            let mut size = 0;
            let alternatives = &moded.axioms[axiom].alternatives;
            for (i, alternative) in alternatives.iter().enumerate() {
                let next = (i + 1 < alternatives.len()).then(|| self.rows.op(Op::Try(Pc(0))));
                self.frame = Frame::new(&alternative.params);
                self.axiom_alternative(alternative);
                size = size.max(self.frame_size());
                if let Some(next) = next {
                    self.rows.lead_here(next);
                }
            }
            self.rows.axioms.push(AxiomRow { entry, frame: size });
        }
    }

    /// `{ a } else { b } else { c }`.
    fn axiom_alternative(&mut self, alternative: &AxiomAlternative<'a>) {
        let mut ends = Vec::new();
        let clauses: &[Cond<'a>] = &alternative.clauses;
        for (i, clause) in clauses.iter().enumerate() {
            if i + 1 == clauses.len() {
                self.cond(clause);
                break;
            }
            let mark = self.frame.temporary();
            self.rows.op(Op::Mark(mark));
            let next = self.rows.op(Op::Try(Pc(0)));
            self.cond(clause);
            self.rows.op(Op::Kill(mark));
            ends.push(self.rows.op(Op::Jump(Pc(0))));
            self.rows.lead_here(next);
        }
        ends.into_iter().for_each(|end| self.rows.lead_here(end));
        self.rows.op(Op::Exit);
    }
}
