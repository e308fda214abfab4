//! Checks: conditions that the executor evaluates again, as views of the conditions that the planner solves.
//!
//! A check runs over a copy of the planner's frame. Variables that it solves again are written to the slots that they had,
//! so the expressions over them are the same functions. A variable that the branch's tasks use keeps its value. A `let`
//! of such a variable is computed into a slot of its own, for the conjuncts that read it.

use std::collections::BTreeSet;

use htn_core::tables::RelId;
use proc_macro2::Ident;

use super::{
    BoundDomain, BoundOperator, BoundPart, Cond, LetValue, SortedCond, Stmt, VarId, assume_bound,
    bound_by,
};
use crate::analyse;
use crate::ast::{Aggregate, Condition};
use crate::pretty;

/// The maximum number of conjuncts of an operator that get checks of their own.
const MAX_PIECES: usize = 64;

/// A conjunct, and how it is written.
type Conjunct<'m, 'a> = (&'m Cond<'a>, &'m Condition);

/// A condition that the executor evaluates again.
#[derive(Clone, Debug)]
pub struct CheckView<'a> {
    /// `None` if it always holds.
    pub cond: Option<Cond<'a>>,
    pub text: String,
    /// Variables in the order of their occurrence.
    pub vars: Vec<VarId>,
    /// Variables that keep their values.
    pub fixed: BTreeSet<VarId>,
    /// Variables that are computed beside the value that they keep.
    pub recomputed: Vec<VarId>,
    pub reads: Vec<RelId>,
    pub asks_game: bool,
}

/// The views of an operator's conditions.
pub struct OperatorViews<'a> {
    /// The precondition and the `while`.
    pub holds: Option<CheckView<'a>>,
    pub during: Option<CheckView<'a>>,
    /// The conjuncts of the precondition and those of the `while`; empty if there is only one, or too many.
    pub pieces: [Vec<CheckView<'a>>; 2],
}

/// Makes the views of a domain.
pub struct Views<'m, 'a> {
    domain: &'m BoundDomain<'a>,
    /// The name of the Rust value that the game passes.
    game: Option<&'a Ident>,
    /// The axioms with expressions over it.
    asking: BTreeSet<usize>,
}

impl<'m, 'a> Views<'m, 'a> {
    pub fn new(domain: &'m BoundDomain<'a>, game: Option<&'a Ident>) -> Self {
        let asks = |cond: &Cond<'a>| analyse::asks_game_itself(cond, game);
        Views {
            domain,
            game,
            asking: analyse::axioms_with(domain, asks),
        }
    }

