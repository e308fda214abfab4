//! Axioms, each as called with one pattern of bound arguments: a condition of its own.
//!
//! An axiom that does not recur is a function that the condition calls, with its frame inside the caller's. One that
//! recurs gets a frame of the machine's.

use std::collections::BTreeSet;

use htn_core::tables::{AxiomId, AxiomRow, FnId, Slot};

use super::Lower;
use super::frame::Frame;
use super::graph::{Label, Line, More, NO};
use super::order::early_tests;
use super::retry::Retry;
use crate::analyse;
use crate::modes::form::{Arg, AxiomAlternative, Cond};

/// A frame larger than this is not put into its caller's.
const LARGE_FRAME: u16 = 64;

/// What becomes of a call that is the last thing that an axiom does.
#[derive(Clone, Copy)]
enum Tail {
    Called,
    /// It takes the place of the axiom's frame.
    IsReplaced,
    /// The axiom, which calls itself, begins again.
    Repeats(usize),
}

/// The slot of an axiom with so many parameters that says how often it has begun again.
fn times_of(params: usize) -> Slot {
    Slot(u16::try_from(params + 2).unwrap_or(u16::MAX))
}

/// How an axiom is called.
#[derive(Clone, Copy, Debug)]
pub enum CallKind {
    /// Like a function, with so many slots inside the caller's frame.
    Function { solver: FnId, size: u16 },
    /// By the machine, which gives it a frame of its own.
    OwnFrame(AxiomId),
}

