//! Lowers axioms, once for each pattern of bound arguments.
//!
//! An axiom that is not recursive is a function whose frame is inside its caller's. A recursive one gets a frame of the
//! machine's.

use std::collections::{BTreeMap, BTreeSet};

use htn_core::tables::{AxiomId, AxiomRow, Slot};

use super::builder::Builder;
use super::context::LowerContext;
use super::facts::Operands;
use super::frame::{Frame, offset};
use super::graph::{Label, Line, More, NO};
use super::retry::Retry;
use super::rows::count;
use crate::analyse;
use crate::ir::{AxiomAlternative, BoundArg, BoundDomain, Cond, LetValue, prepare};

/// The size of the largest frame that is put into its caller's.
const LARGE_FRAME: u16 = 64;

/// The treatment of a call that is the last conjunct of an axiom.
#[derive(Clone, Copy)]
enum Tail {
    Called,
    /// It reuses the axiom's frame.
    Replaces,
    /// The axiom calls itself in a loop.
    Repeats(usize),
}

/// The calling convention of an axiom.
#[derive(Clone, Copy, Debug)]
enum CallKind {
    /// As a function, with its row's frame inside the caller's.
    Function(AxiomRow),
    /// By the machine, in a frame of its own.
    OwnFrame(AxiomId),
}

/// The properties of the axioms of a domain, and the rows of those that were called.
pub struct Axioms {
    calls: BTreeMap<usize, CallKind>,
    rows: BTreeMap<AxiomId, AxiomRow>,
    /// The recursive axioms that need frames.
    recursive: BTreeSet<usize>,
    /// The recursive axioms that are loops.
    tail_recursive: BTreeSet<usize>,
    /// The axioms that call one of `recursive`, directly or not.
    reach_recursive: BTreeSet<usize>,
    /// The axioms that collect rows.
    collecting: BTreeSet<usize>,
}

impl Axioms {
    pub fn new(domain: &BoundDomain<'_>) -> Axioms {
        let all = analyse::recursive_axioms(domain);
        let is_loop = |axiom: &usize| is_tail_recursive(*axiom, domain);
        let (tail_recursive, recursive): (BTreeSet<usize>, BTreeSet<usize>) =
            all.into_iter().partition(is_loop);
        Axioms {
            calls: BTreeMap::new(),
            rows: BTreeMap::new(),
            reach_recursive: analyse::axioms_with(domain, |cond| calls_one_of(&recursive, cond)),
            recursive,
            tail_recursive,
            collecting: analyse::axioms_with(domain, collects_itself),
        }
    }

    /// Returns the rows, indexed by [`AxiomId`].
    pub fn rows(&self) -> Vec<AxiomRow> {
        self.rows.values().copied().collect()
    }

    /// Returns true if a condition may leave collected rows that are still needed.
    pub fn collects(&self, cond: &Cond<'_>) -> bool {
        cond.any(&|cond| collects_itself(cond) || calls_one_of(&self.collecting, cond))
    }

    /// Returns true if a condition may leave frames of recursive axioms.
    pub fn leaves_frames(&self, cond: &Cond<'_>) -> bool {
        cond.any(&|cond| calls_one_of(&self.reach_recursive, cond))
    }

    /// Reserves a number for an axiom with a frame of its own.
    fn reserve(&mut self, axiom: usize, row: AxiomRow) -> AxiomId {
        let id = AxiomId(count(self.rows.len()));
        self.rows.insert(id, row);
        self.calls.insert(axiom, CallKind::OwnFrame(id));
        id
    }
}

impl<'m, 'a> LowerContext<'m, 'a> {
    /// Returns the calling convention of an axiom. The first call lowers it.
    fn call_kind(&mut self, axiom: usize, is_bound: bool) -> CallKind {
        if let Some(kind) = self.axioms.calls.get(&axiom) {
            return *kind;
        }
        if self.axioms.recursive.contains(&axiom) {
            // The calls inside it need its number before it has a function.
            let id = self.axioms.reserve(axiom, NO_ROW);
            let row = self.axiom_row(axiom, is_bound);
            self.axioms.rows.insert(id, row);
            return CallKind::OwnFrame(id);
        }
        let row = self.axiom_row(axiom, is_bound);
        if row.frame > LARGE_FRAME {
            return CallKind::OwnFrame(self.axioms.reserve(axiom, row));
        }
        let kind = CallKind::Function(row);
        self.axioms.calls.insert(axiom, kind);
        kind
    }

