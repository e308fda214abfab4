//! Axioms as a program queries them. They have tables of their own, so that queries change nothing for the search.

use htn_core::tables::{BranchId, Op, Pc, TypeId};

use super::Lower;
use super::code::CodePlace;
use super::context::LowerContext;
use super::frame::Frame;
use super::graph::NO;
use super::retry::Retry;
use super::rows::Rows;
use crate::ir::{BoundArg, BoundDomain, Cond, QueriedAxiom};
use crate::resolve::Names;

/// An axiom with one pattern of given parameters.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Its number among the named axioms.
    pub group: usize,
    /// The parameters that are given.
    pub pattern: u32,
    pub entry: Pc,
    pub frame: u16,
}

/// Lowers the queries of a domain that has no errors; `None` if it has none, or if they do not fit the tables.
pub fn queries<'a>(
    names: &Names<'a>,
    domain: &BoundDomain<'a>,
    index_type: TypeId,
) -> Option<(Rows<'a>, Vec<Asked>)> {
    let mut lower = Lower::new(LowerContext::new(names, domain, index_type));
    let mut asked = Vec::new();
    for query in &domain.queries {
        for (pattern, axiom) in &query.patterns {
            asked.push(lower.query(query, *pattern, *axiom));
        }
    }
    let rows = lower.finish();
    (rows.fit() && !asked.is_empty()).then_some((rows, asked))
}

impl<'a> Lower<'_, 'a> {
    fn query(&mut self, query: &QueriedAxiom, pattern: u32, axiom: usize) -> Asked {
        let params = query.params.iter().enumerate();
        let args = params.map(|(place, var)| match pattern >> place & 1 {
            1 => BoundArg::Is(*var),
            _ => BoundArg::Bind(*var),
        });
        let call = Cond::Axiom {
            axiom,
            args: args.collect(),
        };
        let cond = self.writer.context.prepared(&call);
        self.writer.frame = Frame::new(&query.params);
        let entry = self.writer.code.here();
        self.writer.solve(CodePlace::FAIL, BranchId::NONE, |build| {
            let mut retry = Retry::at(NO);
            build.cond(&cond, &mut retry, false);
            build.holds(&retry);
        });
        self.writer.code.op(Op::Holds);
        Asked {
            group: query.group,
            pattern,
            entry,
            frame: self.writer.frame_size(),
        }
    }
}
