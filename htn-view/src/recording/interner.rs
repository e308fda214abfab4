//! Texts, facts and tasks, each stored once.

use std::collections::HashMap;

use htn_core::domain::{Row, TaskCode};
use htn_core::tables::{FactVerb, Param, Tables as DomainTables, TaskKind, TypeId};
use htn_core::{Binding, named};

use super::entry::{Call, CallId, CallKind, TextId};
use crate::names::Names;

/// The texts and calls that entries refer to.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Tables {
    pub texts: Vec<String>,
    pub calls: Vec<Call>,
}

impl Tables {
    pub fn text(&self, id: TextId) -> &str {
        self.texts.get(id.0 as usize).map_or("", String::as_str)
    }

    pub fn call(&self, id: CallId) -> &Call {
        &self.calls[id.0 as usize]
    }

    /// `name(arguments)`.
    pub fn show(&self, id: CallId) -> String {
        let call = self.call(id);
        let args: Vec<&str> = call.args.iter().map(|arg| self.text(*arg)).collect();
        let verb = match call.kind {
            CallKind::Add => "add ",
            CallKind::Delete => "delete ",
            CallKind::Protect => "protect ",
            CallKind::Release => "release ",
            _ => "",
        };
        format!("{verb}{}({})", self.text(call.name), args.join(", "))
    }

    /// Returns the agents that carry out a call.
    pub fn by(&self, call: CallId) -> Vec<TextId> {
        self.call(call).marked(|call| call.by)
    }

    /// Returns the agents that a call names.
    pub fn named(&self, call: CallId) -> Vec<TextId> {
        self.call(call).marked(|call| call.agents)
    }

    /// Returns the approximate size in memory, with each text counted twice because of the lookup table.
    pub fn bytes(&self) -> usize {
        let texts: usize = self.texts.iter().map(|text| 2 * text.len() + 80).sum();
        let calls: usize = self
            .calls
            .iter()
            .map(|call| 4 * call.args.len() + 160)
            .sum();
        texts + calls
    }
}

/// A fact or a task as words.
type Key = (CallCode, Row);

/// The identity of a fact or a task in the tables of the domain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum CallCode {
    Fact(u16),
    Task(u16),
    Verb(FactVerb, u16),
}

impl From<TaskCode> for CallCode {
    fn from(code: TaskCode) -> Self {
        match code {
            TaskCode::Task(task) => CallCode::Task(task.0),
            TaskCode::Fact(verb, rel) => CallCode::Verb(verb, rel.0),
        }
    }
}

/// Finds the indices of texts, facts and tasks.
pub(super) struct Interner {
    domain: &'static DomainTables,
    pub names: Option<Names>,
    texts: HashMap<String, TextId>,
    /// By type and word.
    values: HashMap<(u16, u64), TextId>,
    calls: HashMap<Key, CallId>,
}

impl Interner {
    pub fn new(domain: &'static DomainTables) -> Interner {
        Interner {
            domain,
            names: None,
            texts: HashMap::new(),
            values: HashMap::new(),
            calls: HashMap::new(),
        }
    }

    /// Applies a renumbering of all indices. `calls` has the new indices of facts and tasks by their old ones.
    pub fn renumber(&mut self, tables: &Tables, calls: &HashMap<u32, u32>) {
        self.values.clear();
        self.calls.retain(|_, id| {
            let new = calls.get(&id.0);
            id.0 = new.copied().unwrap_or(id.0);
            new.is_some()
        });
        let texts = tables.texts.iter().zip(0..);
        self.texts = texts.map(|(text, at)| (text.clone(), TextId(at))).collect();
    }

    pub fn text(&mut self, tables: &mut Tables, text: &str) -> TextId {
        if let Some(id) = self.texts.get(text) {
            return *id;
        }
        let id = TextId(tables.texts.len() as u32);
        tables.texts.push(text.to_owned());
        self.texts.insert(text.to_owned(), id);
        id
    }

    /// Returns the name of a value.
    pub fn value(&mut self, tables: &mut Tables, ty: TypeId, word: u64) -> TextId {
        if let Some(id) = self.values.get(&(ty.0, word)) {
            return *id;
        }
        let Some(row) = self.domain.types.get(usize::from(ty.0)) else {
            return self.text(tables, "?");
        };
        let name = match &self.names {
            Some(names) => named(self.domain.types, row, word, names),
            None => row.shown(word).to_string(),
        };
        let id = self.text(tables, &name);
        self.values.insert((ty.0, word), id);
        id
    }

    /// Returns the name of the value of a variable.
    pub fn bound(&mut self, tables: &mut Tables, binding: Binding) -> TextId {
        // Types of different modules may have the same name.
        let row = binding.type_row();
        let mut types = self.domain.types.iter();
        let at = types.position(|ty| std::ptr::eq(ty, row));
        let ty = TypeId(at.map_or(u16::MAX, |at| at as u16));
        self.value(tables, ty, binding.word())
    }

    pub fn call(&mut self, tables: &mut Tables, code: CallCode, row: &[u64]) -> CallId {
        let words: Row = row.iter().copied().collect();
        let key = (code, words);
        if let Some(id) = self.calls.get(&key) {
            return *id;
        }
        let (kind, name, params, by) = self.described(code);
        let args = params.iter().zip(row);
        let args = args.map(|(param, word)| self.value(tables, param.ty, *word));
        let args = args.collect();
        let bits = params.iter().enumerate().filter(|(_, param)| param.agent);
        let agents = bits.fold(0, |all, (at, _)| all | 1 << at);
        let call = Call {
            kind,
            name: self.text(tables, name),
            args,
            agents,
            by: agents & by,
        };
        let id = CallId(tables.calls.len() as u32);
        tables.calls.push(call);
        self.calls.insert(key, id);
        id
    }

    fn described(&self, code: CallCode) -> (CallKind, &'static str, &'static [Param], u16) {
        let relation = |kind, rel: u16| match self.domain.relations.get(usize::from(rel)) {
            Some(relation) => (kind, relation.name, relation.columns, 0),
            None => (kind, "?", &[][..], 0),
        };
        match code {
            CallCode::Fact(rel) => relation(CallKind::Fact, rel),
            CallCode::Verb(verb, rel) => relation(verb.into(), rel),
            CallCode::Task(task) => {
                let Some(row) = self.domain.tasks.get(usize::from(task)) else {
                    return (CallKind::Method, "?", &[], 0);
                };
                let kind = match row.kind {
                    TaskKind::Method | TaskKind::Block => CallKind::Method,
                    TaskKind::External => CallKind::External,
                    TaskKind::Internal => CallKind::Internal,
                    _ => CallKind::Sync,
                };
                let mut operators = self.domain.operators.iter();
                let operator = operators.find(|operator| operator.task.0 == task);
                let by = operator.map_or(0, |operator| operator.by as u16);
                (kind, row.name, row.params, by)
            }
        }
    }
}