    /// Lowers an axiom. Its frame begins with its parameters, the slot of its resume point and that of a height.
    fn axiom_row(&mut self, axiom: usize, is_bound: bool) -> AxiomRow {
        let alternatives = &self.domain.axioms[axiom].alternatives;
        let tail = if self.axioms.tail_recursive.contains(&axiom) {
            Tail::Repeats(axiom)
        } else if is_bound && self.axioms.recursive.contains(&axiom) {
            Tail::Replaces
        } else {
            Tail::Called
        };
        let params = alternatives.first().map_or(0, |first| first.params.len());
        let own = Slot(count(params));
        let base = offset(own, 1);
        let mut frame = Frame::default();
        let mut build = Builder::new(self, &mut frame, base);
        if let Tail::Repeats(_) = tail {
            build.line(Line::Clear(times_of(params)));
            build.here();
        }
        let mut size = params + 3;
        for (i, alternative) in alternatives.iter().enumerate() {
            // Alternatives share only the slots of their parameters: the cursor of one may be nothing else in another.
            *build.frame = Frame::new(&alternative.params).above(size);
            build.heights = vec![base];
            if i + 1 == alternatives.len() {
                build.alternative(alternative, Retry::at(NO), tail);
            } else {
                let next = build.label();
                build.alternative(alternative, Retry::at_another(next), tail);
                build.place(next);
            }
            size = build.frame.size();
        }
        let graph = build.finish(base, |_, _| own);
        AxiomRow {
            solver: self.functions.solver(graph),
            frame: count(size),
        }
    }
}

/// The row of an axiom that is being lowered.
const NO_ROW: AxiomRow = AxiomRow {
    solver: htn_core::tables::FnId::NONE,
    frame: 0,
};

