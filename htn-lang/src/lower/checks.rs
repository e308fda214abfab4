//! Conditions that are asked again before a step starts, conjunct by conjunct.
//!
//! A check runs over a copy of the frame as the planner left it, so variables that are solved anew are written where
//! they were, and the expressions over them are the same functions. A variable that the branch's tasks use keeps its
//! value; a `let` of such a variable is worked out into a slot of its own, for the conjuncts that look at it.

use std::collections::BTreeSet;

use htn_core::tables::{BranchId, FAIL, Op, Run, WordTest};

use super::Lower;
use super::frame::Frame;
use super::graph::NO;
use super::retry::Retry;
use super::rows::{Check, CheckId, Var};
use crate::analyse;
use crate::ast::{Aggregate, Condition};
use crate::modes::form::{Arg, Block, Cond, LetValue, Operator, Part, Sorted, Stmt, VarId};
use crate::pretty;

/// How many conjuncts of an operator's conditions are told apart at most.
const MOST_PIECES: usize = 64;

/// A branch whose checks have no code yet.
pub struct Pending<'m, 'a> {
    branch: BranchId,
    block: &'m Block<'a>,
    frame: Frame,
    /// Whether it is a round of a `for`.
    collected: bool,
}

/// A piece of a condition, and how it is written.
type Conjunct<'m, 'a> = (&'m Cond<'a>, &'m Condition);

impl<'m, 'a> Lower<'m, 'a> {
    pub fn branch_checks(&mut self, branch: BranchId, block: &'m Block<'a>, collected: bool) {
        if block.guard.is_some() {
            let frame = self.frame.clone();
            self.pending.push(Pending {
                branch,
                block,
                frame,
                collected,
            });
        }
    }

    /// The checks of the present task's branches, now that the size of its frame is known.
    pub fn pending_checks(&mut self, size: u16) {
        for pending in std::mem::take(&mut self.pending) {
            let Some(guard) = &pending.block.guard else {
                continue;
            };
            let mut used = BTreeSet::new();
            let tasks = pending.block.body.iter();
            let tasks = tasks.filter(|stmt| !matches!(stmt, Stmt::Priority(..)));
            tasks.for_each(|stmt| {
                stmt.each_var(&mut |var| {
                    used.insert(var);
                });
            });
            let fixed: BTreeSet<VarId> = guard
                .cond
                .binds()
                .into_iter()
                .filter(|var| used.contains(var))
                .collect();
            let first = self.rows.tables.checks.len();
            for group in groups(checked(guard), &fixed) {
                let mut frame = pending.frame.above(usize::from(size));
                let fixed = without_lets(&group, &fixed, Some(&mut frame));
                let mut check = self.check(&group, fixed, frame);
                if pending.collected {
                    (check.collected, check.word) = (true, None);
                }
                self.rows.check(check);
            }
            let run = self.rows.run(first, self.rows.tables.checks.len() - first);
            self.rows.tables.branches[usize::from(pending.branch.0)].checks = run;
            if guard.sort.is_some() {
                let conjuncts = sorted_by(guard, &fixed);
                let fixed = without_lets(&conjuncts, &fixed, None);
                let check = self.check(&conjuncts, fixed, pending.frame.above(usize::from(size)));
                self.rows.check(check);
            }
        }
    }

    /// An operator's precondition over the values that the planner found, and its `while`.
    pub fn operator_checks(
        &mut self,
        operator: &'m Operator<'a>,
        frame: &Frame,
        size: u16,
    ) -> (Option<CheckId>, Option<CheckId>) {
        let frame = frame.above(usize::from(size));
        let all = operator.requires.iter().chain(&operator.during);
        let all: Vec<_> = all.flat_map(checked).collect();
        let bound: BTreeSet<VarId> = super::operator::bound_by(operator).into_iter().collect();
        // A `let` is computed anew in its own place: the effects that follow see what it is now.
        let fixed = without_lets(&all, &bound, None);
        let holds = (!all.is_empty()).then(|| {
            let check = self.check(&all, fixed, frame.clone());
            self.rows.check(check)
        });
        let during = operator.during.as_ref().map(|during| {
            let conjuncts = conjuncts(during);
            let mut frame = frame;
            let mut fixed = used_outside(operator);
            fixed.extend(
                operator
                    .requires
                    .iter()
                    .flat_map(|requires| requires.cond.binds()),
            );
            let fixed = without_lets(&conjuncts, &fixed, Some(&mut frame));
            let check = self.check(&conjuncts, fixed, frame);
            self.rows.check(check)
        });
        (holds, during)
    }

    /// The conjuncts of an operator's precondition and of its `while`, each over the values that there are: to tell which of
    /// them does not hold; and how many are of the `while`. None where it is clear.
    pub fn operator_pieces(
        &mut self,
        operator: &'m Operator<'a>,
        frame: &Frame,
        size: u16,
    ) -> (Run, u16) {
        let bound: BTreeSet<VarId> = super::operator::bound_by(operator).into_iter().collect();
        let conditions = [&operator.requires, &operator.during];
        let conjuncts = conditions.map(|sorted| sorted.iter().flat_map(checked).collect());
        let count = conjuncts.iter().map(Vec::len).sum();
        let first = self.rows.tables.checks.len();
        // Who needs so many conjuncts is told all of them.
        if !(2..=MOST_PIECES).contains(&count) {
            return (self.rows.run(first, 0), 0);
        }
        let counts = conjuncts.map(|conjuncts| {
            let groups = groups(conjuncts, &bound);
            for group in &groups {
                let mut frame = frame.above(usize::from(size));
                let fixed = without_lets(group, &bound, Some(&mut frame));
                let check = self.check(group, fixed, frame);
                self.rows.check(check);
            }
            groups.len()
        });
        let all = self.rows.run(first, counts.iter().sum());
        (all, self.rows.count(counts[1]))
    }

    fn check(
        &mut self,
        conjuncts: &[Conjunct<'m, 'a>],
        fixed: BTreeSet<VarId>,
        frame: Frame,
    ) -> Check {
        self.frame = frame;
        self.fixed = fixed;
        let vars = self.asked_about(conjuncts);
        let entry = self.rows.here();
        let mut reads = BTreeSet::new();
        let mut texts = Vec::new();
        let mut asked = Vec::new();
        let asks_game = conjuncts.iter().any(|(cond, _)| self.asks_game(cond));
        for (cond, source) in conjuncts {
            reads.extend(analyse::reads(cond, self.moded));
            texts.push(pretty::conjunct(source));
            asked.push(match cond {
                Cond::First(sorted) => &sorted.cond,
                cond => *cond,
            });
        }
        let mut word = None;
        match asked[..] {
            [] => {}
            [only] if self.one_test(only, FAIL, BranchId::NONE).is_some() => {
                word = self.word_test(only)
            }
            _ => {
                let f = self.solver(|lower| {
                    let mut retry = Retry::at(NO);
                    for (i, cond) in asked.iter().enumerate() {
                        lower.cond(cond, &mut retry, i + 1 == asked.len());
                    }
                    // One solution is enough.
                    lower.holds(&Retry::at(NO));
                });
                self.solve(f);
            }
        }
        self.rows.op(Op::Holds);
        self.fixed.clear();
        Check {
            text: texts.join(" && "),
            entry,
            frame: self.frame_size(),
            reads: reads.into_iter().collect(),
            collected: false,
            asks_game,
            vars,
            word,
        }
    }

    /// Whether a condition asks a Rust expression that sees the context, through axioms too.
    fn asks_game(&self, cond: &Cond<'a>) -> bool {
        let Some(context) = &self.names.domain.context else {
            return false;
        };
        cond.any(&|cond| {
            analyse::asks_game_itself(cond, &context.name)
                || matches!(cond, Cond::Axiom { axiom, .. } if self.asking.contains(axiom))
        })
    }

    /// Returns true if one of these conditions and expressions sees the context, through axioms too.
    pub fn parts_ask_game(&self, parts: &[Part<'_, 'a>]) -> bool {
        let Some(context) = &self.names.domain.context else {
            return false;
        };
        parts.iter().any(|part| match part {
            Part::Cond(cond) => self.asks_game(cond),
            Part::Expr(_, expr) => analyse::sees(expr, &context.name),
            Part::Stmt(_) | Part::Var(_) => false,
        })
    }

    /// The variables of some conjuncts whose values are given: parameters, and those that are fixed.
    fn asked_about(&self, conjuncts: &[Conjunct<'m, 'a>]) -> Vec<Var> {
        let mut all: Vec<VarId> = Vec::new();
        for (cond, _) in conjuncts {
            cond.each_var(&mut |var| {
                let given = self.fixed.contains(&var) || self.frame.is_param(var);
                if given && !all.contains(&var) {
                    all.push(var);
                }
            });
        }
        self.vars(all)
    }

    /// What is asked, where that is whether a word is a fact.
    fn word_test(&mut self, cond: &Cond<'a>) -> Option<WordTest> {
        let (rel, args, there) = match cond {
            Cond::Fact { rel, args } => (*rel, args, true),
            Cond::Not(inner) => match &**inner {
                Cond::Fact { rel, args } => (*rel, args, false),
                _ => return None,
            },
            _ => return None,
        };
        if self.names.domain.predicates[rel].key.is_some() {
            return None;
        }
        let var = match args.as_slice() {
            [Arg::Is(var)] => var,
            [Arg::Bind(var)] if self.fixed.contains(var) => var,
            _ => return None,
        };
        Some(WordTest {
            rel: self.rel_id(rel),
            slot: self.frame.slot(*var),
            there,
        })
    }
}

/// The conjuncts of a condition that the executor checks.
fn checked<'m, 'a>(sorted: &'m Sorted<'a>) -> Vec<Conjunct<'m, 'a>> {
    let mut all = conjuncts(sorted);
    all.retain(|(cond, _)| !matches!(cond, Cond::WhenPlanning(_)));
    all
}

/// A condition as split at its top-level `&&`.
fn conjuncts<'m, 'a>(sorted: &'m Sorted<'a>) -> Vec<Conjunct<'m, 'a>> {
    match (&sorted.cond, sorted.source) {
        (Cond::And(parts), Condition::And(sources)) => parts.iter().zip(sources).collect(),
        (cond, source) => vec![(cond, source)],
    }
}

/// The conjuncts that give the variables which a `sort by` looks at, but for those that keep their values.
fn sorted_by<'m, 'a>(guard: &'m Sorted<'a>, fixed: &BTreeSet<VarId>) -> Vec<Conjunct<'m, 'a>> {
    let mut wanted = BTreeSet::new();
    if let Some(sort) = &guard.sort {
        sort.key.each_var(&mut |var| {
            wanted.insert(var);
        });
    }
    // From the last conjunct to the first: what gives a variable comes before what looks at it.
    let mut given = Vec::new();
    for conjunct in conjuncts(guard).into_iter().rev() {
        let anew = |var: &VarId| !fixed.contains(var) || computed(conjunct.0) == Some(*var);
        if conjunct
            .0
            .binds()
            .iter()
            .any(|var| wanted.contains(var) && anew(var))
        {
            conjunct.0.each_var(&mut |var| {
                wanted.insert(var);
            });
            given.push(conjunct);
        }
    }
    given.reverse();
    given
}

/// The variable that a conjunct computes, where it is a `let` that is computed anew.
fn computed(cond: &Cond<'_>) -> Option<VarId> {
    match cond {
        Cond::Let {
            value: LetValue::In(_),
            ..
        }
        | Cond::Let { compare: true, .. } => None,
        Cond::Let { var, .. } => Some(*var),
        _ => None,
    }
}

/// Whether a conjunct holds whatever the facts are.
fn always_holds(cond: &Cond<'_>) -> bool {
    let Cond::Let {
        compare: false,
        value,
        ..
    } = cond
    else {
        return false;
    };
    match value {
        LetValue::Word(_) => true,
        LetValue::Aggregate { kind, .. } => matches!(kind, Aggregate::Count | Aggregate::Sum),
        LetValue::Some(_) | LetValue::In(_) => false,
    }
}

/// Conjuncts that share a variable which is solved anew belong together; order is kept.
fn groups<'m, 'a>(
    conjuncts: Vec<Conjunct<'m, 'a>>,
    fixed: &BTreeSet<VarId>,
) -> Vec<Vec<Conjunct<'m, 'a>>> {
    let mut anew: BTreeSet<VarId> = BTreeSet::new();
    for (cond, _) in &conjuncts {
        anew.extend(cond.binds().into_iter().filter(|var| !fixed.contains(var)));
        anew.extend(computed(cond));
    }
    let mut groups: Vec<(BTreeSet<VarId>, Vec<usize>)> = Vec::new();
    for (i, (cond, _)) in conjuncts.iter().enumerate() {
        let mut vars = BTreeSet::new();
        cond.each_var(&mut |var| {
            if anew.contains(&var) {
                vars.insert(var);
            }
        });
        let mut members = vec![i];
        let (joined, apart): (Vec<_>, Vec<_>) = groups
            .into_iter()
            .partition(|(others, _)| !others.is_disjoint(&vars));
        groups = apart;
        for (others, places) in joined {
            vars.extend(others);
            members.extend(places);
        }
        members.sort_unstable();
        groups.push((vars, members));
    }
    groups.sort_by_key(|(_, members)| members.first().copied());
    let groups = groups
        .into_iter()
        .map(|(_, members)| members.into_iter().map(|i| conjuncts[i]).collect());
    groups
        .filter(|group: &Vec<_>| !group.iter().all(|(cond, _)| always_holds(cond)))
        .collect()
}

/// What is fixed in a group: not what it computes. Where a frame is given, a fixed variable that is computed anew is put
/// beside it.
fn without_lets(
    group: &[Conjunct<'_, '_>],
    fixed: &BTreeSet<VarId>,
    frame: Option<&mut Frame>,
) -> BTreeSet<VarId> {
    let lets: BTreeSet<VarId> = group
        .iter()
        .filter_map(|(cond, _)| computed(cond))
        .collect();
    if let Some(frame) = frame {
        for var in lets.intersection(fixed) {
            let scratch = frame.temporary();
            frame.place(*var, scratch);
        }
    }
    fixed.difference(&lets).copied().collect()
}

/// The variables that an operator's effects, cost, duration and undo use.
fn used_outside(operator: &Operator<'_>) -> BTreeSet<VarId> {
    let mut used = BTreeSet::new();
    let mut visit = |var| {
        used.insert(var);
    };
    operator
        .effects
        .iter()
        .for_each(|(_, effect)| effect.each_var(&mut visit));
    let numbers = operator.cost.iter().chain(&operator.duration);
    numbers.for_each(|number| number.each_var(&mut visit));
    if let Some((_, args)) = &operator.undo {
        args.iter().for_each(|arg| arg.each_var(&mut visit));
    }
    used
}
