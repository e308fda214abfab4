//! Axioms as a program asks them: tables of their own, so that what is asked for that way changes nothing for the search.

use htn_core::tables::{Op, Pc, TypeId};

use super::Lower;
use super::frame::Frame;
use super::graph::NO;
use super::retry::Retry;
use super::rows::Rows;
use crate::modes::form::{Arg, BoundDomain, Cond, Question};
use crate::resolve::Names;

/// An axiom, as it is asked with a value for some of its parameters.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Its number among the axioms that have names.
    pub group: usize,
    /// Which parameters have a value.
    pub pattern: u32,
    pub entry: Pc,
    pub frame: u16,
}

/// Lowers the questions of a domain that has no errors; `None` where it has none, or they do not fit.
pub fn questions<'a>(
    names: &Names<'a>,
    moded: &BoundDomain<'a>,
    index_type: TypeId,
) -> Option<(Rows<'a>, Vec<Asked>)> {
    let mut lower = Lower::new(names, moded, index_type);
    let mut asked = Vec::new();
    for question in &moded.questions {
        for (pattern, axiom) in &question.patterns {
            asked.push(lower.question(question, *pattern, *axiom));
        }
    }
    lower.relations();
    let mut rows = lower.rows;
    rows.resolve_labels();
    let fits = !rows.too_big && !rows.functions.too_many();
    (fits && !asked.is_empty()).then_some((rows, asked))
}

impl<'a> Lower<'_, 'a> {
    fn question(&mut self, question: &Question, pattern: u32, axiom: usize) -> Asked {
        let params = question.params.iter().enumerate();
        let args = params.map(|(place, var)| match pattern >> place & 1 {
            1 => Arg::Is(*var),
            _ => Arg::Bind(*var),
        });
        let cond = Cond::Axiom {
            axiom,
            args: args.collect(),
        };
        self.frame = Frame::new(&question.params);
        let entry = self.rows.here();
        let f = self.solver(|lower| {
            let mut retry = Retry::at(NO);
            lower.cond(&cond, &mut retry, false);
            lower.holds(&retry);
        });
        self.solve(f);
        self.rows.op(Op::Holds);
        Asked {
            group: question.group,
            pattern,
            entry,
            frame: self.frame_size(),
        }
    }
}
