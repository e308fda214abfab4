//! Converts events of the interpreter to events of the domain.

use alloc::collections::BTreeMap;
use core::marker::PhantomData;
use core::ptr;

use arrayvec::ArrayVec;

use super::event::{TraceEvent, TraceKind};
use crate::model::domain::{Domain, TaskCode};
use crate::model::plan::Binding;
use crate::reference::rows::{
    BlockSource, Condition, Conjunct, DomainSource, DoneBy, Effect, Stmt,
};
use crate::reference::{self, BoxItem, ConditionPlace, Scope};
use crate::tables::TaskId;

/// The conjuncts of a domain by their address: the interpreter lends them for shorter than they live.
pub(super) struct ConjunctIndex<D> {
    rows: &'static DomainSource<'static>,
    conjuncts: BTreeMap<usize, &'static Conjunct<'static>>,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain> ConjunctIndex<D> {
    pub fn new(rows: &'static DomainSource<'static>) -> ConjunctIndex<D> {
        let mut index = ConjunctIndex {
            rows,
            conjuncts: BTreeMap::new(),
            domain: PhantomData,
        };
        for axiom in rows.axioms.iter() {
            for alternative in axiom.alternatives.iter() {
                for clause in alternative.clauses.iter() {
                    index.condition(&clause.condition);
                }
            }
        }
        for task in rows.tasks.iter() {
            match &task.done_by {
                DoneBy::Methods(all) => {
                    let branches = all.iter().flat_map(|method| method.branches.iter());
                    branches.for_each(|block| index.block(block));
                }
                DoneBy::Operators(all) => all.iter().for_each(|operator| {
                    let requires = operator.requires.as_ref();
                    let requires = requires.map(|requires| &requires.condition);
                    let conditions = requires.into_iter().chain(&operator.during);
                    conditions.for_each(|condition| index.condition(condition));
                    let effects = operator.effects.iter();
                    effects.for_each(|(_, effect)| index.effect(effect));
                }),
                DoneBy::Itself => {}
            }
        }
        index
    }

    fn condition(&mut self, condition: &'static Condition<'static>) {
        for conjunct in condition.iter() {
            self.conjuncts
                .insert(ptr::from_ref(conjunct).addr(), conjunct);
            let inside = conjunct.form.conditions().into_iter();
            inside.for_each(|(condition, _)| self.condition(condition));
        }
    }

    fn effect(&mut self, effect: &'static Effect<'static>) {
        if let Some(each) = &effect.each {
            self.condition(&each.condition);
        }
    }

    fn block(&mut self, block: &'static BlockSource<'static>) {
        if let Some(guard) = &block.guard {
            self.condition(&guard.condition);
        }
        self.body(&block.body);
    }

    fn body(&mut self, body: &'static [Stmt<'static>]) {
        for statement in body {
            match statement {
                Stmt::Let { value, .. } => {
                    value
                        .over()
                        .into_iter()
                        .for_each(|over| self.condition(over));
                }
                Stmt::Effect(effect) => self.effect(effect),
                Stmt::If(blocks) => blocks.iter().for_each(|block| self.block(block)),
                Stmt::While(block) | Stmt::For(block) | Stmt::UnorderedFor(block) => {
                    self.block(block);
                }
                Stmt::Unordered(strands) => strands.iter().for_each(|strand| self.body(strand)),
                Stmt::Task { .. }
                | Stmt::Later { .. }
                | Stmt::Now
                | Stmt::Return(..)
                | Stmt::Priority(..) => {}
            }
        }
    }

    /// Returns the event in the terms of the domain.
    pub fn event(&self, of: &reference::BoxEvent<'_>) -> TraceEvent<D> {
        let (kind, name, line) = self.named(of);
        let task = match of.item {
            BoxItem::Task(task, args) => {
                let code = TaskCode::Task(TaskId(task));
                Some(D::task_from_row(code, args))
            }
            _ => None,
        };
        let mut event = TraceEvent {
            port: of.port,
            kind,
            id: of.id,
            parent: of.parent,
            depth: of.nesting,
            name,
            line,
            task,
            bindings: ArrayVec::new(),
            more: 0,
        };
        // A task has its values in its arguments.
        let scope = if task.is_some() {
            Scope::Nothing
        } else {
            of.scope
        };
        for (var, named) in (0..).zip(scope.vars(self.rows)) {
            let ty = D::tables().types.get(usize::from(named.ty));
            let (Some(word), Some(ty)) = (of.value(var), ty) else {
                continue;
            };
            let binding = Binding::new(&named.name, word, ty);
            if event.bindings.try_push(binding).is_err() {
                event.more += 1;
            }
        }
        event
    }

    fn named(&self, event: &reference::BoxEvent<'_>) -> (TraceKind, &'static str, u32) {
        let task = |task: u16| self.rows.tasks.get(usize::from(task));
        let name = |number: u16| task(number).map_or("", |task| &*task.name);
        let axiom = |number: u16| self.rows.axioms.get(usize::from(number));
        match event.item {
            BoxItem::Task(number, _) => (TraceKind::Task, name(number), 0),
            BoxItem::Method(number, method) => {
                let line = match task(number).map(|task| &task.done_by) {
                    Some(DoneBy::Methods(all)) => all.get(method).map(|method| method.line),
                    _ => None,
                };
                (TraceKind::Method, name(number), line.unwrap_or(0))
            }
            BoxItem::Operator(number, operator) => {
                let line = match task(number).map(|task| &task.done_by) {
                    Some(DoneBy::Operators(all)) => all.get(operator).map(|operator| operator.line),
                    _ => None,
                };
                (TraceKind::Operator, name(number), line.unwrap_or(0))
            }
            BoxItem::Condition(place, conjuncts) => {
                let line = conjuncts.first().map_or(0, |first| first.line);
                match place {
                    ConditionPlace::Branch {
                        task: number,
                        method,
                        branch,
                        ..
                    } => {
                        let block = match task(*number).map(|task| &task.done_by) {
                            Some(DoneBy::Methods(all)) => all.get(*method),
                            _ => None,
                        };
                        let block = block.and_then(|method| method.branches.get(*branch));
                        let named = block.map(|block| (&*block.name, block.line));
                        let (name, line) = named.unwrap_or(("", line));
                        (TraceKind::Branch, name, line)
                    }
                    ConditionPlace::Operator { task, .. } => {
                        (TraceKind::Precondition, name(*task), line)
                    }
                    ConditionPlace::Clause { axiom: number, .. } => {
                        let name = axiom(*number).map_or("", |axiom| &*axiom.name);
                        (TraceKind::Clause, name, line)
                    }
                    ConditionPlace::Block { line } => (TraceKind::Block, "", *line),
                }
            }
            BoxItem::Body => (TraceKind::Body, "", 0),
            BoxItem::Conjunct(_, conjunct) => {
                let known = self.conjuncts.get(&ptr::from_ref(conjunct).addr());
                let text = known.map_or("", |conjunct| &*conjunct.text);
                (TraceKind::Conjunct, text, conjunct.line)
            }
            BoxItem::Axiom(number) => {
                let axiom = axiom(number);
                let first = axiom.and_then(|axiom| axiom.alternatives.first());
                let line = first.map_or(0, |first| first.line);
                (
                    TraceKind::Axiom,
                    axiom.map_or("", |axiom| &*axiom.name),
                    line,
                )
            }
        }
    }
}