impl<'a> Builder<'_, '_, 'a> {
    /// Adds a call.
    pub fn call(&mut self, axiom: usize, args: &[BoundArg<'a>], retry: &mut Retry, once: bool) {
        let mut compare = Vec::new();
        let (mut given, mut out) = (Vec::new(), Vec::new());
        for (i, arg) in args.iter().enumerate() {
            match arg {
                BoundArg::Any => {}
                // The axiom binds this parameter, so its value is compared afterwards.
                BoundArg::Again(var) => {
                    let there = self.slot(*var);
                    let slot = self.frame.temporary();
                    compare.push((slot, there));
                    out.push((i, slot));
                }
                BoundArg::Bind(var) => out.push((i, self.slot(*var))),
                BoundArg::Is(var) => given.push((i, self.slot(*var))),
                BoundArg::Expr(expr) => given.push((i, self.word(expr))),
            }
        }
        let once = once && compare.is_empty();
        let is_bound = given.len() == args.len();
        let more = self.frame.temporary();
        let (level, on_fail) = (self.level, retry.at);
        let collects = self.context.axioms.collecting.contains(&axiom);
        if collects {
            self.cut();
        }
        let redo = match self.context.call_kind(axiom, is_bound) {
            CallKind::Function(AxiomRow {
                solver,
                frame: size,
            }) => {
                let frame = self.frame.temporaries(size.into());
                let args = given;
                self.line(Line::Call { args, frame, more });
                let redo = self.here();
                self.line(Line::Called {
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
                let answered = self.label();
                self.line(Line::Recur {
                    axiom,
                    args: words,
                    level,
                    once,
                    wanted,
                    answered,
                });
                let redo = self.here();
                self.line(Line::RecurNext {
                    more,
                    level,
                    answered,
                    on_fail,
                });
                self.place(answered);
                self.line(Line::Recurred { more, out, on_fail });
                redo
            }
        };
        retry.opens(redo, More::Axiom(more));
        if collects {
            self.note_height();
        }
        self.same(&compare, retry);
    }

    /// Adds `{ a } else { b } else { c }`.
    fn alternative(&mut self, of: &AxiomAlternative<'a>, retry: Retry, tail: Tail) {
        let heights = self.heights.clone();
        for (i, clause) in of.clauses.iter().enumerate() {
            let clause = self.context.prepared(clause);
            self.heights = heights.clone();
            if i + 1 == of.clauses.len() {
                self.last_clause(&clause, retry.clone(), tail);
            } else {
                let next = self.label();
                self.clause_before(&clause, &retry, next);
                self.place(next);
            }
        }
    }

    /// Adds a clause that others follow. Without a solution, it goes to `next`, which follows it.
    fn clause_before(&mut self, clause: &Cond<'a>, retry: &Retry, next: Label) {
        let (to, end) = (self.frame.temporary(), self.label());
        let mut inner = Retry::at(end);
        let (body, ()) = self.apart(|build| build.cond(clause, &mut inner, false));
        if inner.is_single() {
            self.extend(body);
            self.holds(retry);
            return self.place(end);
        }
        self.line(Line::StoreLabel { to, at: next });
        self.extend(body);
        // After a solution, the end of the clause is the end of the alternative.
        self.line(Line::StoreLabel { to, at: retry.at });
        self.holds(&retry.followed_by(&inner));
        self.place(end);
        self.line(Line::JumpToStored(to));
    }

    fn last_clause(&mut self, clause: &Cond<'a>, mut retry: Retry, tail: Tail) {
        let Some((last, before)) = clause.conjuncts().split_last() else {
            return self.holds(&retry);
        };
        for part in before {
            self.cond(part, &mut retry, false);
        }
        if !(retry.is_end() && self.tail_call(last, tail)) {
            self.cond(last, &mut retry, false);
            self.holds(&retry);
        }
    }

    /// Adds the last conjunct of an axiom if it is a tail call; returns false if it is not.
    fn tail_call(&mut self, cond: &Cond<'a>, tail: Tail) -> bool {
        let Cond::Axiom { axiom, args } = cond else {
            return false;
        };
        if !is_bound(args) {
            return false;
        }
        match tail {
            Tail::Called => false,
            Tail::Replaces => {
                if !self.context.axioms.recursive.contains(axiom) {
                    return false;
                }
                let CallKind::OwnFrame(axiom) = self.context.call_kind(*axiom, true) else {
                    return false;
                };
                let args = self.values(args).into_iter().map(Some).collect();
                self.line(Line::Replace { axiom, args });
                true
            }
            Tail::Repeats(itself) if *axiom == itself => {
                let args = self.values(args);
                let times = times_of(args.len());
                // It may have to wait here for the next slice.
                self.here();
                self.line(Line::Repeat { args, times });
                true
            }
            Tail::Repeats(_) => false,
        }
    }

    /// Returns the slots of arguments that have values.
    fn values(&mut self, args: &[BoundArg<'a>]) -> Vec<Slot> {
        let slots = args.iter().filter_map(|arg| match arg {
            BoundArg::Is(var) => Some(self.slot(*var)),
            BoundArg::Expr(expr) => Some(self.word(expr)),
            BoundArg::Any | BoundArg::Bind(_) | BoundArg::Again(_) => None,
        });
        slots.collect()
    }
}

/// Returns the slot that counts the rounds of an axiom with `params` parameters.
fn times_of(params: usize) -> Slot {
    Slot(count(params + 2))
}

fn is_bound(args: &[BoundArg<'_>]) -> bool {
    let is_bound = |arg: &BoundArg<'_>| matches!(arg, BoundArg::Is(_) | BoundArg::Expr(_));
    args.iter().all(is_bound)
}

fn calls_one_of(axioms: &BTreeSet<usize>, cond: &Cond<'_>) -> bool {
    matches!(cond, Cond::Axiom { axiom, .. } if axioms.contains(axiom))
}

/// Returns true if a condition collects rows, apart from those of the axioms that it calls.
fn collects_itself(cond: &Cond<'_>) -> bool {
    match cond {
        Cond::Let { value, .. } => matches!(value, LetValue::In(_)),
        Cond::First(sorted) => sorted.sort.is_some(),
        _ => false,
    }
}

/// Returns true if a recursive axiom is a loop: it calls itself only as its last conjunct, with all arguments bound and no
/// generator before that.
fn is_tail_recursive(axiom: usize, domain: &BoundDomain<'_>) -> bool {
    let itself = BTreeSet::from([axiom]);
    let calls = |cond: &Cond<'_>| cond.any(&|cond| calls_one_of(&itself, cond));
    let mut others = analyse::axioms_with(domain, |cond| calls_one_of(&itself, cond));
    others.remove(&axiom);
    let calls_through_others = |cond: &Cond<'_>| cond.any(&|cond| calls_one_of(&others, cond));
    let clauses: Vec<_> = domain.axioms[axiom].clauses().collect();
    let Some((last, first)) = clauses.split_last() else {
        return false;
    };
    let prepared = prepare((*last).clone(), domain);
    let Some((
        Cond::Axiom {
            axiom: called,
            args,
        },
        before,
    )) = prepared.conjuncts().split_last()
    else {
        return false;
    };
    *called == axiom
        && is_bound(args)
        && before
            .iter()
            .all(|part| part.is_single(&domain.keys) && !calls(part))
        && !first.iter().any(|clause| calls(clause))
        && !clauses.iter().any(|clause| calls_through_others(clause))
}