    /// Returns the checks of a branch: one per group of conjuncts that share a variable which is solved again, and one for
    /// its `sort by`.
    pub fn branch(
        &self,
        guard: &SortedCond<'a>,
        body: &[Stmt<'a>],
    ) -> (Vec<CheckView<'a>>, Option<CheckView<'a>>) {
        let mut used = BTreeSet::new();
        let tasks = body.iter();
        let tasks = tasks.filter(|stmt| !matches!(stmt, Stmt::Priority(..)));
        tasks.for_each(|stmt| {
            stmt.each_var(&mut |var| {
                used.insert(var);
            });
        });
        let fixed: BTreeSet<VarId> = guard.cond.binds().into_iter().collect();
        let fixed = &fixed & &used;
        let groups = groups(checked(guard), &fixed);
        let groups = groups.iter().map(|group| self.view(group, &fixed, true));
        let sort = guard.sort.as_ref().map(|_| {
            let conjuncts = sorted_by(guard, &fixed);
            self.view(&conjuncts, &fixed, false)
        });
        (groups.collect(), sort)
    }

    /// Returns the checks of an operator, over the values that the planner found.
    pub fn operator(&self, operator: &BoundOperator<'a>) -> OperatorViews<'a> {
        let bound: BTreeSet<VarId> = bound_by(operator).into_iter().collect();
        let conditions = [&operator.requires, &operator.during];
        let conjuncts: [Vec<_>; 2] =
            conditions.map(|sorted| sorted.iter().flat_map(checked).collect());
        let all = conjuncts.concat();
        // A `let` writes to its own slot: the effects that follow read the current value.
        let holds = (!all.is_empty()).then(|| self.view(&all, &bound, false));
        let during = operator.during.as_ref().map(|during| {
            let mut fixed = used_outside(operator);
            let requires = operator.requires.iter();
            fixed.extend(requires.flat_map(|requires| requires.cond.binds()));
            self.view(&split(during), &fixed, true)
        });
        let pieces = if (2..=MAX_PIECES).contains(&all.len()) {
            conjuncts.map(|conjuncts| {
                let groups = groups(conjuncts, &bound);
                let views = groups.iter().map(|group| self.view(group, &bound, true));
                views.collect()
            })
        } else {
            Default::default()
        };
        OperatorViews {
            holds,
            during,
            pieces,
        }
    }

    /// Returns the view of some conjuncts in which `fixed` variables keep their values, except those that a `let` computes.
    /// If `beside` is true, these get a slot of their own.
    fn view(
        &self,
        conjuncts: &[Conjunct<'_, 'a>],
        fixed: &BTreeSet<VarId>,
        beside: bool,
    ) -> CheckView<'a> {
        let lets = conjuncts.iter().filter_map(|(cond, _)| computed(cond));
        let lets: BTreeSet<VarId> = lets.collect();
        let recomputed = if beside {
            &lets & fixed
        } else {
            BTreeSet::new()
        };
        let fixed = fixed - &lets;
        let mut vars = Vec::new();
        let mut reads = BTreeSet::new();
        for (cond, _) in conjuncts {
            reads.extend(analyse::reads(cond, self.domain));
            cond.each_var(&mut |var| {
                if !vars.contains(&var) {
                    vars.push(var);
                }
            });
        }
        let texts: Vec<String> = conjuncts
            .iter()
            .map(|(_, of)| pretty::conjunct(of))
            .collect();
        let conds = conjuncts.iter().map(|(cond, _)| match cond {
            Cond::First(sorted) => assume_bound(sorted.cond.clone(), &fixed),
            cond => assume_bound((*cond).clone(), &fixed),
        });
        let mut conds: Vec<Cond<'a>> = conds.collect();
        CheckView {
            cond: match conds.len() {
                0 | 1 => conds.pop(),
                _ => Some(Cond::And(conds)),
            },
            text: texts.join(" && "),
            vars,
            fixed,
            recomputed: recomputed.into_iter().collect(),
            reads: reads.into_iter().collect(),
            asks_game: conjuncts.iter().any(|(cond, _)| self.asks_game(cond)),
        }
    }

    /// Returns true if a condition has a Rust expression over the game's value, or calls an axiom that has one.
    fn asks_game(&self, cond: &Cond<'a>) -> bool {
        cond.any(&|cond| {
            analyse::asks_game_itself(cond, self.game)
                || matches!(cond, Cond::Axiom { axiom, .. } if self.asking.contains(axiom))
        })
    }

    /// Returns true if one of these conditions and expressions reads the game's value.
    pub fn parts_ask_game(&self, parts: &[BoundPart<'_, 'a>]) -> bool {
        parts.iter().any(|part| match part {
            BoundPart::Cond(cond) => self.asks_game(cond),
            BoundPart::Expr(_, expr) => self.game.is_some_and(|game| analyse::sees(expr, game)),
            BoundPart::Stmt(_) | BoundPart::Var(_) => false,
        })
    }
}

/// Returns the conjuncts of a condition that the executor checks.
fn checked<'m, 'a>(sorted: &'m SortedCond<'a>) -> Vec<Conjunct<'m, 'a>> {
    let mut all = split(sorted);
    all.retain(|(cond, _)| !matches!(cond, Cond::WhenPlanning(_)));
    all
}

/// Splits a condition at its top-level `&&`.
fn split<'m, 'a>(sorted: &'m SortedCond<'a>) -> Vec<Conjunct<'m, 'a>> {
    match (&sorted.cond, sorted.source) {
        (Cond::And(parts), Condition::And(sources)) => parts.iter().zip(sources).collect(),
        (cond, source) => vec![(cond, source)],
    }
}

/// Returns the conjuncts that bind the variables of a `sort by`, except those that keep their values.
fn sorted_by<'m, 'a>(guard: &'m SortedCond<'a>, fixed: &BTreeSet<VarId>) -> Vec<Conjunct<'m, 'a>> {
    let mut wanted = BTreeSet::new();
    if let Some(sort) = &guard.sort {
        sort.key.each_var(&mut |var| {
            wanted.insert(var);
        });
    }
    // From last to first, since a conjunct that binds a variable precedes those that read it.
    let mut binding = Vec::new();
    for conjunct in split(guard).into_iter().rev() {
        let cond = conjunct.0;
        let solved = |var: &VarId| !fixed.contains(var) || computed(cond) == Some(*var);
        let mut binds = cond.binds().into_iter();
        if binds.any(|var| wanted.contains(&var) && solved(&var)) {
            cond.each_var(&mut |var| {
                wanted.insert(var);
            });
            binding.push(conjunct);
        }
    }
    binding.reverse();
    binding
}

/// Returns the variable of a `let` that computes one value.
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

/// Returns true if a conjunct holds for all facts.
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

/// Groups conjuncts that share a variable which is solved again. Keeps their order; drops groups that always hold.
fn groups<'m, 'a>(
    conjuncts: Vec<Conjunct<'m, 'a>>,
    fixed: &BTreeSet<VarId>,
) -> Vec<Vec<Conjunct<'m, 'a>>> {
    let mut solved: BTreeSet<VarId> = BTreeSet::new();
    for (cond, _) in &conjuncts {
        solved.extend(cond.binds().into_iter().filter(|var| !fixed.contains(var)));
        solved.extend(computed(cond));
    }
    let mut groups: Vec<(BTreeSet<VarId>, Vec<usize>)> = Vec::new();
    for (i, (cond, _)) in conjuncts.iter().enumerate() {
        let mut vars = BTreeSet::new();
        cond.each_var(&mut |var| {
            if solved.contains(&var) {
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

/// Returns the variables of an operator's effects, cost, duration and undo.
fn used_outside(operator: &BoundOperator<'_>) -> BTreeSet<VarId> {
    let mut used = BTreeSet::new();
    let mut visit = |var| {
        used.insert(var);
    };
    let effects = operator.effects.iter();
    effects.for_each(|(_, effect)| effect.each_var(&mut visit));
    let numbers = operator.cost.iter().chain(&operator.duration);
    numbers.for_each(|number| number.each_var(&mut visit));
    let args = operator.undo.iter().flat_map(|(_, args)| args);
    args.for_each(|arg| arg.each_var(&mut visit));
    used
}
