//! Tests that stand side by side and lead to the same place where they do not hold: they are done by one function.

use htn_core::tables::{FAIL, Op, Pc};

/// The tests that were met since the last op of another kind.
#[derive(Debug, Default)]
pub struct Together {
    tests: Vec<Op>,
    /// Where they lead, once one of them does.
    els: Option<Pc>,
}

impl Together {
    /// Whether the op can be done with those that are here.
    pub fn takes(&self, op: &Op) -> bool {
        match leads_to(op) {
            Some(Some(els)) => self.els.is_none_or(|other| other == els),
            Some(None) => true,
            None => false,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// Where they lead, if one of them does.
    pub fn leads_to(&self) -> Option<Pc> {
        self.els
    }

    pub fn add(&mut self, op: Op) {
        self.els = self.els.or(leads_to(&op).flatten());
        self.tests.push(op);
    }

    /// The tests, and where they lead.
    pub fn take(&mut self) -> (Vec<Op>, Pc) {
        let els = self.els.take().unwrap_or(FAIL);
        (std::mem::take(&mut self.tests), els)
    }
}

/// Where an op leads that can be done with others, if anywhere; `None` where it can't.
pub fn leads_to(op: &Op) -> Option<Option<Pc>> {
    match *op {
        Op::Has { els, .. }
        | Op::Lacks { els, .. }
        | Op::HasPair { els, .. }
        | Op::LacksPair { els, .. }
        | Op::Get { els, .. }
        | Op::Value { els, .. }
        | Op::GetIs { els, .. }
        | Op::IsEmpty { els, .. }
        | Op::IsSet { els, .. }
        | Op::Check { els, .. }
        | Op::LetSome { els, .. }
        | Op::Same { els, .. } => Some(Some(els)),
        Op::Let { .. } | Op::Copy { .. } => Some(None),
        _ => None,
    }
}