impl<'a> Lower<'_, 'a> {
    pub fn call(&mut self, axiom: usize, args: &[Arg<'a>], retry: &mut Retry, once: bool) {
        let mut compare = Vec::new();
        let (mut given, mut out) = (Vec::new(), Vec::new());
        for (i, arg) in args.iter().enumerate() {
            match arg {
                Arg::Any => {}
                // The pattern has the parameter open: what comes out is compared.
                arg if self.is_compared(arg) => {
                    let (Arg::Again(var) | Arg::Bind(var)) = arg else {
                        continue;
                    };
                    let there = self.frame.slot(*var);
                    let slot = self.frame.temporary();
                    compare.push((slot, there));
                    out.push((i, slot));
                }
                Arg::Bind(var) | Arg::Again(var) => out.push((i, self.frame.slot(*var))),
                Arg::Is(var) => given.push((i, self.frame.slot(*var))),
                Arg::Expr(expr) => given.push((i, self.word(expr))),
            }
        }
        let once = once && compare.is_empty();
        let is_bound = given.len() == args.len();
        let more = self.frame.temporary();
        let (level, on_fail) = (self.level, retry.at);
        let collects = self.collecting.contains(&axiom);
        if collects {
            self.cut();
        }
        let redo = match self.call_kind(axiom, is_bound) {
            CallKind::Function { solver, size } => {
                let frame = self.frame.temporaries(size.into());
                let args = given;
                self.graph.line(Line::Call { args, frame, more });
                let redo = self.graph.here();
                self.graph.line(Line::Called {
                    solver,
                    level,
                    frame,
                    size,
                    more,
                    out,
                    on_fail,
                });
                redo
            }
            CallKind::OwnFrame(axiom) => {
                let mut words = vec![None; args.len()];
                given.iter().for_each(|(i, slot)| words[*i] = Some(*slot));
                let wanted = out.iter().map(|(i, _)| *i as u8 + 1).max().unwrap_or(0);
                let answered = self.graph.label();
                self.graph.line(Line::Recur {
                    axiom,
                    args: words,
                    level,
                    once,
                    wanted,
                    answered,
                });
                let redo = self.graph.here();
                self.graph.line(Line::RecurNext {
                    more,
                    level,
                    answered,
                    on_fail,
                });
                self.graph.place(answered);
                self.graph.line(Line::Recurred { more, out, on_fail });
                redo
            }
        };
        retry.opens(redo, More::Axiom(more));
        if collects {
            self.note_height();
        }
        self.same(&compare, retry);
    }

    /// How an axiom is called. It is lowered when it is first called.
    fn call_kind(&mut self, axiom: usize, is_bound: bool) -> CallKind {
        if let Some(kind) = self.axioms.get(&axiom) {
            return *kind;
        }
        if !self.recursive.contains(&axiom) {
            let (solver, size) = self.axiom_solver(axiom, is_bound);
            let kind = match size <= LARGE_FRAME {
                true => CallKind::Function { solver, size },
                false => CallKind::OwnFrame(self.axiom_row(AxiomRow {
                    solver,
                    frame: size,
                })),
            };
            self.axioms.insert(axiom, kind);
            return kind;
        }
        let id = self.axiom_row(AxiomRow {
            solver: FnId::NONE,
            frame: 0,
        });
        self.axioms.insert(axiom, CallKind::OwnFrame(id));
        let (solver, frame) = self.axiom_solver(axiom, is_bound);
        self.rows.tables.axioms[usize::from(id.0)] = AxiomRow { solver, frame };
        CallKind::OwnFrame(id)
    }

    fn axiom_row(&mut self, row: AxiomRow) -> AxiomId {
        self.rows.tables.axioms.push(row);
        AxiomId(self.rows.count(self.rows.tables.axioms.len() - 1))
    }

    /// The condition of an axiom, and the slots of its frame: parameters, then its own.
    fn axiom_solver(&mut self, axiom: usize, is_bound: bool) -> (FnId, u16) {
        let alternatives = &self.moded.axioms[axiom].alternatives;
        let tail = match self.tail_recursive.contains(&axiom) {
            true => Tail::Repeats(axiom),
            false if is_bound && self.recursive.contains(&axiom) => Tail::IsReplaced,
            false => Tail::Called,
        };
        self.with_own_frame(|lower| {
            let params = alternatives.first().map_or(0, |first| first.params.len());
            let mut size = params + 3;
            let own = Slot(lower.rows.count(params));
            let base = Slot(own.0.saturating_add(1));
            if let Tail::Repeats(_) = tail {
                lower.graph.line(Line::Clear(times_of(params)));
                lower.graph.here();
            }
            for (i, alternative) in alternatives.iter().enumerate() {
                // Apart from their parameters, alternatives share no slots: a slot that is a generator's place in one of
                // them may be nothing else in another.
                lower.frame = Frame::new(&alternative.params).above(size);
                lower.heights = vec![base];
                if i + 1 == alternatives.len() {
                    lower.axiom_alternative(alternative, Retry::at(NO), tail);
                } else {
                    let next = lower.graph.label();
                    lower.axiom_alternative(alternative, Retry::at_another(next), tail);
                    lower.graph.place(next);
                }
                size = lower.frame.size();
            }
            let mut graph = std::mem::take(&mut lower.graph);
            graph.at = graph.can_stop().then_some(own);
            graph.base = graph.reads(base).then_some(base);
            (lower.rows.functions.solver(graph), lower.rows.count(size))
        })
    }

    /// `{ a } else { b } else { c }`.
    fn axiom_alternative(&mut self, of: &AxiomAlternative<'a>, retry: Retry, tail: Tail) {
        let heights = self.heights.clone();
        for (i, clause) in of.clauses.iter().enumerate() {
            self.heights = heights.clone();
            if i + 1 == of.clauses.len() {
                self.last_clause(clause, retry.clone(), tail);
            } else {
                let next = self.graph.label();
                self.clause_before(clause, &retry, next);
                self.graph.place(next);
            }
        }
    }

    /// A clause that has others after it: where it has no solution, `next`, which is placed behind it.
    fn clause_before(&mut self, clause: &Cond<'a>, retry: &Retry, next: Label) {
        let start = self.graph.lines.len();
        let (to, end) = (self.frame.temporary(), self.graph.label());
        self.graph.line(Line::StoreLabel { to, at: next });
        let mut inner = Retry::at(end);
        self.cond(clause, &mut inner, false);
        if inner.is_single() {
            self.graph.remove(start);
            self.holds(retry);
            return self.graph.place(end);
        }
        // With a solution behind it, its end is that of the alternative.
        self.graph.line(Line::StoreLabel { to, at: retry.at });
        self.holds(&retry.followed_by(&inner));
        self.graph.place(end);
        self.graph.line(Line::JumpToStored(to));
    }

    fn last_clause(&mut self, clause: &Cond<'a>, mut retry: Retry, tail: Tail) {
        let parts = match clause {
            Cond::And(parts) => early_tests(parts, &self.access),
            cond => vec![cond],
        };
        let Some((last, before)) = parts.split_last() else {
            return self.holds(&retry);
        };
        for part in before {
            self.cond(part, &mut retry, false);
        }
        let done = retry.is_end()
            && match tail {
                Tail::Called => false,
                Tail::IsReplaced => self.replaced_by(last),
                Tail::Repeats(axiom) => self.repeated_by(axiom, last),
            };
        if !done {
            self.cond(last, &mut retry, false);
            self.holds(&retry);
        }
    }

    /// Where the last thing that an axiom does is to call itself, it begins again.
    fn repeated_by(&mut self, itself: usize, cond: &Cond<'a>) -> bool {
        let Cond::Axiom { axiom, args } = cond else {
            return false;
        };
        if *axiom != itself {
            return false;
        }
        let mut slots = Vec::new();
        for arg in args {
            slots.push(match arg {
                Arg::Is(var) => self.frame.slot(*var),
                Arg::Expr(expr) => self.word(expr),
                Arg::Any | Arg::Bind(_) | Arg::Again(_) => return false,
            });
        }
        let times = times_of(slots.len());
        // It may have to wait here for the next slice.
        self.graph.here();
        self.graph.line(Line::Repeat { args: slots, times });
        true
    }

    /// The axioms that call themselves, and do so as the last thing that they do, with all parameters bound and nothing to
    /// come back to: they are loops.
    pub fn tail_recursive_axioms(&self, recursive: &BTreeSet<usize>) -> BTreeSet<usize> {
        recursive
            .iter()
            .copied()
            .filter(|axiom| self.is_tail_recursive(*axiom))
            .collect()
    }

    fn is_tail_recursive(&self, axiom: usize) -> bool {
        let calls = |cond: &Cond<'a>| {
            cond.any(&|cond| matches!(cond, Cond::Axiom { axiom: called, .. } if *called == axiom))
        };
        let others = analyse::axioms_with(
            self.moded,
            |cond| matches!(cond, Cond::Axiom { axiom: called, .. } if *called == axiom),
        );
        let calls_through_others = |cond: &Cond<'a>| {
            cond.any(&|cond| {
                matches!(cond, Cond::Axiom { axiom: called, .. }
                    if *called != axiom && others.contains(called))
            })
        };
        let row = &self.moded.axioms[axiom];
        let Some(last_clause) = row.alternatives.last().and_then(|last| last.clauses.last()) else {
            return false;
        };
        let parts = match last_clause {
            Cond::And(parts) => early_tests(parts, &self.access),
            cond => vec![cond],
        };
        let Some((Cond::Axiom { axiom: last, args }, before)) = parts.split_last() else {
            return false;
        };
        let is_bound = |arg: &Arg<'a>| matches!(arg, Arg::Is(_) | Arg::Expr(_));
        let clauses = row.clauses().count();
        *last == axiom
            && args.iter().all(is_bound)
            && before
                .iter()
                .all(|part| self.is_single(part) && !calls(part))
            && !row.clauses().take(clauses - 1).any(calls)
            && !row.clauses().any(calls_through_others)
    }

    /// Where the last thing that a clause does is to call an axiom, and nothing is open before that, the solutions of that
    /// axiom are its own.
    fn replaced_by(&mut self, cond: &Cond<'a>) -> bool {
        let Cond::Axiom { axiom, args } = cond else {
            return false;
        };
        let is_bound = |arg: &Arg<'a>| matches!(arg, Arg::Is(_) | Arg::Expr(_));
        if !self.recursive.contains(axiom) || !args.iter().all(is_bound) {
            return false;
        }
        let CallKind::OwnFrame(id) = self.call_kind(*axiom, true) else {
            return false;
        };
        let mut words = Vec::new();
        for arg in args {
            words.push(match arg {
                Arg::Is(var) => Some(self.frame.slot(*var)),
                Arg::Expr(expr) => Some(self.word(expr)),
                _ => None,
            });
        }
        let args = words;
        self.graph.line(Line::Replace { axiom: id, args });
        true
    }
}
