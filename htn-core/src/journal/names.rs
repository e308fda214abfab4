//! Predicates and tasks by their names and types, so that a journal can be read by another version of its domain.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::error::{ReplayError, What};
use crate::bytes::{DecodeError, Decoder, Encoder, Read};
use crate::domain::{Domain, MAX_COLUMNS, Row, TaskCode};
use crate::tables::{Param, RelId, Relation, Tables, TaskId, TaskKind};

/// A type: what it is called in the domain, and the shape of its values; 0 where that is not known.
type TypeName<'a> = (&'a str, u64);

fn types_of(tables: &Tables, params: &[Param]) -> impl ExactSizeIterator<Item = TypeName<'static>> {
    params.iter().map(|param| {
        let ty = tables.types.get(usize::from(param.ty.0));
        ty.map_or(("", 0), |ty| (ty.name, ty.shape))
    })
}

fn write_types<'a>(out: &mut Encoder, types: impl ExactSizeIterator<Item = TypeName<'a>>) {
    out.number(types.len() as u64);
    for (name, shape) in types {
        out.text(name);
        out.0.extend_from_slice(&shape.to_le_bytes());
    }
}

fn read_types<'a>(from: &mut Decoder<'a>) -> Read<Vec<TypeName<'a>>> {
    let types = from.list(|from| {
        let name = from.str()?;
        let shape = from.take(8)?.first_chunk().ok_or(DecodeError)?;
        Ok((name, u64::from_le_bytes(*shape)))
    })?;
    match types.len() > MAX_COLUMNS {
        true => Err(DecodeError),
        false => Ok(types),
    }
}

/// The words of a row whose length is not known.
pub(super) fn write_words(out: &mut Encoder, row: &[u64]) {
    out.list(row, |out, word| out.number(*word));
}

pub(super) fn read_words(from: &mut Decoder<'_>) -> Read<Row> {
    let count = from.count()?;
    read_row(from, count)
}

/// So many words.
pub(super) fn read_row(from: &mut Decoder<'_>, count: usize) -> Read<Row> {
    if count > MAX_COLUMNS {
        return Err(DecodeError);
    }
    (0..count).map(|_| from.number()).collect()
}

/// Whether the types are what they were; where not, what differs.
fn compare(
    what: What,
    name: &str,
    were: &[TypeName<'_>],
    tables: &Tables,
    are: &[Param],
) -> Result<(), ReplayError> {
    let name = name.to_owned();
    if were.len() != are.len() {
        return Err(ReplayError::Columns {
            what,
            name,
            was: were.len(),
            now: are.len(),
        });
    }
    let mut pairs = were.iter().zip(types_of(tables, are)).zip(1..);
    match pairs.find(|((was, now), _)| *was != now) {
        Some(((was, now), column)) => Err(ReplayError::Type {
            what,
            name,
            column,
            was: String::from(was.0),
            now: now.0,
        }),
        None => Ok(()),
    }
}

/// A predicate of a journal.
#[derive(Clone, Debug)]
pub(super) struct PredicateName<'a> {
    pub name: &'a str,
    pub types: Vec<TypeName<'a>>,
}

impl<'a> PredicateName<'a> {
    pub fn write(out: &mut Encoder, tables: &Tables, relation: &Relation) {
        out.text(relation.name);
        write_types(out, types_of(tables, relation.columns));
    }

    pub fn read(from: &mut Decoder<'a>) -> Read<PredicateName<'a>> {
        Ok(PredicateName {
            name: from.str()?,
            types: read_types(from)?,
        })
    }

    /// The predicate of that name in a domain.
    pub fn find(&self, tables: &Tables) -> Result<RelId, ReplayError> {
        let mut relations = tables.relations.iter().zip(0..);
        let Some((relation, rel)) = relations.find(|(relation, _)| relation.name == self.name)
        else {
            return Err(ReplayError::Gone {
                what: What::Predicate,
                name: self.name.to_owned(),
            });
        };
        let (name, types) = (self.name, &self.types);
        compare(What::Predicate, name, types, tables, relation.columns)?;
        Ok(RelId(rel))
    }
}

/// A task of a journal. A domain may have several of one name, with other parameters.
#[derive(Clone, Debug)]
pub(crate) struct TaskName<'a> {
    kind: u8,
    name: &'a str,
    types: Vec<TypeName<'a>>,
}

impl<'a> TaskName<'a> {
    pub fn of(tables: &'static Tables, code: TaskCode) -> TaskName<'a> {
        let (kind, name, params): (_, _, &[Param]) = match code {
            TaskCode::Task(task) => match tables.tasks.get(usize::from(task.0)) {
                Some(task) => (0, task.name, task.params),
                None => (0, "", &[]),
            },
            TaskCode::Add(rel) | TaskCode::Delete(rel) => {
                let kind = if code == TaskCode::Add(rel) { 1 } else { 2 };
                match tables.relations.get(usize::from(rel.0)) {
                    Some(relation) => (kind, relation.name, relation.columns),
                    None => (kind, "", &[]),
                }
            }
        };
        let types = types_of(tables, params).collect();
        TaskName { kind, name, types }
    }

    pub fn write(&self, out: &mut Encoder) {
        out.0.push(self.kind);
        out.text(self.name);
        write_types(out, self.types.iter().copied());
    }

    pub fn read(from: &mut Decoder<'a>) -> Read<TaskName<'a>> {
        let task = TaskName {
            kind: from.small()?,
            name: from.str()?,
            types: read_types(from)?,
        };
        match task.kind > 2 {
            true => Err(DecodeError),
            false => Ok(task),
        }
    }

    /// The task of that name in a domain, with these arguments.
    pub fn find<D: Domain>(&self, row: &[u64]) -> Result<D::Task, ReplayError> {
        let code = self.code(D::tables())?;
        Ok(D::task_from_row(code, row))
    }

    fn code(&self, tables: &'static Tables) -> Result<TaskCode, ReplayError> {
        let (name, types) = (self.name, &self.types);
        if self.kind > 0 {
            let rel = PredicateName {
                name,
                types: types.clone(),
            }
            .find(tables)?;
            return Ok(match self.kind {
                1 => TaskCode::Add(rel),
                _ => TaskCode::Delete(rel),
            });
        }
        let tasks = tables.tasks.iter().zip(0..);
        let named = tasks.filter(|(task, _)| task.kind != TaskKind::Block && task.name == name);
        let mut error = ReplayError::Gone {
            what: What::Task,
            name: name.to_owned(),
        };
        for (task, number) in named {
            match compare(What::Task, name, types, tables, task.params) {
                Ok(()) => return Ok(TaskCode::Task(TaskId(number))),
                Err(other) => error = other,
            }
        }
        Err(error)
    }

    /// Whether there are as many arguments as parameters.
    pub fn takes(&self, row: &[u64]) -> bool {
        self.types.len() == row.len()
    }
}
